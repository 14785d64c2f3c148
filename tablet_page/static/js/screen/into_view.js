// What begins above the place that somebody has scrolled to: brought before their eyes, or their tap seems to have done nothing.

/** Once it is drawn.
 * @param {string} selector */
export function bringIntoView(selector) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  requestAnimationFrame(() => document.querySelector(selector)?.scrollIntoView({ block: "center", behavior: isStill ? "auto" : "smooth" }));
}
