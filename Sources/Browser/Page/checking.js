// @ts-check
// Checks a drop in a worker, again without each file that the engine cannot read.

import { droppedPath } from "./drop.js";

/** After this long without a sign, in milliseconds, a file counts as one that takes too long. */
const patience = 60_000;
/** From this size of the engine's memory, a failure is one of memory. 32-bit memory ends at 4 GB, that of phones before. */
const largeMemory = 500_000_000;
/** Files that are left out before the page gives up. */
const mostFailures = 20;

/** A request that the engine refuses, or a failure that no file explains. */
export class CheckError extends Error {}

export class Checker {
  /**
   * @param {string} script the text of the worker: one from memory needs no network and has the page's policy
   * @param {WebAssembly.Module} module
   */
  constructor(script, module) {
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.module = module;
    this.worker = /** @type {Worker | undefined} */ (undefined);
    this.stop = () => {};
  }

  /**
   * Checks a drop. Files that cannot be checked are removed from it, with a note.
   * @param {import("./drop.js").Drop} drop
   * @param {string} targets ids of other destinations with commas between them
   * @param {{ progress: (entry: any) => void, again: () => void }} events
   * @returns {Promise<Record<string, string> | undefined>} the outputs by name, none if no file is left; undefined
   *   if the check was cancelled
   */
  async check(drop, targets, events) {
    for (let failures = 0; ; failures++) {
      const outputs = ["report", "html", "markdown"];
      const request = { paths: drop.paths, ...(targets ? { targets } : {}) };
      const answer = await this.run({ root: drop.root, request, outputs }, events.progress);
      if (answer.kind === "done") return answer.texts;
      if (answer.kind === "cancelled") return undefined;
      if (answer.kind === "refused") throw new CheckError(answer.message);
      const isKnown = answer.path && drop.remove(answer.path);
      if (!isKnown || failures === mostFailures) throw new CheckError(`The check failed: ${answer.message}`);
      drop.note(droppedPath(answer.path), answer.kind === "late" ? `took longer than ${patience / 1000} seconds`
        : answer.size >= largeMemory ? "is too large for the browser" : "could not be checked in the browser");
      if (drop.isEmpty) return {};
      events.again();
    }
  }

  /**
   * Fixes the files of a drop where that changes nothing visible.
   * @param {import("./drop.js").Drop} drop
   * @returns {Promise<{ file: string, fixes: string[], bytes: Uint8Array }[] | undefined>} undefined if that failed
   */
  async fix(drop) {
    const answer = await this.run({ root: drop.root, request: { paths: drop.paths }, outputs: [], isFixing: true }, () => {});
    return answer.kind === "done" ? answer.fixed : undefined;
  }

  /** The destinations that the engine knows. */
  async destinations() {
    const answer = await this.run({ root: new Map(), request: undefined, outputs: ["targets"] }, () => {});
    return answer.kind === "done" && answer.texts.targets ? JSON.parse(answer.texts.targets) : [];
  }

  /** Ends what runs. */
  cancel() { this.stop(); }

  /** Runs a worker until it answers, fails or takes too long. */
  run(message, progress) {
    this.stop();
    return new Promise((resolve) => {
      const worker = new Worker(this.address);
      let [path, timer] = ["", 0];
      const end = (answer) => {
        clearTimeout(timer);
        worker.terminate();
        resolve(answer);
      };
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: "late", path }), patience);
      };
      this.stop = () => end({ kind: "cancelled" });
      worker.onerror = (event) => end({ kind: "failed", path, message: event.message ?? "", size: 0 });
      worker.onmessage = ({ data: answer }) => {
        wait();
        if (answer.kind === "opening") ({ path } = answer);
        else if (answer.kind === "progress") progress(answer.entry);
        else end(answer);
      };
      wait();
      worker.postMessage({ module: this.module, ...message });
    });
  }
}
