// The page of rules (?view=rules): house rules under their names, and every option of a preset (&preset=NAME, &house=ID).

import { confirmed } from "./shared/confirm.js";
import { eventTarget, fill, typed } from "./shared/dom.js";
import { askName, wishHouse } from "./rules/house_rules.js";
import { loadMore, t } from "./shared/i18n.js";
import { drawBar, go, openRoot, problemView, read, startShell } from "./past/past_shell.js";
import { editorView, listView, RULES_ADDRESS } from "./rules/rules_view.js";
import { loadStartSettings } from "./rules/start_settings.js";
import { loadRuleWords } from "./shared/rule_words.js";
import { once } from "./shared/once.js";
import { toast } from "./shared/toast.js";

const root = openRoot("rules", ["past", "people", "rules"]);

/** What is shown. `typed` are the values of the form that differ from the preset.
 * @type {{ list: HouseRules[], presets: string[], preset: { preset: string, options: PresetOption[] } | null, house: HouseRules | null, typed: Record<string, string>, problem: string, asking: number, isRead: boolean }} */
const page = { isRead: false, list: [], presets: [], preset: null, house: null, typed: {}, problem: "", asking: 0 };

/** Show what the address says. */
async function route() {
  const query = new URLSearchParams(location.search);
  const asked = (page.asking += 1);
  const [kept, documents] = [await read("/api/house_rules"), await read("/api/documents")];
  if (asked !== page.asking) return;
  page.isRead = true;
  page.list = kept.found?.house_rules ?? [];
  page.presets = documents.found?.info?.data.rules ?? [];
  page.problem = kept.problem;
  page.house = page.list.find(({ id }) => String(id) === query.get("house")) ?? null;
  page.preset = null;
  page.typed = { ...page.house?.settings };
  const preset = page.house?.rules ?? query.get("preset");
  if (query.has("house") && !page.house && !page.problem) page.problem = t("house.gone");
  if (preset && !page.problem) {
    const { found, problem } = await read(`/api/rules/${encodeURIComponent(preset)}`);
    if (asked !== page.asking) return;
    page.preset = found;
    page.problem = problem;
  }
  draw();
}

/** Nothing before the table has answered: it would look as if it kept no rules. */
function draw() {
  if (!page.isRead) return;
  const { preset, house, problem, list, presets } = page;
  drawBar(preset ? { href: RULES_ADDRESS, text: t("house.title") } : { href: "/", text: t("past.table") });
  document.title = `${house?.name ?? t("house.title")} · Jantaku`;
  root.setAttribute("aria-label", t("house.title"));
  root.className = preset ? "rules-editor" : "list";
  if (problem) fill(root, problemView(problem, { href: RULES_ADDRESS, text: t("house.title") }));
  else if (preset) fill(root, editorView(preset, house, page.typed));
  else fill(root, listView(list, presets));
  root.dataset.shown = problem ? "problem" : preset ? preset.preset : "list";
}

/** @param {DOMStringMap} data */
async function perform({ do: action, arg }) {
  const rules = page.list.find(({ id }) => String(id) === arg);
  if (!rules) return undefined;
  if (action === "rename") {
    const name = await askName(t("house.rename"), t("house.rename_help"), rules.name);
    if (name !== null && name !== rules.name && await wishHouse({ action: "change", house_rules: rules.id, name })) return route();
  }
  if (action === "remove" && await confirmed(t("house.remove_title", { name: rules.name }), t("house.remove_sure"), t("house.remove"))) {
    if (await wishHouse({ action: "remove", house_rules: rules.id })) {
      toast(t("house.removed", { name: rules.name }));
      return route();
    }
  }
  return undefined;
}

/** @param {SubmitEvent} event */
function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { preset } = page;
  if (form.method === "dialog" || !preset) return;
  event.preventDefault();
  once({ do: "keep" }, () => keep(form, preset));
}

/**
 * @param {HTMLFormElement} form
 * @param {{ preset: string }} preset
 */
async function keep(form, preset) {
  const name = typed(new FormData(form), "house");
  const wish = page.house
    ? { action: "change", house_rules: page.house.id, name, settings: page.typed }
    : { action: "add", name, rules: preset.preset, settings: page.typed };
  if (!await wishHouse(wish)) return;
  toast(t("house.kept", { name }));
  go(RULES_ADDRESS);
  await route();
}

/** A value of the form: kept apart while it differs from the preset.
 * @param {Event} event */
function changed(event) {
  const field = eventTarget(event);
  const option = page.preset?.options.find((known) => `set-${known.option}` === field.name);
  if (!option) return;
  if (field.value.trim() === option.value) delete page.typed[option.option];
  else page.typed[option.option] = field.value.trim();
  draw();
}

document.addEventListener("submit", submitted);
document.addEventListener("change", changed);
loadMore("options", "refusals");
await Promise.all([loadStartSettings(), loadRuleWords()]);
await startShell({ route, redraw: draw, perform });
