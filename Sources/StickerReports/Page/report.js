// @ts-check
// The findings of all packs for reviewers of a change: by rule, then file by file.

import { count, data, element, imageOf, severities, titleOf } from "./page.js";
import { findingItem, regionButton, regionsOf } from "./findings.js";

/** The backgrounds of pictures beside findings: light, dark and two bubbles. */
const reviewBackgrounds = ["white", "black", "blue", "gray"];

/** The number of stickers that a finding about many of them shows. */
const mostRelated = 12;

export class Report {
  /**
   * @param rules the element for the rules
   * @param cards the element for the files
   * @param actions `passes`: whether the filters show a finding; `open`: shows the sticker with a path, and the
   *   regions of a rule; `choose`: filters by a rule; `approvals`: the findings that are marked as intended
   */
  constructor(rules, cards, actions) {
    this.rules = rules;
    this.cards = cards;
    this.actions = actions;
    this.shown = /** @type {string | undefined} */ (undefined);
    // Findings in the baseline are known: they are only in the details of their sticker.
    this.findings = data.packs.map(
      ({ findings }) => findings.filter(({ status }) => status !== "baseline"));
  }

  /** Forgets what is shown: findings may be marked as intended elsewhere. */
  hide() { this.shown = undefined; }

  /** Shows the findings that pass the filters. */
  show({ rule, severity, text }) {
    const key = JSON.stringify([rule, severity, text]);
    if (key === this.shown) return;
    this.shown = key;
    const words = text.toLowerCase();
    const found = data.packs.map((pack, index) => this.findings[index].filter((finding) =>
      this.actions.passes(finding)
      && textsOf(pack, finding).some((value) => value.toLowerCase().includes(words))));
    this.rules.replaceChildren(...this.ruleItems(rule));
    const table = this.rules.closest("details");
    table.hidden = this.rules.children.length === 0;
    table.open = !rule;
    table.querySelector("summary").textContent = rule ? data.rules[rule]?.title ?? rule
      : count(this.rules.children.length, "rule");
    this.cards.replaceChildren(...notes(this.findings.flat(), found.flat()), ...this.wayBack(rule),
      ...data.packs.flatMap((pack, index) => {
        const clean = rule ? [] : this.cleanOf(pack, this.findings[index]);
        const cards = [...this.cardsOf(pack, found[index]), ...clean];
        const isNamed = data.packs.length > 1 && cards.length > 0;
        return isNamed ? [element("h2", {}, pack.name), ...cards] : cards;
      }));
  }

  /** The button that ends a filter by a rule. */
  wayBack(rule) {
    if (!rule) return [];
    return [element("p", { className: "hint" }, element("button",
      { type: "button", className: "link", onclick: () => this.actions.choose(rule) }, "Show all findings"))];
  }

  /** The rules, the most severe and then the most frequent first; suppressed findings last. */
  ruleItems(chosen) {
    const counts = new Map();
    this.findings.forEach((findings, pack) => findings.forEach((finding) => {
      const { rule, severity, status } = finding;
      const kind = status === "open" ? severity : "closed";
      const key = `${rule} ${kind}`;
      if (!counts.has(key)) counts.set(key, { rule, kind, places: new Set(), stickers: new Set() });
      const { places, stickers } = counts.get(key);
      for (const index of [finding.sticker, ...finding.related]) {
        if (index !== undefined) stickers.add(`${pack} ${index}`);
      }
      for (const file of finding.files.length > 0 ? finding.files : [""]) places.add(`${finding.file}/${file}`);
    }));
    const rank = ({ kind }) => severities.indexOf(kind);
    const sorted = [...counts.values()].sort((one, other) => rank(other) - rank(one)
      || other.stickers.size - one.stickers.size || one.rule.localeCompare(other.rule));
    return sorted.map(({ rule, kind, stickers, places }) => element("li", {}, element("button",
      { type: "button", ariaPressed: rule === chosen, onclick: () => this.actions.choose(rule) },
      element("span", { className: `badge ${kind}` }, kind === "closed" ? "suppressed" : kind),
      element("span", {}, data.rules[rule]?.title ?? rule),
      element("code", {}, rule),
      element("span", { className: "number" }, stickers.size > 0 ? count(stickers.size, "sticker")
        : this.placesOf([...places])))));
  }

