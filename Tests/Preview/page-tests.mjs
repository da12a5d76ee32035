// Tests the functions of the pages' scripts that need no browser: node --test Tests/Preview/page-tests.mjs
// @ts-check

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import url from "node:url";

// The scripts are modules, which node has to be told.
const source = url.fileURLToPath(new URL("../../Sources/StickerReports/Page", import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-tests-"));
for (const name of fs.readdirSync(source).filter((name) => name.endsWith(".js"))) {
  fs.copyFileSync(path.join(source, name), path.join(folder, name));
}
fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
after(() => fs.rmSync(folder, { recursive: true }));

// What the scripts read from a page while they are loaded.
const data = { packs: [], images: [{ data: "AQID", type: "image/png", width: 1, height: 1 }] };
const made = (tag) => ({ tag, dataset: {}, children: [], append(...nodes) { this.children.push(...nodes); } });
Object.assign(globalThis, {
  document: { getElementById: () => ({ textContent: JSON.stringify(data) }), createElement: made },
  matchMedia: () => ({ matches: false }),
});
const load = (name) => import(url.pathToFileURL(path.join(folder, `${name}.js`)).href);
const apng = await load("apng");
const page = await load("page");
const { jointSteps } = await load("comparison");
const { controlsOf, Player } = await load("player");
const { Approvals, regionsOf, withCode } = await load("findings");
const { drawMasks, shareOf } = await load("mask");
const { sizesIn, smallIcons } = await load("destinations");
const fragment = await load("fragment");

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
// The end of every PNG (PNG specification, 11.2.5).
const end = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/** Four bytes of a number, the highest first. */
const long = (number) => [number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255];

/** An APNG of 5 × 4 px with these fcTL and image chunks. */
function animation(...parts) {
  const header = [...long(5), ...long(4), 8, 6, 0, 0, 0];
  const all = [["IHDR", header], ["acTL", [...long(2), ...long(0)]], ["gAMA", long(45455)], ...parts, ["IEND", []]];
  return Uint8Array.from([...signature, ...all.flatMap(([type, content]) => [...apng.chunk(type, content)])]);
}

/** The content of an fcTL chunk. */
const control = ({ size = [5, 4], at = [0, 0], delay = [1, 25], dispose = 0, blend = 0 }) => [
  ...long(0), ...size.flatMap(long), ...at.flatMap(long), ...delay.flatMap((number) => [number >> 8, number & 255]),
  dispose, blend,
];

test("a chunk has its length and checksum", () => {
  assert.deepEqual([...apng.chunk("IEND", [])], end);
  // The check value of CRC-32.
  assert.equal(apng.crc32(new TextEncoder().encode("123456789")) >>> 0, 0xcbf43926);
});

test("the chunks of a PNG are read in order", () => {
  const png = Uint8Array.from([...signature, ...apng.chunk("tEXt", [1, 2, 3]), ...end]);
  const found = [...apng.chunks(png)];
  assert.deepEqual(found.map(({ type }) => type), ["tEXt", "IEND"]);
  assert.deepEqual([...found[0].content], [1, 2, 3]);
  assert.deepEqual([...found[1].bytes], end);
});

test("frames have areas, delays and operations, and a denominator of 0 means 100", () => {
  const png = animation(
    ["fcTL", control({})], ["IDAT", [1]], ["IDAT", [2]],
    ["fcTL", control({ size: [2, 3], at: [1, 1], delay: [7, 0], dispose: 2, blend: 1 })], ["fdAT", [0, 0, 0, 1, 9]]);
  const [first, second] = apng.framesOf(png);
  assert.deepEqual([first.x, first.y, first.width, first.height, first.delay], [0, 0, 5, 4, 40]);
  assert.deepEqual(first.data.map((content) => [...content]), [[1], [2]]);
  assert.deepEqual([second.x, second.y, second.width, second.height, second.delay], [1, 1, 2, 3, 70]);
  assert.deepEqual([second.dispose, second.isOver, first.isOver], [2, true, false]);
  // Without the sequence number.
  assert.deepEqual(second.data.map((content) => [...content]), [[9]]);
  assert.deepEqual(apng.delaysOf({ bytes: png, isAnimated: true }), [40, 70]);
  assert.deepEqual(apng.delaysOf({ bytes: png, isAnimated: false }), []);
});

test("the static image of an animation that does not show it is no frame", () => {
  const png = animation(["IDAT", [1]], ["fcTL", control({})], ["fdAT", [0, 0, 0, 1, 9]]);
  assert.deepEqual(apng.framesOf(png).map((frame) => frame.data.map((content) => [...content])), [[[9]]]);
});

test("a frame's own pixels are a PNG of its size, with the chunks that all frames share", async () => {
  const png = animation(["fcTL", control({ size: [2, 3] })], ["IDAT", [1, 2]]);
  const file = new Uint8Array(await apng.pngOf(apng.framesOf(png)[0]).arrayBuffer());
  const found = [...apng.chunks(file)];
  assert.deepEqual(found.map(({ type }) => type), ["IHDR", "gAMA", "IDAT", "IEND"]);
  assert.deepEqual([...found[0].content], [...long(2), ...long(3), 8, 6, 0, 0, 0]);
  assert.deepEqual([...found[2].content], [1, 2]);
});

test("two animations change together, and the shorter one starts again", () => {
  // The old frames begin at 0 and 100; the new ones at 0, 50 and 100, and again at 150.
  assert.deepEqual(jointSteps([[100, 100], [50, 50, 50]]), [
    { frames: [0, 0], delay: 50 }, { frames: [0, 1], delay: 50 }, { frames: [1, 2], delay: 50 },
    { frames: [1, 0], delay: 50 },
  ]);
  assert.deepEqual(jointSteps([[], [50, 70]]), [{ frames: [0, 0], delay: 50 }, { frames: [0, 1], delay: 70 }]);
  assert.deepEqual(jointSteps([[], []]), [{ frames: [0, 0], delay: 0 }]);
});

test("half of the frames take the same time, and at each time both versions show their frames", () => {
  const steps = jointSteps([[20, 20, 20, 20], [40, 40]]);
  assert.deepEqual(steps.map(({ frames }) => frames), [[0, 0], [1, 0], [2, 1], [3, 1]]);
  assert.deepEqual(steps.map(({ delay }) => delay), [20, 20, 20, 20]);
  // Six delays of 1/12 s end when one of 1/2 s does, although their sum is 499.99999999999994 ms.
  const twelfths = jointSteps([[...Array(6).fill(1000 / 12), 50], [500, 50]]);
  assert.deepEqual(twelfths.map(({ frames: [, current] }) => current), [0, 0, 0, 0, 0, 0, 1]);
});

test("frames without any delay are shown for 100 ms each, as in browsers", () => {
  assert.deepEqual(jointSteps([[0, 0], []]), [{ frames: [0, 0], delay: 100 }, { frames: [1, 0], delay: 100 }]);
});

test("counts, durations and titles in words", () => {
  assert.deepEqual([page.count(1, "frame"), page.count(0, "frame")], ["1 frame", "0 frames"]);
  assert.deepEqual([page.milliseconds(33.333), page.milliseconds(1080)], ["33.3 ms", "1,080 ms"]);
  assert.deepEqual(
    [page.titleOf({ label: "Hi", name: "a.png" }), page.titleOf({ name: "a.png" })], ["Hi", "a.png"]);
  assert.deepEqual([...page.imageAt(0).bytes], [1, 2, 3]);
});

test("a page says that it has only a smaller copy of the art", () => {
  assert.equal(page.pixels(1576, 900), "1,576 × 900 px");
  assert.equal(page.previewNote({ image: 0, width: 1576, height: 900 }), "this page has a copy of 1 × 1 px");
  assert.equal(page.previewNote({ image: 0, width: 1, height: 1 }), "");
  assert.equal(page.previewNote({ width: 300, height: 300 }), "");
});

test("a name has a start that is cut where it is too long, and an end", () => {
  assert.deepEqual(page.named("good-morning-👋.png").children.map(({ children }) => children),
    [["good-morni"], ["ng-👋.png"]]);
  assert.deepEqual(page.named("wave.png").children.map(({ children }) => children), [["wave.png"]]);
});

test("an element's texts are no markup, and its data is set", () => {
  const item = page.element("li", { className: "a", dataset: { text: "b" } }, "<b>", page.element("p"));
  assert.deepEqual([item.tag, item.className, item.dataset.text], ["li", "a", "b"]);
  assert.deepEqual([item.children[0], item.children[1].tag], ["<b>", "p"]);
});

test("a store shows the canvas that a sticker gets, with the art in its center", () => {
  const cell = { canvas: [512, 512], art: [512, 256] };
  assert.deepEqual(sizesIn({ side: 200 }, cell), { canvas: [200, 200], art: [200, 100], crop: 0, scale: 200 / 512 });
  assert.equal(sizesIn({ side: 300, crop: 6 }, cell).crop, 6);
  // Without a known size, a small canvas is shown pixel by pixel and a large one has 320 px.
  assert.deepEqual(sizesIn(undefined, { canvas: [100, 100], art: [100, 100] }).canvas, [100, 100]);
  assert.deepEqual(sizesIn(undefined, cell).art, [320, 160]);
});

test("only icons that are smaller than the sticker are shown", () => {
  const icons = [{ name: "cover", canvas: [512, 512] }, { name: "tray", canvas: [96, 96] }, { name: "any" }];
  assert.deepEqual(smallIcons(icons, [512, 512]).map(({ name }) => name), ["tray"]);
});

test("text in backticks is code", () => {
  const parts = withCode("Run `stickerpack fit` now");
  assert.deepEqual([parts[0], parts[1].tag, parts[1].children, parts[2]], ["Run ", "code", ["stickerpack fit"], " now"]);
});

test("a sticker without regions of a rule has none", () => {
  assert.deepEqual(regionsOf({ regions: { "off-center": [1] } }, "off-center"), [1]);
  assert.deepEqual([regionsOf({}, "off-center"), regionsOf({ regions: {} }, "off-center")], [[], []]);
});

test("suppressions are grouped by configuration and by files", () => {
  let changes = 0;
  const approvals = new Approvals(() => { changes++; });
  const pack = { configuration: "stickerpack.json" };
  const [one, two, three] = ["a", "b", "c"].map((rule, index) => ({ rule, globs: index < 2 ? ["x.png"] : ["y.png"] }));
  approvals.set(one, pack, "First");
  approvals.set(two, pack, "Second");
  approvals.set(three, pack, "Third");
  const [{ configuration, text }, ...more] = approvals.snippets();
  assert.deepEqual([configuration, more.length], ["stickerpack.json", 0]);
  assert.deepEqual(JSON.parse(text), { overrides: [
    { files: ["x.png"], suppress: { a: "First", b: "Second" } }, { files: ["y.png"], suppress: { c: "Third" } },
  ] });
  approvals.set(one, pack, undefined);
  assert.equal(approvals.reason(one), undefined);
  assert.equal(approvals.reason(two), "Second");
  assert.equal(changes, 4);
});

test("masks are run lengths of cells outside and inside, row by row", () => {
  const drawn = [];
  const context = {
    clearRect() {}, fillRect: (...area) => drawn.push(area), getImageData: () => ({ data: Uint8Array.from([0, 0, 0, 9]) }),
  };
  const canvas = { width: 6, height: 4, getContext: () => context };
  // Cells of 2 px, three in a row: the last one of the first row and two of the second.
  assert.equal(drawMasks(canvas, [{ width: 3, scale: 2, runs: [2, 3, 1] }], [255, 0, 170]), 1);
  assert.deepEqual(drawn, [[4, 0, 2, 2], [0, 2, 4, 2]]);
});

test("a part has a percentage, but never 0", () => {
  assert.deepEqual([shareOf(1, 3), shareOf(1, 1000), shareOf(4, 3), shareOf(1, 0)], ["33%", "under 1%", "100%", "100%"]);
});

test("a player continues from the other end, and a still does not play", () => {
  const shown = [];
  const player = new Player((index, isPlaying) => shown.push([index, isPlaying]));
  player.load(["a", "b", "c"], [10, 10, 10], 0);
  player.seek(-1);
  player.seek(3);
  assert.deepEqual(shown, [[2, false], [0, false]]);
  player.play();
  assert.equal(player.isPlaying, true);
  player.toggle();
  assert.equal(player.isPlaying, false);
  player.load(["a"], [], 0);
  player.play();
  assert.equal(player.isPlaying, false);
});

test("what differs from the defaults is in the fragment", async () => {
  let rendered = 0;
  Object.assign(globalThis, {
    location: { hash: "#background=red&unknown=1" },
    history: { replaceState: (...[, , hash]) => { location.hash = hash; } },
  });
  Object.assign(fragment.view, { defaults: { background: "white", frame: "" }, render: () => { rendered++; } });
  fragment.readFragment();
  assert.deepEqual(fragment.state, { background: "red", frame: "" });
  const player = new Player(() => {});
  player.load(["a", "b"], [10, 10], 0);
  controlsOf(player).goTo(1);
  assert.equal(rendered, 1);
  fragment.writeFragment();
  assert.equal(location.hash, "#background=red&frame=2");
  fragment.update({ background: "white", frame: "" });
  fragment.writeFragment();
  assert.equal(location.hash, "#");
});

test("a page has each module once, after those that it imports", () => {
  for (const page of ["LintPage", "DifferencePage"]) {
    const swift = fs.readFileSync(path.join(source, `${page}.swift`), "utf8");
    const [, list] = swift.match(/scripts = \[\n([^\]]*)\]/);
    const names = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    assert.ok(names.length > 5);
    names.forEach((name, index) => {
      const text = fs.readFileSync(path.join(source, `${name}.js`), "utf8");
      assert.ok(text.startsWith("// @ts-check\n"), `${name}.js is checked`);
      // HTMLPage removes lines that begin with an import, so each one is a line.
      assert.deepEqual(text.match(/^import (?!\{.*\} from ".*";$).*/gm), null);
      for (const [, imported] of text.matchAll(/^import .* from "\.\/(\w+)\.js";$/gm)) {
        assert.ok(names.indexOf(imported) >= 0 && names.indexOf(imported) < index, `${name}.js imports ${imported}.js`);
      }
    });
    assert.equal(new Set(names).size, names.length);
  }
});
