// @ts-check
// The files of a drop as the engine reads them: the part of WASI preview 1 that reads, over folders in memory.
// A folder is a Map of names, a file is a Blob or a Uint8Array.

/** @typedef {Map<string, any>} Folder */

// Numbers of WASI preview 1, as wasi/api.h of wasi-libc has them.
const errors = {
  success: 0, badFile: 8, invalid: 28, io: 29, isFolder: 31, nameTooLong: 37, noEntry: 44, noSystemCall: 52,
  notFolder: 54, readOnly: 69, notCapable: 76,
};
const types = { device: 2, folder: 3, file: 4 };
const openFlags = { create: 1, folder: 2, exclusive: 4, truncate: 8 };
const rootNumber = 3;

/** The number of bytes that are read at once from a file that is not in memory. */
const windowSize = 1 << 18;

/** An exit of the engine, which never calls it unless something is wrong. */
export class Exit extends Error {}

export const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A name as the engine gives it back: without halves of characters, which some systems allow. */
export const wellFormed = (/** @type {string} */ name) => decoder.decode(encoder.encode(name));

/**
 * Adds a file to a folder, and the folders on its way.
 * @param {Folder} root
 * @param {string} path
 * @param {any} content
 * @returns {boolean} whether it was added: never outside of the folder, nor over another file
 */
export function insert(root, path, content) {
  const names = wellFormed(path).split("/");
  if (names.some((name) => ["", ".", ".."].includes(name) || name.includes("\0"))) return false;
  const last = /** @type {string} */ (names.pop());
  let folder = root;
  for (const name of names) {
    if (!folder.has(name)) folder.set(name, new Map());
    folder = folder.get(name);
    if (!(folder instanceof Map)) return false;
  }
  if (folder.has(last)) return false;
  folder.set(last, content);
  return true;
}

const sizeOf = (content) => (content instanceof Map ? 0 : content.size ?? content.byteLength);

export class Files {
  /**
   * @param {Folder} root
   * @param {(path: string) => void} opening called with the path of each file that is opened
   */
  constructor(root, opening = () => {}) {
    this.root = root;
    this.opening = opening;
    /** What the engine printed. */
    this.text = "";
    this.memory = /** @type {any} */ (undefined);
    this.open = new Map([[rootNumber, { node: root, path: "", position: 0 }]]);
    this.numbers = new WeakMap();
    this.known = 0;
    this.window = /** @type {any} */ ({});
  }

  /** The functions for an engine, whose memory is set before the first call. */
  get imports() {
    return new Proxy({}, {
      get: (_, name) => (...values) => {
        if (!(name in calls)) return errors.noSystemCall;
        return calls[name].call(this, new DataView(this.memory.buffer), ...values);
      },
    });
  }

  bytes(pointer, count) { return new Uint8Array(this.memory.buffer, pointer, count); }

  /** The number of a file or folder, the same in each call. */
  number(node) {
    if (!this.numbers.has(node)) this.numbers.set(node, ++this.known);
    return BigInt(this.numbers.get(node));
  }

  /** The node with a path below an open folder, and its path; or the number of an error. */
  find(number, pointer, count) {
    const start = this.open.get(number);
    if (!start) return errors.badFile;
    const text = decoder.decode(this.bytes(pointer, count));
    const path = start.path ? start.path.split("/") : [];
    const nodes = path.reduce((all, name) => [...all, all[all.length - 1].get(name)], [this.root]);
    for (const name of text.split("/")) {
      const node = nodes[nodes.length - 1];
      if (!(node instanceof Map)) return errors.notFolder;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (path.length === 0) return errors.notCapable;
        path.pop();
        nodes.pop();
        continue;
      }
      if (!node.has(name)) return errors.noEntry;
      path.push(name);
      nodes.push(node.get(name));
    }
    return { node: nodes[nodes.length - 1], path: path.join("/"), position: 0 };
  }

  /** Writes the status of a node. Nothing has a date or a link. */
  writeStatus(view, pointer, node, type) {
    this.bytes(pointer, 64).fill(0);
    view.setBigUint64(pointer, 1n, true);
    view.setBigUint64(pointer + 8, node ? this.number(node) : 0n, true);
    view.setUint8(pointer + 16, type);
    view.setBigUint64(pointer + 24, 1n, true);
    view.setBigUint64(pointer + 32, BigInt(node ? sizeOf(node) : 0), true);
    return errors.success;
  }

  /** A part of a file, at most as long as asked for. */
  part(content, start, count) {
    if (content instanceof Uint8Array) return content.subarray(start, start + count);
    let { window } = this;
    const end = Math.min(start + count, content.size);
    if (window.content !== content || start < window.start || end > window.start + window.bytes.length) {
      const part = content.slice(start, Math.max(end, start + windowSize));
      // Only workers have this reader, and only a synchronous one can answer the engine.
      const Reader = /** @type {any} */ (globalThis).FileReaderSync;
      window = this.window = { content, start, bytes: new Uint8Array(new Reader().readAsArrayBuffer(part)) };
    }
    return window.bytes.subarray(start - window.start, end - window.start);
  }
}

/** The type of a node. */
const typeOf = (node) => (node instanceof Map ? types.folder : types.file);

