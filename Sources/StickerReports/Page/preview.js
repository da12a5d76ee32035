// @ts-check
// Connects the data with the page: the list, the details, the keyboard and the URL fragment.

import { $, count, data, element, imageAt, imageOf, milliseconds, moveFocus, named, pixels, prefersStill, press, previewNote, severities, thumbnailOf, titleOf, urlOf } from "./page.js";
import { readFragment, state, update, view, writeFragment } from "./fragment.js";
import { canvasesOf } from "./apng.js";
import { backgrounds, installPhoto } from "./backgrounds.js";
import { controlsOf, Player } from "./player.js";
import { gridPoints, Messages } from "./messages.js";
import { Approvals, findingItem, regionButton, regionsOf, sharedItem } from "./findings.js";
import { drawMasks, maskColorOn, shareOf, visibleIn } from "./mask.js";
import { refresh } from "./refresh.js";
import { Report } from "./report.js";
import { Destinations } from "./destinations.js";

// MARK: Entries

// An entry is a sticker with its own findings, or a pack with those that are about no single sticker.
const entries = data.packs.flatMap((pack) => {
  const [whole, own] = [true, false].map((isWhole) =>
    pack.findings.filter(({ sticker }) => (sticker === undefined) === isWhole));
  const stickers = pack.stickers.map((sticker, index) => ({
    ...sticker, pack,
    findings: own.filter((finding) => finding.sticker === index || finding.related.includes(index)),
    shared: whole.filter(({ related }) => related.includes(index)),
  }));
  if (whole.length === 0) return stickers;
  return [{ file: pack.path, name: pack.name, pack, findings: whole, shared: [], isPack: true }, ...stickers];
});
const stickers = entries.filter((entry) => !entry.isPack);

/** The most severe open finding of an entry; undefined without one. */
function severityOf(entry) {
  const ranks = entry.findings.filter(({ status }) => status === "open")
    .map(({ severity }) => severities.indexOf(severity));
  return severities[Math.max(...ranks)];
}

// MARK: State

const isNarrow = matchMedia("(max-width: 48rem)");
const defaults = {
  view: data.view, sticker: "", text: "", rule: "", severity: "", background: "white", frame: "", guides: "", region: "",
  scale: "fit", destination: data.destinations[0]?.id ?? "",
  grid: data.packs[0]?.gridSize ?? "regular",
  appearance: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
};
let shown = [];
let selected;

// MARK: List

function matches(entry) {
  const text = state.text.toLowerCase();
  const isFound = (value) => value?.toLowerCase().includes(text);
  const hasText = !text || isFound(entry.name) || isFound(entry.label)
    || entry.findings.some(
      ({ rule, message, files }) => isFound(rule) || isFound(message) || files.some(isFound));
  // A rule that is chosen has all its stickers.
  const findings = state.rule ? [...entry.findings, ...entry.shared] : entry.findings;
  return hasText && ((!state.rule && !state.severity) || findings.some(passes));
}

/** Whether the filters by rule and severity show a finding. */
function passes(finding) {
  return (!state.rule || finding.rule === state.rule)
    && (!state.severity || (finding.severity === state.severity && finding.status === "open"));
}

function renderList() {
  const found = entries.filter(matches);
  $("count").textContent = found.length === entries.length ? ""
    : found.length === 0 ? "No sticker matches." : `${found.length} of ${entries.length}`;
  if (found.length === shown.length && found.every((entry, index) => entry === shown[index])) return;
  shown = found;
  $("entries").replaceChildren(...data.packs.flatMap((pack) => {
    const items = found.filter((entry) => entry.pack === pack).map((entry) => {
      entry.button = element("button", { type: "button", onclick: () => select(entry) },
        thumbnailOf(entry), element("span", { className: "entry-text" },
          element("span", { className: "entry-name" }, entry.label ?? (entry.isPack ? entry.name : named(entry.name))),
          ...(entry.isPack ? [element("span", { className: "facts" }, "The whole pack")]
            : entry.label ? [element("span", { className: "facts" }, named(entry.name))] : [])));
      const severity = severityOf(entry);
      if (severity) {
        entry.button.append(element("span", { className: `dot ${severity}`, title: severity },
          element("span", { className: "hidden" }, severity)));
      }
      return element("li", {}, entry.button);
    });
    if (items.length === 0) return [];
    const list = element("ul", {}, ...items);
    return data.packs.length > 1 ? [element("h2", {}, pack.name), list] : [list];
  }));
}

