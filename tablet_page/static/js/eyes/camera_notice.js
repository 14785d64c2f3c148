// What the camera wants somebody to look at: said on every tab.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { toldView } from "../shared/told.js";

/** What somebody should look at although reading goes on, until it was read.
 * @param {Wire.CameraDocument} camera
 * @param {string} seen */
export function noticeView({ notice, notice_words: words }, seen) {
  if (!notice || notice === seen) return null;
  return h("section", { class: "card notice", role: "status", "data-key": "camera-notice" },
    h("h2", {}, t("camera.notice")),
    toldView(notice, words, t("camera.notice_help")),
    h("div", { class: "actions" },
      h("button", { "data-do": "calibration" }, t("camera.check")),
      h("button", { class: "primary", "data-do": "notice_seen" }, t("camera.seen"))));
}
