// One correction from the wish to the answer: rehearsed first, shown where something follows, refused in words.
//
// Rules this file keeps: what is carried out is what was rehearsed: it carries the number of the entry that the rehearsal
// saw, and when the game has moved on meanwhile, it is rehearsed anew and shown again. `page.wishes.sheet` is the open
// sheet; its `proposal` waits for a person, its `refusal` says why not.

import { send } from "../link/commands.js";
import { t, tOr } from "../shared/i18n.js";
import { toast } from "../shared/toast.js";
import { loadRuleWords } from "../shared/rule_words.js";
import { refusedTexts } from "../shared/told.js";

const TRIES = 3;
/** @type {(keyof EffectSide)[]} */
const COMPARED = ["scores", "results", "honba", "sticks"];
let opened = 0;

/** Open a sheet in place of the one that is open; `fields` say what it is about.
 * @param {Page} page
 * @param {string} kind
 * @param {Record<string, unknown>} fields */
export function open(page, kind, fields) {
  opened += 1;
  page.wish({ sheet: { number: opened, kind, proposal: null, refusal: null, busy: false, draft: {}, seen: page.seq(), ...fields } });
}

/** The events of a deal (the newest one without a number), null when the table does not answer.
 * @param {number} [deal]
 * @returns {Promise<ListedEvents | null>} */
export async function loadEvents(deal) {
  const answer = await send("events", { deal });
  return answer.ok ? answer.data : null;
}

/** Change the open sheet; nothing when it was closed meanwhile.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Partial<Sheet>} changes */
export function change(page, sheet, changes) {
  if (page.wishes.sheet === null || page.wishes.sheet.number !== sheet.number) return;
  page.wish({ sheet: { ...page.wishes.sheet, ...changes } });
}

/** Rehearse a correction; carry it out at once where nothing follows from it, else show what does.
    `options`: always (show it in any case), lead (what it means, in words: `sheet.js`), seen (the tile that the person sees:
    another one is shown first).
 * @param {Page} page
 * @param {string} name
 * @param {CommandData} data
 * @param {ProposalOptions} options */
export async function propose(page, name, data, options = {}) {
  const { sheet } = page.wishes;
  if (sheet === null || sheet.busy) return undefined;
  change(page, sheet, { busy: true, refusal: null });
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const rehearsal = await send(name, { ...data, dry_run: true });
    if (!rehearsal.ok) return change(page, sheet, { busy: false, proposal: null, refusal: await reasons(page, name, data, rehearsal) });
    const proposal = { name, data, options, effect: effectOf(rehearsal.data), seq: rehearsal.seq, deal: page.deal(), note: "" };
    if (isNothing(proposal)) {
      toast(t("repair.already"));
      return page.wish({ sheet: null });
    }
    if (mustShow(proposal)) return change(page, sheet, { busy: false, proposal });
    const code = await carryOut(page, sheet, proposal);
    if (code !== "stale") return undefined;
  }
  return change(page, sheet, { busy: false, refusal: { title: t("repair.stale"), detail: "" } });
}

/** Carry out what is shown; when the game has moved on and other things would follow now, show those.
 * @param {Page} page */
export async function confirmProposal(page) {
  const { sheet } = page.wishes;
  if (!sheet?.proposal || sheet.busy) return undefined;
  change(page, sheet, { busy: true });
  let { proposal } = sheet;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (await carryOut(page, sheet, proposal) !== "stale") return undefined;
    const now = await rehearsedAnew(page, sheet, proposal);
    if (now === null) return undefined;
    const isAgreed = isSame(now, proposal);
    proposal = now;
    if (!isAgreed) break;
  }
  return change(page, sheet, { busy: false, proposal: { ...proposal, note: t("repair.stale") } });
}

/** What would follow now; null where it is refused, and the sheet says why.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Proposal} proposal
 * @returns {Promise<Proposal | null>} */
async function rehearsedAnew(page, sheet, proposal) {
  const { name, data } = proposal;
  const rehearsal = await send(name, { ...data, dry_run: true });
  if (rehearsal.ok) return { ...proposal, effect: effectOf(rehearsal.data), seq: rehearsal.seq, deal: page.deal() };
  const refusal = { ...await reasons(page, name, data, rehearsal), note: t("repair.stale") };
  change(page, sheet, { busy: false, proposal: null, refusal });
  return null;
}

