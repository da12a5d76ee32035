extension Manifest {
  /// Something that a manifest of this tool never says. What has one can be hostile or was edited.
  public struct Defect: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where, such as `stickers[3].scales[0].file`.
    public var place: String
    /// What is wrong there, without a full stop.
    public var reason: String

    /// Creates a defect.
    public init(place: String, reason: String) {
      self.place = place
      self.reason = reason
    }

    /// One sentence without a full stop.
    public var description: String { "\(place) \(reason)" }
  }

  /// The largest size of a file that is believed, in bytes: the sizes of all that a manifest can list
  /// still add up.
  static let mostBytesOfAFile = 1 << 40
  /// The longest side that is believed, in pixels; that of PNG, the most of the formats.
  static let longestSide = 1 << 31
  /// The longest delay that is believed, in milliseconds: that of a frame in an APNG.
  static let longestDelay = 65_535_000.0

  /// All that is wrong with the manifest by itself; empty for one that can be used.
  ///
  /// Of a manifest without defects every name of a file stays in the bundle, every number is in its
  /// range, and nothing is listed twice.
  public var defects: [Defect] {
    var defects: [Defect] = []
    var ids: Set<[UInt8]> = []
    let files = Self.check(self.files ?? [], &defects)
    var images: Set<[UInt8]> = []
    for (index, sticker) in stickers.enumerated() {
      let place = "stickers[\(index)]"
      if !ids.insert(Array(sticker.id.utf8)).inserted {
        defects.append(Defect(place: place + ".id", reason: "is that of another sticker"))
      }
      if let animation = sticker.animation { Self.check(animation, place, &defects) }
      if sticker.scales.map(\.scale) != [3, 2, 1] {
        defects.append(Defect(place: place + ".scales", reason: "are not those of @3x, @2x, @1x"))
      }
      for (index, scale) in sticker.scales.enumerated() {
        let place = place + ".scales[\(index)]"
        Self.check(scale.file, scale.bytes, scale.sha256, place, &defects)
        for (name, side) in [("width", scale.width), ("height", scale.height)]
        where !(1...Self.longestSide).contains(side) {
          defects.append(Defect(place: "\(place).\(name)", reason: "is \(side)"))
        }
        if !images.insert(Array(scale.file.utf8)).inserted {
          defects.append(Defect(place: place + ".file", reason: "is that of another image"))
        }
        let listed = files[Array(scale.file.utf8)]
        let entry = File(file: scale.file, bytes: scale.bytes, sha256: scale.sha256)
        if self.files != nil, listed != entry {
          defects.append(Defect(place: place, reason: "is not what \"files\" says"))
        }
      }
    }
    return defects
  }

  /// Checks a table of files, and returns them by the bytes of their names.
  static func check(_ files: [File], _ defects: inout [Defect]) -> [[UInt8]: File] {
    var byName: [[UInt8]: File] = [:]
    for (index, file) in files.enumerated() {
      let place = "files[\(index)]"
      check(file.file, file.bytes, file.sha256, place, &defects)
      if file.file == fileName {
        defects.append(Defect(place: place + ".file", reason: "is the manifest itself"))
      }
      if byName.updateValue(file, forKey: Array(file.file.utf8)) != nil {
        defects.append(Defect(place: place + ".file", reason: "is listed twice"))
      }
    }
    return byName
  }

  private static func check(
    _ file: String, _ bytes: Int, _ sha256: String, _ place: String, _ defects: inout [Defect]
  ) {
    if !staysInside(file) {
      defects.append(Defect(place: place + ".file", reason: "does not name a file of the bundle"))
    }
    if !(0...mostBytesOfAFile).contains(bytes) {
      defects.append(Defect(place: place + ".bytes", reason: "is \(bytes)"))
    }
    let isDigest =
      sha256.utf8.count == 64
      && sha256.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    if !isDigest {
      defects.append(Defect(place: place + ".sha256", reason: "is no SHA-256"))
    }
  }

  private static func check(
    _ animation: Animation, _ place: String, _ defects: inout [Defect]
  ) {
    let place = place + ".animation"
    if animation.frameCount != animation.delaysMilliseconds.count || animation.frameCount < 1 {
      defects.append(
        Defect(place: place + ".frameCount", reason: "is not the number of the delays"))
    }
    for (index, delay) in animation.delaysMilliseconds.enumerated()
    where !(0...longestDelay).contains(delay) {
      defects.append(Defect(place: "\(place).delaysMilliseconds[\(index)]", reason: "is \(delay)"))
    }
    let longest = longestDelay * Double(animation.delaysMilliseconds.count)
    if !(0...longest).contains(animation.durationMilliseconds) {
      defects.append(
        Defect(
          place: place + ".durationMilliseconds", reason: "is \(animation.durationMilliseconds)"))
    }
    if animation.plays < 0 {
      defects.append(Defect(place: place + ".plays", reason: "is \(animation.plays)"))
    }
  }

  /// Whether a name is a relative path that leads down only, with `/` between its parts.
  static func staysInside(_ name: String) -> Bool {
    // By bytes: as characters, a slash and an accent that begins a name would be one.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 4_096 && !name.utf8.contains(0)
      && !parts.contains { [[], Array(".".utf8), Array("..".utf8)].contains(Array($0)) }
  }
}
