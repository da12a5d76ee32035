// @ts-check
// Splits an APNG into its frames and draws their canvases.

/** The chunks of a PNG: their type, content, and bytes including length and checksum. */
export function* chunks(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let offset = 8; offset < png.length;) {
    const end = offset + 12 + view.getUint32(offset);
    const type = String.fromCharCode(...png.subarray(offset + 4, offset + 8));
    yield { type, content: png.subarray(offset + 8, end - 4), bytes: png.subarray(offset, end) };
    offset = end;
  }
}

/** The CRC-32 of PNG chunks (PNG specification, annex D). */
export function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

/** A PNG chunk. */
export function chunk(type, content) {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(content, 8);
  view.setInt32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

/** The frames of an APNG: area, operations, delay in milliseconds and chunks. */
export function framesOf(png) {
  const shared = /** @type {Uint8Array[]} */ ([]);
  const frames = /** @type {any[]} */ ([]);
  let header;
  for (const { type, content, bytes } of chunks(png)) {
    if (type === "IHDR") {
      header = content;
    } else if (type === "fcTL") {
      const view = new DataView(content.buffer, content.byteOffset);
      const [width, height, x, y] = [4, 8, 12, 16].map((offset) => view.getUint32(offset));
      const [dispose, blend] = content.subarray(24);
      const delay = 1000 * view.getUint16(20) / (view.getUint16(22) || 100);
      frames.push(
        { x, y, width, height, delay, dispose, isOver: blend === 1, header, shared, data: [] });
    } else if (type === "IDAT") {
      // Without a frame, it is the static image of an animation that does not show it.
      frames.at(-1)?.data.push(content);
    } else if (type === "fdAT") {
      frames.at(-1).data.push(content.subarray(4));
    } else if (frames.length === 0 && type !== "acTL") {
      shared.push(bytes);
    }
  }
  return frames;
}

/** A frame's own pixels as a PNG. */
export function pngOf({ width, height, header, shared, data }) {
  const ownHeader = header.slice();
  new DataView(ownHeader.buffer).setUint32(0, width);
  new DataView(ownHeader.buffer).setUint32(4, height);
  return new Blob([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk("IHDR", ownHeader),
    ...shared, ...data.map((content) => chunk("IDAT", content)), chunk("IEND", []),
  ], { type: "image/png" });
}

/** The delay of each frame in milliseconds; of a still, none. */
export function delaysOf({ bytes, isAnimated }) {
  return isAnimated ? framesOf(bytes).map(({ delay }) => delay) : [];
}

/** The canvases of an image in playback order; of a still, the only one. */
export async function canvasesOf({ bytes, type, isAnimated }) {
  const frames = isAnimated ? framesOf(bytes) : [{ x: 0, y: 0, dispose: 0 }];
  const files = isAnimated ? frames.map(pngOf) : [new Blob([bytes], { type })];
  const pictures = await Promise.all(files.map((file) => createImageBitmap(file)));
  const [{ width, height }] = pictures;
  const painted = canvasOf(width, height);
  const context = painted.getContext("2d");
  return frames.map((frame, index) => {
    const before = frame.dispose === 2 ? copyOf(painted) : undefined;
    const area = /** @type {const} */ ([frame.x, frame.y, frame.width ?? width, frame.height ?? height]);
    if (!frame.isOver) context.clearRect(...area);
    context.drawImage(pictures[index], frame.x, frame.y);
    const shown = copyOf(painted);
    // PNG specification, 11.3.6.2: dispose_op 1 clears the area, 2 restores the canvas before the frame.
    if (frame.dispose > 0) context.clearRect(...area);
    if (before) context.drawImage(before, ...area, ...area);
    return shown;
  });
}

function copyOf(canvas) {
  const copy = canvasOf(canvas.width, canvas.height);
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}

function canvasOf(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}
