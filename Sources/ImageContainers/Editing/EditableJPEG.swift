/// A JPEG as a list of segments. A scan includes its compressed data.
///
/// Source: ITU-T T.81, annex B; JFIF 1.02; Exif 2.32, 4.5 and 4.6.
struct EditableJPEG: EditableFile {
  private struct Segment {
    var marker: UInt8
    /// The marker, the length and the data.
    var bytes: [UInt8]
  }

  private var segments: [Segment] = []
  private let orientation: Int

  /// - Parameter orientation: 1 to 8, as Exif states it.
  init(_ bytes: [UInt8], orientation: Int) {
    self.orientation = orientation
    var offset = 2
    while let start = Self.nextMarker(in: bytes, from: offset), bytes[start + 1] != 0xD9 {
      let marker = bytes[start + 1]
      offset = start + 2 + (bytes.bigEndian16(at: start + 2) ?? 2)
      if marker == 0xDA { offset = Self.nextMarker(in: bytes, from: offset) ?? bytes.count }
      segments.append(Segment(marker: marker, bytes: Array(bytes[start..<offset])))
    }
  }

  /// Returns the offset of the next marker that is neither a restart nor a stuffed or fill byte.
  private static func nextMarker(in bytes: [UInt8], from offset: Int) -> Int? {
    (offset..<max(offset, bytes.count - 1)).first { index in
      bytes[index] == 0xFF && ![0, 1, 0xFF].contains(bytes[index + 1])
        && !(0xD0...0xD8).contains(bytes[index + 1])
    }
  }

  var bytes: [UInt8] { [0xFF, 0xD8] + segments.flatMap { $0.bytes } + [0xFF, 0xD9] }

  /// Removes all application segments and comments but those that the pixels depend on: JFIF without its
  /// thumbnail, color profiles, and Adobe's color transform.
  mutating func removeMetadata() {
    segments.removeAll { segment in
      switch segment.marker {
      case 0xE0: !segment.bytes.matches("JFIF\0", at: 4) || segment.bytes.count < 18
      case 0xE2: !segment.bytes.matches("ICC_PROFILE\0", at: 4)
      case 0xEE: !segment.bytes.matches("Adobe", at: 4)
      case 0xE1...0xEF, 0xFE: true
      default: false
      }
    }
    for index in segments.indices where segments[index].marker == 0xE0 {
      segments[index].bytes = [0xFF, 0xE0, 0, 16] + segments[index].bytes[4..<16] + [0, 0]
    }
    guard orientation != 1 else { return }
    let isAfterJFIF = segments.first?.marker == 0xE0
    segments.insert(
      Segment(marker: 0xE1, bytes: Self.exif(orientation)), at: isAfterJFIF ? 1 : 0)
  }

  // A JPEG has one image.
  mutating func raiseDelays(_ played: (Double) -> Double) {}
  mutating func loopForever() {}
  mutating func makeStill() {}

  /// A segment that states only an orientation: a TIFF structure with one directory of one entry.
  private static func exif(_ orientation: Int) -> [UInt8] {
    [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0] + [0, 0, 0, 0]
  }
}
