// Tests the functions of the web page's scripts that need no browser: node --test Tests/Browser/page-tests.mjs
// @ts-check

import assert from "node:assert/strict";
import { Blob, File } from "node:buffer";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import url from "node:url";

// The scripts are modules, which node has to be told.
const root = url.fileURLToPath(new URL("../..", import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "browser-tests-"));
for (const [source, names] of Object.entries({
  "Sources/Browser/Page": ["wasi.js", "zip.js", "drop.js"], "Sources/StickerReports/Page": ["apng.js"],
  "Tools/Browser": ["markdown.mjs"],
})) {
  for (const name of names) fs.copyFileSync(path.join(root, source, name), path.join(folder, name));
}
fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
after(() => fs.rmSync(folder, { recursive: true }));

const load = (name) => import(url.pathToFileURL(path.join(folder, name)).href);
const { Files, insert, Exit } = await load("wasi.js");
const { archiveOf, filesOf } = await load("zip.js");
const { Drop, droppedPath } = await load("drop.js");
const { htmlOf } = await load("markdown.mjs");

const bytes = (text) => new TextEncoder().encode(text);
const text = (content) => new TextDecoder().decode(content);

// MARK: WASI

// Numbers of WASI preview 1 (witx/typenames.witx): errno, filetype and oflags.
const errno = { success: 0, badf: 8, inval: 28, isdir: 31, noent: 44, notdir: 54, rofs: 69, notcapable: 76, nosys: 52 };
const filetype = { directory: 3, regular: 4 };
const creat = 1;
const preopen = 3;

/** A file system with a memory of 64 KiB, in which the names and results of calls are. */
function systemOf(files, opening) {
  const tree = new Map();
  for (const [name, content] of Object.entries(files)) assert.ok(insert(tree, name, bytes(content)));
  const system = new Files(tree, opening);
  system.memory = { buffer: new ArrayBuffer(1 << 16) };
  const view = new DataView(system.memory.buffer);
  const place = 1024;
  const put = (name) => {
    const encoded = bytes(name);
    system.bytes(place, encoded.length).set(encoded);
    return [place, encoded.length];
  };
  const { imports } = system;
  return {
    imports, view, system,
    open: (name, flags = 0) => imports.path_open(preopen, 0, ...put(name), flags, 0n, 0n, 0, 0),
    opened: () => view.getUint32(0, true),
    status: (name) => imports.path_filestat_get(preopen, 0, ...put(name), 256),
    link: (name) => imports.path_readlink(preopen, ...put(name), 512, 10, 0),
    /** Reads into two buffers of these lengths. */
    read: (number, ...lengths) => {
      lengths.forEach((length, index) => {
        view.setUint32(16 + 8 * index, 2048 + 256 * index, true);
        view.setUint32(20 + 8 * index, length, true);
      });
      const error = imports.fd_read(number, 16, lengths.length, 8);
      return error || text(system.bytes(2048, Math.min(lengths[0], view.getUint32(8, true))));
    },
  };
}

test("paths are found in folders, never above the root", () => {
  const { status, view, link } = systemOf({ "Pack/hello.png": "12345", "Pack/sub/x.gif": "" });
  assert.equal(status("Pack/hello.png"), errno.success);
  assert.equal(view.getUint8(256 + 16), filetype.regular);
  assert.equal(view.getBigUint64(256 + 32, true), 5n);
  assert.equal(status("Pack/../Pack/./sub/../sub//"), errno.success);
  assert.equal(view.getUint8(256 + 16), filetype.directory);
  assert.equal(status("."), errno.success);
  for (const [name, error] of Object.entries({
    "Pack/none": errno.noent, "Pack/hello.png/x": errno.notdir, "Pack/hello.png/": errno.notdir,
    "..": errno.notcapable, "Pack/../../etc/passwd": errno.notcapable, "Pack/none/x": errno.noent,
  })) assert.equal(status(name), error, name);
  assert.equal(link("Pack/hello.png"), errno.inval);
  assert.equal(link("Pack/none"), errno.noent);
});

test("a file is read, searched and closed, and cannot be written", () => {
  const paths = [];
  const { open, opened, read, imports, view } = systemOf({ "Pack/hello.png": "0123456789" }, (name) => paths.push(name));
  assert.equal(open("Pack/hello.png", creat), errno.rofs);
  assert.equal(open("Pack/hello.png"), errno.success);
  const number = opened();
  assert.deepEqual(paths, ["Pack/hello.png"]);
  assert.equal(read(number, 4), "0123");
  assert.equal(read(number, 3, 100), "456");
  assert.equal(view.getUint32(8, true), 6);
  assert.equal(read(number, 4), "");
  assert.equal(imports.fd_seek(number, -2n, 2, 64), errno.success);
  assert.equal(view.getBigUint64(64, true), 8n);
  assert.equal(read(number, 9), "89");
  assert.equal(imports.fd_seek(number, -1n, 0, 64), errno.inval);
  assert.equal(imports.fd_close(number), errno.success);
  assert.equal(read(number, 1), errno.badf);
  assert.equal(imports.fd_close(number), errno.badf);
});

