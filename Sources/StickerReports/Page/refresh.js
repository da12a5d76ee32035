// @ts-check
// Loads a page again when watch has written it. What is not in the fragment is kept in the history.

import { data } from "./page.js";

/**
 * Looks at the stamp beside the page every second.
 * @param keep returns what the page needs to look the same
 * @param restore called with what was kept, once
 */
export function refresh(keep, restore) {
  if (!data.stamp) return;
  const sizeOf = ({ width, height }) => `${width} ${height}`;
  // A stamp that another page was written for would otherwise load this one forever.
  const known = [sizeOf(data.stamp), history.state?.size];
  if (history.state) restore(history.state.kept);
  history.replaceState(null, "");
  let lastUse = 0;
  const use = (event) => { if (event.type !== "pointermove" || event.buttons) lastUse = Date.now(); };
  for (const type of ["input", "pointerdown", "pointermove"]) addEventListener(type, use, true);
  setInterval(() => {
    if (document.hidden || Date.now() - lastUse < 1000) return;
    const image = new Image();
    image.onload = () => {
      const size = sizeOf({ width: image.naturalWidth, height: image.naturalHeight });
      if (known.includes(size)) return;
      history.replaceState({ size, kept: keep() }, "");
      location.reload();
    };
    image.src = `${encodeURIComponent(data.stamp.file)}?${Date.now()}`;
  }, 1000);
}
