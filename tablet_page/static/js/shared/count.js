// Scores that change run gently to their new value; at once for whoever asked for less motion.

const DURATION_MS = 900;
/** @type {WeakMap<HTMLElement, { value: number, target: number }>} */
const shown = new WeakMap();

/** Bring every `data-count` element below `root` to its value; `format` writes a number.
    `data-step` of the root is the step that numbers run in; one with `data-still` does not run.
 * @param {HTMLElement} root
 * @param {(value: number, node: HTMLElement) => string} format */
export function settleCounts(root, format) {
  const step = Number(root.dataset.step ?? 1);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-count]"))) {
    const target = Number(node.dataset.count);
    const known = shown.get(node);
    if (known === undefined || still || document.hidden || node.dataset.still !== undefined) {
      shown.set(node, { value: target, target });
      node.textContent = format(target, node);
    } else if (known.target !== target) {
      run(node, known, target, format, step);
    } else if (known.value === target) {
      node.textContent = format(target, node);
    }
  }
}

/**
 * @param {HTMLElement} node
 * @param {{ value: number }} from
 * @param {number} target
 * @param {(value: number, node: HTMLElement) => string} format
 * @param {number} step
 */
function run(node, from, target, format, step) {
  const start = from.value;
  const begun = performance.now();
  const state = { value: start, target };
  shown.set(node, state);
  /** @param {number} now */
  const frame = (now) => {
    if (shown.get(node) !== state || !node.isConnected) return;
    const part = Math.min((now - begun) / DURATION_MS, 1);
    const eased = 1 - (1 - part) ** 3;
    state.value = part === 1 ? target : Math.round((start + (target - start) * eased) / step) * step;
    node.textContent = format(state.value, node);
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
