internal import Basics

/// The `Contents.json` of an icon set, edited in place: everything but the changed members stays as it is.
package enum IconSetEdit {
  /// Returns the file with the idiom and platform of each misplaced icon as Xcode writes them; nil if the
  /// file is invalid or no icon is misplaced.
  package static func puttingIconsInSlots(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .object(let top)? = try? RelaxedJSON(parsing: bytes, isRelaxed: false).content,
      case .list(let images)? = top.first(where: { $0.key == "images" })?.value.content
    else { return nil }
    let entries = images.compactMap(Entry.init)
    var filled = Set(entries.filter { $0.match.fault == nil }.map({ $0.match.slot.name }))
    let misplaced = entries.filter {
      $0.match.fault != nil && filled.insert($0.match.slot.name).inserted
    }
    guard !misplaced.isEmpty else { return nil }
    let edits = misplaced.flatMap { $0.edits(of: bytes) }
    return edits.sorted { $0.range.lowerBound > $1.range.lowerBound }.reduce(into: bytes) {
      $0.replaceSubrange($1.range, with: $1.text.utf8)
    }
  }

  private typealias Edit = (range: Range<Int>, text: String)

  /// An entry with an image and a valid slot.
  private struct Entry {
    /// The offsets of the keys and values that are strings.
    private var places: [String: (key: Int, value: Int)] = [:]
    let match: IconSlot.Match

    init?(_ json: RelaxedJSON) {
      guard case .object(let members) = json.content else { return nil }
      var texts: [String: String] = [:]
      for (key, place, value) in members {
        guard case .text(let text) = value.content else { continue }
        texts[key] = text
        places[key] = (place.offset, value.place.offset)
      }
      guard texts["filename"] != nil, let idiom = texts["idiom"], let size = texts["size"],
        let scale = texts["scale"]?.first?.wholeNumberValue,
        let match = IconSlot.Match(
          idiom: idiom, size: size, scale: scale, platform: texts["platform"])
      else { return nil }
      self.match = match
    }

    func edits(of bytes: [UInt8]) -> [Edit] {
      guard let idiom = places["idiom"] else { return [] }
      let end = Self.end(ofStringAt: idiom.value, in: bytes)
      var edits: [Edit] = [(idiom.value..<end, "\"\(match.slot.idiom)\"")]
      switch (match.slot.platform, places["platform"]) {
      case (let platform?, nil):
        // Between the same spaces as the idiom.
        let colon = bytes[Self.end(ofStringAt: idiom.key, in: bytes)..<idiom.value]
        let space = bytes[Self.start(ofSpaceBefore: idiom.key, in: bytes)..<idiom.key]
        let member =
          Array(",".utf8) + space + Array("\"platform\"".utf8) + colon
          + Array("\"\(platform)\"".utf8)
        edits.append((end..<end, String(decoding: member, as: UTF8.self)))
      case (nil, let own?):
        let end = Self.end(ofStringAt: own.value, in: bytes)
        let start = Self.start(ofSpaceBefore: own.key, in: bytes)
        if bytes[start - 1] == UInt8(ascii: ",") {
          edits.append((start - 1..<end, ""))
        } else {
          // The first member, before the idiom.
          let next = bytes[end...].firstIndex(of: UInt8(ascii: "\"")) ?? end
          edits.append((own.key..<next, ""))
        }
      case (_?, _?), (nil, nil): break
      }
      return edits
    }

    /// The offset after a string of valid JSON.
    private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
      var index = start + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(index + 1, bytes.count)
    }

    private static func start(ofSpaceBefore end: Int, in bytes: [UInt8]) -> Int {
      var start = end
      while start > 1, " \t\r\n".utf8.contains(bytes[start - 1]) { start -= 1 }
      return start
    }
  }
}
