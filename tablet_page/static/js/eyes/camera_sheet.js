// The live camera over the whole screen, with or without what is read in it; Stop stays in the head of the sheet.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";

/** `sheet`: isNamed, whether the names of what was read are drawn.
 * @param {Documents} _documents
 * @param {CameraSheet} sheet */
export function cameraSheet(_documents, { number, isNamed }) {
  return {
    title: t("camera.title"),
    body: [
      h("img", { class: "live", "data-key": `${number}-${isNamed}`, src: `/camera/stream.mjpg?overlay=${isNamed ? 1 : 0}&n=${number}`, alt: t("camera.picture") }),
      h("div", { class: "actions" },
        h("button", { "data-do": "camera_named", "aria-pressed": String(isNamed) }, t("camera.named")),
        h("button", { "data-do": "camera_whole" }, t("camera.whole"))),
    ],
  };
}

/** @type {Record<string, Handler>} */
export const CAMERA_ACTIONS = {
  camera_live: async (page) => {
    if (await withRole("admin")) page.wish({ sheet: { number: Date.now(), kind: "camera", proposal: null, refusal: null, busy: false, draft: {}, isNamed: true } });
  },
  camera_named: (page) => page.wish({ sheet: { ...page.wishes.sheet, isNamed: !page.wishes.sheet.isNamed } }),
  // The dialog itself, so that Stop comes along; a phone that knows no full screen shows it as large as its page is.
  camera_whole: () => (document.fullscreenElement ? document.exitFullscreen() : document.getElementById("sheet")?.requestFullscreen?.().catch(() => {})),
};
