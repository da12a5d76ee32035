// What a page shows, in its URL fragment, so that a link opens the same view. A page defines `defaults` and
// `render`.

const state = {};
let writing;

/** Reads the state from the fragment. */
function readFragment() {
  Object.assign(state, defaults);
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key in defaults) state[key] = value;
  }
}

/** Changes the state and shows it. What differs from the defaults is in the fragment soon after. */
function update(change) {
  Object.assign(state, change);
  clearTimeout(writing);
  // Browsers refuse frequent changes, as while a slider is dragged.
  writing = setTimeout(writeFragment, 200);
  render();
}

function writeFragment() {
  const changed = Object.entries(state).filter(([key, value]) => value !== defaults[key]);
  // Unlike an assignment to the fragment, this adds nothing to the history.
  history.replaceState(null, "", `#${new URLSearchParams(changed)}`);
}
