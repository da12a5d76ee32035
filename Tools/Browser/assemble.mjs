// @ts-check
// Makes the web page of its sources and an engine: usage: node assemble.mjs WORK OUTPUT
//
// WORK is the folder of build.sh, with stickerpack.wasm and the sources of the libraries. OUTPUT/page gets the
// static folder, OUTPUT/engine a package for Node and other pages. The same sources always produce the same bytes.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import url from "node:url";
import { htmlOf } from "./markdown.mjs";

const root = url.fileURLToPath(new URL("../..", import.meta.url));
const [work, output] = process.argv.slice(2);
const [own, shared] = ["Sources/Browser/Page", "Sources/StickerReports/Page"].map((name) => path.join(root, name));
const read = (file) => fs.readFileSync(file, "utf8");
const filled = (text, values) => text.replace(/\{\{([a-z-]+)\}\}/g, (_, name) => values[name]);
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function write(name, content) {
  const file = path.join(output, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

fs.rmSync(output, { recursive: true, force: true });
const wasm = fs.readFileSync(path.join(work, "stickerpack.wasm"));
const version = /"(\d+\.\d+\.\d+)"/.exec(read(path.join(root, "Sources/Basics/Version.swift")))?.[1];

// MARK: Modules

/** Modules as one script, without the lines of imports and exports, as HTMLPage.swift joins them. */
const joined = (files) => files.map((file) => read(file).split("\n")
  .filter((line) => !line.startsWith("import ") && line !== "// @ts-check")
  .map((line) => line.replace(/^export /, "")).join("\n")).join("\n");

const engineModules = ["wasi.js", "engine.js"];
const pageModules = ["app.js", "checking.js", "drop.js", "zip.js", "wasi.js"];
write("page/worker.js", joined([...engineModules, "worker.js"].map((name) => path.join(own, name))));
for (const name of [...pageModules, "app.css"]) write(`page/${name}`, read(path.join(own, name)));
for (const name of ["page.js", "apng.js", "style.css"]) write(`page/${name}`, read(path.join(shared, name)));
write("page/stickerpack.wasm", wasm);
for (const mode of ["light", "dark"]) {
  write(`page/result-${mode}.png`, fs.readFileSync(path.join(root, `Documentation/Images/browser-${mode}.png`)));
}

// Node has to be told that these are modules.
const modules = fs.mkdtempSync(path.join(os.tmpdir(), "stickerpack-"));
process.on("exit", () => fs.rmSync(modules, { recursive: true }));
fs.writeFileSync(path.join(modules, "package.json"), '{ "type": "module" }');
for (const name of [...engineModules, "zip.js"]) fs.copyFileSync(path.join(own, name), path.join(modules, name));
fs.copyFileSync(path.join(shared, "apng.js"), path.join(modules, "apng.js"));
const load = (name) => import(url.pathToFileURL(path.join(modules, name)).href);
const { Engine } = await load("engine.js");
const { archiveOf } = await load("zip.js");

// MARK: Samples

const biscuit = path.join(root, "SampleStickers/Biscuit");
for (const folder of [biscuit, path.join(root, "Tools/Browser/Draft")]) {
  const title = path.basename(folder);
  write(`page/samples/${title}.zip`, archiveOf(fs.readdirSync(folder).sort()
    .map((name) => [`${title}/${name}`, new Uint8Array(fs.readFileSync(path.join(folder, name)))])));
}
write("page/samples/icon.png", fs.readFileSync(path.join(biscuit, "love.png")));

// MARK: The first page

// A report's script and style are part of it; the page that shows it allows these two and no other inline code.
const sticker = new Map([["love.png", new Uint8Array(fs.readFileSync(path.join(biscuit, "love.png")))]]);
const engine = new Engine(await WebAssembly.compile(wasm), sticker);
engine.lint({ paths: ["love.png"] });
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(engine.output("html"))?.[1] ?? "";
const source = (kind) => new RegExp(`${kind}-src ('sha256-[^']*')`).exec(policy)?.[1];
write("page/index.html", filled(read(path.join(own, "index.html")), {
  "script-source": source("script"), "style-source": source("style"),
}));

// MARK: Documents

const documentation = path.join(root, "Documentation");
const names = fs.readdirSync(documentation, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md")).sort();

/** A page of text. */
function documentOf(title, body, depth) {
  const up = "../".repeat(depth);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${up}samples/icon.png">
<link rel="stylesheet" href="${up}style.css">
<link rel="stylesheet" href="${up}app.css">
</head>
<body class="browser document">
<header><a class="wordmark" href="${up}index.html">stickerpack</a><nav aria-label="Pages"><a href="${up}index.html">Check stickers</a><a href="${up}docs/Rules.html">Rules</a></nav></header>
<main>
${body}</main>
</body>
</html>
`;
}

for (const name of names) {
  const folder = path.dirname(name);
  const addressOf = (address) => {
    if (/^https?:/.test(address)) return address;
    const [file, anchor] = address.split("#");
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (file === "") return hash;
    const target = path.normalize(path.join(folder, file));
    if (names.includes(target)) return file.replace(/\.md$/, ".html") + hash;
    const disk = path.join(documentation, target);
    if (!/\.(png|apng|jpe?g|gif|svg)$/.test(target) || !fs.existsSync(disk)) return undefined;
    // Pictures of the samples are outside of the folder of documents.
    const copy = target.startsWith("..") ? path.join("Images", path.basename(target)) : target;
    write(`page/docs/${copy}`, fs.readFileSync(disk));
    return path.relative(folder, copy);
  };
  const markdown = read(path.join(documentation, name));
  const title = escaped(/^# (.*)$/m.exec(markdown)?.[1].replaceAll("`", "") ?? name);
  write(`page/docs/${name.replace(/\.md$/, ".html")}`,
    documentOf(title, htmlOf(markdown, addressOf), name.split(path.sep).length));
}

// MARK: Licenses

const compiler = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, "swiftc"))
  .find((file) => fs.existsSync(file)) ?? "/usr/bin/swiftc";
const notices = {
  stickerpack: [path.join(root, "LICENSE")],
  Swift: [path.resolve(fs.realpathSync(compiler), "../../share/swift/LICENSE.txt")],
  "wasi-libc": ["/usr/share/doc/wasi-libc/copyright"],
  libpng: ["libpng1.6/LICENSE"], zlib: ["zlib/debian/copyright"], libdeflate: ["libdeflate/COPYING"],
  giflib: ["giflib/COPYING"], "libjpeg-turbo": ["libjpeg-turbo/LICENSE.md", "libjpeg-turbo/README.ijg"],
};
const texts = Object.entries(notices).map(([name, files]) => [name, files.map((file) =>
  read(path.resolve(work, "sources", file))).join("\n")]);
write("page/licenses.html", documentOf("Licenses", `<h1>Licenses</h1>
<p>The engine of this page is linked from these programs.</p>
${texts.map(([name, text]) => `<h2>${name}</h2>\n<pre>${escaped(text)}</pre>`).join("\n")}\n`, 0));

// MARK: The engine as a package

for (const name of engineModules) write(`engine/${name}`, read(path.join(own, name)));
for (const name of ["index.js", "index.d.ts", "README.md"]) write(`engine/${name}`, read(path.join(root, "Tools/Browser/package", name)));
write("engine/stickerpack.wasm", wasm);
// A trap names its functions by number only. This is not a part of the package.
write("engine/stickerpack.wasm.symbols", fs.readFileSync(path.join(work, "stickerpack.wasm.symbols")));
write("engine/LICENSES.txt", texts.map(([name, text]) => `${name}\n${"=".repeat(name.length)}\n\n${text}`).join("\n\n"));
write("engine/package.json", `${JSON.stringify({
  name: "stickerpack-engine", version, description: "Lints iMessage stickers: bytes and names in, JSON out",
  license: "MIT", type: "module", exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  engines: { node: ">=20" },
  files: ["*.js", "index.d.ts", "stickerpack.wasm", "LICENSES.txt"],
}, null, 2)}\n`);
