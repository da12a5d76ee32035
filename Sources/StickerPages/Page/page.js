// What all pages have: their data, elements, images and groups of buttons.

const $ = (id) => document.getElementById(id);

/** Creates an element. Strings become text, never markup. */
function element(tag, properties = {}, ...children) {
  const { dataset = {}, ...rest } = properties;
  const created = Object.assign(document.createElement(tag), rest);
  Object.assign(created.dataset, dataset);
  created.append(...children);
  return created;
}

/** What a sticker is called for people who do not see it. */
const titleOf = (sticker) => sticker.label ?? sticker.name;

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A duration in milliseconds with at most one decimal. */
const milliseconds = (value) => `${Number(value.toFixed(1))} ms`;

const data = JSON.parse($("data").textContent);
const severities = ["info", "warning", "error"];
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

const urls = new Map();

/** An image with its bytes instead of their text. */
function imageAt(index) {
  const { data: text, ...image } = data.images[index];
  return { ...image, bytes: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) };
}

/** The address of an image, or of its first frame. */
function urlOf(index, isStill) {
  const key = `${index} ${isStill}`;
  if (!urls.has(key)) {
    const { bytes, type, isAnimated } = imageAt(index);
    const file = isStill && isAnimated ? pngOf(framesOf(bytes)[0]) : new Blob([bytes], { type });
    urls.set(key, URL.createObjectURL(file));
  }
  return urls.get(key);
}

/** An img element of a sticker; of one that cannot be decoded, a box that says so. */
function imageOf(entry, isStill = prefersStill.matches) {
  if (entry.image === undefined) {
    return element("span", { className: "missing" }, entry.isPack ? "Pack" : "No image");
  }
  const { width, height } = data.images[entry.image];
  return element("img", { src: urlOf(entry.image, isStill), alt: "", width, height });
}

/** Shows which button of a group is chosen. */
function press(group, value) {
  for (const button of group.children) button.ariaPressed = button.value === value;
}