test("a folder is listed in order, even into a buffer that is too small", () => {
  const { open, opened, imports, view, system, read } = systemOf({ "P/b": "", "P/a/x": "", "P/längerer Name": "" });
  assert.equal(open("P"), errno.success);
  const number = opened();
  assert.equal(read(number, 1), errno.isdir);
  const list = (size) => {
    const names = [];
    let cookie = 0n;
    for (;;) {
      assert.equal(imports.fd_readdir(number, 4096, size, cookie, 96), errno.success);
      const used = view.getUint32(96, true);
      let offset = 0;
      while (offset + 24 <= used) {
        const length = view.getUint32(4096 + offset + 16, true);
        if (offset + 24 + length > used) break;
        names.push([text(system.bytes(4096 + offset + 24, length)), view.getUint8(4096 + offset + 20)]);
        cookie = view.getBigUint64(4096 + offset, true);
        offset += 24 + length;
      }
      if (used < size) return names;
    }
  };
  const expected = [["a", filetype.directory], ["b", filetype.regular], ["längerer Name", filetype.regular]];
  assert.deepEqual(list(4096), expected);
  assert.deepEqual(list(40), expected);
});

test("a file has the same number in each call, and another than its neighbor", () => {
  const { status, view } = systemOf({ "a": "", "b": "" });
  const number = (name) => { status(name); return view.getBigUint64(256 + 8, true); };
  assert.equal(number("a"), number("a"));
  assert.notEqual(number("a"), number("b"));
});

test("an engine can neither reach other calls nor end the page", () => {
  const { imports } = systemOf({});
  assert.equal(imports.sock_accept(1, 2, 3), errno.nosys);
  assert.throws(() => imports.proc_exit(3), Exit);
});

test("names that leave the folder, hide another file or end in the middle are refused", () => {
  const tree = new Map();
  for (const name of ["../x", "/x", "a//b", "a/./b", "a/..", "", "a\0b"]) assert.equal(insert(tree, name, 0), false, name);
  assert.equal(tree.size, 0);
  assert.ok(insert(tree, "a/b", 0));
  assert.equal(insert(tree, "a/b", 0), false);
  assert.equal(insert(tree, "a/b/c", 0), false);
  assert.equal(insert(tree, "a", 0), false);
  // Half of an emoji: what Windows allows in a name, and UTF-8 does not.
  assert.ok(insert(tree, "\ud83d.png", 0));
  assert.ok(tree.has("\ufffd.png"));
});

// MARK: ZIP

// Written by zipfile of Python 3.11: Pack/a.png and Pack/sub/b.gif (deflated), a file in __MACOSX, a link, ../evil.png.
const foreign = Buffer.from("UEsDBBQAAAAIAAAAIQCNvJeVBgAAAGQAAAAKAAAAUGFjay9hLnBuZ3N0pD0AAFBLAwQUAAAACAAAACEAgxbcjAMAAAABAAAAFQAAAF9fTUFDT1NYL1BhY2svLl9hLnBuZ6sAAFBLAwQUAAAACAAAACEAhqYQNgcAAAAFAAAADgAAAFBhY2svc3ViL2IuZ2lmy0jNyckHAFBLAwQUAAAAAAAAACEAb6vEXgUAAAAFAAAADQAAAFBhY2svbGluay5wbmdhLnBuZ1BLAwQUAAAAAAAAACEAUjH7jQQAAAAEAAAACwAAAC4uL2V2aWwucG5nZXZpbFBLAQIUAxQAAAAIAAAAIQCNvJeVBgAAAGQAAAAKAAAAAAAAAAAAAACAAQAAAABQYWNrL2EucG5nUEsBAhQDFAAAAAgAAAAhAIMW3IwDAAAAAQAAABUAAAAAAAAAAAAAAIABLgAAAF9fTUFDT1NYL1BhY2svLl9hLnBuZ1BLAQIUAxQAAAAIAAAAIQCGphA2BwAAAAUAAAAOAAAAAAAAAAAAAACAAWQAAABQYWNrL3N1Yi9iLmdpZlBLAQIUAxQAAAAAAAAAIQBvq8ReBQAAAAUAAAANAAAAAAAAAAAAAAD/oZcAAABQYWNrL2xpbmsucG5nUEsBAhQDFAAAAAAAAAAhAFIx+40EAAAABAAAAAsAAAAAAAAAAAAAAIABxwAAAC4uL2V2aWwucG5nUEsFBgAAAAAFAAUAKwEAAPQAAAAAAA==", "base64");
const named = (content, name) => new File([content], name);

