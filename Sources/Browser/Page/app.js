// @ts-check
// The page: art is dropped, checked in a worker, and shown on the report page that the engine writes.

import { $, count, element } from "./page.js";
import { Checker, CheckError } from "./checking.js";
import { Drop, droppedPath, isDestination } from "./drop.js";
import { archiveOf } from "./zip.js";

/** What the result is about; undefined before the first. */
let current = /** @type {{ drop: Drop, texts: Record<string, string> } | undefined} */ (undefined);
/** The destinations that can be chosen, and the chosen ones. */
const destinations = { all: /** @type {any[]} */ ([]), chosen: new Set(), own: new Map() };
/** Findings that the page lists while it checks. */
const mostFound = 200;
/** The messages that are in the list. */
const listed = new Set();

// MARK: Start

// Everything that a check needs is loaded now, so the page works offline afterwards.
const load = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
};
const bytesOf = async (address) => (await load(address)).arrayBuffer();
const loading = (async () => {
  const [script, module] = await Promise.all([
    load("worker.js").then((response) => response.text()),
    bytesOf("stickerpack.wasm").then((bytes) => WebAssembly.compile(bytes)),
  ]);
  return new Checker(script, module);
})();
const samples = Object.fromEntries(["Biscuit", "Draft"].map((name) => [name, loading
  .then(() => bytesOf(`samples/${name}.zip`)).then((bytes) => new File([bytes], `${name}.zip`))]));

function showStage(stage) {
  document.body.dataset.stage = stage;
  scrollTo(0, 0);
}

/** Says on the first screen why there is no result. */
function fail(...texts) {
  document.title = "Check your iMessage stickers";
  $("notice").replaceChildren(...texts.map((text) => element("p", {}, text)));
  $("notice").hidden = texts.length === 0;
  showStage("start");
}

/** The chosen destinations, with Messages, as `--target` takes them; empty for Messages alone. */
const targets = () => (destinations.chosen.size > 0 ? ["imessage", ...destinations.chosen].join(",") : "");

const noteText = ({ name, text }) => (name ? `${name} ${text}.` : `${text}.`);

// MARK: Check

/** Checks what `fill` adds to a drop. */
async function receive(fill) {
  const drop = new Drop();
  $("busy-text").textContent = "Reading the files …";
  prepare();
  try {
    await fill(drop);
  } catch {
    drop.note("", "Some files cannot be read");
  }
  const texts = await Promise.all([...drop.ownTargets].map(async (path) => [path, drop.root.get(path.slice(2))]));
  for (const [path, file] of texts) destinations.own.set(path, file);
  drop.ownTargets.forEach((path) => destinations.chosen.add(path));
  if (drop.ownTargets.length > 0) renderDestinations();
  if (drop.isEmpty && drop.ownTargets.length > 0 && current) {
    await check(current.drop);
  } else if (drop.isEmpty) {
    fail("There are no images in what you dropped.", ...drop.notes.slice(0, 5).map(noteText));
  } else {
    await check(drop);
  }
}

function prepare() {
  $("found").replaceChildren();
  listed.clear();
  $("progress").removeAttribute("value");
  showStage("busy");
}

async function check(drop) {
  prepare();
  for (const [path, file] of destinations.own) drop.root.set(path.slice(2), file);
  const started = performance.now();
  $("busy-text").textContent = "Starting …";
  try {
    const checker = await loading;
    const texts = await checker.check(drop, targets(), { progress, again: prepare });
    if (!texts) return;
    if (!texts.html) return fail("No file could be checked.", ...drop.notes.map(noteText));
    current = { drop, texts };
    document.body.dataset.milliseconds = String(Math.round(performance.now() - started));
    showResult();
  } catch (error) {
    if (error instanceof CheckError) fail(error.message);
    else fail("The page could not be loaded completely. Load it again.", String(error));
  }
}

