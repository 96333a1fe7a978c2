// @ts-check
/** How what has the focus came to it: by a key, or by mouse or finger. */

/** Whether the person went on by mouse or finger last, not by a key that moves or presses. */
let pointed = false;
/** What got the focus while the person went by mouse or finger. @type {WeakSet<EventTarget>} */
const clicked = new WeakSet();

/** Whether something has the focus only because something was clicked: no key is meant for it. @param {EventTarget} target */
export function byMouse(target) {
  return clicked.has(target);
}

/** Follows how the person goes about. */
export function watchFocus() {
  document.addEventListener("pointerdown", () => (pointed = true), true);
  document.addEventListener("keydown", ({ key }) => (pointed &&= key !== " " && key.length === 1), true);
  document.addEventListener("focusin", ({ target }) => {
    if (target && pointed) clicked.add(target);
    else if (target) clicked.delete(target);
  });
}
