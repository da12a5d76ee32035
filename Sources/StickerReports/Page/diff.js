// @ts-check
// Connects the data of a comparison with the page.

import { $, data, element, imageAt, milliseconds, moveFocus, named, pixels, prefersStill, press, previewNote, thumbnailOf, urlOf } from "./page.js";
import { readFragment, state, update, view } from "./fragment.js";
import { canvasesOf, delaysOf } from "./apng.js";
import { backgrounds, installPhoto } from "./backgrounds.js";
import { controlsOf, Player } from "./player.js";
import { drawDifference, jointSteps } from "./comparison.js";
import { showFixing } from "./fixing.js";

const modes = ["side", "swipe", "onion", "strobe", "difference"];
const sides = ["old", "new"];
const entries = data.packs.flatMap((pack) => pack.stickers.map((change) => ({ ...change, pack })));
entries.forEach((entry, index) => { entry.id = String(index + 1); });

const nameOf = ({ old, new: current }) => (old && current && old.name !== current.name
  ? `${old.name} → ${current.name}` : (current ?? old).name);

// MARK: State

const defaults = { sticker: "1", mode: "side", background: "white", frame: "", zoom: "1", share: "50" };
/** The distance of the art from the center of its pane, in its sides. */
let offset = { x: 0, y: 0 };
let selected, sizes, steps, frames;
const isWide = matchMedia("(min-width: 75rem)");

// MARK: Comparison

const player = new Player(showStep);
const { goTo, togglePlay } = controlsOf(player);

/** Shows the frames of both versions at one time. */
function showStep(index, isPlaying) {
  const step = steps[index];
  sides.forEach((side, number) => {
    const frame = frames[number]?.[step.frames[number]];
    if (frame) draw($(side), frame);
  });
  showDifference(step);
  $("play").textContent = isPlaying ? "❚❚" : "▶";
  $("play").ariaLabel = isPlaying ? "Pause" : "Play";
  $("position").value = index;
  const names = step.frames.map((frame, number) => (frames[number]?.length > 1
    ? `${sides[number]} frame ${frame + 1} of ${frames[number].length}` : undefined));
  $("time").textContent = names.filter(Boolean).join(", ");
}

function draw(canvas, frame) {
  Object.assign(canvas, { width: frame.width, height: frame.height });
  canvas.getContext("2d").drawImage(frame, 0, 0);
}

function showDifference(step) {
  $("changed").textContent = "";
  if ($("stage").dataset.mode !== "difference") return;
  const shown = frames.map((own, number) => own?.[step.frames[number]]);
  const canvas = $("difference");
  canvas.width = Math.max(...shown.map((frame) => frame?.width ?? 0));
  canvas.height = Math.max(...shown.map((frame) => frame?.height ?? 0));
  const changed = drawDifference(canvas, shown);
  const total = canvas.width * canvas.height;
  const isReduced = sides.some((side) => selected[side] && previewNote(selected[side]));
  $("changed").textContent = (changed === 0 ? "No pixel differs"
    : `${changed.toLocaleString("en")} of ${total.toLocaleString("en")} pixels differ (${
      (changed / total * 100).toPrecision(2)}%)`) + (isReduced ? " in the smaller copies on this page." : ".");
}

async function select(entry) {
  selected = entry;
  const both = sides.map((side) => entry[side]);
  $("name").textContent = nameOf(entry);
  $("facts").textContent = [entry.kinds.join(", "), entry.words].filter(Boolean).join(": ");
  showFixing(entry.fixing);
  const images = both.map((side) => (side?.image === undefined ? undefined : imageAt(side.image)));
  $("comparison").dataset.sides = both.map((side, number) => side && sides[number])
    .filter(Boolean).join(" ");
  sides.forEach((side, number) => {
    const version = both[number];
    $(side).ariaLabel = version ? `${version.label ?? version.name}, ${side}` : "";
    $(`${side}-pane`).querySelector("figcaption").textContent = !version ? ""
      : images[number] ? [side === "new" ? "New" : entry.fixing && !entry.new ? "Unchanged" : "Old",
          pixels(version.width, version.height), previewNote(version)].filter(Boolean).join(", ")
        : "No image: it is missing or damaged, or the page has no room";
  });
  player.load([], [], 0);
  const loaded = await Promise.all(images.map((image) => image && canvasesOf(image)));
  // Another one may have been selected while this one was decoded.
  if (entry !== selected) return;
  frames = loaded;
  sizes = both.map((side, number) => loaded[number] && (entry.isScaled ? both[0] : side));
  steps = jointSteps(images.map((image) => (image ? delaysOf(image) : [])));
  const plays = both.map((side) => side?.plays).filter((number) => number !== undefined);
  player.load(steps, steps.map(({ delay }) => delay), plays.includes(0) ? 0 : Math.max(0, ...plays));
  $("player").hidden = steps.length < 2;
  $("position").max = steps.length - 1;
  renderStage();
  showWorst(entry);
  player.seek(Math.min(Number(state.frame) || 1, steps.length) - 1);
  if (!state.frame && !prefersStill.matches) player.play();
}

