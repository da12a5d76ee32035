/** A request that cannot be answered, such as one with an invalid stickerpack.json. */
export class Refusal extends Error {}

export interface Options {
  /** What to lint, as arguments of `stickerpack lint`; by default everything at the top. */
  paths?: string[];
  /** Other destinations, such as "signal", or a path of your own limits, such as "./mine.json". */
  targets?: string[];
  /** A configuration that replaces those beside the files. */
  configuration?: string;
  /** Whether warnings fail, too. */
  strict?: boolean;
}

/**
 * Lints files in memory, and returns what `stickerpack lint --format json` prints.
 * `stickerpack schema report` describes it.
 */
export function lint(files: Record<string, Uint8Array>, options?: Options): Promise<any>;
