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

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element; null, undefined and false attributes and children are left out. */
export function h(tag, attributes, ...children) {
  return make(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return make(document.createElementNS(SVG, tag), attributes, children);
}

/** Make the children of `target` equal to `children`, keeping every node that can stay (focus, images, animations). */
export function fill(target, ...children) {
  const fresh = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  morphChildren(target, fresh.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
}

function isSame(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  return old.nodeType !== Node.ELEMENT_NODE || old.getAttribute("data-key") === fresh.getAttribute("data-key");
}

function morph(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!fresh.hasAttribute("data-own")) morphChildren(old, [...fresh.childNodes]);
}

function morphChildren(target, fresh) {
  let old = target.firstChild;
  fresh.forEach((child, place) => {
    // What has no place any more goes first, so that what follows it is met again instead of being made anew.
    while (old && !fresh.slice(place).some((other) => isSame(old, other))) old = removed(old);
    if (old && isSame(old, child)) {
      morph(old, child);
      old = old.nextSibling;
    } else {
      target.insertBefore(child, old);
    }
  });
  while (old) old = removed(old);
}

/** Take a node out; the one after it. */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
