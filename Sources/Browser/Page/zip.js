// @ts-check
// ZIP files: reading dropped ones with bounds, writing those to download.

import { crc32 } from "./apng.js";

/** The most entries of a file, and the most bytes that all of them together have. */
export const limits = { entries: 20_000, bytes: 1_000_000_000 };

// Signatures and lengths of APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
const local = { signature: 0x04034b50, length: 30 };
const central = { signature: 0x02014b50, length: 46 };
const end = { signature: 0x06054b50, length: 22 };
const mostComment = 0xFFFF;
const methods = { stored: 0, deflated: 8 };
const flags = { encrypted: 1, utf8: 0x800 };
/** The bits of Unix's file type in the upper half of the external attributes, and that of a link. */
const unixType = 0xF000;
const unixLink = 0xA000;

/** An archive that cannot be read; the message says why. */
export class ArchiveError extends Error {}

const viewOf = async (blob) => new DataView(await blob.arrayBuffer());

/**
 * The files of an archive: names, and functions that return their content as a Blob.
 * @param {Blob} archive
 */
export async function filesOf(archive) {
  const tailStart = Math.max(0, archive.size - end.length - mostComment);
  const tail = await viewOf(archive.slice(tailStart));
  let place = tail.byteLength - end.length;
  while (place >= 0 && tail.getUint32(place, true) !== end.signature) place--;
  if (place < 0) throw new ArchiveError("it is not a ZIP file or is truncated");
  const number = tail.getUint16(place + 10, true);
  const [size, start] = [tail.getUint32(place + 12, true), tail.getUint32(place + 16, true)];
  if (number === 0xFFFF || start === 0xFFFF_FFFF) throw new ArchiveError("it is in the ZIP64 format");
  if (number > limits.entries) throw new ArchiveError(`it has more than ${limits.entries.toLocaleString("en")} entries`);
  const directory = await viewOf(archive.slice(start, start + size));
  const files = [];
  let [offset, total] = [0, 0];
  for (let index = 0; index < number; index++) {
    if (offset + central.length > directory.byteLength || directory.getUint32(offset, true) !== central.signature) {
      throw new ArchiveError("its list of files is damaged");
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => directory.getUint16(offset + at, true));
    const nameStart = offset + central.length;
    if (nameStart + nameLength > directory.byteLength) throw new ArchiveError("its list of files is damaged");
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, nameStart, nameLength));
    const entry = {
      name, isEncrypted: (directory.getUint16(offset + 8, true) & flags.encrypted) !== 0,
      method: directory.getUint16(offset + 10, true),
      isLink: (directory.getUint32(offset + 38, true) >>> 16 & unixType) === unixLink,
      stored: directory.getUint32(offset + 20, true), size: directory.getUint32(offset + 24, true),
      start: directory.getUint32(offset + 42, true),
    };
    offset = nameStart + nameLength + extraLength + commentLength;
    if (name.endsWith("/")) continue;
    total += entry.size;
    if (total > limits.bytes) throw new ArchiveError(`its files have more than ${limits.bytes / 1_000_000_000} GB`);
    files.push({ ...entry, content: () => contentOf(archive, entry) });
  }
  return files;
}

/** The content of an entry. It never becomes longer than the archive says. */
async function contentOf(archive, { method, isEncrypted, stored, size, start }) {
  if (isEncrypted) throw new ArchiveError("it is encrypted");
  const header = await viewOf(archive.slice(start, start + local.length));
  if (header.byteLength < local.length || header.getUint32(0, true) !== local.signature) {
    throw new ArchiveError("an entry is damaged");
  }
  const first = start + local.length + header.getUint16(26, true) + header.getUint16(28, true);
  const part = archive.slice(first, first + stored);
  if (method === methods.stored && stored === size && part.size === size) return part;
  if (method !== methods.deflated) throw new ArchiveError("an entry is damaged or compressed in an unusual way");
  const reader = part.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > size) break;
      parts.push(read.value);
    }
  } catch {
    throw new ArchiveError("an entry is damaged");
  }
  if (length !== size) {
    reader.cancel().catch(() => {});
    throw new ArchiveError("an entry has another length than the archive says");
  }
  return new Blob(parts);
}

/**
 * An archive of files that are stored without compression, which images do not need. The same files always produce the same bytes.
 * @param {[name: string, bytes: Uint8Array][]} files
 * @returns {Uint8Array}
 */
export function archiveOf(files) {
  const entries = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const nameBytes = new TextEncoder().encode(name);
    // What the two headers share, from "version needed" to "extra field length". 1 January 1980 is the first date.
    const shared = new DataView(new ArrayBuffer(26));
    [20, flags.utf8, methods.stored, 0, 0x21].forEach((value, index) => shared.setUint16(2 * index, value, true));
    [crc32(bytes) >>> 0, bytes.length, bytes.length].forEach((value, index) => shared.setUint32(10 + 4 * index, value, true));
    shared.setUint16(22, nameBytes.length, true);
    entries.push({ shared: new Uint8Array(shared.buffer), nameBytes, bytes, offset });
    offset += local.length + nameBytes.length + bytes.length;
  }
  const directorySize = entries.reduce((sum, { nameBytes }) => sum + central.length + nameBytes.length, 0);
  const result = new Uint8Array(offset + directorySize + end.length);
  const view = new DataView(result.buffer);
  let place = offset;
  for (const { shared, nameBytes, bytes, offset: start } of entries) {
    view.setUint32(start, local.signature, true);
    result.set(shared, start + 4);
    result.set(nameBytes, start + local.length);
    result.set(bytes, start + local.length + nameBytes.length);
    view.setUint32(place, central.signature, true);
    view.setUint16(place + 4, 20, true);
    result.set(shared, place + 6);
    view.setUint32(place + 42, start, true);
    result.set(nameBytes, place + central.length);
    place += central.length + nameBytes.length;
  }
  view.setUint32(place, end.signature, true);
  view.setUint16(place + 8, entries.length, true);
  view.setUint16(place + 10, entries.length, true);
  view.setUint32(place + 12, directorySize, true);
  view.setUint32(place + 16, offset, true);
  return result;
}
