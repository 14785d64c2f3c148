// A second tap on what is still under way does nothing: whoever taps twice by habit means it once.

/** @type {Set<string>} */
const underWay = new Set();

/** Carry out what a button or a form asks for, unless just that is under way. Stopping is always carried out.
 * @param {DOMStringMap} asked
 * @param {() => unknown} act */
export function once({ do: action, arg, value }, act) {
  const key = [action, arg, value].join(" ");
  if (underWay.has(key)) return;
  const outcome = act();
  if (action === "stop" || !(outcome instanceof Promise)) return;
  underWay.add(key);
  outcome.finally(() => underWay.delete(key));
}
