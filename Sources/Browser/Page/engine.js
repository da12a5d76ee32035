// @ts-check
// The engine of stickerpack: bytes and names in, reports out. Runs in workers and in Node.

import { decoder, encoder, Files } from "./wasi.js";

/** A refusal of a request by the engine, such as an invalid stickerpack.json. */
export class Refusal extends Error {}

export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {import("./wasi.js").Folder} root the folder in which paths begin
   * @param {{ opening?: (path: string) => void, progress?: (entry: any) => void }} events `opening` is called before
   *   a file is read, `progress` after each file with its findings
   */
  constructor(module, root, { opening, progress = () => {} } = {}) {
    const files = new Files(root, opening);
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: files.imports,
      stickerpack: {
        progress: (pointer, count) => progress(JSON.parse(decoder.decode(files.bytes(pointer >>> 0, count)))),
      },
    });
    this.exports = /** @type {any} */ (instance.exports);
    files.memory = this.exports.memory;
    this.files = files;
    this.exports._initialize();
  }

  /** The number of bytes of the engine's memory, which never shrinks. */
  get size() { return this.exports.memory.buffer.byteLength; }

  /** Lints `paths`. Throws a refusal, or what WebAssembly throws for a trap; an engine with a trap is unusable. */
  lint(request) {
    if (this.call("lint", JSON.stringify(request)) !== 0) throw new Refusal(JSON.parse(this.output("error")).error);
  }

  /** An output of the last request as text. */
  output(name) { return decoder.decode(this.bytes(name)); }

  /** A copy of an output of the last request. */
  bytes(name) {
    const count = this.call("output", name);
    return this.files.bytes(this.exports.bytes() >>> 0, count).slice();
  }

  /** Fixes what changes nothing visible. Returns the changed files with their paths and the fixes in words. */
  fix() {
    return JSON.parse(this.output("fixes")).map((file, index) => ({ ...file, bytes: this.bytes(String(index)) }));
  }

  call(name, text) {
    const bytes = encoder.encode(text);
    const pointer = this.exports.allocate(bytes.length) >>> 0;
    this.files.bytes(pointer, bytes.length).set(bytes);
    return this.exports[name](pointer, bytes.length);
  }
}
