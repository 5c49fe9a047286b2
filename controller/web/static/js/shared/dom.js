// Building and updating elements without markup in strings.
const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `el("p", { class: "x", onclick: f }, "text", child)`; null children are left out. */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** A drawing of the page's symbols, such as `crown`. */
export function icon(name, className = "") {
  return svg("svg", { class: `icon ${className}`.trim(), "aria-hidden": "true" }, svg("use", { href: `#${name}` }));
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Text that is written only when it changed, so that a screen reader hears it once. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Attributes that are set only when they changed. */
export function mark(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === false || value === null || value === undefined ? null : value === true ? "" : String(value);
    if (element.getAttribute(name) !== wanted) set(element, name, value);
  }
}

/**
 * Children by key: kept ones stay the same elements (focus and drags survive), new ones are made, others go.
 * `make(item)` gives an element, `update(element, item)` fits it to the item.
 */
export function keyed(parent, items, keyOf, make, update = () => {}) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = old.get(key);
    old.delete(key);
    if (child === undefined) {
      child = make(item);
      child.dataset.key = key;
    }
    update(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of old.values()) child.remove();
}

/** Redraws with `draw` only when what it is drawn from changed. */
export function whenChanged(draw) {
  let before;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== before) {
      before = now;
      draw(value);
    }
  };
}
