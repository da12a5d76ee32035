/// The structure of a WebM video, or of another file of Matroska.
///
/// Sources: RFC 8794 (EBML), RFC 9559 (Matroska).
package struct MatroskaFile: Sendable, Equatable {
  /// The size of the video's canvas.
  package private(set) var canvas: CanvasSize?
  /// The name of the video's codec, such as `V_VP9`.
  package private(set) var codec: String?
  /// Whether each frame has a second image for its alpha.
  package private(set) var hasAlpha = false
  /// Whether there is a track of sound.
  package private(set) var hasSound = false
  /// The number of the video's frames in the file.
  package private(set) var frameCount = 0
  /// How long the video plays, in milliseconds; nil if the file does not say it.
  package private(set) var duration: Double?

  /// Reads a file, as far as it is complete.
  package init(_ bytes: [UInt8]) {
    var tracks: [Track] = []
    var (nanoseconds, length) = (1_000_000, Double?.none)
    var elements = Elements(bytes: bytes)
    while let (id, data) = elements.next() {
      switch id {
      // What is inside is read next. The ids are different on each level, so it does not matter where these end.
      case ID.segment, ID.info, ID.tracks, ID.video, ID.cluster, ID.blockGroup:
        elements.enter(data)
      case ID.trackEntry:
        // A sticker has one or two; others would only take memory.
        if tracks.count < 16 { tracks.append(Track()) }
        elements.enter(data)
      case ID.timestampScale: nanoseconds = bytes.whole(in: data)
      case ID.duration: length = bytes.float(in: data)
      case ID.block, ID.simpleBlock:
        let number = bytes.variableNumber(at: data.lowerBound)?.value
        if number == tracks.first(where: \.isVideo)?.number { frameCount += 1 }
      default:
        if !tracks.isEmpty { tracks[tracks.count - 1].read(id, data, of: bytes) }
      }
    }
    if let length, length.isFinite, length > 0 {
      duration = length * Double(nanoseconds) / 1_000_000
    }
    hasSound = tracks.contains { $0.type == 2 }
    guard let video = tracks.first(where: \.isVideo) else { return }
    (codec, hasAlpha) = (video.codec, video.hasAlpha)
    canvas = CanvasSize(width: video.width, height: video.height)
  }

  private enum ID {
    static let segment = 0x1853_8067
    static let info = 0x1549_A966
    static let timestampScale = 0x2AD7B1
    static let duration = 0x4489
    static let tracks = 0x1654_AE6B
    static let trackEntry = 0xAE
    static let trackNumber = 0xD7
    static let trackType = 0x83
    static let codec = 0x86
    static let video = 0xE0
    static let width = 0xB0
    static let height = 0xBA
    static let alphaMode = 0x53C0
    static let cluster = 0x1F43_B675
    static let simpleBlock = 0xA3
    static let blockGroup = 0xA0
    static let block = 0xA1
  }

  private struct Track {
    var number = 0
    /// 1 for video, 2 for sound.
    var type = 0
    var codec: String?
    var width = 0
    var height = 0
    var hasAlpha = false

    var isVideo: Bool { type == 1 }

    mutating func read(_ id: Int, _ data: Range<Int>, of bytes: [UInt8]) {
      switch id {
      case ID.trackNumber: number = bytes.whole(in: data)
      case ID.trackType: type = bytes.whole(in: data)
      case ID.codec: codec = bytes.printableText(in: data.prefix(64))
      case ID.width: width = bytes.whole(in: data)
      case ID.height: height = bytes.whole(in: data)
      case ID.alphaMode: hasAlpha = bytes.whole(in: data) == 1
      default: break
      }
    }
  }

  /// The elements of a file one after the other, those inside of others only after `enter`.
  private struct Elements {
    let bytes: [UInt8]
    var offset = 0

    /// Returns the next complete element. The data of one without a stated size reach to the end of the file.
    mutating func next() -> (id: Int, data: Range<Int>)? {
      guard let id = bytes.variableNumber(at: offset, keepsMarker: true), id.length <= 4,
        let size = bytes.variableNumber(at: offset + id.length)
      else { return nil }
      let start = offset + id.length + size.length
      let isUnknown = size.value == 1 << (7 * size.length) - 1
      let end = isUnknown ? bytes.count : start + size.value
      // A recording that was cut off still has the frames before.
      guard start <= end, end <= bytes.count || id.value == ID.segment || id.value == ID.cluster
      else {
        return nil
      }
      offset = end
      return (id.value, start..<end)
    }

    mutating func enter(_ data: Range<Int>) { offset = data.lowerBound }
  }
}

extension [UInt8] {
  /// The number at an offset whose first byte says how long it is (RFC 8794, 4).
  fileprivate func variableNumber(
    at offset: Int, keepsMarker: Bool = false
  ) -> (value: Int, length: Int)? {
    guard indices.contains(offset), self[offset] != 0 else { return nil }
    let length = self[offset].leadingZeroBitCount + 1
    guard offset + length <= count else { return nil }
    let first = keepsMarker ? Int(self[offset]) : Int(self[offset]) & (0xFF >> length)
    return (self[offset + 1..<offset + length].reduce(first) { $0 << 8 | Int($1) }, length)
  }

  /// The big-endian number of up to seven bytes; 0 for a longer one.
  fileprivate func whole(in range: Range<Int>) -> Int {
    range.count > 7 ? 0 : self[range].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The number of four or eight bytes in IEEE 754; nil for another size.
  fileprivate func float(in range: Range<Int>) -> Double? {
    let bits = self[range].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return switch range.count {
    case 4: Double(Float(bitPattern: UInt32(bits)))
    case 8: Double(bitPattern: bits)
    default: nil
    }
  }
}
