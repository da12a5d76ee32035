/// Data of an image file that does not change its pixels: its size by kind, and what it reveals.
///
/// Compressed text (zTXt, compressed iTXt) is counted but not decompressed.
package struct Metadata: Sendable, Equatable {
  /// A kind of metadata. Messages use the raw value.
  package enum Kind: String, Sendable, CaseIterable {
    /// Exif without its thumbnail (PNG eXIf, JPEG APP1).
    case exif = "Exif"
    /// A thumbnail in Exif or JFIF.
    case thumbnail = "thumbnail"
    /// XMP (PNG iTXt, JPEG APP1, GIF application extension).
    case xmp = "XMP"
    /// An ICC profile.
    case profile = "color profile"
    /// Text chunks and comments.
    case text
    /// Photoshop image resources (JPEG APP13).
    case photoshop = "Photoshop data"
    /// Pictures behind the image (JPEG, Multi-Picture Format), such as a gain map for HDR.
    case pictures = "additional pictures"
  }

  /// The device that created the file.
  package struct Device: Sendable, Equatable {
    /// The manufacturer, at most 64 printable characters.
    package internal(set) var make: String?
    /// The model, at most 64 printable characters.
    package internal(set) var model: String?
    /// Whether the file contains the serial number of a camera or lens.
    package internal(set) var hasSerialNumber = false
    /// Whether the file contains the owner's name.
    package internal(set) var hasOwner = false

    var isEmpty: Bool { self == Device() }
  }

  /// The size of each kind in bytes, without the container's overhead.
  package internal(set) var byteCounts: [Kind: Int] = [:]
  /// The place of the first GPS position; nil without one. The position itself is not stored.
  package internal(set) var position: Place?
  /// The device; nil if the file does not identify it.
  package internal(set) var device: Device?
  /// The place that first identifies the device.
  package internal(set) var devicePlace: Place?

  /// The size of all kinds, in bytes.
  package var byteCount: Int { byteCounts.values.reduce(0, +) }

  mutating func count(_ kind: Kind, _ bytes: Int) {
    if bytes > 0 { byteCounts[kind, default: 0] += bytes }
  }

  /// Adds Exif; nil stands for data that cannot be read.
  mutating func add(_ exif: EXIF?, in range: Range<Int>, at place: Place) {
    count(.exif, range.count - (exif?.thumbnailBytes ?? 0))
    guard let exif else { return }
    count(.thumbnail, exif.thumbnailBytes)
    note(exif.device, hasPosition: exif.hasPosition, at: place)
  }

  mutating func addXMP(_ bytes: [UInt8], in range: Range<Int>, at place: Place) {
    count(.xmp, range.count)
    let packet = XMP(bytes, range)
    note(packet.device, hasPosition: packet.hasPosition, at: place)
  }

  private mutating func note(_ found: Device, hasPosition: Bool, at place: Place) {
    if hasPosition, position == nil { position = place }
    guard !found.isEmpty else { return }
    var known = device ?? Device()
    if devicePlace == nil { devicePlace = place }
    known.make = known.make ?? found.make
    known.model = known.model ?? found.model
    known.hasSerialNumber = known.hasSerialNumber || found.hasSerialNumber
    known.hasOwner = known.hasOwner || found.hasOwner
    device = known
  }
}

extension [UInt8] {
  /// Returns at most 64 printable characters, trimmed; nil if there are none.
  func metadataName(in range: Range<Int>) -> String? {
    let range = range.clamped(to: 0..<count)
    let end = range.first { self[$0] == 0 } ?? range.upperBound
    let text = printableText(in: range.lowerBound..<Swift.min(end, range.lowerBound + 64))
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
