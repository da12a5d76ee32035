// @ts-check
// Findings, and the suppressions that approve them.

import { count, data, element } from "./page.js";

/** The list item of a finding, with a field for the reason why it is intended. */
export function findingItem(finding, pack, rule, approvals, place = "") {
  const item = element("li", { className: finding.status === "open" ? finding.severity : "closed" },
    element("div", { className: "badge" },
      finding.status === "open" ? finding.severity
        : finding.status === "suppressed" ? "suppressed" : "in baseline"),
    ...(place ? [element("p", { className: "place" }, place)] : []),
    element("p", {}, finding.message),
    ...filesOf(finding),
    element("p", { className: "advice" },
      ...(finding.reason === undefined ? withCode(finding.fix) : [`Reason: ${finding.reason}`])),
    element("details", {},
      element("summary", {}, element("code", {}, finding.rule)),
      ...(rule ? [element("p", {}, ...withCode(rule.rationale)),
        element("p", {}, "Source: ", rule.source), ...linksOf(finding.rule)] : [])));
  if (finding.status === "open" && finding.globs.length > 0) {
    const reason = element("input", {
      type: "text", placeholder: "Why is this intended?", value: approvals.reason(finding) ?? "",
      ariaLabel: `Why ${finding.rule} is intended`,
      oninput: () => approvals.set(finding, pack, reason.value),
    });
    reason.hidden = approvals.reason(finding) === undefined;
    const box = element("input", {
      type: "checkbox", checked: !reason.hidden,
      onchange: () => {
        reason.hidden = !box.checked;
        approvals.set(finding, pack, box.checked ? reason.value : undefined);
        if (box.checked) reason.focus();
      },
    });
    item.append(element("div", { className: "approval" },
      element("label", { className: "check" }, box, " Intended"), reason));
  }
  return item;
}

/** A link to the page of a rule, and a button that copies it, where the page knows these pages. */
function linksOf(rule) {
  if (!data.rulePages) return [];
  const link = element("a", { href: `${data.rulePages}${rule}.html`, target: "_blank", rel: "noopener" }, "Examples and options");
  const copy = element("button", {
    type: "button", className: "link",
    onclick: async () => {
      await navigator.clipboard.writeText(link.href);
      copy.textContent = "Copied";
    },
  }, "Copy link");
  return [element("p", { className: "links" }, link, copy)];
}

/** The list item of a pack's finding that a sticker shares: its title, not the text. */
export function sharedItem({ rule, severity, status }) {
  const kind = status === "open" ? severity : "closed";
  return element("li", { className: kind },
    element("p", {}, element("span", { className: "badge" }, kind), " ", data.rules[rule]?.title ?? rule));
}

/** The files of a finding about a folder; many are collapsed. */
function filesOf({ files }) {
  const names = element("p", { className: "advice" }, files.join(", "));
  if (files.length <= 5) return files.length > 0 ? [names] : [];
  return [element("details", {}, element("summary", {}, count(files.length, "file")), names)];
}

/** A button that shows the regions of a rule's findings over the art; its value is the rule. */
export function regionButton(rule, regions, choose) {
  const [{ frame }] = regions;
  const isWhole = regions.every(({ area }) => area === undefined);
  return element("button", {
    type: "button", className: "region", value: rule, ariaPressed: "false",
    onclick: () => choose(rule),
  }, isWhole ? `Show frame ${frame}` : "Show on the art");
}

/** The regions of a rule's findings in a sticker. */
export function regionsOf(entry, rule) { return entry.regions?.[rule] ?? []; }

/** A text with code in backticks. */
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

/** The findings that are marked as intended, as entries of stickerpack.json. */
export class Approvals {
  /** @param changed called after each change */
  constructor(changed) {
    this.changed = changed;
    this.reasons = new Map();
  }

  reason(finding) { return this.reasons.get(finding)?.reason; }

  /** @param reason undefined withdraws the approval */
  set(finding, pack, reason) {
    if (reason === undefined) this.reasons.delete(finding);
    else this.reasons.set(finding, { reason, pack });
    this.changed();
  }

  /** The approvals as text for a page that is loaded again. */
  kept() {
    return [...this.reasons].map(([{ file, rule }, { reason }]) => ({ file, rule, reason }));
  }

  restore(kept) {
    for (const { file, rule, reason } of kept) {
      for (const pack of data.packs) {
        for (const finding of pack.findings) {
          if (finding.file === file && finding.rule === rule) this.reasons.set(finding, { reason, pack });
        }
      }
    }
    this.changed();
  }

  /** The text to copy for each configuration, in the order in which findings were approved. */
  snippets() {
    const overrides = new Map();
    for (const [finding, { reason, pack }] of this.reasons) {
      if (!overrides.has(pack.configuration)) overrides.set(pack.configuration, []);
      const entries = overrides.get(pack.configuration);
      const isSame = (entry) => entry.files.join() === finding.globs.join();
      let entry = entries.find(isSame);
      if (!entry) entries.push(entry = { files: finding.globs, suppress: {} });
      entry.suppress[finding.rule] = reason;
    }
    return [...overrides].map(([configuration, entries]) => ({
      configuration, text: JSON.stringify({ overrides: entries }, null, 2),
    }));
  }
}
