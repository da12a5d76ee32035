// @ts-check
// Plays the selected sticker on several canvases at once.

import { update } from "./fragment.js";

export class Player {
  /** @param show called with the index of the frame that is shown, and whether it plays */
  constructor(show) {
    this.show = show;
    this.timer = /** @type {any} */ (undefined);
    this.due = 0;
    this.load([], [], 0);
  }

  /**
   * Replaces the animation.
   * @param canvases the frames; one for a still
   * @param delays in milliseconds
   * @param plays how often it plays; 0 is forever
   */
  load(canvases, delays, plays) {
    // Without frames, pausing shows none: the old ones are not those of what is shown next.
    this.canvases = [];
    this.pause();
    this.canvases = canvases;
    this.delays = delays;
    this.plays = plays;
    this.index = 0;
    this.played = 0;
  }

  get isPlaying() { return this.timer !== undefined; }

  /** Shows a frame; outside of the range, it continues from the other end. */
  seek(index) {
    const count = this.canvases.length;
    if (count === 0) return;
    this.index = (index + count) % count;
    this.show(this.index, this.isPlaying);
  }

  play() {
    if (this.isPlaying || this.canvases.length < 2) return;
    // Like Messages: an animation that has ended starts again.
    this.played = 0;
    if (this.plays > 0) this.index = 0;
    this.due = performance.now();
    this.schedule();
    this.show(this.index, true);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.canvases.length > 0) this.show(this.index, false);
  }

  toggle() { this.isPlaying ? this.pause() : this.play(); }

  // Each frame is due at a fixed time, so late timers do not add up.
  schedule() {
    this.due = Math.max(this.due + this.delays[this.index], performance.now());
    this.timer = setTimeout(() => {
      if (this.index === this.canvases.length - 1 && ++this.played === this.plays) {
        this.pause();
        return;
      }
      this.seek(this.index + 1);
      this.schedule();
    }, this.due - performance.now());
  }
}

/** The controls of a player. A frame at which it was paused becomes part of the fragment. */
export function controlsOf(player) {
  return {
    goTo(index) {
      player.pause();
      player.seek(index);
      update({ frame: String(player.index + 1) });
    },
    togglePlay() {
      player.toggle();
      update({ frame: player.isPlaying ? "" : String(player.index + 1) });
    },
  };
}
