// @ts-check
// Runs one request and ends: memory that the engine has taken is given back only with its worker.

import { Engine, Refusal } from "./engine.js";

onmessage = ({ data: { module, root, request, outputs, isFixing } }) => {
  const post = (message) => postMessage(message);
  let path = "";
  let engine;
  try {
    engine = new Engine(module, root, {
      // Sent before the file is read: if that takes too long, the page knows which file it is.
      opening: (opened) => post({ kind: "opening", path: path = opened }),
      progress: (entry) => post({ kind: "progress", entry }),
    });
    if (request) engine.lint(request);
    const texts = Object.fromEntries(outputs.map((name) => [name, engine.output(name)]));
    post({ kind: "done", texts, fixed: isFixing ? engine.fix() : [] });
  } catch (error) {
    if (error instanceof Refusal) post({ kind: "refused", message: error.message });
    else post({ kind: "failed", path, message: String(error), size: engine?.size ?? 0 });
  }
};
