// @ts-check
// What all pages have: their data, elements, images and groups of buttons.

import { framesOf, pngOf } from "./apng.js";

/**
 * The element with an id.
 * @type {(id: string) => any}
 */
export const $ = (id) => document.getElementById(id);

/**
 * Creates an element. Strings become text, never markup.
 * @param {string} tag
 * @param {Record<string, any>} properties
 * @param {(string | Node)[]} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const { dataset = {}, ...rest } = properties;
  const created = Object.assign(document.createElement(tag), rest);
  Object.assign(created.dataset, dataset);
  created.append(...children);
  return created;
}

/** The name of a sticker for screen readers. */
export const titleOf = (sticker) => sticker.label ?? sticker.name;

export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A duration in milliseconds with at most one decimal. */
export const milliseconds = (value) => `${Number(value.toFixed(1)).toLocaleString("en")} ms`;

export const data = JSON.parse($("data").textContent);
export const severities = ["info", "warning", "error"];
export const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");

const urls = new Map();

/** An image with its bytes instead of their text. */
export function imageAt(index) {
  const { data: text, ...image } = data.images[index];
  return { ...image, bytes: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) };
}

/** The address of an image, or of its first frame. */
export function urlOf(index, isStill) {
  const key = `${index} ${isStill}`;
  if (!urls.has(key)) {
    const { bytes, type, isAnimated } = imageAt(index);
    const file = isStill && isAnimated ? pngOf(framesOf(bytes)[0]) : new Blob([bytes], { type });
    urls.set(key, URL.createObjectURL(file));
  }
  return urls.get(key);
}

/** An img element of a sticker; of one that cannot be decoded, a box that says so. */
export function imageOf(entry, isStill = prefersStill.matches) {
  if (entry.image === undefined) {
    return element("span", { className: "missing" }, entry.isPack ? "Pack" : "No image");
  }
  const { width, height } = data.images[entry.image];
  return element("img", { src: urlOf(entry.image, isStill), alt: "", width, height });
}

/** A file name that breaks in the middle where it is too long, so the end stays visible. */
export function named(name) {
  const characters = [...name];
  const tail = characters.splice(-8).join("");
  return element("span", { className: "name", title: name },
    ...(characters.length > 0 ? [element("span", { className: "head" }, characters.join(""))] : []),
    element("span", {}, tail));
}

/** A small still on a tile on which dark and light art is visible. */
export const thumbnailOf = (entry) => element("span", { className: "thumbnail" }, imageOf(entry, true));

/** `1,576 × 900 px` */
export const pixels = (width, height) =>
  `${width.toLocaleString("en")} × ${height.toLocaleString("en")} px`;

/** Says that the page has a smaller copy of the art; empty if it has all of it. */
export function previewNote({ image, width, height }) {
  const stored = data.images[image];
  if (!stored || (stored.width === width && stored.height === height)) return "";
  return `this page has a copy of ${pixels(stored.width, stored.height)}`;
}

/**
 * Moves the focus to another button of a list, up and down by a row.
 * @param columns the buttons of each row; by default as many as are beside the first one
 * @returns the button; undefined if the key or the place is another
 */
export function moveFocus(event, lists, columns = 0) {
  const buttons = [...(event.target.closest(lists)?.querySelectorAll("button") ?? [])];
  const rowLength = columns || buttons.filter(({ offsetTop }) => offsetTop === buttons[0].offsetTop).length;
  const distances = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rowLength, ArrowDown: rowLength };
  const button = buttons[buttons.indexOf(event.target) + distances[event.key]];
  if (!button) return undefined;
  event.preventDefault();
  button.focus();
  return button;
}

/** Shows which button of a group is chosen. */
export function press(group, value) {
  for (const button of group.children) button.ariaPressed = button.value === value;
}