/** Shows an entry in the details, and where on the art a rule's findings are. */
function select(entry, region = state.region) {
  const isOtherView = state.view === "findings" || isNarrow.matches;
  const wasSelected = entry === selected;
  update({ sticker: entry.file, frame: "", view: "details", region });
  if (wasSelected) pauseAtRegion();
  if (isOtherView) scrollTo(0, 0);
  entry.button?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Selects the entry, or focuses the finding, that is `distance` places after the current one. */
function step(distance) {
  if (state.view === "findings") {
    const cards = [...$("cards").querySelectorAll(".open")];
    const index = cards.indexOf(document.activeElement);
    cards[index < 0 ? 0 : index + distance]?.focus();
    return;
  }
  if (state.view === "destinations") {
    const next = stickers[stickers.indexOf(selected) + distance];
    if (next) update({ sticker: next.file });
    return;
  }
  const index = shown.indexOf(selected) + distance;
  if (shown[index]) {
    select(shown[index]);
    if (document.activeElement?.closest("#entries")) shown[index].button.focus();
  }
}

// MARK: Details

const player = new Player(showFrame);
const { goTo, togglePlay } = controlsOf(player);

function showFrame(index, isPlaying) {
  const frame = player.canvases[index];
  for (const canvas of [$("canvas"), ...$("tiles").querySelectorAll("canvas")]) {
    if (canvas.width !== frame.width || canvas.height !== frame.height) {
      [canvas.width, canvas.height] = [frame.width, frame.height];
    }
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, frame.width, frame.height);
    context.drawImage(frame, 0, 0);
  }
  $("play").textContent = isPlaying ? "❚❚" : "▶";
  $("play").ariaLabel = isPlaying ? "Pause" : "Play";
  $("position").value = index;
  const delay = selected.frames?.[index];
  $("time").textContent = delay ? `Frame ${index + 1} of ${player.canvases.length}, ${
    milliseconds(delay.played)}` : "";
  [...$("frames").rows].forEach((row, number) => { row.ariaCurrent = number === index; });
  renderRegions(index);
}

async function renderDetails() {
  const entry = selected;
  const facts = [entry.facts, entry.emoji?.join(" ")].filter(Boolean);
  $("name").textContent = titleOf(entry);
  $("file").textContent = entry.isPack ? "The whole pack" : entry.label ? entry.name : "No VoiceOver label";
  $("facts").textContent = facts.join(" · ");
  $("picture").hidden = $("place").hidden = entry.image === undefined;
  const withRegions = (item, { rule }) => {
    const regions = regionsOf(entry, rule);
    if (regions.length > 0) item.append(regionButton(rule, regions, chooseRegion));
    return item;
  };
  // The name of an icon, of another file that is not a sticker, or of a sticker that is compared with this one.
  const placeOf = ({ sticker, file, name }) =>
    ((entry.pack.stickers[sticker]?.file ?? file) === entry.file ? "" : name);
  $("findings").replaceChildren(...entry.findings.length > 0
    ? entry.findings.map((finding) => withRegions(findingItem(
      finding, entry.pack, data.rules[finding.rule], approvals, placeOf(finding)), finding))
    : [element("li", { className: "none" }, "No findings.")]);
  $("shared-section").hidden = entry.shared.length === 0;
  $("shared").replaceChildren(...entry.shared.map((finding) => withRegions(sharedItem(finding), finding)));
  $("player").hidden = $("animation").hidden = !entry.frames;
  renderFrames(entry);
  player.load([], [], 0);
  if (entry.image === undefined) return;
  $("canvas").ariaLabel = titleOf(entry);
  const canvases = await canvasesOf(imageAt(entry.image));
  // Another one may have been selected while this one was decoded.
  if (entry !== selected) return;
  player.load(canvases, (entry.frames ?? []).map(({ played }) => played), entry.plays ?? 0);
  const frame = Number(state.frame) || regionsOf(entry, state.region)[0]?.frame;
  player.seek(Math.min(frame || 1, canvases.length) - 1);
  if (!frame && !prefersStill.matches) player.play();
}