/** Shows a file that was checked, and its findings. */
function progress({ done, total, file, findings }) {
  $("progress").max = total;
  $("progress").value = done;
  $("busy-text").textContent = `${done} of ${count(total, "file")}`;
  for (const { severity, message } of findings) {
    // Each message once: many files can have the same.
    if (listed.has(message) || listed.size === mostFound) continue;
    listed.add(message);
    $("found").prepend(element("li", { className: severity },
      element("span", { className: "badge" }, severity), element("span", { className: "place" }, file.split("/").pop()),
      element("span", {}, message)));
  }
}

// MARK: Result

const types = { html: "text/html", markdown: "text/markdown", json: "application/json" };

function showResult() {
  const { drop, texts } = /** @type {any} */ (current);
  // The report page has links to the pages of rules only here, where they are.
  const rulePages = JSON.stringify(new URL("docs/Rules/", location.href).href);
  const page = texts.html.replace('id="data">{', () => `id="data">{"rulePages":${rulePages},`);
  const address = URL.createObjectURL(new Blob([page], { type: types.html }));
  const frame = element("iframe", { title: "Report", src: address });
  frame.onload = () => {
    URL.revokeObjectURL(address);
    listen(frame.contentWindow);
    document.title = frame.contentDocument.title;
    frame.contentWindow.focus();
  };
  $("result").querySelector("iframe")?.remove();
  $("result").append(frame);
  $("notes").hidden = drop.notes.length === 0;
  $("notes").open = drop.notes.length <= 3;
  $("notes").querySelector("summary").textContent = `${count(drop.notes.length, "file")} not checked`;
  $("notes").querySelector("ul").replaceChildren(...drop.notes.map((note) => element("li", {}, noteText(note))));
  clearFixes();
  showStage("result");
  if (history.state !== "result") history.pushState("result", "");
}

function showDownload() {
  const { drop, texts } = /** @type {any} */ (current);
  for (const [name, text] of Object.entries({ html: texts.html, markdown: texts.markdown, json: texts.report })) {
    URL.revokeObjectURL($(`download-${name}`).href);
    $(`download-${name}`).href = URL.createObjectURL(new Blob([text], { type: types[name] }));
  }
  // As the report says it: an automatic fix of a finding is safe or unsafe.
  $("fixing").hidden = !/"fixable"\s*:\s*"safe"/.test(texts.report);
  $("command").value = commandOf(drop.paths, targets());
  $("download-dialog").showModal();
}

const fixingText = "Invisible problems, such as metadata or colors of transparent pixels, can be fixed without a change that you see.";

/** Forgets the fixes of an earlier result. */
function clearFixes() {
  $("fixing-text").textContent = fixingText;
  $("fixed").replaceChildren();
  $("fix").hidden = $("fix").disabled = false;
  $("download-fixed").hidden = true;
}

async function fix() {
  const result = current;
  $("fix").disabled = true;
  $("fixing-text").textContent = "Fixing …";
  const fixed = (await (await loading).fix(/** @type {any} */ (result).drop))
    ?.map(({ file, ...rest }) => ({ file: droppedPath(file), ...rest }));
  if (current !== result) return;
  $("fix").hidden = true;
  $("fixing-text").textContent = fixed ? `${count(fixed.length, "file")} fixed. They look as before.` : "The files could not be fixed in the browser.";
  if (!fixed || fixed.length === 0) return;
  $("fixed").replaceChildren(...fixed.map(({ file, fixes }) => element("li", {}, element("strong", {}, file), `: ${fixes.join(", ")}`)));
  const isOne = fixed.length === 1;
  const content = isOne ? fixed[0].bytes : archiveOf(fixed.map(({ file, bytes }) => [file, bytes]));
  URL.revokeObjectURL($("download-fixed").href);
  Object.assign($("download-fixed"), {
    href: URL.createObjectURL(new Blob([content], { type: isOne ? "application/octet-stream" : "application/zip" })),
    download: isOne ? fixed[0].file.split("/").pop() : "fixed.zip", hidden: false,
    textContent: isOne ? "Download the file" : `Download ${count(fixed.length, "file")}`,
  });
}

/** A word as a shell reads it. */
const wordOf = (text) => (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text
  : `'${text.replace(/^-/, "./-").replaceAll("'", "'\\''")}'`);

