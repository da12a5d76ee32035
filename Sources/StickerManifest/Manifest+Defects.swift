internal import Timing

extension Manifest {
  /// A value that contradicts another one or is out of range. stickerpack writes none, so the manifest
  /// was edited or is hostile.
  package struct Defect: Sendable, Equatable, CustomStringConvertible {
    /// The value's path, such as `stickers[3].scales[0].file`.
    package var path: String
    /// What is wrong with it, without a full stop.
    package var reason: String

    init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }

    /// One sentence without a full stop.
    package var description: String { "\(path) \(reason)" }
  }

  /// The largest valid size of a file, in bytes. The sum of all files of a manifest does not
  /// overflow.
  static let mostBytesOfAFile = 1 << 40
  /// The longest valid side, in pixels: that of PNG, the largest of all formats.
  static let longestSide = 1 << 31
  /// The longest valid delay, in milliseconds: that of a frame in an APNG.
  static let longestDelay = 65_535_000.0

  /// The values that contradict each other or are out of range.
  ///
  /// Without defects, every path stays in the bundle, every number is in its range, and nothing is
  /// listed twice.
  package var defects: [Defect] {
    var defects: [Defect] = []
    var ids = Set<ByteName>(minimumCapacity: stickers.count)
    let files = Self.check(self.files ?? [], &defects)
    var images = Set<ByteName>(minimumCapacity: stickers.count * 3)
    for (index, sticker) in stickers.enumerated() {
      // Only made for a defect: a manifest may have a hundred thousand stickers.
      var path: String { "stickers[\(index)]" }
      if !ids.insert(ByteName(sticker.id)).inserted {
        defects.append(Defect(path: path + ".id", reason: "is not unique"))
      }
      if let mimeType = sticker.mimeType,
        mimeType != Sticker.mimeType(ofFormat: sticker.format)
      {
        defects.append(Defect(path: path + ".mimeType", reason: "does not match the format"))
      }
      if let points = sticker.points, let image = sticker.scales.first, image.scale > 0,
        points != Points(of: image)
      {
        defects.append(Defect(path: path + ".points", reason: "does not match the image"))
      }
      if let fit = sticker.fit { Self.check(fit, path, &defects) }
      if let animation = sticker.animation { Self.check(animation, path, &defects) }
      if !sticker.scales.lazy.map(\.scale).elementsEqual([3, 2, 1]) {
        defects.append(Defect(path: path + ".scales", reason: "must be @3x, @2x and @1x"))
      }
      for (index, scale) in sticker.scales.enumerated() {
        var place: String { path + ".scales[\(index)]" }
        Self.check(scale.file, scale.bytes, scale.sha256, place, &defects)
        for (name, side) in [("width", scale.width), ("height", scale.height)]
        where !(1...Self.longestSide).contains(side) {
          defects.append(Defect(path: "\(place).\(name)", reason: "is out of range: \(side)"))
        }
        let name = ByteName(scale.file)
        if !images.insert(name).inserted {
          defects.append(Defect(path: place + ".file", reason: "is not unique"))
        }
        let entry = File(file: scale.file, bytes: scale.bytes, sha256: scale.sha256)
        if self.files != nil, files[name] != entry {
          defects.append(Defect(path: place, reason: "does not match its entry in \"files\""))
        }
      }
    }
    if let cover, !ids.contains(ByteName(cover)) {
      defects.append(Defect(path: "cover", reason: "is not a sticker: \(cover)"))
    }
    return defects
  }

  private static func check(_ fit: Fit, _ sticker: String, _ defects: inout [Defect]) {
    let path = sticker + ".fit"
    if !(0...mostBytesOfAFile).contains(fit.bytesBefore) {
      defects.append(
        Defect(path: path + ".bytesBefore", reason: "is out of range: \(fit.bytesBefore)"))
    }
    for (name, quality) in [("quality", fit.quality), ("meanQuality", fit.meanQuality)]
    where quality.score > 100 {
      defects.append(
        Defect(path: "\(path).\(name).score", reason: "is out of range: \(quality.score)"))
    }
  }

  /// Checks a list of files. Returns them by the bytes of their names.
  static func check(_ files: [File], _ defects: inout [Defect]) -> [ByteName: File] {
    var byName = [ByteName: File](minimumCapacity: files.count)
    for (index, file) in files.enumerated() {
      var path: String { "files[\(index)]" }
      check(file.file, file.bytes, file.sha256, path, &defects)
      if file.file == fileName {
        defects.append(Defect(path: path + ".file", reason: "is the manifest itself"))
      }
      if byName.updateValue(file, forKey: ByteName(file.file)) != nil {
        defects.append(Defect(path: path + ".file", reason: "is listed twice"))
      }
    }
    return byName
  }

  private static func check(
    _ file: String, _ bytes: Int, _ sha256: String, _ path: @autoclosure () -> String,
    _ defects: inout [Defect]
  ) {
    if !staysInside(file) {
      defects.append(Defect(path: path() + ".file", reason: "is not a path inside the bundle"))
    }
    if !(0...mostBytesOfAFile).contains(bytes) {
      defects.append(Defect(path: path() + ".bytes", reason: "is out of range: \(bytes)"))
    }
    let isDigest =
      sha256.utf8.count == 64
      && sha256.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    if !isDigest {
      defects.append(Defect(path: path() + ".sha256", reason: "is not a SHA-256 digest"))
    }
  }

  private static func check(
    _ animation: Animation, _ path: String, _ defects: inout [Defect]
  ) {
    let path = path + ".animation"
    if animation.frameCount != animation.delaysMilliseconds.count || animation.frameCount < 1 {
      defects.append(
        Defect(path: path + ".frameCount", reason: "does not match the number of delays"))
    }
    for (index, delay) in animation.delaysMilliseconds.enumerated()
    where !(0...longestDelay).contains(delay) {
      defects.append(
        Defect(path: "\(path).delaysMilliseconds[\(index)]", reason: "is out of range: \(delay)"))
    }
    if let delays = animation.delays {
      let milliseconds = delays.map { $0.denominator > 0 ? $0.milliseconds : -1 }
      if milliseconds != animation.delaysMilliseconds {
        defects.append(
          Defect(path: path + ".delays", reason: "does not match the delays in milliseconds"))
      }
    }
    let longest = longestDelay * Double(animation.delaysMilliseconds.count)
    if !(0...longest).contains(animation.durationMilliseconds) {
      defects.append(
        Defect(
          path: path + ".durationMilliseconds",
          reason: "is out of range: \(animation.durationMilliseconds)"))
    }
    if animation.plays < 0 {
      defects.append(Defect(path: path + ".plays", reason: "is out of range: \(animation.plays)"))
    }
  }

  /// Whether a path is relative, without `.`, `..` or empty components.
  static func staysInside(_ name: String) -> Bool {
    guard name.utf8.count <= 4_096 else { return false }
    // By bytes: a slash and a combining accent after it are one character.
    var (length, dots) = (0, 0)
    var isSpecial: Bool { length <= 2 && length == dots }
    for byte in name.utf8 {
      switch byte {
      case 0: return false
      case UInt8(ascii: "/"):
        if isSpecial { return false }
        (length, dots) = (0, 0)
      default:
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return !isSpecial
  }
}