test("an archive of another program is read", async () => {
  const files = await filesOf(new Blob([foreign]));
  assert.deepEqual(files.map(({ name }) => name),
    ["Pack/a.png", "__MACOSX/Pack/._a.png", "Pack/sub/b.gif", "Pack/link.png", "../evil.png"]);
  assert.equal(await (await files[0].content()).text(), "A".repeat(100));
  assert.equal(await (await files[2].content()).text(), "hello");
  assert.deepEqual(files.map(({ isLink }) => isLink), [false, false, false, true, false]);
});

test("an archive that is written has the bytes of zipfile, apart from the system that it names", () => {
  // zipfile.ZipInfo("hi.txt", (1980, 1, 1, 0, 0, 0)) with "hello", but flags: UTF-8; made by: 2.0, DOS; no attributes.
  const expected = "504b03041400000800000000210086a6103605000000050000000600000068692e74787468656c6c6f"
    + "504b010214001400000800000000210086a610360500000005000000060000000000000000000000000000000000"
    + "68692e747874504b0506000000000100010034000000290000000000";
  assert.equal(Buffer.from(archiveOf([["hi.txt", bytes("hello")]])).toString("hex"), expected);
});

test("damaged, encrypted and lying archives are refused", async () => {
  const reading = async (change) => {
    const copy = Buffer.from(foreign);
    change(copy);
    const files = await filesOf(new Blob([copy]));
    return (await files[0].content()).text();
  };
  const directory = foreign.indexOf("PK\x01\x02", 0, "latin1");
  const refused = (change, words) => assert.rejects(reading(change), words);
  await refused((copy) => copy.writeUInt16LE(1, directory + 8), /encrypted/);
  await refused((copy) => copy.writeUInt32LE(99, directory + 24), /another length/);
  await refused((copy) => copy.writeUInt32LE(101, directory + 24), /another length/);
  await refused((copy) => copy.writeUInt16LE(12, directory + 10), /unusual way/);
  await refused((copy) => copy.writeUInt32LE(5, directory + 42), /damaged/);
  await refused((copy) => copy.fill(0xFF, 40, 46), /damaged/);
  await refused((copy) => copy.writeUInt16LE(60_000, directory + 28), /list of files is damaged/);
  await refused((copy) => copy.writeUInt32LE(0xFFFF_FFF0, directory + 24), /more than 1 GB/);
  await refused((copy) => copy.writeUInt16LE(20_001, foreign.length - 12), /more than 20,000 entries/);
  await refused((copy) => copy.writeUInt16LE(0xFFFF, foreign.length - 12), /ZIP64/);
  await assert.rejects(filesOf(new Blob([foreign.subarray(0, 300)])), /truncated/);
  await assert.rejects(filesOf(new Blob([])), /truncated/);
});

// MARK: Drop

test("an archive becomes the folder in it, without links, files of macOS and names that leave it", async () => {
  const drop = new Drop();
  await drop.addFiles([named(foreign, "Whatever.zip")]);
  assert.deepEqual(drop.paths, ["Pack"]);
  assert.deepEqual([...drop.root.get("Pack").keys()], ["a.png", "sub"]);
  assert.equal(await drop.root.get("Pack").get("sub").get("b.gif").text(), "hello");
  assert.deepEqual(drop.notes.map(({ name }) => name), ["Pack/link.png", "../evil.png"]);
});

test("an archive without a folder becomes one with its name", async () => {
  const drop = new Drop();
  const two = archiveOf([["a.png", bytes("1")], ["b.png", bytes("2")]]);
  await drop.addFiles([named(two, "Cats.zip"), named(two, "...zip"), named(two, "Cats.zip"), named(bytes("x"), "bad.zip")]);
  assert.deepEqual(drop.paths, ["Cats", "Stickers"]);
  assert.deepEqual(drop.notes.map(({ name }) => name), ["Cats.zip", "bad.zip"]);
});

test("a built product is linted as it is", async () => {
  const drop = new Drop();
  await drop.addFiles([named(archiveOf([["Payload/A.app/Info.plist", bytes("")]]), "App.zip"), named(bytes(""), "B.ipa")]);
  assert.deepEqual(drop.paths, ["Loose stickers/App.zip", "Loose stickers/B.ipa"]);
  assert.ok(!(drop.root.get("Loose stickers").get("App.zip") instanceof Map));
});

