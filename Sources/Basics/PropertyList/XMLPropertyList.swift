/// A parser of property lists in XML, with the elements of such lists and without entities of their own.
///
/// Source: Apple, PropertyList-1.0.dtd.
enum XMLPropertyList {
  static func parse(_ bytes: [UInt8]) throws(PropertyList.Defect) -> PropertyList {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw PropertyList.Defect("the file is neither a binary property list nor UTF-8 text")
    }
    var parser = Parser(bytes)
    return try parser.document()
  }

  private struct Parser {
    private var rest: ArraySlice<UInt8>
    private var valuesLeft = PropertyList.mostValues

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func document() throws(PropertyList.Defect) -> PropertyList {
      guard try tag() == "plist" else { throw invalid }
      let value = try value(try tag(), depth: 0)
      guard try tag() == "/plist" else { throw invalid }
      return value
    }

    private var invalid: PropertyList.Defect {
      PropertyList.Defect("invalid property list in XML")
    }

    private mutating func value(
      _ tag: String, depth: Int
    ) throws(PropertyList.Defect) -> PropertyList {
      valuesLeft -= 1
      guard depth <= PropertyList.mostDepth, valuesLeft >= 0 else {
        throw PropertyList.Defect("the property list has too many values or is nested too deeply")
      }
      switch tag {
      case "true/": return .flag(true)
      case "false/": return .flag(false)
      case "string/": return .text("")
      case "array/": return .list([])
      case "dict/": return .dictionary([:])
      case "data/": return .other
      case "string": return .text(try content(of: tag))
      case "integer", "real":
        let text = try content(of: tag)
        guard let number = Double(text.filter { !$0.isWhitespace }) else { throw invalid }
        return .number(number)
      case "data", "date":
        _ = try content(of: tag)
        return .other
      case "array":
        var list: [PropertyList] = []
        while true {
          let next = try self.tag()
          if next == "/array" { return .list(list) }
          list.append(try value(next, depth: depth + 1))
        }
      case "dict":
        var members: [String: PropertyList] = [:]
        while true {
          let next = try self.tag()
          if next == "/dict" { return .dictionary(members) }
          guard next == "key" || next == "key/" else { throw invalid }
          let key = next == "key" ? try content(of: "key") : ""
          members[key] = try value(try self.tag(), depth: depth + 1)
        }
      default: throw invalid
      }
    }

    /// The next tag without its attributes: `dict`, `/dict` or `dict/`. Skips comments, the declaration
    /// and the document type, and refuses text.
    private mutating func tag() throws(PropertyList.Defect) -> String {
      while true {
        rest = rest.drop { " \t\r\n".utf8.contains($0) }
        guard rest.first == UInt8(ascii: "<") else { throw invalid }
        if rest.starts(with: "<!--".utf8) {
          try skip(past: "-->")
        } else if rest.starts(with: "<?".utf8) {
          try skip(past: "?>")
        } else if rest.starts(with: "<!DOCTYPE".utf8) {
          // Declarations inside of it could define entities.
          let head = rest
          try skip(past: ">")
          guard !head[..<rest.startIndex].contains(UInt8(ascii: "[")) else { throw invalid }
        } else {
          break
        }
      }
      let body = rest.dropFirst()
      guard let end = body.firstIndex(of: UInt8(ascii: ">")) else { throw invalid }
      rest = rest[(end + 1)...]
      let text = body[..<end]
      let isEmpty = text.last == UInt8(ascii: "/")
      let name = text.dropLast(isEmpty ? 1 : 0).prefix { !" \t\r\n".utf8.contains($0) }
      return String(decoding: name, as: UTF8.self) + (isEmpty ? "/" : "")
    }

    private mutating func skip(past end: String) throws(PropertyList.Defect) {
      let bytes = Array(end.utf8)
      while let index = rest.firstIndex(of: bytes[0]) {
        rest = rest[index...]
        if rest.starts(with: bytes) {
          rest = rest.dropFirst(bytes.count)
          return
        }
        rest = rest.dropFirst()
      }
      throw invalid
    }

    /// The text up to the end tag of an element.
    private mutating func content(of tag: String) throws(PropertyList.Defect) -> String {
      var text: [UInt8] = []
      while let byte = rest.first {
        if byte == UInt8(ascii: "&") {
          text += try entity().utf8
        } else if rest.starts(with: "<![CDATA[".utf8) {
          let content = rest.dropFirst(9)
          try skip(past: "]]>")
          text += content[..<(rest.startIndex - 3)]
        } else if rest.starts(with: "<!--".utf8) {
          try skip(past: "-->")
        } else if byte == UInt8(ascii: "<") {
          guard try self.tag() == "/" + tag else { throw invalid }
          return String(decoding: text, as: UTF8.self)
        } else {
          text.append(byte)
          rest = rest.dropFirst()
        }
      }
      throw invalid
    }

    private mutating func entity() throws(PropertyList.Defect) -> String {
      let body = rest.dropFirst().prefix(12)
      guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { throw invalid }
      let name = String(decoding: body[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      switch name {
      case "lt": return "<"
      case "gt": return ">"
      case "amp": return "&"
      case "quot": return "\""
      case "apos": return "'"
      default:
        let isHexadecimal = name.hasPrefix("#x")
        guard name.hasPrefix("#"),
          let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
          let scalar = Unicode.Scalar(code)
        else { throw invalid }
        return String(scalar)
      }
    }
  }
}
