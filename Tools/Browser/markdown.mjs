// @ts-check
// HTML of the pages in Documentation: the part of Markdown that they use, and raw HTML as it is.

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/**
 * Text within a block.
 * @param {string} text
 * @param {(address: string) => string | undefined} addressOf a link's address in HTML; undefined leaves only its text
 */
function inline(text, addressOf) {
  const pattern = /(`+)(?<code>.+?)\1(?!`)|!\[(?<alt>[^\]]*)\]\((?<source>[^)\s]+)\)|\[(?<label>(?:`[^`]*`|[^\]])*)\]\((?<address>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|(?<![\w*])\*(?<emphasis>[^*\s][^*]*)\*(?!\w)|(?<raw><\/?[a-z][^>]*>)|\\(?<literal>[\\`*_{}\[\]()#+.!|<>-])/g;
  let [html, place] = ["", 0];
  for (const match of text.matchAll(pattern)) {
    html += escaped(text.slice(place, match.index));
    place = match.index + match[0].length;
    const { code, alt, source, label, address, strong, emphasis, raw, literal } = /** @type {any} */ (match.groups);
    if (code !== undefined) html += `<code>${escaped(code)}</code>`;
    else if (source !== undefined) html += `<img src="${escaped(addressOf(source) ?? source)}" alt="${escaped(alt)}">`;
    else if (address !== undefined) {
      const target = addressOf(address);
      html += target === undefined ? inline(label, addressOf) : `<a href="${escaped(target)}">${inline(label, addressOf)}</a>`;
    } else if (strong !== undefined) html += `<strong>${inline(strong, addressOf)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${inline(emphasis, addressOf)}</em>`;
    else if (raw !== undefined) html += raw.replace(/src="([^"]+)"/, (_, path) => `src="${addressOf(path) ?? path}"`);
    else html += escaped(literal);
  }
  return html + escaped(text.slice(place));
}

const cellsOf = (row) => row.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());

/**
 * @param {string} markdown
 * @param {(address: string) => string | undefined} addressOf
 * @returns {string}
 */
export function htmlOf(markdown, addressOf) {
  return blocks(markdown.split("\n"), addressOf, false);
}

/** The lines of an indented block, which begins at an index, without the indentation; blank ones inside included. */
function indented(lines, start, width) {
  let end = start;
  while (end < lines.length && (lines[end].trim() === "" || /^ */.exec(lines[end])[0].length >= width)) end++;
  while (end > start && lines[end - 1].trim() === "") end--;
  return { inside: lines.slice(start, end).map((line) => line.slice(width)), end };
}

function blocks(lines, addressOf, isTight) {
  const text = (part) => inline(part, addressOf);
  let html = "";
  let index = 0;
  while (index < lines.length) {
    const line = lines[index];
    const [, marks, title] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
    const [, indent, item] = /^( {0,3}(?:[-*]|\d+\.) +)(.*)$/.exec(line) ?? [];
    if (line.trim() === "") {
      index++;
    } else if (marks) {
      html += `<h${marks.length} id="${anchorOf(title)}">${text(title)}</h${marks.length}>\n`;
      index++;
    } else if (line.startsWith("```")) {
      const end = lines.indexOf("```", index + 1);
      html += `<pre><code>${escaped(lines.slice(index + 1, end).join("\n"))}</code></pre>\n`;
      index = end + 1;
    } else if (line.startsWith("    ")) {
      const { inside, end } = indented(lines, index, 4);
      html += `<pre><code>${escaped(inside.join("\n"))}</code></pre>\n`;
      index = end;
    } else if (line.startsWith(">")) {
      const start = index;
      while (lines[index]?.startsWith(">")) index++;
      html += `<blockquote>${blocks(lines.slice(start, index).map((one) => one.replace(/^> ?/, "")), addressOf, false)}</blockquote>\n`;
    } else if (line.startsWith("|")) {
      const start = index;
      while (lines[index]?.startsWith("|")) index++;
      const [head, , ...rows] = lines.slice(start, index).map(cellsOf);
      const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join("")}</tr>`;
      html += `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>${
        head.some(Boolean) ? `<thead>${row(head, "th")}</thead>` : ""}<tbody>${
        rows.map((cells) => row(cells, "td")).join("\n")}</tbody></table></div>\n`;
    } else if (indent) {
      const tag = /\d/.test(indent) ? "ol" : "ul";
      const isItem = tag === "ol" ? /^ {0,3}\d+\. / : /^ {0,3}[-*] /;
      html += `<${tag}>\n`;
      while (index < lines.length && isItem.test(lines[index])) {
        const width = /** @type {any} */ (/^( {0,3}(?:[-*]|\d+\.) +)/.exec(lines[index]))[1].length;
        const first = lines[index].slice(width);
        const { inside, end } = indented(lines, index + 1, width);
        html += `<li>${blocks([first, ...inside], addressOf, true)}</li>\n`;
        index = end;
        while (lines[index]?.trim() === "" && isItem.test(lines[index + 1] ?? "")) index++;
      }
      html += `</${tag}>\n`;
    } else {
      const start = index;
      while (index < lines.length && lines[index].trim() !== ""
        && (index === start || !/^(#{1,6} |```|>|\||[-*] |\d+\. )/.test(lines[index].trimStart()))) index++;
      const part = text(lines.slice(start, index).map((one) => one.trim()).join("\n"));
      html += isTight || part.startsWith("<p") ? `${part}\n` : `<p>${part}</p>\n`;
    }
  }
  return html;
}