function renderFrames(entry) {
  const frames = entry.frames ?? [];
  $("position").max = Math.max(0, frames.length - 1);
  $("frames").replaceChildren(...frames.map(({ stored, played, area }, index) => {
    const isChanged = stored !== played;
    const [x, y, width, height] = area;
    return element("tr", { onclick: () => goTo(index) },
      element("td", {}, String(index + 1)), element("td", {}, milliseconds(stored)),
      element("td", { className: isChanged ? "changed" : "" }, milliseconds(played)),
      element("td", {}, `${width} × ${height} at ${x}, ${y}`));
  }));
  const changed = frames.filter(({ stored, played }) => stored !== played).length;
  const total = (key) => milliseconds(frames.reduce((sum, frame) => sum + frame[key], 0));
  $("timing").textContent = changed === 0
    ? `Every frame is shown for the delay in the file: ${total("played")} in total.`
    : `iOS shows ${count(changed, "frame")} longer than the file says: ${
      total("played")} in total instead of ${total("stored")}.`;
  if (entry.frames) $("first-frame").src = urlOf(entry.image, true);
}

function renderStage() {
  $("stage").dataset.background = state.background;
  if (selected?.image === undefined) return;
  const { width, height } = selected;
  $("canvas-area").style.width = state.scale === "fit"
    ? `min(${width}px, 100cqw, 100cqh * ${width / height})` : `${Math.round(width * state.scale / 3)}px`;
  $("canvas-area").style.aspectRatio = `${width} / ${height}`;
  showSize();
  $("guides").setAttribute("viewBox", `0 0 ${selected.width} ${selected.height}`);
  $("guides").replaceChildren(...(state.guides ? guidesOf(selected) : []));
  renderRegions(player.index);
}

/** Says how large the art is, how large it is shown, and whether the page has less of it. */
function showSize() {
  if (selected?.image === undefined) return;
  const share = Math.round($("canvas-area").clientWidth / selected.width * 100);
  const notes = [share === 0 || share === 100 ? "" : `shown at ${share}%`, previewNote(selected)];
  $("size").textContent = [pixels(selected.width, selected.height), ...notes.filter(Boolean)].join(", ");
  $("size").className = notes[1] ? "changed" : "";
}

/** Shows the regions of a rule, or hides them if they are shown. */
function chooseRegion(rule) {
  const region = rule === state.region ? "" : rule;
  update({ region, ...backgroundOf(selected, region) });
  if (region) showArt();
  pauseAtRegion();
}

/** The background on which the art of a rule's findings is lost, as a change of the state. */
function backgroundOf(entry, rule) {
  const known = regionsOf(entry, rule).map(({ background }) => background).filter(Boolean);
  return known.length === 0 || known.includes(state.background) ? {} : { background: known[0] };
}

/** Pauses at a frame that has a chosen region. */
function pauseAtRegion() {
  const frames = regionsOf(selected, state.region).map(({ frame }) => frame);
  const current = player.index + 1;
  if (frames[0] !== undefined) goTo((frames.includes(current) ? current : frames[0]) - 1);
}

/** Scrolls to the art: the findings are below it. */
const showArt = () => $("stage").scrollIntoView({ block: "nearest" });

/** Chooses the next rule with regions, and none after the last. */
function nextRegion() {
  const buttons = [...$("details").querySelectorAll(".region")];
  const rules = [...new Set(buttons.map(({ value }) => value))];
  chooseRegion(rules[rules.indexOf(state.region) + 1] ?? state.region);
}

