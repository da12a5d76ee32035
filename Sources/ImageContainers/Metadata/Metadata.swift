/// What a file carries besides its picture: how many bytes of what, and what it gives away.
///
/// Compressed text (zTXt, compressed iTXt) is counted and not inflated.
package struct Metadata: Sendable, Equatable, Codable {
  /// A kind of data that changes no pixel. The raw value names it in messages.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// Exif but for its thumbnail (PNG eXIf, JPEG APP1).
    case exif = "Exif"
    /// The small picture that Exif or JFIF holds beside the picture.
    case thumbnail = "thumbnail"
    /// XMP (PNG iTXt, JPEG APP1, a GIF's application extension).
    case xmp = "XMP"
    /// An ICC profile.
    case profile = "color profile"
    /// Text chunks and comments.
    case text
    /// Photoshop's image resources (JPEG APP13).
    case photoshop = "Photoshop data"
  }

  /// What a file says about the device that made it.
  package struct Device: Sendable, Equatable, Codable {
    /// The maker's name, at most 64 printable characters.
    package internal(set) var make: String?
    /// The model's name, at most 64 printable characters.
    package internal(set) var model: String?
    /// Whether the serial number of a camera or a lens stands there.
    package internal(set) var hasSerialNumber = false
    /// Whether the owner's name stands there.
    package internal(set) var hasOwner = false

    var isEmpty: Bool { self == Device() }
  }

  /// The bytes of each kind's data, without what its container adds.
  package internal(set) var byteCounts: [Kind: Int] = [:]
  /// Where the first GPS position stands; nil when there is none. The position itself is not kept.
  package internal(set) var position: Place?
  /// What is said about the device; nil when nothing is.
  package internal(set) var device: Device?
  /// Where the device is named first.
  package internal(set) var devicePlace: Place?

  /// The bytes of all kinds.
  package var byteCount: Int { byteCounts.values.reduce(0, +) }

  mutating func count(_ kind: Kind, _ bytes: Int) {
    if bytes > 0 { byteCounts[kind, default: 0] += bytes }
  }

  /// Counts and reads the TIFF structure of Exif.
  mutating func add(_ exif: EXIF, in range: Range<Int>, at place: Place) {
    count(.exif, range.count - exif.thumbnailBytes)
    count(.thumbnail, exif.thumbnailBytes)
    note(exif.device, hasPosition: exif.hasPosition, at: place)
  }

  /// Counts and reads an XMP packet.
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
  /// A name from outside for `Metadata.Device`: printable, trimmed, cut, nil when nothing is left.
  func metadataName(in range: Range<Int>) -> String? {
    let range = range.clamped(to: 0..<count)
    let end = range.first { self[$0] == 0 } ?? range.upperBound
    let text = printableText(in: range.lowerBound..<Swift.min(end, range.lowerBound + 64))
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