  /** The number of files that are not stickers, or of packs. */
  placesOf(places) {
    const isPack = (place) => data.packs.some(({ path }) => place === `${path}/`);
    if (places.every(isPack)) return places.length === 1 ? "pack" : count(places.length, "pack");
    return count(places.length, places.every(isIcon) ? "icon" : "file");
  }

  /** A card for each file with findings: stickers, then icons and other files, then the pack. */
  cardsOf(pack, findings) {
    const byFile = new Map();
    for (const finding of findings) {
      if (!byFile.has(finding.file)) byFile.set(finding.file, []);
      byFile.get(finding.file).push(finding);
    }
    const rank = ([file, [{ sticker }]]) => (file === pack.path ? 2 : sticker === undefined ? 1 : 0);
    return [...byFile].sort((one, other) => rank(one) - rank(other)).map(([file, own]) => {
      const sticker = pack.stickers[own[0].sticker];
      const related = [...new Set(own.flatMap((finding) => finding.related))]
        .map((index) => pack.stickers[index]);
      return element("article", { className: "card" },
        element("h3", {}, file === pack.path ? pack.name : sticker ? titleOf(sticker) : own[0].name),
        ...(sticker?.label ? [element("p", { className: "facts" }, sticker.name)] : []),
        element("p", { className: "facts" }, file === pack.path ? "The whole pack"
          : sticker?.facts ?? (isIcon(file) ? "Icon" : "")),
        ...(sticker ? [this.picture(sticker, reviewBackgrounds)] : this.pictures(related)),
        element("ul", {}, ...own.map((finding) => this.itemOf(finding, pack, sticker))));
    });
  }

  itemOf(finding, pack, sticker) {
    const item = findingItem(finding, pack, data.rules[finding.rule], this.actions.approvals);
    const regions = regionsOf(sticker ?? {}, finding.rule);
    if (regions.length > 0) {
      item.append(regionButton(finding.rule, regions, (rule) => this.actions.open(sticker.file, rule)));
    }
    return item;
  }

  /** A sticker on some backgrounds, as a button that opens it. Without an image, it has a name. */
  picture(sticker, kinds) {
    return element("button", {
      type: "button", className: "open", ariaLabel: `Show ${titleOf(sticker)}`, title: sticker.name,
      onclick: () => this.actions.open(sticker.file),
    }, ...(sticker.image === undefined ? [element("span", { className: "missing" },
      kinds.length > 1 ? "No image" : sticker.name)] : kinds.map((background) =>
      element("span", { className: "backdrop", dataset: { background } }, imageOf(sticker)))));
  }

  pictures(stickers) {
    if (stickers.length === 0) return [];
    const more = stickers.length - mostRelated;
    return [element("div", { className: "related" },
      ...stickers.slice(0, mostRelated).map((sticker) => this.picture(sticker, ["tile"])),
      ...(more > 0 ? [element("span", {}, `and ${more} more`)] : []))];
  }

  /** The stickers without findings, collapsed. Their pictures are made when they are shown. */
  cleanOf(pack, findings) {
    const marked = new Set(findings.flatMap(({ sticker, related }) => [sticker, ...related]));
    const clean = pack.stickers.filter((_, index) => !marked.has(index));
    if (clean.length === 0) return [];
    const pictures = element("div", { className: "related" });
    return [element("details", {
      className: "clean",
      ontoggle: () => {
        if (pictures.children.length > 0) return;
        pictures.append(...clean.map((sticker) => this.picture(sticker, ["tile"])));
      },
    }, element("summary", {}, `${count(clean.length, "sticker")} without findings`), pictures)];
  }
}

/** Whether a path is that of an icon or of a set of icons. */
const isIcon = (path) => /iconset(\/|$)/.test(path);

/** What the filter by text looks at. */
function textsOf(pack, { rule, message, name, files, sticker }) {
  return [rule, message, name, ...files, pack.stickers[sticker]?.label ?? ""];
}

/** Says why a page has no pictures or no findings. */
function notes(all, found) {
  const texts = [];
  if (data.images.length === 0 && data.packs.some(({ stickers }) => stickers.length > 0)) {
    texts.push("This report has no pictures. lint --report html=FILE writes one with them.");
  }
  if (all.length === 0) texts.push("No findings.");
  else if (found.length === 0) texts.push("No finding passes the filters.");
  return texts.map((text) => element("p", { className: "hint" }, text));
}
