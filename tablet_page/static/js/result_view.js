// How a deal ended: winner, hand, every line of its value, who pays whom.

import { h } from "./dom.js";
import { change, points, t } from "./i18n.js";
import { dealName, playerName } from "./table_view.js";
import { meldView, tileView } from "./tiles.js";

/** The result panel with its buttons. */
export function resultView(documents) {
  const { result, state } = documents;
  if (!result) return null;
  return h("section", { class: "card result", "data-key": `result-${result.deal_label}-${result.honba}` },
    h("h2", {}, headline(documents)),
    h("p", { class: "subtle" }, dealAndHonba(result)),
    result.wins.map((win) => winView(documents, win)),
    result.wins.length === 0 && drawView(documents),
    indicatorsView(result),
    paymentsView(documents),
    state.phase === "result" && nextView(state));
}

function dealAndHonba(result) {
  const deal = dealName(result.deal_label);
  return result.honba ? `${deal} · ${t("counter.honba", { count: result.honba })}` : deal;
}

/** One sentence: who won how. */
export function headline(documents) {
  const { result } = documents;
  if (result.outcome === "ron" && result.wins.length) {
    const winners = result.wins.map((win) => playerName(documents, win.seat)).join(" · ");
    return t("result.ron", { winner: winners, loser: playerName(documents, result.wins[0].discarder) });
  }
  if (result.outcome === "tsumo" && result.wins.length) {
    return t("result.tsumo", { winner: playerName(documents, result.wins[0].seat) });
  }
  if (result.abort_reason) return t(`abort.${result.abort_reason}`);
  return t(`outcome.${result.outcome}`);
}

function winView(documents, win) {
  return h("article", { class: "win", "data-key": `win-${win.seat}` },
    documents.result.wins.length > 1 && h("h3", {}, playerName(documents, win.seat)),
    h("div", { class: "hand" },
      h("span", { class: "concealed" }, win.hand.map((tile) => tileView(tile))),
      win.melds.map((meld) => meldView(meld, win.seat)),
      h("span", { class: "winning" }, tileView(win.winning_tile, { note: t("result.winning_tile") }))),
    linesView(win),
    h("p", { class: "total" },
      h("span", {}, valueText(win)),
      h("strong", {}, t("result.points", { points: points(win.points) }))));
}

function linesView(win) {
  return h("details", { class: "lines", open: true },
    h("summary", { class: "unseen-summary" }, t("result.value")),
    h("table", {},
      h("caption", { class: "unseen" }, t("result.value")),
      h("tbody", {},
        win.lines.map((line) => lineRow(line, line.fan ? t("result.han", { count: line.fan }) : points(line.points))))),
    win.fu_lines.length > 0 && h("details", { class: "fu" },
      h("summary", {}, t("result.fu_breakdown", { count: win.fu })),
      h("table", {}, h("tbody", {}, win.fu_lines.map((line) => lineRow(line, t("result.fu", { count: line.fu }), "fu"))))));
}

function lineRow(line, value, catalogue = "rule") {
  return h("tr", {},
    h("th", { scope: "row" }, t(`${catalogue}.${line.rule}`), line.clause && h("span", { class: "clause" }, line.clause)),
    h("td", {}, value));
}

function valueText(win) {
  const parts = [];
  if (win.fan) parts.push(t("result.han", { count: win.fan }));
  if (win.fu && win.fan < 13) parts.push(t("result.fu", { count: win.fu }));
  if (win.limit) parts.push(t(`limit.${win.limit}`));
  return parts.join(" · ");
}

function drawView(documents) {
  const { result } = documents;
  if (result.outcome !== "exhaustive_draw" && result.outcome !== "nagashi_mangan") return null;
  return h("ul", { class: "tenpai" }, [0, 1, 2, 3].map((seat) => h("li", { class: result.tenpai[seat] ? "yes" : "no" },
    h("span", {}, playerName(documents, seat)),
    h("strong", {}, t(result.tenpai[seat] ? "declare.tenpai" : "declare.noten")))));
}

function indicatorsView(result) {
  if (!result.wins.length) return null;
  const row = (label, tiles) => tiles.length > 0 && h("div", { class: "row" }, h("span", { class: "subtle" }, label),
    h("span", { class: "small-tiles" }, tiles.map((tile) => tileView(tile))));
  return h("div", { class: "indicators" }, row(t("dora.indicators"), result.indicators), row(t("dora.ura"), result.ura_indicators));
}

function paymentsView(documents) {
  const { result } = documents;
  const name = (seat) => (seat === null ? t("payment.table") : playerName(documents, seat));
  return h("div", { class: "payments" },
    result.payments.length > 0 && h("h3", {}, t("payment.title")),
    h("ul", {}, result.payments.map((payment, index) => h("li", { "data-key": index },
      h("span", { class: "from" }, name(payment.payer)),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("span", { class: "to" }, name(payment.receiver)),
      h("span", { class: "why" }, t(`reason.${payment.reason}`)),
      h("strong", {}, points(payment.points))))),
    h("table", { class: "sums" },
      h("caption", { class: "unseen" }, t("payment.scores")),
      h("tbody", {}, [0, 1, 2, 3].map((seat) => h("tr", {},
        h("th", { scope: "row" }, playerName(documents, seat)),
        h("td", { class: result.deltas[seat] > 0 ? "gain" : result.deltas[seat] < 0 ? "loss" : "" }, change(result.deltas[seat])),
        h("td", {}, points(result.scores[seat])))))));
}

function nextView(state) {
  const counting = state.next_deal_in_s !== null && !state.hold;
  return h("div", { class: "actions" },
    h("button", { class: "primary", "data-do": "next_deal" },
      t("result.next_deal"), counting && h("span", { class: "countdown" }, ` ${state.next_deal_in_s}`)),
    h("button", { "data-do": "hold", "data-arg": state.hold ? "off" : "on", "aria-pressed": String(state.hold) },
      t(state.hold ? "result.release" : "result.hold")));
}