// Each gets the view of the memory and the values of the engine. Pointers may be negative: they are 32 bits without sign.
const calls = /** @type {Record<string | symbol, (this: Files, view: DataView, ...values: any[]) => number>} */ ({
  environ_sizes_get(view, count, size) {
    view.setUint32(count >>> 0, 0, true);
    view.setUint32(size >>> 0, 0, true);
    return errors.success;
  },
  environ_get: () => errors.success,
  fd_prestat_get(view, number, pointer) {
    if (number !== rootNumber) return errors.badFile;
    view.setUint32(pointer >>> 0, 0, true);
    view.setUint32((pointer >>> 0) + 4, 1, true);
    return errors.success;
  },
  fd_prestat_dir_name(view, number, pointer, count) {
    if (number !== rootNumber) return errors.badFile;
    if (count < 1) return errors.nameTooLong;
    view.setUint8(pointer >>> 0, 0x2F);
    return errors.success;
  },
  fd_fdstat_get(view, number, pointer) {
    const file = this.open.get(number);
    if (!file && number >= rootNumber) return errors.badFile;
    this.bytes(pointer >>> 0, 24).fill(0);
    view.setUint8(pointer >>> 0, file ? typeOf(file.node) : types.device);
    // All rights: what does not exist answers for itself.
    view.setBigUint64((pointer >>> 0) + 8, 0x1FFF_FFFFn, true);
    view.setBigUint64((pointer >>> 0) + 16, 0x1FFF_FFFFn, true);
    return errors.success;
  },
  fd_filestat_get(view, number, pointer) {
    const file = this.open.get(number);
    if (!file && number >= rootNumber) return errors.badFile;
    return this.writeStatus(view, pointer >>> 0, file?.node, file ? typeOf(file.node) : types.device);
  },
  path_filestat_get(view, number, _, path, count, pointer) {
    const found = this.find(number, path >>> 0, count);
    if (typeof found === "number") return found;
    return this.writeStatus(view, pointer >>> 0, found.node, typeOf(found.node));
  },
  path_readlink(view, number, path, count, _pointer, _count, used) {
    const found = this.find(number, path >>> 0, count);
    view.setUint32(used >>> 0, 0, true);
    return typeof found === "number" ? found : errors.invalid;
  },
  path_open(view, number, _, path, count, flags, _rights, _inherited, _descriptorFlags, pointer) {
    if (flags & (openFlags.create | openFlags.exclusive | openFlags.truncate)) return errors.readOnly;
    const found = this.find(number, path >>> 0, count);
    if (typeof found === "number") return found;
    const isFolder = found.node instanceof Map;
    if (flags & openFlags.folder && !isFolder) return errors.notFolder;
    if (!isFolder) this.opening(found.path);
    let free = rootNumber + 1;
    while (this.open.has(free)) free++;
    this.open.set(free, found);
    view.setUint32(pointer >>> 0, free, true);
    return errors.success;
  },
  fd_close(_, number) {
    return this.open.delete(number) || number < rootNumber ? errors.success : errors.badFile;
  },
  fd_read(view, number, vectors, count, pointer) {
    const file = this.open.get(number);
    if (!file) return errors.badFile;
    if (file.node instanceof Map) return errors.isFolder;
    let total = 0;
    for (let index = 0; index < count; index++) {
      const vector = (vectors >>> 0) + 8 * index;
      const length = view.getUint32(vector + 4, true);
      let part;
      try {
        part = this.part(file.node, file.position, length);
      } catch {
        // The file was moved or changed after it was dropped.
        return errors.io;
      }
      this.bytes(view.getUint32(vector, true), part.length).set(part);
      file.position += part.length;
      total += part.length;
      if (part.length < length) break;
    }
    view.setUint32(pointer >>> 0, total, true);
    return errors.success;
  },
  fd_seek(view, number, offset, whence, pointer) {
    const file = this.open.get(number);
    if (!file) return errors.badFile;
    const position = [0, file.position, sizeOf(file.node)][whence] + Number(offset);
    if (!(position >= 0)) return errors.invalid;
    file.position = position;
    view.setBigUint64(pointer >>> 0, BigInt(position), true);
    return errors.success;
  },
  fd_readdir(view, number, pointer, count, cookie, used) {
    const folder = this.open.get(number)?.node;
    if (!folder) return errors.badFile;
    if (!(folder instanceof Map)) return errors.notFolder;
    const names = [...folder.keys()].sort();
    const target = this.bytes(pointer >>> 0, count);
    let size = 0;
    for (let index = Number(cookie); index < names.length && size < count; index++) {
      const name = encoder.encode(names[index]);
      const entry = new Uint8Array(24 + name.length);
      const fields = new DataView(entry.buffer);
      const node = folder.get(names[index]);
      fields.setBigUint64(0, BigInt(index + 1), true);
      fields.setBigUint64(8, this.number(node), true);
      fields.setUint32(16, name.length, true);
      fields.setUint8(20, typeOf(node));
      entry.set(name, 24);
      // The last entry is cut off: the engine asks for it again with its cookie.
      const part = entry.subarray(0, count - size);
      target.set(part, size);
      size += part.length;
    }
    view.setUint32(used >>> 0, size, true);
    return errors.success;
  },
  fd_write(view, number, vectors, count, pointer) {
    if (number !== 1 && number !== 2) return errors.badFile;
    let total = 0;
    for (let index = 0; index < count; index++) {
      const vector = (vectors >>> 0) + 8 * index;
      const length = view.getUint32(vector + 4, true);
      this.text = (this.text + decoder.decode(this.bytes(view.getUint32(vector, true), length))).slice(-10_000);
      total += length;
    }
    view.setUint32(pointer >>> 0, total, true);
    return errors.success;
  },
  proc_exit(_, code) { throw new Exit(`exit status ${code}`); },
});
