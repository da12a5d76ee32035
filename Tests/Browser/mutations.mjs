// Lints damaged files with the engine in Node: node mutations.mjs ENGINE COUNT [SEED]
//
// ENGINE is the folder of the package. Each file is one of SampleStickers with some bytes changed, removed or repeated.
// Fails if the engine traps, and names the seed of each such file: with a COUNT of 1, that seed makes it again. Run it
// with a time limit: an engine that hangs cannot be stopped from here.

import fs from "node:fs";
import path from "node:path";
import url from "node:url";
import { stackOf } from "./trap.mjs";

const repository = url.fileURLToPath(new URL("../..", import.meta.url));
const root = path.join(repository, "SampleStickers");
// A module, which node has to be told.
const apng = fs.readFileSync(path.join(repository, "Sources/StickerReports/Page/apng.js"), "utf8");
const { crc32 } = await import(`data:text/javascript,${encodeURIComponent(apng)}`);
const [folder, count, first = "1"] = process.argv.slice(2);
const { Engine } = await import(url.pathToFileURL(path.resolve(folder, "engine.js")).href);
const program = path.join(folder, "stickerpack.wasm");
const module = await WebAssembly.compile(fs.readFileSync(program));

const files = fs.readdirSync(root, { recursive: true }).sort()
  .filter((name) => /\.(png|apng|gif|jpg|webp|ipa|zip)$/.test(name) && fs.lstatSync(path.join(root, name)).isFile())
  .map((name) => ({ name, bytes: fs.readFileSync(path.join(root, name)) })).filter(({ bytes }) => bytes.length < 100_000);

/** Numbers from a seed: the generator of "Numerical Recipes", of which the upper bits are used. */
function generator(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

/** Makes the checksums of a PNG right again: its decoder stops at the first wrong one. */
function checksummed(bytes) {
  for (let place = 8; place + 12 <= bytes.length;) {
    const end = place + 8 + bytes.readUInt32BE(place);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(place + 4, end)) >>> 0, end);
    place = end + 4;
  }
  return bytes;
}

function mutated(seed) {
  const random = generator(seed);
  for (let index = 0; index < 8; index++) random(1);
  const { name, bytes } = files[random(files.length)];
  let result = Buffer.from(bytes);
  for (let change = random(4) + 1; change > 0 && result.length > 0; change--) {
    const [place, length] = [random(result.length), random(16) + 1];
    const kind = random(8);
    // Most changes are in the first bytes, where formats have their sizes.
    if (kind < 3) result[random(Math.min(result.length, 64))] = random(256);
    else if (kind < 5) result[place] = random(256);
    else if (kind === 5) result = Buffer.concat([result.subarray(0, place), result.subarray(place + length)]);
    else if (kind === 6) result = Buffer.concat([result.subarray(0, place + length), result.subarray(place)]);
    else result = result.subarray(0, place);
  }
  if (random(4) > 0 && result.subarray(1, 4).toString("latin1") === "PNG") result = checksummed(Buffer.from(result));
  return { name, bytes: new Uint8Array(result) };
}

let engine;
let tree;
const slowest = { milliseconds: 0, seed: 0 };
let traps = 0;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const { name, bytes } = mutated(seed);
  const own = path.basename(name);
  if (!engine) engine = new Engine(module, tree = new Map());
  tree.clear();
  tree.set(own, bytes);
  const start = performance.now();
  try {
    engine.lint({ paths: [own] });
    JSON.parse(engine.output("report"));
  } catch (error) {
    engine = undefined;
    if (error instanceof WebAssembly.RuntimeError || error instanceof SyntaxError) {
      traps++;
      console.log(`seed ${seed}, ${name}: ${stackOf(error, program).split("\n").slice(0, 6).join("\n")}`);
    }
  }
  const milliseconds = performance.now() - start;
  if (milliseconds > slowest.milliseconds) Object.assign(slowest, { milliseconds, seed });
}
console.log(`${count} files, ${traps} traps; the slowest, seed ${slowest.seed}, took ${Math.round(slowest.milliseconds)} ms; `
  + `${engine ? Math.round(engine.size / 1e6) : 0} MB`);
process.exit(traps > 0 ? 1 : 0);