/** Outlines the chosen regions in a frame; a region without an area is the whole canvas. */
function renderRegions(index) {
  const { width, height } = selected;
  const whole = { x: 0, y: 0, width, height };
  const inFrame = regionsOf(selected, state.region)
    .filter(({ frame }) => frame === undefined || frame === index + 1);
  // Art that is lost on several backgrounds: what is lost on this one.
  const onThis = inFrame.filter(({ background }) => background === state.background);
  const shown = onThis.length > 0 ? onThis : inFrame;
  $("regions").setAttribute("viewBox", `0 0 ${width} ${height}`);
  $("regions").replaceChildren(...shown.map(({ area }) => shape("rect", area ?? whole)));
  renderMask(shown.filter(({ mask }) => mask).map(({ mask, background }) => ({ ...mask, background })));
  for (const button of $("details").querySelectorAll(".region")) {
    button.ariaPressed = button.value === state.region;
  }
}

/** Fills the pixels of the chosen regions, with a legend. */
function renderMask(masks) {
  $("mask").hidden = $("legend").hidden = masks.length === 0;
  const frame = player.canvases[player.index];
  if (masks.length === 0 || !frame) return;
  const color = maskColorOn(frame);
  Object.assign($("mask"), { width: selected.width, height: selected.height });
  const drawn = drawMasks($("mask"), masks, color);
  $("legend-color").style.backgroundColor = `rgb(${color})`;
  // A mask with too many runs has larger cells.
  const isExact = masks.every(({ scale }) => scale === 1);
  const isLost = masks.every(({ background }) => background === state.background);
  const name = backgrounds.find(([value]) => value === state.background)?.[1].toLowerCase();
  // The page may have a smaller copy.
  const scale = selected.width / $("canvas").width;
  const share = isLost ? `${shareOf(drawn, visibleIn($("canvas")) * scale ** 2)} of the art on ${name}`
    : `${shareOf(drawn, selected.width * selected.height)} of the canvas`;
  $("legend-text").textContent = `${data.rules[state.region]?.title ?? state.region}: ${isExact ? "" : "about "}${share}`;
}

/** The canvas, its center, the bounds of the art in all frames, and the edges that cut art off. */
function guidesOf({ width, height, art, cutEdges = [] }) {
  const line = (kind, x1, y1, x2, y2) => shape("line", { class: kind, x1, y1, x2, y2 });
  const shapes = [
    line("center", width / 2, 0, width / 2, height), line("center", 0, height / 2, width, height / 2),
  ];
  if (art) {
    const [x, y, artWidth, artHeight] = art;
    const [centerX, centerY] = [x + artWidth / 2, y + artHeight / 2];
    shapes.push(shape("rect", { class: "art", x, y, width: artWidth, height: artHeight }),
      line("art", centerX - width / 40, centerY, centerX + width / 40, centerY),
      line("art", centerX, centerY - width / 40, centerX, centerY + width / 40));
  }
  const edges = {
    top: [0, 0, width, 0], bottom: [0, height, width, height], left: [0, 0, 0, height],
    right: [width, 0, width, height],
  };
  return [...shapes, ...cutEdges.map((edge) => line("cut", ...edges[edge]))];
}

function shape(tag, attributes) {
  const created = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}

// MARK: Approvals

const approvals = new Approvals(() => {
  const snippets = approvals.snippets();
  $("approvals").hidden = snippets.length === 0;
  $("snippets").replaceChildren(...snippets.map(({ configuration, text }) => {
    const area = element("textarea", {
      readOnly: true, value: text, rows: text.split("\n").length, spellcheck: false,
      ariaLabel: `Suppressions for ${configuration}`,
    });
    const copy = element("button", {
      type: "button", className: "pill",
      onclick: async () => {
        area.select();
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
      },
    }, "Copy");
    return element("div", { className: "snippet" },
      element("div", { className: "heading" }, element("code", {}, configuration), copy), area);
  }));
});

// MARK: Page