/** Shows what looks worst, pixel by pixel, twice as large where there is room. */
function showWorst({ closeUp }) {
  $("worst").hidden = !closeUp;
  if (!closeUp) return;
  const { frame, time, area: { x, y, width, height }, score, images } = closeUp;
  const step = steps.findIndex(({ frames: [old] }) => old === frame);
  const count = frames[0]?.length ?? 1;
  const scale = isWide.matches ? 2 : 1;
  $("show-worst").hidden = count === 1 || step < 0;
  $("show-worst").onclick = () => goTo(step);
  $("worst-facts").textContent = (count === 1 ? "The worst" : `Frame ${frame + 1} of ${count}, after ${
    milliseconds(time)}, has the lowest score. Its worst`)
    + ` ${pixels(width, height)}, at ${x}, ${y}, score ${Math.floor(score)}${
      images.length === 0 ? "; there is no room for them on this page." : `, shown at ${scale}x.`}`;
  $("worst-parts").hidden = images.length === 0;
  $("worst-parts").replaceChildren(...images.map((image, number) => element("figure", {},
    element("img", { src: urlOf(image, false), alt: "", width: width * scale, height: height * scale }),
    element("figcaption", {}, ["Old", "New"][number]))));
}

function renderStage() {
  const known = sizes.filter(Boolean);
  const isPair = known.length === 2;
  const mode = isPair ? state.mode : "side";
  $("stage").dataset.mode = mode;
  $("mode").hidden = !isPair;
  $("divider").hidden = !["swipe", "onion"].includes(mode);
  const [width, height] = ["width", "height"].map((key) => Math.max(1, ...known.map((size) => size[key])));
  $("stage").style.setProperty("--width", width);
  $("stage").style.setProperty("--height", height);
  $("stage").style.setProperty("--share", `${state.share}%`);
  $("stage").style.setProperty("--zoom", state.zoom);
  $("stage").style.setProperty("--x", `${offset.x * 100}%`);
  $("stage").style.setProperty("--y", `${offset.y * 100}%`);
  $("stage").dataset.zoomed = state.zoom > 1;
  sides.forEach((side, number) => {
    const size = sizes[number] ?? { width: 0, height: 0 };
    $(side).style.width = `${size.width / width * 100}%`;
    $(side).style.height = `${size.height / height * 100}%`;
  });
  $("scale").textContent = `${Math.round(state.zoom * 100)}%`;
}

// MARK: Zoom and pan

function zoom(factor) {
  const next = Math.min(16, Math.max(1, state.zoom * factor));
  move(0, 0, next);
  update({ zoom: String(next) });
}

/** Moves the art by some of its sides, no further than its edge reaches that of the pane. */
function move(dx, dy, zoomed = Number(state.zoom)) {
  const most = (zoomed - 1) / 2;
  const clamped = (value) => Math.min(most, Math.max(-most, value));
  offset = { x: clamped(offset.x + dx), y: clamped(offset.y + dy) };
}

function installPan() {
  let last;
  const follow = (event) => {
    const box = event.currentTarget.querySelector(".pane").getBoundingClientRect();
    if (state.zoom > 1) {
      move((event.clientX - last.clientX) / box.width, (event.clientY - last.clientY) / box.height);
      renderStage();
    } else if (state.mode === "swipe") {
      const share = Math.round((event.clientX - box.left) / box.width * 100);
      update({ share: String(Math.min(100, Math.max(0, share))) });
    }
    last = event;
  };
  $("stage").onpointerdown = (event) => {
    if (event.button !== 0) return;
    last = event;
    $("stage").setPointerCapture(event.pointerId);
    follow(event);
  };
  $("stage").onpointermove = (event) => last && follow(event);
  $("stage").onpointerup = $("stage").onpointercancel = () => { last = undefined; };
  // Pinching on a trackpad is a wheel with the control key.
  $("stage").addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 100));
  }, { passive: false });
}

