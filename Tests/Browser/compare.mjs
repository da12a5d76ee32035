// Compares the engine for web pages with the command: the JSON reports must have the same bytes.
//
// Usage: compare.mjs STICKERPACK.WASM PROGRAM FOLDER...
//
// Each FOLDER is linted as a whole, for Messages, another destination and two others, and each of its files by itself
// with --files. Both read the real files, so symbolic links are compared, too. Prints what differs and ends with 1, or the number of equal reports.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { WASI } from "node:wasi";
import { stackOf } from "./trap.mjs";

// libjpeg names the place that its bit buffer had read to, and that has the size of a pointer.
const known = [[/\b\d+ extraneous bytes before marker 0x\w\w/g, "extraneous bytes before a marker"]];

const module = new WebAssembly.Module(readFileSync(argv[2]));
const program = resolve(argv[3]);

/** Lints a path below a folder with the engine: a new one for each, as the page has. */
function engineReport(folder, path, targets) {
  const wasi = new WASI({ version: "preview1", preopens: { "/": folder } });
  // Called by WebAssembly itself, Node's functions collect garbage where V8 cannot have it: it ends with SIGABRT.
  const calls = Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...values) => call(...values)]);
  const { exports } = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: Object.fromEntries(calls), stickerpack: { progress() {} },
  });
  wasi.initialize({ exports });
  const call = (name, text) => {
    const bytes = new TextEncoder().encode(text);
    const pointer = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
    return exports[name](pointer, bytes.length);
  };
  const status = call("lint", JSON.stringify({ paths: [path], targets }));
  const count = call("output", status === 0 ? "report" : "error");
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.bytes(), count));
}

function programReport(folder, path, targets) {
  try {
    const options = targets ? ["--target", targets] : [];
    return execFileSync(program, ["lint", path, "--format", "json", ...options], {
      cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // 1: errors were found. Otherwise the path cannot be linted, and both say why.
    if (error.status === 1) return error.stdout;
    const text = error.stderr.split("\n").find((line) => line.startsWith("stickerpack: error: ")) ?? error.stderr;
    return JSON.stringify({ error: text.trim() });
  }
}

/** The files below a folder, without hidden ones. */
function filesBelow(folder, path) {
  return readdirSync(join(folder, path), { withFileTypes: true }).filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, join(path, entry.name))
      : entry.isFile() ? [join(path, entry.name)] : []));
}

const withFiles = argv.includes("--files");
let [equal, different, refused] = [0, 0, 0];
for (const argument of argv.slice(4).filter((word) => word !== "--files")) {
  const [folder, name] = [dirname(resolve(argument)), basename(argument)];
  const lints = [undefined, "signal", "signal,line-static"].map((targets) => [name, targets]);
  if (withFiles) lints.push(...filesBelow(folder, name).map((path) => [path, undefined]));
  for (const [path, targets] of lints) {
    let own;
    try {
      own = engineReport(folder, path, targets);
    } catch (error) {
      own = `${stackOf(error, argv[2])}\n`;
    }
    const expected = programReport(folder, path, targets);
    const masked = (text) => known.reduce((result, [pattern, other]) => result.replace(pattern, other), text);
    if (expected.startsWith('{"error"')) {
      // The sentences differ in their ends: the command names options.
      refused += 1;
      if (own.includes('"error"')) continue;
    }
    if (masked(own) === masked(expected)) {
      equal += 1;
      continue;
    }
    different += 1;
    const [ownLines, lines] = [masked(own).split("\n"), masked(expected).split("\n")];
    const line = lines.findIndex((text, index) => text !== ownLines[index]);
    stderr.write(`${[path, targets].filter(Boolean).join(" for ")}, line ${line + 1}:\n  command: ${lines[line]}\n  engine:  ${ownLines[line]}\n`);
  }
}
stdout.write(`${equal} reports are equal, ${different} differ, both refuse ${refused} paths\n`);
exit(different === 0 ? 0 : 1);
