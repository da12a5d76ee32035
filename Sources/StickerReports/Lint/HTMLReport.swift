internal import ImageContainers
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

/// A lint result as a self-contained HTML page without scripts, which is well-formed XML, too.
package enum HTMLReport {
  /// The page. Ends in a newline.
  package static func text(of contents: ReportContents) -> String {
    let summary = TextReport.summary(of: contents, .plain).html
    let packs = contents.packs.map(section)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>stickerpack: \(summary)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1>\(summary)</h1>
      \(packs.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func section(_ pack: ReportContents.Pack) -> String {
    let stickers = Dictionary(
      pack.stickers.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = [
      "<section>",
      "<h2>\(name(pack.path))</h2>",
      "<p class=\"facts\">\(about(pack))</p>",
    ]
    // Findings are sorted by file.
    let shown = pack.findings.filter { !$0.isInBaseline }
    var rest = shown[...]
    while let file = rest.first?.file {
      let findings = rest.prefix { $0.file == file }
      rest = rest.dropFirst(findings.count)
      lines.append("<article>")
      // The pack's own findings need no heading.
      if file != pack.path {
        lines.append("<h3>\(name(pack.shortName(of: file)))</h3>")
        if let sticker = stickers[file] {
          lines.append("<p class=\"facts\">\(about(sticker))</p>")
        }
      }
      lines.append("<ul>")
      lines += findings.map(item)
      lines += ["</ul>", "</article>"]
    }
    return (lines + ["</section>"]).joined(separator: "\n")
  }

  private static func item(_ finding: Finding) -> String {
    let kind = finding.suppressionReason == nil ? finding.severity.rawValue : "suppressed"
    let advice =
      finding.suppressionReason.map { "Reason: <bdi>\($0.html)</bdi>" }
      ?? "→ \(fix(finding.fix))"
    return """
      <li class="\(kind)">
      <strong>\(kind)</strong>
      <p>\(finding.wholeMessage.html) <code>\(finding.rule.html)</code></p>
      <p class="advice">\(advice)</p>
      </li>
      """
  }

  /// A name, isolated so that right-to-left characters do not affect the text around it.
  private static func name(_ text: String) -> String { "<bdi>\(text.html)</bdi>" }

  /// A rule's fix, in which commands are in backticks.
  private static func fix(_ text: String) -> String {
    text.html.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 0 ? "\($0.element)" : "<code>\($0.element)</code>" }.joined()
  }

  private static func about(_ pack: ReportContents.Pack) -> String {
    let count = Text.count(pack.stickers.count, "sticker")
    let baselined = pack.findings.count { $0.isInBaseline }
    return "\(count), grid size \(pack.gridSize.rawValue)"
      + (pack.findings.isEmpty ? ", no findings" : "")
      + (baselined > 0 ? ", \(baselined) in the baseline" : "")
  }

  private static func about(_ sticker: ImageSummary) -> String {
    var parts = sticker.format.map { [$0.name] } ?? []
    if let width = sticker.width, let height = sticker.height {
      parts.append("\(CanvasSize(width: width, height: height))")
    }
    if sticker.animated == true, let count = sticker.frameCount {
      parts.append(Text.count(count, "frame"))
    }
    return (parts + [Text.bytes(sticker.bytes)]).joined(separator: ", ").html
  }

  // All text colors have a contrast of at least 4.5 to 1, in light and dark mode.
  private static let style = """
    :root {
      color-scheme: light dark;
      --ground: #fbfaf8; --card: #fff; --line: #e4e1dc; --text: #26241f; --quiet: #6b675f;
      --error: #b3261e; --warning: #8a5300; --info: #2b5f9e; --suppressed: #2f6b3a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #1a1917; --card: #23221f; --line: #3a3834; --text: #ece9e3; --quiet: #a5a097;
        --error: #ff8a80; --warning: #f0b45b; --info: #8ab8f2; --suppressed: #87c794;
      }
    }
    * { box-sizing: border-box; margin: 0; padding: 0; }
    body {
      max-width: 54rem; margin: 0 auto; padding: 2rem 1rem 4rem;
      background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    h1 { font-size: 1.4rem; line-height: 1.3; }
    h2 { font-size: 1.1rem; margin-top: 2.5rem; }
    h3 { font-size: 1rem; }
    h2, h3 { white-space: pre-wrap; }
    code { display: inline-block; font: 0.85em ui-monospace, monospace; color: var(--quiet); }
    .facts, .advice { color: var(--quiet); font-size: 0.9rem; }
    article {
      margin-top: 1rem; padding: 0.9rem 1rem; content-visibility: auto;
      background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem;
    }
    ul { list-style: none; }
    li { display: grid; grid-template-columns: 5rem 1fr; column-gap: 0.5rem; }
    li + li, .facts + ul, h3 + ul { margin-top: 0.7rem; }
    li p { grid-column: 2; min-width: 0; }
    strong { font-weight: 600; }
    .error strong { color: var(--error); }
    .warning strong { color: var(--warning); }
    .info strong { color: var(--info); }
    .suppressed strong { color: var(--suppressed); }
    @media (max-width: 32rem) {
      li { display: block; }
    }
    """
}
