// The card about this device: screen, installing, encryption. It says only what is so.

import { device } from "./device.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { currentSession } from "../link/session.js";

/** The card in the set-up. */
export function deviceView() {
  const { isSecure } = device();
  return h("section", { class: "card device", "data-key": "device" },
    h("h2", {}, t("device.title")),
    isSecure ? secureView() : plainView());
}

function secureView() {
  const { canStayAwake, isAwake, canInstall, isInstalled } = device();
  return [
    h("div", { class: "actions wrap" },
      canStayAwake && h("button", { "data-do": "awake", "data-arg": isAwake ? "off" : "on", "aria-pressed": String(isAwake) }, t("device.awake")),
      canInstall && h("button", { "data-do": "install" }, t("device.install"))),
    !canStayAwake && h("p", { class: "subtle" }, t("device.sleeps")),
    h("p", { class: "subtle" }, t(isInstalled ? "device.installed" : "device.install_how")),
  ];
}

/** Without encryption: what is missing, and the way there where there is one. */
function plainView() {
  const port = currentSession().https_port;
  const address = port && encrypted(port);
  return [
    h("p", {}, t("device.plain")),
    address
      ? h("p", {}, h("a", { href: "/ca.crt", download: "jantaku-ca.crt" }, t("device.certificate")), " · ", h("a", { href: address }, address))
      : h("p", { class: "subtle" }, t("device.no_https")),
  ];
}

/** This page's address at the encrypted port.
 * @param {number} port */
function encrypted(port) {
  const address = new URL("/", location.href);
  address.protocol = "https:";
  address.port = String(port);
  return address.href;
}
