// The replay of a deal beside the table that draws it: what happened, the way through it, how it ended.

import { h, s } from "../shared/dom.js";
import { eventText, eventView } from "../shared/event_text.js";
import { addressOf, preset } from "./games_view.js";
import { t } from "../shared/i18n.js";
import { dealName } from "../shared/names.js";
import { dateText } from "./past_shell.js";
import { SPEEDS } from "./replay.js";
import { resultCard } from "../stage/result_view.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M6 5v14 M19 5.5 9.5 12l9.5 6.5z", back: "M16.5 5.5 8 12l8.5 6.5z", play: "M7.5 5 18 12 7.5 19z", pause: "M8.5 5v14 M15.5 5v14",
  next: "M7.5 5.5 16 12l-8.5 6.5z", last: "M18 5v14 M5 5.5 14.5 12 5 18.5z",
  link: "M12 15V4 M8 7.5 12 3.5l4 4 M6 11H5v9h14v-9h-1",
};
const TICK = 1000;

/** Everything beside the table.
 * @param {import('./replay.js').Replay} replay
 * @param {OpenedGame | null} opened */
export function replayPanel(replay, opened) {
  const { deal, documents } = replay;
  return [
    h("section", { class: "card replay", "data-key": "replay" },
      h("h1", {}, dealName(deal.deal_label), deal.honba > 0 && h("span", { class: "subtle" }, ` · ${t("counter.honba", { count: deal.honba })}`)),
      opened && h("p", { class: "subtle" }, [dateText(opened.listed.started_at), preset(opened.listed.rules)].join(" · ")),
      h("p", { class: "happens", "aria-live": replay.isPlaying ? "off" : "polite" }, eventView(documents, replay.event)),
      sliderView(replay),
      h("div", { class: "transport", role: "group", "aria-label": t("replay.title") },
        control("first", replay.step === 0), control("back", replay.step === 0),
        h("button", { class: "primary play", "data-do": "play", "aria-label": t(replay.isPlaying ? "replay.pause" : "replay.play"), title: t(replay.isPlaying ? "replay.pause" : "replay.play") }, glyph(replay.isPlaying ? "pause" : "play")),
        control("next", replay.isAtEnd), control("last", replay.isAtEnd)),
      h("div", { class: "moments", role: "group", "aria-label": t("replay.moments") },
        h("button", { "data-do": "moment", "data-arg": "-1", disabled: replay.step === 0 }, t("replay.moment_before")),
        h("button", { "data-do": "moment", "data-arg": "1", disabled: replay.isAtEnd }, t("replay.moment_next"))),
      h("div", { class: "speeds", role: "group", "aria-label": t("replay.speed") }, SPEEDS.map((speed) =>
        h("button", { "data-do": "speed", "data-arg": speed, "aria-pressed": String(replay.speed === speed) }, `×${speed}`)))),
    replay.isAtEnd && deal.result && h("div", { "data-key": "end", class: "end" }, resultCard(documents),
      h("div", { class: "actions" }, h("button", { "data-do": "picture" }, t("past.picture")))),
    h("nav", { class: "card neighbours-deals", "aria-label": t("deals.title"), "data-key": "deals" },
      deal.number > 1 ? h("a", { class: "more", href: addressOf(deal.id, deal.number - 1) }, t("replay.deal_before")) : h("span", {}),
      h("span", { class: "middle" }, h("span", { class: "subtle" }, t("replay.deal_of", { number: deal.number, count: deal.deals })),
        h("button", { class: "icon", "data-do": "link", "aria-label": t("replay.link"), title: t("replay.link") }, glyph("link"))),
      deal.number < deal.deals ? h("a", { class: "more", href: addressOf(deal.id, deal.number + 1) }, t("replay.deal_next")) : h("span", {})),
    h("p", { class: "subtle small key-hints", "data-key": "keys" }, t("replay.keys")),
  ];
}

/** Where one is, with the moments of the deal below it.
 * @param {import('./replay.js').Replay} replay */
function sliderView(replay) {
  const { step, last, moments, documents, event } = replay;
  return h("div", { class: "timeline" },
    h("input", {
      type: "range", min: 0, max: last, step: 1, value: step, "data-change": "step", "data-key": "slider", "aria-label": t("replay.step"),
      "aria-valuetext": `${t("replay.step_of", { step, count: last })}: ${eventText(documents, event)}`,
    }),
    s("svg", { class: "ticks", viewBox: `0 0 ${TICK} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
      moments.map((moment, index) => moment && s("line", { class: `tick tick-${moment}`, "data-key": index, x1: (index / Math.max(last, 1)) * TICK, x2: (index / Math.max(last, 1)) * TICK, y1: 0, y2: 10 }))),
    h("p", { class: "legend-ticks small" },
      ["call", "riichi", "win"].filter((kind) => moments.includes(kind)).map((kind) => h("span", {}, h("span", { class: `swatch swatch-${kind}` }), t(`replay.${kind}`))),
      h("span", { class: "space" }), h("span", { class: "subtle" }, `${step} / ${last}`)));
}

/**
 * @param {string} name
 * @param {boolean} disabled
 */
function control(name, disabled) {
  return h("button", { class: "icon", "data-do": name, disabled, "aria-label": t(`replay.${name}`), title: t(`replay.${name}`) }, glyph(name));
}

/** @param {string} name */
function glyph(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph solid", "data-key": name }, s("path", { d: PATHS[name] }));
}