const report = new Report($("rules"), $("cards"), {
  passes, approvals, open: (file, region) => {
    const entry = entries.find((other) => other.file === file);
    select(entry, region);
    if (!region) return;
    update(backgroundOf(entry, region));
    showArt();
  },
  choose: (rule) => {
    update({ rule: rule === state.rule ? "" : rule });
    // The table is folded, so its first sticker is below it.
    if (state.rule) $("report").scrollIntoView();
  },
});
const destinations = new Destinations($("matrix"), $("destination"), (sticker, destination) =>
  update({ destination, sticker: sticker?.file ?? state.sticker }));
const messages = new Messages($("conversation"), $("drawer"), imageOf, select);
let shownPack;

/** Shows the state. Only a change of the selected sticker decodes its image. */
function render() {
  document.body.dataset.view = state.view;
  $(state.view === "findings" ? "report" : "details").append($("approvals"));
  for (const id of ["severity", "scale", "appearance", "grid"]) press($(id), state[id]);
  // Wide screens show the details and Messages beside the list.
  press($("views"), isNarrow.matches || ["findings", "destinations"].includes(state.view) ? state.view : "stickers");
  $("text").value = state.text;
  $("rule").value = state.rule;
  $("show-guides").checked = Boolean(state.guides);
  $("destination-background").value = state.background;
  $("phone").dataset.appearance = state.appearance;
  $("phone").style.setProperty("--cell", `${gridPoints[state.grid]}px`);
  $("phone").dataset.grid = state.grid;
  renderList();
  if (state.view === "findings") report.show(state);
  else report.hide();
  document.body.dataset.matches = String(shown.length > 0 || entries.length === 0);
  const entry = entries.find(({ file }) => file === state.sticker)
    ?? shown.find(({ isPack }) => !isPack) ?? shown[0] ?? stickers[0] ?? entries[0];
  if (!entry) return;
  if (entry.pack !== shownPack) {
    shownPack = entry.pack;
    messages.show(stickers.filter(({ pack }) => pack === shownPack));
  }
  for (const { button } of entries) button?.removeAttribute("aria-current");
  entry.button?.setAttribute("aria-current", "true");
  for (const tile of $("tiles").children) tile.ariaPressed = tile.value === state.background;
  if (entry !== selected) {
    selected = entry;
    renderDetails();
  }
  renderStage();
  if (state.view === "destinations") destinations.show(selected.isPack ? stickers[0] : selected, state.destination, state.background);
}