test("loose files are art, a configuration or limits of one's own; others are named", async () => {
  const drop = new Drop();
  await drop.addFiles([named(bytes(""), "a.png"), named(bytes(""), "b.JPEG"), named(bytes("{}"), "stickerpack.json"),
    named(bytes('{ "extends": "imessage", "limits": {} }'), "team.json"), named(bytes("{}"), "other.json"),
    named(bytes(""), "notes.txt"), named(bytes(""), ".DS_Store")]);
  assert.deepEqual(drop.paths, ["Loose stickers/a.png", "Loose stickers/b.JPEG"]);
  assert.deepEqual(drop.paths.map(droppedPath), ["a.png", "b.JPEG"]);
  assert.deepEqual(drop.ownTargets, ["./team.json"]);
  assert.deepEqual([...drop.root.keys()], ["Loose stickers", "team.json"]);
  assert.deepEqual([...drop.root.get("Loose stickers").keys()], ["a.png", "b.JPEG", "stickerpack.json"]);
  assert.deepEqual(drop.notes.map(({ name }) => name), ["other.json", "notes.txt"]);
});

test("a chosen folder keeps its paths", async () => {
  const drop = new Drop();
  const file = (path) => Object.assign(named(bytes(""), path.split("/").pop()), { webkitRelativePath: path });
  await drop.addFiles([file("My pack/a.png"), file("My pack/.git/x"), file("My pack/Cat.stickerpack/b.png")]);
  assert.deepEqual(drop.paths, ["My pack"]);
  assert.deepEqual([...drop.root.get("My pack").keys()], ["a.png", "Cat.stickerpack"]);
});

test("dropped folders are read in full, without those of git", async () => {
  const entry = (name, children) => (children ? {
    isDirectory: true, name,
    // As Chromium: at most 100 entries with each call.
    createReader: () => {
      const rest = [...children];
      return { readEntries: (resolve) => resolve(rest.splice(0, 100)) };
    },
  } : { isDirectory: false, name, file: (resolve) => resolve(named(bytes(name), name)) });
  const stickers = Array.from({ length: 250 }, (_, index) => entry(`${index}.png`));
  const unreadable = { isDirectory: false, name: "locked.png", file: (_, reject) => reject(new Error("locked")) };
  const drop = new Drop();
  await drop.addItems([
    { kind: "file", webkitGetAsEntry: () => entry("Pack", [...stickers, entry(".git", [entry("HEAD")]), unreadable]), getAsFile: () => null },
    { kind: "string", webkitGetAsEntry: () => null, getAsFile: () => null },
    { kind: "file", webkitGetAsEntry: () => entry("x.png"), getAsFile: () => named(bytes(""), "x.png") },
  ]);
  assert.deepEqual(drop.paths, ["Loose stickers/x.png", "Pack"]);
  assert.equal(drop.root.get("Pack").size, 250);
  assert.deepEqual(drop.notes, [{ name: "Pack/locked.png", text: "cannot be read" }]);
  assert.ok(drop.remove("Pack/3.png"));
  assert.ok(drop.remove("Loose stickers/x.png"));
  assert.ok(!drop.remove("Pack/3.png") && !drop.remove("../x") && !drop.remove("none/x"));
  assert.deepEqual(drop.paths, ["Pack"]);
});

// MARK: Documents

test("Markdown becomes HTML, and text never becomes markup", () => {
  const addressOf = (address) => (address.startsWith("../") ? undefined : address.replace(".md", ".html"));
  const html = (markdown) => htmlOf(markdown, addressOf);
  assert.equal(html("# A `b` & c"), '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>\n');
  assert.equal(html("one\ntwo **three** [f](g.md#h) [away](../x.md)"),
    '<p>one\ntwo <strong>three</strong> <a href="g.html#h">f</a> away</p>\n');
  assert.equal(html("`<b>` \"<1 & 2>\""), "<p><code>&lt;b&gt;</code> &quot;&lt;1 &amp; 2&gt;&quot;</p>\n");
  assert.equal(html("- a\n  b\n\n      code\n- c"), "<ul>\n<li>a\nb\n<pre><code>code</code></pre>\n</li>\n<li>c\n</li>\n</ul>\n");
  assert.equal(html("1. a\n2. b"), "<ol>\n<li>a\n</li>\n<li>b\n</li>\n</ol>\n");
  assert.match(html("| a | b |\n| --- | --- |\n| `x` | y |"),
    /<thead><tr><th>a<\/th><th>b<\/th><\/tr><\/thead><tbody><tr><td><code>x<\/code><\/td><td>y<\/td><\/tr><\/tbody>/);
  assert.equal(html("```json\n{ <x> }\n```"), "<pre><code>{ &lt;x&gt; }</code></pre>\n");
  assert.equal(html("> `a`: b"), "<blockquote><p><code>a</code>: b</p>\n</blockquote>\n");
});
