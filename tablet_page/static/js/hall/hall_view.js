// The cards of a hall: one a table, with players, scores, round, machine, and how old that is.

import { lastedText, tableNow, timeText } from "../shared/clock.js";
import { h, s } from "../shared/dom.js";
import { standingsView } from "./hall_standings.js";
import { currentLanguage, LANGUAGES, points, t, useSystem } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";

/** @type {Record<string, string>} */
const THEMES = { auto: "light", light: "dark", dark: "auto" };
/** The filled part of the disc that stands for a theme. @type {Record<string, string>} */
const FILLED = { auto: "M12 4a8 8 0 0 1 0 16z", light: "", dark: "M12 4a8 8 0 0 1 0 16 8 8 0 0 1 0-16z" };
export const SHOWN = ["tables", "standings"];
const natural = new Intl.Collator("en", { numeric: true });

/** Everything inside the header.
 * @param {HallCard[]} cards
 * @param {{ theme: string, language: string, shown: string }} wishes */
export function hallBar(cards, wishes) {
  const shown = cards.filter((card) => card.status !== "offline").length;
  return [
    h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), h("span", {}, t("hall.title"))),
    cards.length > 0 && h("p", { class: "chip" }, h("span", { class: "hall-count" }, t("hall.online", { shown, count: cards.length }))),
    h("span", { class: "space" }),
    h("p", { class: "clock" }, h("span", { class: "time-of-day" }, timeText(tableNow()))),
    cards.length > 0 && h("div", { class: "tabs", role: "group", "aria-label": t("hall.title") }, SHOWN.map((shown) => h("button", {
      "data-do": "shown", "data-arg": shown, "data-key": shown, "aria-pressed": String(wishes.shown === shown),
    }, t(`hall.${shown}`)))),
    h("button", { class: "icon", "data-do": "theme", "data-arg": THEMES[wishes.theme], "aria-label": t(`theme.${wishes.theme}`), title: t(`theme.${wishes.theme}`) }, halfMoon(wishes.theme)),
    h("label", { class: "language" }, h("span", { class: "unseen" }, t("language.title")),
      h("select", { "data-change": "language" }, Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, selected: code === currentLanguage(), lang: code }, name)))),
  ];
}

/** A disc: half filled as the device has it, empty for light, full for dark.
 * @param {string} theme */
function halfMoon(theme) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph" },
    s("circle", { cx: 12, cy: 12, r: 8 }), s("path", { d: FILLED[theme], fill: "currentColor" }));
}

/** Every table, those in trouble first, else by name; or the standings. `now` is the page's clock in seconds, as in `card.heardAt`.
 * @param {HallCard[]} cards
 * @param {number} now
 * @param {string} [shown] */
export function hallView(cards, now, shown) {
  if (cards.length === 0) return h("p", { class: "waiting" }, t("hall.nobody"));
  if (shown === "standings") return standingsView(cards);
  const sorted = [...cards].sort((first, second) => trouble(first) - trouble(second) || natural.compare(first.name, second.name));
  return h("ul", { class: "cards" }, sorted.map((card) => h("li", { "data-key": card.name }, cardView(card, now))));
}

/** How much somebody is needed there: 0 for a machine that has stopped, up to 4 for a table that was put away.
 * @param {HallCard} card */
function trouble({ status, state }) {
  if (status === "offline") return !state || ["idle", "over"].includes(state.phase) ? 4 : 1;
  if (!state) return 3;
  const { fault, missing, obstacle, state: doing } = state.machine;
  if (fault) return 0;
  return !state.camera.ok || missing || obstacle || ["refused", "offline"].includes(doing) ? 2 : 3;
}

/**
 * @param {HallCard} card
 * @param {number} now
 */
function cardView(card, now) {
  if (card.state) useSystem(card.state.system);
  return h("article", { class: "hall-card", "data-status": card.status, "data-trouble": trouble(card), "data-name": card.name, "aria-labelledby": `table-${card.name}` },
    h("div", { class: "hall-head" },
      h("h2", { id: `table-${card.name}` }, linkView(card)),
      card.state && h("span", { class: "hall-deal" }, dealText(card.state))),
    card.state && scoresView(card.state),
    card.state?.machine.fault && card.status !== "offline" && h("p", { class: "hall-fault" }, h("strong", {}, t("fault.title")), " ", t(`fault.${card.state.machine.fault.code}`)),
    h("p", { class: "hall-foot" },
      h("span", { class: "lamp", "data-state": lamp(card), "aria-hidden": "true" }),
      h("span", { class: "hall-status" }, statusText(card)),
      card.deals > 0 && h("span", { class: "subtle" }, t("hall.deals", { count: card.deals })),
      lasted(card) && h("span", { class: "subtle" }, t("clock.game", { time: lasted(card) })),
      card.heardAt !== null && h("span", { class: "age" }, ageText(Math.max(0, now - card.heardAt)))));
}

/** The table's name, as the way to its page where that can be reached from here: it covers the card.
 * @param {HallCard} card */
function linkView({ name, page }) {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const isReached = page !== "" && (isHere || !/\/\/(127\.|localhost|\[::1\])/.test(page));
  return isReached ? h("a", { class: "hall-open", href: page, target: "_blank", rel: "noopener noreferrer" }, name) : name;
}

/** How long the game lasts; "" where the table says nothing of it, as those of an earlier version.
 * @param {HallCard} card */
function lasted({ state }) {
  return state?.clock ? lastedText(state.clock.game_since, state.clock.game_until) : "";
}

/** @param {Wire.StateDocument} state */
function dealText(state) {
  if (state.phase === "idle") return t("hall_phase.idle");
  const label = dealName(state.deal_label);
  return state.honba > 0 ? `${label} · ${t("counter.honba", { count: state.honba })}` : label;
}

/** @param {Wire.StateDocument} state */
function scoresView(state) {
  return h("table", {}, h("caption", { class: "unseen" }, t("payment.scores")), h("tbody", {}, seatsOf(state).map((seat) =>
    h("tr", { class: state.dealer === seat ? "dealer" : null },
      h("td", { class: "wind" }, t(`wind.short.${state.winds[seat]}`)),
      h("th", { scope: "row" }, playerName({ state }, seat)),
      h("td", { class: `score${state.scores[seat] < 0 ? " loss" : ""}` }, points(state.scores[seat]))))));
}

/** @param {HallCard} card */
function lamp(card) {
  if (card.status === "offline") return "offline";
  if (card.state?.machine.fault) return "fault";
  return !card.state?.camera.ok ? "waiting" : card.state.machine.state;
}

/** @param {HallCard} card */
function statusText(card) {
  if (card.status === "offline") return t("hall.offline");
  if (!card.state) return t("hall.silent");
  if (!card.state.camera.ok) return t("hall.blind");
  return card.state.phase === "machine" ? t(`machine.${card.state.machine.state}`) : t(`hall_phase.${card.state.phase}`);
}

/** @param {number} seconds */
function ageText(seconds) {
  if (seconds < 60) return t("hall.seconds", { count: Math.floor(seconds / 5) * 5 });
  if (seconds < 3600) return t("hall.minutes", { count: Math.floor(seconds / 60) });
  return t("hall.hours", { count: Math.floor(seconds / 3600) });
}