function start() {
  Object.assign(view, { defaults, render });
  const open = data.packs.flatMap(({ findings }) => findings)
    .filter(({ status }) => status === "open");
  const counts = [...severities].reverse().map((severity) => [
    severity, open.filter((finding) => finding.severity === severity).length,
  ]).filter(([, number]) => number > 0);
  const animated = stickers.filter(({ frames }) => frames).length;
  const title = data.packs.length === 1 ? data.packs[0].name : count(data.packs.length, "pack");
  document.title = `${title}: sticker preview`;
  document.body.dataset.pictures = String(data.images.length > 0);
  $("title").textContent = title;
  $("summary").textContent = [
    count(stickers.length, "sticker"), ...(animated > 0 ? [`${animated} animated`] : []),
    ...counts.map(([severity, number]) => (severity === "info" ? `${number} info`
      : count(number, severity))),
  ].join(" · ");

  const rules = [...new Set(data.packs.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
  $("rule").append(element("option", { value: "" }, "All rules"),
    ...rules.sort().map((rule) => element("option", { value: rule }, rule)));
  $("tiles").append(...backgrounds.map(([value, name]) => element("button",
    { type: "button", value, onclick: () => update({ background: value }) },
    element("span", { className: "backdrop", dataset: { background: value } },
      element("canvas", { ariaHidden: "true" })),
    element("span", {}, name))));

  for (const id of ["severity", "scale", "appearance", "grid", "views"]) {
    const key = id === "views" ? "view" : id;
    $(id).onclick = ({ target }) => target.value !== undefined && update({ [key]: target.value });
  }
  $("text").oninput = ({ target }) => update({ text: target.value });
  $("rule").onchange = ({ target }) => update({ rule: target.value });
  $("show-guides").onchange = ({ target }) => update({ guides: target.checked ? "1" : "" });
  $("position").oninput = ({ target }) => goTo(Number(target.value));
  $("back").onclick = () => goTo(player.index - 1);
  $("forward").onclick = () => goTo(player.index + 1);
  $("play").onclick = togglePlay;
  $("place").onclick = place;
  $("show-pack").onclick = () => select(entries.find(({ isPack, pack }) => isPack && pack === selected.pack));
  $("views").querySelector("[value=destinations]").hidden = data.destinations.length === 0;
  if (data.destinations.length > 0) destinations.fill(stickers);
  $("destination-background").append(...backgrounds.map(([value, name]) => element("option", { value }, name)));
  $("destination-background").onchange = ({ target }) => update({ background: target.value });
  // A phone has more use for its height.
  $("frame-table").open = !isNarrow.matches;
  $("show-help").onclick = () => $("help").showModal();
  addEventListener("keydown", shortcut);
  isNarrow.onchange = render;
  addEventListener("resize", showSize);
  addEventListener("hashchange", () => { readFragment(); render(); });

  installPhoto();
  readFragment();
  render();
  refresh(keep, restore);
}

// MARK: Refresh

const scrolling = ["entries", "conversation", "drawer"];

/** What a page that is loaded again needs besides the fragment. */
function keep() {
  writeFragment();
  return {
    scroll: [scrollY, ...scrolling.map((id) => $(id).scrollTop)], focus: document.activeElement.id,
    pack: shownPack?.path, approvals: approvals.kept(), placed: messages.kept(),
  };
}

function restore({ scroll: [top, ...others], focus, pack, approvals: reasons, placed }) {
  approvals.restore(reasons);
  if (pack === shownPack?.path) messages.restore(placed, stickers);
  if (reasons.length > 0) {
    report.hide();
    selected = undefined;
    render();
  }
  $(focus)?.focus({ preventScroll: true });
  scrolling.forEach((id, index) => { $(id).scrollTop = others[index]; });
  scrollTo(0, top);
}

/** Puts the selected sticker on a message. */
function place() {
  if (selected?.image === undefined) return;
  update({ view: "messages" });
  messages.place(selected);
}

function shortcut(event) {
  const isTyping = event.target.matches("input:not([type=checkbox], [type=range]), textarea, select");
  if (isTyping || $("help").open || event.metaKey || event.ctrlKey || event.altKey) return;
  // The space bar also presses the focused button.
  if (event.key === " " && event.target.closest("button, input, summary")) return;
  const button = moveFocus(event, "#entries, #rules, #tiles, #drawer, .related");
  if (button) {
    if (button.closest("#entries") && state.view !== "findings" && !isNarrow.matches) button.click();
    return;
  }
  const cell = moveFocus(event, "#matrix", data.destinations.length);
  if (cell) {
    cell.click();
    return;
  }
  const next = backgrounds.findIndex(([value]) => value === state.background) + 1;
  const actions = {
    j: () => step(1), k: () => step(-1),
    " ": togglePlay,
    ",": () => goTo(player.index - 1), ".": () => goTo(player.index + 1),
    0: () => update({ scale: "fit" }), 1: () => update({ scale: "1" }), 2: () => update({ scale: "2" }), 3: () => update({ scale: "3" }),
    b: () => update({ background: backgrounds[next % backgrounds.length][0] }),
    g: () => update({ guides: state.guides ? "" : "1" }),
    r: nextRegion,
    d: () => update({ appearance: state.appearance === "dark" ? "light" : "dark" }),
    m: place,
    "/": () => {
      update({ view: state.view === "findings" ? "findings" : "stickers" });
      $("text").focus();
    },
    f: () => update({ view: state.view === "findings" ? "stickers" : "findings" }),
    s: () => data.destinations.length > 0 && update({ view: state.view === "destinations" ? "stickers" : "destinations" }),
    "?": () => $("help").showModal(),
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
}

start();
