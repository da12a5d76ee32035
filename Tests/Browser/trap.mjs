// Names the functions of a trap.

import { existsSync, readFileSync } from "node:fs";

/** The stack of an error, with the names that build.sh has written beside the program. */
export function stackOf(error, program) {
  const file = `${program}.symbols`;
  const symbols = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const names = new Map(symbols.map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1)]));
  return String(error.stack).replaceAll(/wasm-function\[(\d+)\]/g, (text, number) => names.get(number) ?? text);
}
