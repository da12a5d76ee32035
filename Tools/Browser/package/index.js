// @ts-check
// Lints images in memory. The engine is WebAssembly, compiled once; each call has an instance of its own.

import { Engine, Refusal } from "./engine.js";
import { insert } from "./wasi.js";

export { Refusal };

let compiled = /** @type {Promise<WebAssembly.Module> | undefined} */ (undefined);

async function compile() {
  const address = new URL("stickerpack.wasm", import.meta.url);
  if (address.protocol !== "file:") return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(address));
}

/**
 * Lints files. Paths are relative, with "/" between names, as "Stickers/hello.png".
 * @param {Record<string, Uint8Array>} files
 * @param {{ paths?: string[], targets?: string[], configuration?: string, strict?: boolean }} options
 */
export async function lint(files, { paths, targets = [], ...rest } = {}) {
  const root = new Map();
  for (const [path, bytes] of Object.entries(files)) {
    if (!insert(root, path, bytes)) throw new Refusal(`invalid path: ${path}`);
  }
  const engine = new Engine(await (compiled ??= compile()), root);
  engine.lint({ paths: paths ?? [...root.keys()], ...(targets.length > 0 ? { targets: targets.join(",") } : {}), ...rest });
  return JSON.parse(engine.output("report"));
}
