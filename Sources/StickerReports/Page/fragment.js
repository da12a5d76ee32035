// @ts-check
// What a page shows, in its URL fragment, so a link opens the same view.

/** What a page defines: the defaults of its state, and how the state is shown. */
export const view = { defaults: {}, render() {} };

export const state = /** @type {any} */ ({});
let writing = 0;

/** Reads the state from the fragment. */
export function readFragment() {
  Object.assign(state, view.defaults);
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key in view.defaults) state[key] = value;
  }
}

/** Changes the state and shows it. What differs from the defaults is in the fragment soon after. */
export function update(change) {
  Object.assign(state, change);
  clearTimeout(writing);
  // Browsers refuse frequent changes, as while a slider is dragged.
  writing = setTimeout(writeFragment, 200);
  view.render();
}

export function writeFragment() {
  const changed = Object.fromEntries(
    Object.entries(state).filter(([key, value]) => value !== view.defaults[key]));
  // Unlike an assignment to the fragment, this adds nothing to the history.
  history.replaceState(null, "", `#${new URLSearchParams(changed)}`);
}
