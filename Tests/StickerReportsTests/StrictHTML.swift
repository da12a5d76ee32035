import Foundation

/// Parses the subset of HTML that reports use: known tags, closed and nested correctly, quoted attributes
/// and entities for special characters. Throws for anything else.
struct StrictHTML {
  /// The texts, with the names of the elements that contain them.
  private(set) var texts: [(element: String, text: String)] = []
  /// The attributes, with the names of their elements.
  private(set) var attributes: [(element: String, name: String, value: String)] = []

  struct ParsingError: Error { var reason: String }

  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "section", "article", "p",
    "ul", "li", "strong", "code", "bdi",
  ]

  init(_ page: String) throws {
    let doctype = "<!DOCTYPE html>\n"
    guard page.hasPrefix(doctype) else { throw ParsingError(reason: "no doctype") }
    var rest = page.dropFirst(doctype.count)
    var open: [String] = []
    while let next = rest.first {
      if next == "<" {
        guard let tag = rest.prefixMatch(of: /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)(\/?)>/)
        else { throw ParsingError(reason: "invalid tag: \(rest.prefix(60))") }
        let name = String(tag.2)
        guard Self.elements.contains(name) else { throw ParsingError(reason: "<\(name)>") }
        if !tag.1.isEmpty {
          guard open.popLast() == name else {
            throw ParsingError(reason: "</\(name)> does not match")
          }
        } else if tag.4.isEmpty {
          open.append(name)
        }
        for attribute in tag.3.matches(of: /([a-z-]+)="([^"]*)"/) {
          attributes.append((name, String(attribute.1), try Self.decoded(attribute.2)))
        }
        rest = rest[tag.range.upperBound...]
      } else {
        let text = rest.prefix { $0 != "<" }
        texts.append((open.last ?? "", try Self.decoded(text)))
        rest = rest.dropFirst(text.count)
      }
    }
    guard open.isEmpty else { throw ParsingError(reason: "\(open) are not closed") }
  }

  private static func decoded(_ text: Substring) throws -> String {
    let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    guard !text.contains(">") else { throw ParsingError(reason: "unescaped > in \(text)") }
    // By scalars: a combining accent after an entity belongs to the same character as its semicolon.
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let next = rest.first {
      if next == "&" {
        guard let entity = entities.first(where: { rest.starts(with: $0.key.unicodeScalars) })
        else { throw ParsingError(reason: "unescaped & in \(text)") }
        result += entity.value.unicodeScalars
        rest = rest.dropFirst(entity.key.unicodeScalars.count)
      } else {
        result.append(next)
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }
}
