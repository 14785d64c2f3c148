// One seat's page for a phone: what this player wants to see, and the calls that the own seat may make.

import { helpLink } from "./panel/bar_view.js";
import { comfortButton, startComfort } from "./screen/comfort.js";
import { confirmed } from "./shared/confirm.js";
import { send, sendOfDeal } from "./link/commands.js";
import { byId, eventTarget, fill, h } from "./shared/dom.js";
import { t } from "./shared/i18n.js";
import { asked, changeLanguage, Live } from "./link/live.js";
import { lockView, openLock } from "./link/login_view.js";
import { playerName } from "./shared/names.js";
import { choiceOfSeat, seatPage } from "./table/seat_view.js";
import { loadSession, onSession } from "./link/session.js";
import { follow, startSound } from "./screen/sound.js";
import { once } from "./shared/once.js";
import { toast } from "./shared/toast.js";
import { refusedTexts } from "./shared/told.js";

const wanted = asked.get("seat") ?? "";
const seat = ["0", "1", "2", "3"].includes(wanted) ? Number(wanted) : null;

/** @param {import('./link/live.js').Live} live */
function draw(live) {
  const { documents } = live;
  fill(byId("banner"), live.isOld && h("p", {},
    h("strong", {}, t("connection.lost")), " ", h("span", { "aria-live": "off" }, t("connection.age", { age: Math.floor(live.age) }))));
  fill(byId("bar"), [
    h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), h("span", {}, "Jantaku")),
    h("span", { class: "space" }), helpLink(seat === null ? "" : String(seat)), comfortButton(), lockView(), h("button", { class: "stop", "data-do": "stop" }, t("control.stop")),
  ]);
  if (!live.isReady) return fill(root, h("p", { class: "waiting" }, t("connection.waiting")));
  follow(/** @type {Documents} */ (documents));
  document.title = `${seat === null ? t("seat.choose") : t("seat.title", { name: playerName(documents, seat) })} · Jantaku`;
  return fill(root, seat === null ? choiceOfSeat(documents) : seatPage(documents, seat));
}

/**
 * @param {string} name
 * @param {CommandData} data
 */
async function carryOut(name, data) {
  return tell(name, await send(name, data));
}

/**
 * @param {string} name
 * @param {Answer} answer
 */
async function tell(name, answer) {
  if (answer.ok && name !== "machine") toast(t("seat.said"));
  if (!answer.ok) toast(...await refusedTexts(answer.error));
}

/** A call is said aloud to everybody's screen: it is asked for once more, with what follows from it.
 * @param {string} kind */
async function call(kind) {
  if (seat === null) return;
  const name = playerName(live.documents, seat);
  const { deal } = live;
  if (await confirmed(t(`call.${kind}`, { name }), t(`call.${kind}_help`), t(`seat.${kind}`))) await tell("declare", await sendOfDeal("declare", { kind, seat }, deal));
}

async function allowMotion() {
  if (await confirmed(t("machine.allow"), t("control.home_sure"), t("machine.allow"))) await carryOut("machine", { action: "home" });
}

/** @param {DOMStringMap} data */
function perform({ do: action, arg }) {
  switch (action) {
    case "stop": return carryOut("machine", { action: "stop" });
    case "lock": return openLock();
    case "home": return allowMotion();
    case "call": return call(arg ?? "");
    case "attention": return carryOut("call_attention", { seat });
    default: return undefined;
  }
}

document.documentElement.dataset.page = "seat";
document.head.append(h("link", { rel: "stylesheet", href: "/static/css/seat.css" }));
const root = /** @type {HTMLElement} */ (document.querySelector("main"));
root.id = "own-seat";
const live = new Live(["state", "board", "questions", "result"], draw);
document.addEventListener("click", (event) => {
  const button = eventTarget(event).closest("button[data-do]");
  if (button) once(button.dataset, () => perform(button.dataset));
});
document.addEventListener("change", async (event) => {
  if (eventTarget(event).dataset.change !== "language") return;
  await changeLanguage(eventTarget(event).value);
  live.redraw();
});
startComfort(() => live.redraw());
startSound();
onSession(() => live.redraw());
await Promise.all([live.start(), loadSession()]);
