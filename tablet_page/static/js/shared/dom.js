// Building and updating the page: `h` makes elements, `morph` changes an old tree into a new one in place.
//
// Rules this file keeps: attributes only, no inline handlers (the content policy forbids them); an element with
// `data-own` keeps its children, some other module draws them; `open` of <details> and <dialog> is the person's choice.

const SVG = "http://www.w3.org/2000/svg";

/** The element of index.html that has this id.
 * @param {string} id
 * @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}`);
  return found;
}

/** The dialog of index.html that has this id.
 * @param {string} id */
export function dialogById(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/** The element that an event happened to.
 * @param {Event} event
 * @returns {any} an element of whatever kind the listener is for */
export function eventTarget(event) {
  return event.target;
}

/** What was typed into a field of a form, without space around it; "" where it has none.
 * @param {FormData} form
 * @param {string} name */
export function typed(form, name) {
  return String(form.get(name) ?? "").trim();
}

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Attributes | null} attributes
 * @param {Child[]} children
 */
function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...flat(children));
  return node;
}

/** The children that are to be seen, one after the other.
 * @param {Child[]} children
 * @returns {(Node | string)[]} */
function flat(children) {
  const all = /** @type {Exclude<Child, Child[]>[]} */ (/** @type {unknown[]} */ (children).flat(Infinity));
  const seen = all.filter((child) => child !== null && child !== undefined && child !== false);
  return seen.map((child) => (child instanceof Node ? child : String(child)));
}

/** An HTML element; null, undefined and false attributes and children are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} attributes
 * @param {...Child} children */
export function h(tag, attributes, ...children) {
  return make(document.createElement(tag), attributes, children);
}

/** An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} attributes
 * @param {...Child} children */
export function s(tag, attributes, ...children) {
  return make(document.createElementNS(SVG, tag), attributes, children);
}

/** Make the children of `target` equal to `children`, keeping every node that can stay (focus, images, animations).
 * @param {Element} target
 * @param {...Child} children */
export function fill(target, ...children) {
  const fresh = flat(children).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  morphChildren(target, /** @type {ChildNode[]} */ (fresh));
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function isSame(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
  return old.getAttribute("data-key") === fresh.getAttribute("data-key");
}

/**
 * @param {Node} old
 * @param {Node[]} fresh
 */
function isAmong(old, fresh) {
  return fresh.some((other) => isSame(old, other));
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function morph(old, fresh) {
  if (old instanceof Text && fresh instanceof Text && old.data !== fresh.data) old.data = fresh.data;
  if (!(old instanceof Element) || !(fresh instanceof Element)) return;
  for (const { name } of [...old.attributes]) {
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!fresh.hasAttribute("data-own")) morphChildren(old, [...fresh.childNodes]);
}

/**
 * @param {Element} target
 * @param {ChildNode[]} fresh
 */
function morphChildren(target, fresh) {
  let old = target.firstChild;
  fresh.forEach((child, place) => {
    // What has no place any more goes first, so that what follows it is met again instead of being made anew.
    while (old && !isAmong(old, fresh.slice(place))) old = removed(old);
    if (old && isSame(old, child)) {
      morph(old, child);
      old = old.nextSibling;
    } else {
      target.insertBefore(child, old);
    }
  });
  while (old) old = removed(old);
}

/** Take a node out; the one after it.
 * @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
