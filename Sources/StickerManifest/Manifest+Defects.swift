internal import Timing

extension Manifest {
  /// A value that contradicts another one or is out of range. stickerpack writes none, so the manifest
  /// was edited or is hostile.
  package struct Defect: Sendable, Equatable, CustomStringConvertible {
    /// The value's path, such as `stickers[3].scales[0].file`.
    package var path: String
    /// The problem, without a full stop.
    package var reason: String

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
    let files = defects.check(self.files ?? [])
    var images = Set<ByteName>(minimumCapacity: stickers.count * 3)
    for (index, sticker) in stickers.enumerated() {
      var path: String { "stickers[\(index)]" }
      let isUnique = ids.insert(ByteName(sticker.id)).inserted
      defects.require(isUnique, path + ".id", "is not unique")
      defects.require(
        sticker.mimeType == Sticker.mimeType(ofFormat: sticker.format), path + ".mimeType",
        "does not match the format")
      if let fit = sticker.fit { defects.check(fit, path + ".fit") }
      if let animation = sticker.animation { defects.check(animation, path + ".animation") }
      defects.require(
        sticker.scales.lazy.map { $0.scale }.elementsEqual([3, 2, 1]), path + ".scales",
        "must be @3x, @2x and @1x")
      for (index, scale) in sticker.scales.enumerated() {
        var place: String { path + ".scales[\(index)]" }
        let file = File(file: scale.file, bytes: scale.bytes, sha256: scale.sha256)
        defects.check(file, place)
        defects.require(scale.width, in: 1...Self.longestSide, place + ".width")
        defects.require(scale.height, in: 1...Self.longestSide, place + ".height")
        let name = ByteName(scale.file)
        let isUnique = images.insert(name).inserted
        defects.require(isUnique, place + ".file", "is not unique")
        defects.require(
          self.files == nil || files[name] == file, place,
          "does not match its entry in \"files\"")
      }
      if let image = sticker.scales.first, image.scale > 0 {
        defects.require(
          sticker.points == Points(of: image), path + ".points", "does not match the image")
      }
    }
    if let cover {
      defects.require(ids.contains(ByteName(cover)), "cover", "is not a sticker: \(cover)")
    }
    return defects
  }

  /// Whether a path is relative, without `.`, `..` or empty components.
  static func staysInside(_ name: String) -> Bool {
    guard name.utf8.count <= 4_096, !name.utf8.contains(0) else { return false }
    // By bytes: a slash and a combining accent after it are one character.
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { name in
        !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
      }
  }
}

// Paths and reasons are only made for a defect: a manifest may have a hundred thousand stickers.
extension [Manifest.Defect] {
  mutating func require(
    _ isValid: Bool, _ path: @autoclosure () -> String, _ reason: @autoclosure () -> String
  ) {
    if !isValid { append(Manifest.Defect(path: path(), reason: reason())) }
  }

  mutating func require<Number: Comparable>(
    _ number: Number, in range: ClosedRange<Number>, _ path: @autoclosure () -> String
  ) {
    require(range.contains(number), path(), "is out of range: \(number)")
  }

  /// Checks a list of files. Returns them by the bytes of their names.
  mutating func check(_ files: [Manifest.File]) -> [ByteName: Manifest.File] {
    var byName = [ByteName: Manifest.File](minimumCapacity: files.count)
    for (index, file) in files.enumerated() {
      var path: String { "files[\(index)]" }
      check(file, path)
      require(file.file != Manifest.fileName, path + ".file", "is the manifest itself")
      let known = byName.updateValue(file, forKey: ByteName(file.file))
      require(known == nil, path + ".file", "is listed twice")
    }
    return byName
  }

  fileprivate mutating func check(_ file: Manifest.File, _ path: @autoclosure () -> String) {
    require(
      Manifest.staysInside(file.file), path() + ".file", "is not a path inside the bundle")
    require(file.bytes, in: 0...Manifest.mostBytesOfAFile, path() + ".bytes")
    let isDigest =
      file.sha256.utf8.count == 64
      && file.sha256.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    require(isDigest, path() + ".sha256", "is not a SHA-256 digest")
  }

  fileprivate mutating func check(_ fit: Manifest.Fit, _ path: String) {
    require(fit.bytesBefore, in: 0...Manifest.mostBytesOfAFile, path + ".bytesBefore")
    require(fit.quality.score, in: -.infinity...100, path + ".quality.score")
    require(fit.meanQuality.score, in: -.infinity...100, path + ".meanQuality.score")
  }

  fileprivate mutating func check(_ animation: Manifest.Animation, _ path: String) {
    let milliseconds = animation.delaysMilliseconds
    require(
      animation.frameCount == milliseconds.count && animation.frameCount >= 1,
      path + ".frameCount", "does not match the number of delays")
    for (index, delay) in milliseconds.enumerated() {
      require(delay, in: 0...Manifest.longestDelay, path + ".delaysMilliseconds[\(index)]")
    }
    require(
      animation.delays.map { $0.denominator > 0 ? $0.milliseconds : -1 } == milliseconds,
      path + ".delays", "does not match the delays in milliseconds")
    let longest = Manifest.longestDelay * Double(milliseconds.count)
    require(animation.durationMilliseconds, in: 0...longest, path + ".durationMilliseconds")
    require(animation.plays, in: 0...Int.max, path + ".plays")
  }
}

/// A name that is compared byte by byte: on Linux, canonically equivalent strings name different files.
struct ByteName: Hashable {
  private let name: String

  init(_ name: String) { self.name = name }

  static func == (left: ByteName, right: ByteName) -> Bool {
    left.name == right.name && left.name.utf8.elementsEqual(right.name.utf8)
  }

  // Equal bytes are equal strings. An array of bytes takes several times as long.
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
