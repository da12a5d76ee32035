// @ts-check
// Compares two animations or stills: when which frames are shown together, and which pixels differ.

import { element } from "./page.js";

/**
 * The times at which either of two animations changes, as steps with the frames shown from then on. The
 * shorter one starts again until the longer one ends.
 * @param stored the delays of the old and of the new frames in milliseconds; of a still, none
 */
export function jointSteps(stored) {
  // Viewers show frames without any delay for 100 ms each.
  const delays = stored.map((own) => (own.some(Boolean) ? own : own.map(() => 100)));
  const lengths = delays.map((own) => own.reduce((sum, delay) => sum + delay, 0));
  const end = Math.max(...lengths);
  if (end === 0) return [{ frames: [0, 0], delay: 0 }];
  const starts = delays.map((own, side) => {
    const times = [0];
    if (lengths[side] === 0) return times;
    for (let index = 0; times.at(-1) + own[index % own.length] < end; index++) {
      times.push(times.at(-1) + own[index % own.length]);
    }
    // Sums of fractions such as thirds of a second are not exact.
    return times.map((time) => Math.round(time * 1000) / 1000);
  });
  const times = [...new Set(starts.flat())].sort((one, other) => one - other);
  return times.map((time, index) => ({
    frames: starts.map((own, side) => (own.findLastIndex((start) => start <= time)
      % Math.max(1, delays[side].length))),
    delay: (times[index + 1] ?? end) - time,
  }));
}

const magenta = [255, 0, 170];

/** The difference of a channel that is drawn with full strength, in codes; a difference of 1 has a quarter of it. */
const strong = 48;

/**
 * Draws which pixels of two canvases differ: these in magenta, stronger where they differ more, on the new one in
 * pale gray.
 * @returns the number of pixels that differ
 */
export function drawDifference(target, [before, after]) {
  const { width, height } = target;
  const [old, current] = [before, after].map((canvas) => {
    const context = element("canvas", { width, height })
      .getContext("2d", { willReadFrequently: true });
    if (canvas) context.drawImage(canvas, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  });
  const context = target.getContext("2d");
  const picture = context.createImageData(width, height);
  const [olds, news] = [old, current].map(({ data: { buffer } }) => new Uint32Array(buffer));
  const [samples, shown] = [current.data, picture.data];
  let changed = 0;
  for (let pixel = 0; pixel < olds.length; pixel++) {
    const sample = pixel * 4;
    if (olds[pixel] === news[pixel]) {
      const gray = 0.3 * samples[sample] + 0.6 * samples[sample + 1] + 0.1 * samples[sample + 2];
      shown[sample] = shown[sample + 1] = shown[sample + 2] = gray;
      shown[sample + 3] = samples[sample + 3] / 4;
    } else {
      changed++;
      let most = 0;
      for (let channel = 0; channel < 4; channel++) {
        most = Math.max(most, Math.abs(old.data[sample + channel] - samples[sample + channel]));
      }
      shown.set(magenta, sample);
      shown[sample + 3] = 255 * Math.min(1, 0.25 + 0.75 * most / strong);
    }
  }
  context.putImageData(picture, 0, 0);
  return changed;
}
