// A game as a file: asked for, and handed to the browser to keep. Where it cannot be made the page says why; a plain link
// would leave a download that failed without a word.

import { t, tOr } from "../shared/i18n.js";
import { saveFile } from "./share_card.js";

const OF_HEADER = /filename="([^"]+)"/;

/** "" once the file was handed over, else why there is none.
 * @param {string} address
 * @param {string} form
 * @returns {Promise<string>} */
export async function keepFile(address, form) {
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) return refusal(form, (await response.json()).error);
    const name = OF_HEADER.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `jantaku.${form}`;
    saveFile(await response.blob(), name);
    return "";
  } catch {
    return t("error.unreachable");
  }
}

/** A camera's game has no hands, which is all that keeps it from tenhou/6: said in the reader's language.
 * @param {string} form
 * @param {{ code: string, message: string }} error */
function refusal(form, { code, message }) {
  return form === "tenhou6" && code === "not_now" ? t("past.no_hands") : tOr(`error.${code}`, message);
}
