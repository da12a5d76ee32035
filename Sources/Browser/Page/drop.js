// @ts-check
// What was dropped or chosen, as folders for the engine: files, folders, ZIP files and limits of one's own.

import { insert, wellFormed } from "./wasi.js";
import { ArchiveError, filesOf, limits } from "./zip.js";

/** Image files, as discovery knows them, and what is read as a product (PackDiscovery.swift). */
const art = /\.(png|apng|gif|jpe?g|jpe|jfif|heics?|heif|webp|avif|svg|pdf|tiff?|bmp|ico|jxl|psd|mov|mp4|webm|tgs)$/i;
const products = /\.(ipa|zip)$/i;
/** Folders of a product in a ZIP file: such a file is read as it is. */
const productFolders = /(^|\/)([^/]+\.(app|appex|xcarchive)|Payload)\//;
/** Folders of systems and programs that never hold art. */
const ignored = new Set([".git", "__MACOSX", "node_modules"]);
const configurationName = "stickerpack.json";
/** The folder of files that were dropped without one: it is the name of their pack. */
const looseFolder = "Loose stickers";
const mostDepth = 32;
/** The longest file that may have limits of one's own, in bytes. */
const mostLimits = 1_000_000;

/** A path as it was dropped. */
export const droppedPath = (/** @type {string} */ path) => path.replace(`${looseFolder}/`, "");

/** Everything that was dropped at once. */
export class Drop {
  constructor() {
    /** @type {import("./wasi.js").Folder} */
    this.root = new Map();
    /** What the engine lints, as names in the root. */
    this.paths = /** @type {string[]} */ ([]);
    /** Files that are not linted: their name and why. */
    this.notes = /** @type {{ name: string, text: string }[]} */ ([]);
    /** The names of files with limits of one's own. */
    this.ownTargets = /** @type {string[]} */ ([]);
    this.count = 0;
  }

  get isEmpty() { return this.paths.length === 0; }

  note(name, text) { this.notes.push({ name, text }); }

  /** Adds the files of a FileList, those of folders with their paths. */
  async addFiles(files) {
    const loose = [...files].filter((file) => !file.webkitRelativePath);
    for (const file of files) {
      if (file.webkitRelativePath) this.addTo(this.root, file.webkitRelativePath, file);
    }
    this.listFolders();
    for (const file of loose) await this.addLoose(file);
  }

  /** Adds the items of a DataTransfer. Call it before anything is awaited: the items are gone afterwards. */
  async addItems(items) {
    const dropped = [...items].filter(({ kind }) => kind === "file")
      .map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
    for (const { entry, file } of dropped) {
      if (entry?.isDirectory) await this.addFolder(entry, entry.name, 1);
      else if (file) await this.addLoose(file);
    }
    this.listFolders();
  }

  async addFolder(entry, path, depth) {
    if (ignored.has(entry.name)) return;
    if (depth > mostDepth) {
      this.note(path, "is in too many folders");
      return;
    }
    const reader = entry.createReader();
    const read = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    // A call returns at most 100 entries in Chromium.
    for (let entries = await read(); entries.length > 0; entries = await read()) {
      for (const child of entries) {
        if (this.count > limits.entries) return;
        const childPath = `${path}/${child.name}`;
        if (child.isDirectory) await this.addFolder(child, childPath, depth + 1);
        else {
          try {
            this.addTo(this.root, childPath, await new Promise((resolve, reject) => child.file(resolve, reject)));
          } catch {
            this.note(childPath, "cannot be read");
          }
        }
      }
    }
  }

  /** Adds a file to a folder, with a note if that is not possible. Returns whether it was added. */
  addTo(folder, path, content) {
    if (path.split("/").some((name) => ignored.has(name))) return false;
    this.count += 1;
    if (this.count === limits.entries + 1) {
      this.note("", `Only the first ${limits.entries.toLocaleString("en")} files were read`);
    }
    if (this.count > limits.entries) return false;
    const isAdded = insert(folder, path, content);
    if (!isAdded) this.note(droppedPath(path), "has a name that is not allowed, or is there twice");
    return isAdded;
  }

  /** Lists the folders of the root that are not listed yet. */
  listFolders() {
    for (const [name, node] of this.root) {
      if (node instanceof Map && name !== looseFolder && !this.paths.includes(name)) this.paths.push(name);
    }
  }

  /** Adds a file without a folder. */
  async addLoose(file) {
    const name = wellFormed(file.name);
    if (/\.zip$/i.test(name) && await this.addArchive(file, name)) return;
    const path = `${looseFolder}/${name}`;
    if (name === configurationName) {
      insert(this.root, path, file);
    } else if (/\.json$/i.test(name) && await isDestination(file)) {
      this.root.set(name, file);
      this.ownTargets.push(`./${name}`);
    } else if (art.test(name) || products.test(name)) {
      if (this.addTo(this.root, path, file)) this.paths.push(path);
    } else if (!name.startsWith(".")) {
      this.note(name, "is not an image");
    }
  }

  /** Unpacks an archive. Returns whether that is done: a built product is linted as it is. */
  async addArchive(archive, name) {
    const folder = new Map();
    try {
      const files = await filesOf(archive);
      if (files.some((file) => productFolders.test(file.name))) return false;
      for (const file of files) {
        if (file.isLink) this.note(file.name, "is a link");
        else if (!ignored.has(file.name.split("/")[0])) this.addTo(folder, file.name, await file.content());
      }
    } catch (error) {
      this.note(name, error instanceof ArchiveError ? `cannot be unpacked: ${error.message}` : "cannot be read");
      return true;
    }
    // Most archives are of one folder.
    const [only] = folder;
    const ownTitle = name.replace(/\.zip$/i, "");
    const [title, content] = folder.size === 1 && only[1] instanceof Map ? only
      : [/^\.*$/.test(ownTitle) ? "Stickers" : ownTitle, folder];
    if (folder.size === 0) this.note(name, "has no files");
    else if (this.root.has(title)) this.note(name, `has the name of another folder, ${title}`);
    else this.root.set(title, content);
    this.listFolders();
    return true;
  }

  /** Removes a file, after the engine failed to read it. Returns whether it was there. */
  remove(path) {
    const names = path.split("/");
    const last = names.pop();
    const folder = names.reduce((node, name) => (node instanceof Map ? node.get(name) : undefined), this.root);
    if (!(folder instanceof Map) || !folder.delete(last)) return false;
    this.paths = this.paths.filter((name) => name !== path);
    return true;
  }
}

/** Whether a JSON file has limits of one's own, as `--target ./mine.json` reads them. */
export async function isDestination(file) {
  return file.size <= mostLimits && /"(extends|limits)"\s*:/.test(await file.text());
}
