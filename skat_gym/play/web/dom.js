// @ts-check
/** Building and replacing pieces of the page. */

/**
 * Makes an element: properties are attributes, on... listeners, `class`, and `html` for own drawings.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|number|null|undefined|false|any[])} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "html") element.innerHTML = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** @type {WeakMap<Element, string>} */
const filled = new WeakMap();

/**
 * Fills an element anew if what it shows has changed; the focus stays on what has the same data-key.
 * @param {HTMLElement} root
 * @param {unknown} shown plain data: all that `build` reads
 * @param {() => (Node|string|null|false)[]} build
 * @returns {boolean} whether it was filled
 */
export function fill(root, shown, build) {
  const now = JSON.stringify(shown) ?? "";
  if (filled.get(root) === now) return false;
  filled.set(root, now);
  const focused = root.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
    : undefined;
  const top = root.scrollTop;
  root.replaceChildren(.../** @type {Node[]} */ (build().filter(Boolean)));
  root.scrollTop = top;
  if (focused) {
    const again = root.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
  return true;
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * A button.
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [properties]
 */
export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", "data-key": label, ...properties, onclick }, label);
}