// MARK: Page

function render() {
  press($("mode"), state.mode);
  $("background").value = state.background;
  $("stage").dataset.background = $("worst-parts").dataset.background = state.background;
  $("share").value = state.share;
  const entry = entries.find(({ id }) => id === state.sticker) ?? entries[0];
  for (const { button } of entries) button.removeAttribute("aria-current");
  entry?.button.setAttribute("aria-current", "true");
  if (entry && entry !== selected) select(entry);
  else if (steps) {
    renderStage();
    player.seek(player.index);
  }
}

function choose(entry) {
  if (!entry) return;
  offset = { x: 0, y: 0 };
  update({ sticker: entry.id, frame: "", zoom: "1" });
  entry.button.scrollIntoView({ block: "nearest" });
  if (document.activeElement.closest("#entries")) entry.button.focus();
}

function listOf(pack) {
  const own = entries.filter((entry) => entry.pack === pack);
  return [element("h2", {}, pack.title), element("ul", {}, ...own.map((entry) => {
    const { image } = entry.new ?? entry.old;
    entry.button = element("button", { type: "button", onclick: () => choose(entry) },
      thumbnailOf({ image }), element("span", { className: "entry-name" }, named(nameOf(entry))),
      element("span", { className: "facts" }, entry.kinds[0]));
    return element("li", {}, entry.button);
  }))];
}

function start() {
  Object.assign(view, { defaults, render });
  $("summary").textContent = data.summary;
  $("entries").append(...data.packs.flatMap(listOf));
  const others = [...data.packs.flatMap(({ files }) => files), ...data.files];
  $("other-changes").append(...others.map((words) => element("li", {}, words)));
  $("others").hidden = others.length === 0;
  $("comparison").hidden = entries.length === 0;
  $("background").append(...backgrounds.map(([value, name]) => element("option", { value }, name)));
  $("mode").onclick = ({ target }) => target.value && update({ mode: target.value });
  $("background").onchange = ({ target }) => update({ background: target.value });
  $("share").oninput = ({ target }) => update({ share: target.value });
  $("zoom-in").onclick = () => zoom(1.5);
  $("zoom-out").onclick = () => zoom(1 / 1.5);
  $("reset").onclick = () => zoom(0);
  $("position").oninput = ({ target }) => goTo(Number(target.value));
  $("back").onclick = () => goTo(player.index - 1);
  $("forward").onclick = () => goTo(player.index + 1);
  $("play").onclick = togglePlay;
  $("show-help").onclick = () => $("help").showModal();
  $("mode").querySelector("[value=strobe]").disabled = prefersStill.matches;
  addEventListener("keydown", shortcut);
  addEventListener("hashchange", () => { readFragment(); render(); });
  isWide.onchange = () => steps && showWorst(selected);
  installPan();
  installPhoto();
  readFragment();
  render();
}

function shortcut(event) {
  if ($("help").open || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.matches("select")) return;
  // The space bar also presses the focused button.
  if (event.key === " " && event.target.closest("button, input")) return;
  const button = moveFocus(event, "#entries");
  if (button) {
    button.click();
    return;
  }
  const step = (distance) => choose(entries[entries.indexOf(selected) + distance]);
  const share = (change) => update(
    { share: String(Math.min(100, Math.max(0, Number(state.share) + change))) });
  const next = backgrounds.findIndex(([value]) => value === state.background) + 1;
  const actions = {
    j: () => step(1), k: () => step(-1), " ": togglePlay,
    ",": () => goTo(player.index - 1), ".": () => goTo(player.index + 1),
    "[": () => share(-5), "]": () => share(5),
    "+": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: () => zoom(0),
    b: () => update({ background: backgrounds[next % backgrounds.length][0] }),
    "?": () => $("help").showModal(),
  };
  modes.forEach((mode, index) => {
    actions[index + 1] = () => $("mode").children[index].disabled || update({ mode });
  });
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
}

start();