/** The command that writes the same page. */
function commandOf(paths, targets) {
  const words = paths.map(droppedPath).map(wordOf).join(" ");
  return targets ? `stickerpack preview ${words} -o report.html --target ${wordOf(targets)}`
    : `stickerpack lint ${words} -o report.html`;
}

// MARK: Destinations

/** What was chosen when the dialog opened. */
let before = "";

function renderDestinations() {
  const box = (value, ...text) => element("label", { className: "check" },
    element("input", { type: "checkbox", value, checked: destinations.chosen.has(value) }), ...text);
  $("targets").replaceChildren(...destinations.all.map(({ id, name }) => box(id, element("span", {}, name, " ", element("code", {}, id)))),
    ...[...destinations.own.keys()].map((path) => box(path, element("span", {}, path.slice(2)))));
  nameDestinations();
}

function nameDestinations() {
  const named = [...destinations.chosen].map((id) => destinations.all.find((one) => one.id === id)?.name ?? id.slice(2));
  $("chosen-destinations").textContent = ["Messages", ...named].join(", ");
}

function showDestinations() {
  before = targets();
  $("destinations-dialog").showModal();
}

// MARK: Events

/** Takes files that are dropped on a window; the frame of a report is one of its own. */
function listen(target) {
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  const show = (event, isOver) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.toggle("is-over", isOver);
  };
  target.addEventListener("dragover", (event) => show(event, true));
  target.addEventListener("dragleave", (event) => { if (!event.relatedTarget) show(event, false); });
  target.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    show(event, false);
    const { items } = event.dataTransfer;
    receive((drop) => drop.addItems(items));
  });
  target.addEventListener("paste", (event) => {
    const { files } = event.clipboardData;
    if (files.length > 0) receive((drop) => drop.addFiles([...files]));
  });
}

async function addLimits(file) {
  if (!await isDestination(file)) {
    $("choose-limits").textContent = `${file.name} has no "limits". Choose another file`;
    return;
  }
  destinations.own.set(`./${file.name}`, file);
  destinations.chosen.add(`./${file.name}`);
  renderDestinations();
}

for (const [button, input] of [["choose-files", "files"], ["choose-folder", "folder"], ["choose-limits", "limits"]]) {
  $(button).onclick = () => $(input).click();
  $(input).onchange = () => {
    const files = [...$(input).files];
    // The same files can be chosen again.
    $(input).value = "";
    if (files.length === 0) return;
    if (input === "limits") addLimits(files[0]);
    else receive((drop) => drop.addFiles(files));
  };
}
for (const button of document.querySelectorAll(".samples [value]")) {
  button.onclick = () => receive(async (drop) => drop.addFiles([await samples[button.value]]));
}
for (const button of document.querySelectorAll(".show-destinations")) button.onclick = showDestinations;
$("targets").onchange = ({ target: { value, checked } }) => {
  destinations.chosen[checked ? "add" : "delete"](value);
  nameDestinations();
};
$("destinations-dialog").onclose = () => {
  if (document.body.dataset.stage === "result" && before !== targets()) check(current?.drop);
};
$("show-download").onclick = showDownload;
$("fix").onclick = fix;
$("copy-command").onclick = async () => {
  await navigator.clipboard.writeText($("command").value);
  $("copy-command").textContent = "Copied";
};
$("download-dialog").onclose = () => { $("copy-command").textContent = "Copy"; };
$("again").onclick = () => history.back();
$("cancel").onclick = async () => {
  (await loading).cancel();
  if (current) showStage("result");
  else fail();
};
addEventListener("popstate", () => {
  if (history.state === "result" && current) showStage("result");
  else fail();
});
listen(window);

history.replaceState(null, "");
loading.then(async (checker) => {
  destinations.all = (await checker.destinations()).filter(({ id }) => id !== "imessage");
  renderDestinations();
  document.body.dataset.ready = String(Math.round(performance.now()));
}, (error) => fail("The page could not be loaded completely. Load it again.", String(error)));