/** Whether what a person has agreed to is still what would follow: a tile that was read meanwhile voids no consent to void the deal.
 * @param {Proposal} now
 * @param {Proposal} agreed */
function isSame(now, agreed) {
  return now.deal === agreed.deal && JSON.stringify(now.effect) === JSON.stringify(agreed.effect);
}

/** "" when it was done, else the error's code.
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Proposal} proposal */
async function carryOut(page, sheet, { name, data, seq }) {
  const answer = await send(name, data, seq);
  if (answer.ok) {
    tellDone(name, answer);
    if (page.wishes.sheet?.number === sheet.number) page.wish({ sheet: null });
    return "";
  }
  if (answer.error.code !== "stale") change(page, sheet, { busy: false, proposal: null, refusal: await reasons(page, name, data, answer) });
  return answer.error.code;
}

/** What was just put right is taken back at once, without a look at what follows: it was so a moment ago.
 * @param {Page} page
 * @param {number} correction its number */
export async function takeBackNow(page, correction) {
  return takenBack(await send("undo", { correction }));
}

/** The same for something that people told and that is an event of its own: it is taken out.
 * @param {Page} page
 * @param {number} event its number */
export async function takeOutNow(page, event) {
  return takenBack(await send("correct", { kind: "remove", event }));
}

/** @param {Answer} answer */
async function takenBack(answer) {
  if (answer.ok) return tellDone("undo", answer);
  return toast(...await refusedTexts(answer.error));
}

/** @param {string} name the command
 * @param {Answer} answer its number is that of the correction; `data.event` that of an event which people told */
function tellDone(name, { seq, data }) {
  const done = t(name === "end_game" ? "hall_phase.over" : name === "undo" ? "repair.undone" : "repair.done");
  if (data?.event !== undefined) return toast(done, "", { text: t("log.take_back"), do: "take_out_now", arg: data.event });
  toast(done, "", { text: t(name === "undo" ? "repair.redo" : "log.take_back"), do: "take_back_now", arg: seq });
}

/** Why a correction was refused, and the later event that stands against it.
 * @param {Page} page
 * @param {string} name
 * @param {CommandData} data
 * @param {Answer} answer
 * @returns {Promise<Refusal>} */
async function reasons(page, name, data, answer) {
  const { code, message, words } = answer.error;
  if (words) await loadRuleWords();
  const refusal = { title: t(`error.${code}`), detail: message, words, later: null, force: null };
  const conflict = answer.data?.conflict;
  if (!conflict) return { ...refusal, title: tOr(`error.${code}`, message) };
  await loadRuleWords();
  const listed = await loadEvents(page.wishes.sheet?.deal);
  const later = listed?.events.find((item) => item.seq === conflict.seq) ?? null;
  return { ...refusal, detail: conflict.reason, words: conflict.words, later, force: name === "correct" || name === "undo" ? { name, data: { ...data, force: true } } : null };
}

/** What a rehearsal says would change; the same fields for every command.
 * @param {{ before?: RehearsedSide, after?: RehearsedSide, aside?: number[] }} rehearsal
 * @returns {Effect} */
function effectOf({ before = {}, after = {}, aside = [] } = {}) {
  /** @param {RehearsedSide} given */
  const side = (given) => ({ events: given.events ?? null, scores: given.scores ?? null, results: given.results ?? [], honba: given.honba, sticks: given.riichi_sticks });
  return { before: side(before), after: side(after), aside };
}

/** @param {Proposal} proposal */
function isNothing({ effect }) {
  const { before, after } = effect;
  return before.events !== null && before.events.length + (after.events ?? []).length === 0;
}

/** Whether more follows than the one change that was tapped.
 * @param {Proposal} proposal */
function mustShow({ effect, options }) {
  const { before, after, aside } = effect;
  const numbers = new Set([...before.events ?? [], ...after.events ?? []].map((item) => item.seq));
  const other = COMPARED.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const isOther = options.seen !== undefined && before.events?.length === 1 && !JSON.stringify(before.events[0].event).includes(`"${options.seen}"`);
  return options.always === true || numbers.size !== 1 || aside.length > 0 || other || isOther;
}
