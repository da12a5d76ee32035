// @ts-check
// The stickers by other destinations, and one sticker as the app of a destination shows it.

import { data, element, imageOf, named, pixels, thumbnailOf, titleOf } from "./page.js";
import { withCode } from "./findings.js";

/** The longer side of a sticker of which it is not known how large an app shows it, in CSS pixels. */
const mostUnknown = 320;

/**
 * How large an app shows a sticker, in CSS pixels.
 * @param shown what is known about the destination; undefined if nothing is
 * @param cell the canvas and the size of the art in its center, in pixels of the file
 */
export function sizesIn(shown, { canvas, art }) {
  const longest = Math.max(...canvas);
  const scale = (shown?.side ?? Math.min(longest, mostUnknown)) / longest;
  const scaled = (size) => size.map((length) => Math.round(length * scale * 100) / 100);
  return { canvas: scaled(canvas), art: scaled(art), crop: shown?.crop ?? 0, scale };
}

/** The icons that are smaller than a sticker: where they are shown, its details disappear. */
export function smallIcons(icons, canvas) {
  return icons.filter((icon) => icon.canvas && Math.max(...icon.canvas) < Math.max(...canvas));
}

/** The mark of a cell, its color and what it means. */
const markOf = ({ state, isChanged }) => (isChanged ? { mark: "→", kind: "warning", words: "a build changes it" }
  : { ready: { mark: "✓", kind: "closed", words: "taken as it is" },
      warned: { mark: "!", kind: "warning", words: "warning" },
      refused: { mark: "✗", kind: "error", words: "refused" } }[state]);

const px = (length) => `${length}px`;

export class Destinations {
  /**
   * @param table the element for the table
   * @param panel the element for one sticker
   * @param choose called with a sticker, undefined for the same one, and the id of a destination
   */
  constructor(table, panel, choose) {
    this.table = table;
    this.panel = panel;
    this.choose = choose;
    this.buttons = new Map();
    this.current = /** @type {any} */ (undefined);
  }

  /** Makes the table, once: the focus stays where it is. */
  fill(stickers) {
    const heads = data.destinations.map((destination) => element("th", { scope: "col" }, element("button", {
      type: "button", title: destination.name, onclick: () => this.choose(undefined, destination.id),
    }, destination.id)));
    this.table.append(element("thead", {}, element("tr", {}, element("td"), ...heads)),
      ...data.packs.map((pack) => element("tbody", {},
        ...(data.packs.length > 1 ? [element("tr", {}, element("th",
          { scope: "rowgroup", className: "pack", colSpan: data.destinations.length + 1 }, pack.name))] : []),
        ...stickers.filter((sticker) => sticker.pack === pack).map((sticker) => this.rowOf(sticker)))));
  }

  rowOf(sticker) {
    const cells = sticker.destinations.map((cell, index) => {
      const { mark, kind, words } = markOf(cell);
      const destination = data.destinations[index];
      const text = data.texts[cell.text];
      const button = element("button", {
        type: "button", ariaLabel: `${titleOf(sticker)}, ${destination.name}: ${[words, text].filter(Boolean).join(": ")}`,
        onclick: () => this.choose(sticker, destination.id),
      }, element("span", { className: `badge ${kind}` }, mark), element("span", { className: "words" }, text));
      this.buttons.set(`${sticker.file} ${destination.id}`, button);
      return element("td", {}, button);
    });
    return element("tr", {}, element("th", { scope: "row" }, element("span", { className: "row-name" },
      thumbnailOf(sticker), sticker.label ?? named(sticker.name))), ...cells);
  }

  /** Shows a sticker as the app of a destination does. */
  show(sticker, id, background) {
    const index = Math.max(0, data.destinations.findIndex((destination) => destination.id === id));
    const destination = data.destinations[index];
    const cell = sticker?.destinations?.[index];
    const button = this.buttons.get(`${sticker?.file} ${destination.id}`);
    if (!cell || !button) return;
    if (button !== this.current) {
      this.current?.removeAttribute("aria-current");
      button.setAttribute("aria-current", "true");
      button.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.current = button;
    }
    const { kind, words } = markOf(cell);
    const column = sticker.pack.destinations[index];
    this.panel.replaceChildren(element("h2", {}, destination.name), element("p", { className: "facts" }, titleOf(sticker)),
      element("p", {}, element("span", { className: `badge ${kind}` }, words), " ",
        cell.isChanged ? `${data.texts[cell.text]}.` : ""),
      ...(cell.isChanged ? [element("p", { className: "hint" }, "The exact result: ", element("code", {},
        `stickerpack build ${sticker.pack.word} -o Out --target ${destination.id} --dry-run`))] : []),
      ...picturesOf(destination, sticker, cell, background),
      listOf(cell.reasons),
      element("details", {}, element("summary", {}, `The pack: ${column.summary}`), listOf(column.reasons)));
  }
}

const listOf = (reasons) => element("ul", { className: "reasons" },
  ...reasons.map((text) => element("li", {}, ...withCode(data.texts[text]))));

/** A sticker in a conversation, and as the icons that are smaller. */
function picturesOf(destination, sticker, cell, background) {
  if (!cell.canvas || sticker.image === undefined) return [];
  const { canvas, art, crop, scale } = sizesIn(destination.shown, cell);
  const box = element("div", { className: "shown" }, imageOf(sticker));
  Object.assign(box.style, { width: px(canvas[0]), height: px(canvas[1]), clipPath: crop ? `inset(0 ${px(crop)})` : "" });
  Object.assign(box.firstChild.style, { width: px(art[0]), height: px(art[1]) });
  const size = pixels(cell.canvas[0], cell.canvas[1]);
  const words = destination.shown ? `${destination.shown.side} px in a conversation, from ${size}${
    crop ? `, without ${crop} px at the left and at the right` : ""}`
    : `The canvas of ${size} at ${Math.round(scale * 100)}%: how large the app shows it is not known`;
  const icons = smallIcons(destination.icons, cell.canvas).map((icon) => {
    const image = imageOf(sticker, true);
    Object.assign(image.style, { width: px(icon.canvas[0]), height: px(icon.canvas[1]) });
    return element("figure", {}, element("div", { className: "backdrop", dataset: { background } }, image),
      element("figcaption", {}, icon.name, element("br"), pixels(icon.canvas[0], icon.canvas[1])));
  });
  return [element("figure", {}, element("div", { className: "backdrop chat", dataset: { background } }, box),
    element("figcaption", {}, words)),
    ...(icons.length > 0 ? [element("div", { className: "icons" }, ...icons)] : [])];
}
