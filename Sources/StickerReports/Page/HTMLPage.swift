internal import Basics
internal import StickerPacks

/// A self-contained HTML page, made from the files of this folder.
///
/// A page loads nothing: its style, scripts and images are part of it, and its Content-Security-Policy
/// allows only these. Everything about stickers is JSON, which the scripts show as text.
enum HTMLPage {
  /// Fills `page.html`.
  ///
  /// - Parameters:
  ///   - kind: the class of the page, for its style.
  ///   - scripts: the names of the script's modules, each after those that it imports.
  ///   - data: the data for the scripts.
  ///   - imageSources: source expressions of further images, such as `file:`, each with a space before it.
  static func bytes(
    _ kind: String, title: String, body: [UInt8], scripts: [String], data: some JSONValue,
    imageSources: String = ""
  ) -> [UInt8] {
    let style = Resource.bytes("style.css")
    let script = Array(scripts.map(inOneScript).joined(separator: "\n").utf8)
    return filled(
      Resource.bytes("page.html"),
      [
        "kind": Array(kind.utf8), "title": Array(title.utf8), "body": body, "style": style,
        "style-hash": hash(style), "script": script, "script-hash": hash(script),
        "image-sources": Array(imageSources.utf8),
        "data": inScriptElement(JSONStream.compactBytes(of: data)),
      ])
  }

  /// A module as part of one script with those that it imports: without imports and exports, which are at the
  /// start of a line. A page cannot load modules.
  private static func inOneScript(_ module: String) -> String {
    String(decoding: Resource.bytes("\(module).js"), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.hasPrefix("import ") && $0 != "// @ts-check" }
    .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
    .joined(separator: "\n")
  }

  /// Replaces each `{{name}}` of a template. What replaces it may contain braces.
  private static func filled(_ template: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
    let parts = String(decoding: template, as: UTF8.self)
      .split(separator: "{{", omittingEmptySubsequences: false)
    var page = Array((parts.first ?? "").utf8)
    for part in parts.dropFirst() {
      let pair = part.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      page += values[String(pair[0])] ?? []
      page += Array(pair[1].utf8)
    }
    return page
  }

  /// JSON without "<", so no text ends the element or begins a comment in it.
  private static func inScriptElement(_ json: [UInt8]) -> [UInt8] {
    Array(
      json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .joined(separator: Array(#"\u003c"#.utf8)))
  }

  /// The source expression of an inline script or style in a Content-Security-Policy.
  private static func hash(_ text: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(text)
    return Array("sha256-\(Base64.text(of: digest.bytes()))".utf8)
  }
}
