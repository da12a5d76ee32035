// @ts-check
// What fixing a sticker did: which fixes were made, and its findings before and after.

import { $, element } from "./page.js";

/** @param fixing undefined if the sticker was changed for another reason */
export function showFixing(fixing) {
  $("fixing").hidden = !fixing;
  if (!fixing) return;
  $("fixes").replaceChildren(...fixing.fixes.map(({ summary, reason }) => noticeItem(
    reason === undefined ? ["closed", "made"] : ["warning", "not made"], summary, reason)));
  $("findings").replaceChildren(...fixing.findings.map(({ rule, severity, message, status }) => noticeItem(
    status === "fixed" ? ["closed", status] : [severity, status === "new" ? `new ${severity}` : severity],
    message, element("code", {}, rule))));
}

/** A list item with a badge, a text and quieter words below it. */
function noticeItem([className, badge], text, advice) {
  return element("li", { className }, element("div", { className: "badge" }, badge),
    element("p", {}, text), ...(advice ? [element("p", { className: "advice" }, advice)] : []));
}
