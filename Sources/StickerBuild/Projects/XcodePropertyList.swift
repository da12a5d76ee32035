internal import Basics
internal import StickerPacks

/// A property list in XML, formatted like Xcode.
indirect enum XcodePropertyList {
  case text(String)
  case bool(Bool)
  case list([XcodePropertyList])
  case dictionary([(key: String, value: XcodePropertyList)])

  var file: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(lines(indent: "").joined(separator: "\n"))
    </plist>

    """
  }

  private func lines(indent: String) -> [String] {
    switch self {
    case .text(let text): return ["\(indent)<string>\(text.inXML)</string>"]
    case .bool(let flag): return ["\(indent)<\(flag)/>"]
    case .list(let values):
      if values.isEmpty { return ["\(indent)<array/>"] }
      return ["\(indent)<array>"] + values.flatMap { $0.lines(indent: indent + "\t") }
        + ["\(indent)</array>"]
    case .dictionary(let members):
      let lines: [String] = members.flatMap { member in
        ["\(indent)\t<key>\(member.key.inXML)</key>"] + member.value.lines(indent: indent + "\t")
      }
      return ["\(indent)<dict>"] + lines + ["\(indent)</dict>"]
    }
  }
}

extension XcodePropertyList: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .text(text) }
}
