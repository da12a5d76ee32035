// @ts-check
// Draws the pixels that a rule measured.

import { element } from "./page.js";

/** The colors of masks: the one that the art has least is drawn. */
const maskColors = [[255, 0, 170], [0, 200, 80], [0, 120, 255]];

/** The color in which a mask is seen best on a frame. */
export function maskColorOn(frame) {
  // A small copy is enough.
  const side = 64;
  const context = element("canvas", { width: side, height: side })
    .getContext("2d", { willReadFrequently: true });
  context.drawImage(frame, 0, 0, side, side);
  const { data: samples } = context.getImageData(0, 0, side, side);
  const counts = maskColors.map(() => 0);
  for (let index = 0; index < samples.length; index += 4) {
    if (samples[index + 3] < 128) continue;
    maskColors.forEach((color, number) => {
      const difference = color.reduce(
        (sum, value, channel) => sum + Math.abs(value - samples[index + channel]), 0);
      if (difference < 200) counts[number]++;
    });
  }
  return maskColors[counts.indexOf(Math.min(...counts))];
}

/**
 * Draws masks on a canvas of the size of the art.
 * @param masks run lengths: cells outside and inside, alternating, row by row
 * @returns the number of pixels that are drawn
 */
export function drawMasks(canvas, masks, color) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = `rgb(${color})`;
  for (const { width, scale, runs } of masks) {
    let place = 0;
    runs.forEach((length, index) => {
      const end = place + length;
      while (place < end) {
        const x = place % width;
        const own = Math.min(width - x, end - place);
        if (index % 2 === 1) {
          context.fillRect(x * scale, (place - x) / width * scale, own * scale, scale);
        }
        place += own;
      }
    });
  }
  return visibleIn(canvas);
}

/** The number of pixels of a canvas that are not transparent. */
export function visibleIn(canvas) {
  const { data: samples } = canvas.getContext("2d", { willReadFrequently: true })
    .getImageData(0, 0, canvas.width, canvas.height);
  return samples.filter((sample, index) => index % 4 === 3 && sample > 0).length;
}

/** A part of the art in words, at least `under 1%`. */
export function shareOf(drawn, art) {
  const percent = Math.round(Math.min(1, drawn / Math.max(1, art)) * 100);
  return `${percent === 0 ? "under 1" : percent}%`;
}
