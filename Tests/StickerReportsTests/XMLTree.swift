import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a report, parsed by the system's XML parser.
struct XMLTree {
  /// An element with its own text, without that of its children.
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    /// The names of its ancestors, from the root.
    var path: [String]
  }

  /// All elements, in the order of their start tags.
  private(set) var elements: [Element] = []

  struct ParsingError: Error { var reason: String }

  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw ParsingError(reason: parser.parserError.map { "\($0)" } ?? "not well-formed")
    }
    elements = reader.elements
  }

  /// The elements with a name.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let path = open.map { elements[$0].name }
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes, path: path))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }
  }
}
