import ImageContainers
import TestSupport
import Testing

@Suite("JPEGContainer")
struct JPEGContainerTests {
  typealias J = JPEGBytes

  @Test("a valid file has its size, its components and no defects")
  func sound() {
    let jpeg = JPEGContainer(J.color)
    #expect(jpeg.defects == [])
    #expect(jpeg.width == 16 && jpeg.height == 8)
    #expect(jpeg.components == 3 && jpeg.precision == 8)
    #expect(jpeg.coding == .baseline)
    #expect(jpeg.scans == 1)
    #expect(jpeg.orientation == 1)
    #expect(jpeg.adobeTransform == nil)
    #expect(jpeg.profileSegments == [])
    #expect(jpeg.profileColorSpace == nil)
    #expect(!jpeg.isCMYK && jpeg.incompleteCoefficients == 0)
  }

  @Test("gray has one component, CMYK four")
  func components() {
    #expect(JPEGContainer(J.gray).components == 1)
    #expect(!JPEGContainer(J.gray).isCMYK)
    #expect(JPEGContainer(J.cmyk).components == 4)
    #expect(JPEGContainer(J.cmyk).isCMYK)
    #expect(JPEGContainer(J.gray).defects == [] && JPEGContainer(J.cmyk).defects == [])
  }

  // libjpeg's standard script has ten scans for three components.
  @Test("a progressive file is identified by its frame header, and its scans are counted")
  func progressive() {
    let jpeg = JPEGContainer(J.progressive)
    #expect(jpeg.coding == .progressive)
    #expect(jpeg.scans == 10)
    #expect(jpeg.defects == [])
  }

  @Test("Adobe's segment names the color transform", arguments: [0, 1, 2])
  func adobe(_ transform: Int) {
    let data = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, UInt8(transform)]
    #expect(JPEGContainer(J.inserting(J.segment(0xEE, data))).adobeTransform == transform)
    #expect(JPEGContainer(J.cmyk).adobeTransform == 0)
  }

  @Test("the orientation is read in both byte orders", arguments: 1...8, [true, false])
  func orientation(_ value: Int, _ littleEndian: Bool) {
    let bytes = J.inserting(J.orientation(value, littleEndian: littleEndian))
    let jpeg = JPEGContainer(bytes)
    #expect(jpeg.defects == [])
    #expect(jpeg.orientation == value)
    #expect(jpeg.width == 16 && jpeg.height == 8)
    let canvas = ImageContainer(bytes)?.canvas
    #expect(
      canvas
        == (value < 5 ? CanvasSize(width: 16, height: 8) : CanvasSize(width: 8, height: 16)))
  }

  @Test("an Exif identifier that extends beyond its segment is ignored", arguments: 0...5)
  func exifBeyondItsSegment(_ count: Int) {
    let letters = Array("Exif\0\0".utf8)
    let segment = J.segment(0xE1, Array(letters[..<count])) + letters[count...]
    #expect(JPEGContainer(J.inserting(segment)).orientation == 1)
  }

  @Test("an invalid orientation is 1", arguments: [0, 9, 255, 65535])
  func noOrientation(_ value: Int) {
    let jpeg = JPEGContainer(J.inserting(J.orientation(value, littleEndian: true)))
    #expect(jpeg.orientation == 1)
    #expect(jpeg.defects == [])
  }

  @Test("truncated Exif is never read beyond its segment", arguments: 0..<44)
  func shortExif(_ length: Int) {
    let whole = J.orientation(6, littleEndian: false)
    let short = J.segment(0xE1, Array(whole[4..<4 + length]))
    let jpeg = JPEGContainer(J.inserting(short))
    // 6 bytes of name, 8 of header, 2 of count, 12 of the first entry, 8 of the second's tag, type and
    // count: the value's two bytes are 36 and 37 of the segment's data.
    #expect(jpeg.orientation == (length < 38 ? 1 : 6))
    #expect(jpeg.defects == [])
  }

  @Test("the segments of a profile are found in file order, with its color space")
  func profile() {
    let profile = J.profile(colorSpace: "RGB ")
    let (one, two) = (
      J.profileSegment(profile[..<100], number: 1, of: 2),
      J.profileSegment(profile[100...], number: 2, of: 2)
    )
    let jpeg = JPEGContainer(J.inserting(one + two))
    #expect(jpeg.defects == [])
    // 4 bytes of marker and length, 14 of introduction.
    #expect(jpeg.profileSegments == [20..<138, 138..<188])
    #expect(jpeg.profileColorSpace == "RGB")
  }

  @Test("the color space has no trailing blanks", arguments: ["RGB ", "CMYK", "GRAY"])
  func colorSpace(_ name: String) {
    let profile = J.profile(colorSpace: name)
    let jpeg = JPEGContainer(J.inserting(J.profileSegment(profile[...])))
    #expect(jpeg.profileColorSpace == (name == "RGB " ? "RGB" : name))
  }

  @Test("other APP2 segments are not profiles")
  func otherAPP2() {
    let jpeg = JPEGContainer(J.inserting(J.segment(0xE2, Array("FPXR\0".utf8))))
    #expect(jpeg.profileSegments == [])
  }

  // MARK: Scans

  // libjpeg's script: 1 the DC of all, 2 to 6 the AC without the last bits, 7 the last bit of the DC, 8
  // to 10 those of the AC of red, blue and luma.
  @Test(
    "what the scans leave out is counted",
    arguments: zip(1...10, [192, 192, 192, 192, 192, 192, 189, 126, 63, 0]))
  func incomplete(_ scans: Int, _ expected: Int) {
    let jpeg = JPEGContainer(J.firstScans(scans))
    #expect(jpeg.scans == scans)
    #expect(jpeg.incompleteCoefficients == expected)
    #expect(jpeg.defects == [])
  }

  @Test("a malformed scan header completes nothing", arguments: 0..<12)
  func shortScanHeader(_ count: Int) throws {
    let start = try #require(J.offset(of: 0xDA, in: J.color))
    let header = J.color[start + 4..<start + 4 + count]
    // The length is that of what is left of the header: 10 bytes.
    let jpeg = JPEGContainer(
      J.color[..<start] + J.segment(0xDA, Array(header.prefix(10))) + J.color[(start + 14)...])
    #expect(jpeg.incompleteCoefficients == (count < 10 ? 192 : 0))
  }

  // MARK: Several pictures

  @Test("the pictures behind the image are metadata, not trailing bytes", arguments: 1...3)
  func multiPicture(_ count: Int) {
    let bytes = J.multiPicture(Array(repeating: J.gray, count: count))
    let jpeg = JPEGContainer(bytes)
    #expect(jpeg.defects == [])
    #expect(jpeg.metadata.byteCounts == [.pictures: count * J.gray.count])
    let longer = JPEGContainer(bytes + [1, 2, 3])
    #expect(longer.defects.map(\.kind) == [.trailingBytes])
    #expect(longer.defects.map(\.place) == [Place("trailing bytes", offset: bytes.count)])
    #expect(longer.defects.first?.message == "3 bytes follow the end of the image")
  }

  @Test("pictures that were removed or replaced are not counted")
  func staleIndex() {
    let bytes = J.multiPicture([J.gray])
    let removed = JPEGContainer(Array(bytes.dropLast(J.gray.count)))
    #expect(removed.defects == [] && removed.metadata.byteCounts == [:])
    let replaced = JPEGContainer(
      bytes.dropLast(J.gray.count) + [UInt8](repeating: 7, count: J.gray.count))
    #expect(replaced.defects.map(\.kind) == [.trailingBytes])
    #expect(replaced.metadata.byteCounts == [:])
  }

  @Test("a truncated index is never read beyond its segment", arguments: 0..<82)
  func shortIndex(_ count: Int) {
    let whole = J.multiPicture([J.gray])
    let index = whole[28..<28 + count]
    let bytes = J.inserting(J.segment(0xE2, Array("MPF\0".utf8) + index)) + [0]
    #expect(JPEGContainer(bytes).defects.map(\.kind) == [.trailingBytes])
  }

  @Test("bytes after the end marker are counted", arguments: [1, 2, 500])
  func trailing(_ count: Int) {
    let jpeg = JPEGContainer(J.color + [UInt8](repeating: 0, count: count))
    #expect(jpeg.defects.map(\.kind) == [.trailingBytes])
    #expect(jpeg.defects.map(\.place) == [Place("trailing bytes", offset: J.color.count)])
    #expect(jpeg.defects.first?.measured == Quantity(count, .bytes))
  }

  @Test(
    "a file cut off at any byte is truncated",
    arguments: 0..<JPEGBytes.color.count)
  func truncated(_ length: Int) throws {
    let bytes = Array(J.color[..<length])
    guard let container = ImageContainer(bytes) else {
      #expect(length < 3)
      return
    }
    #expect(container.defects.map(\.kind) == [.truncated])
    #expect(try #require(container.defects.first?.place).offset <= length)
  }

  static let codings: [(UInt8, JPEGContainer.Coding, Bool)] = [
    (0xC0, .baseline, true), (0xC1, .extended, true), (0xC2, .progressive, true),
    (0xC3, .lossless, false), (0xC5, .hierarchical, false), (0xC6, .hierarchical, false),
    (0xC7, .lossless, false), (0xC9, .arithmetic, false), (0xCA, .arithmetic, false),
    (0xCB, .lossless, false), (0xCD, .hierarchical, false), (0xCE, .hierarchical, false),
    (0xCF, .lossless, false),
  ]

  @Test("the start-of-frame marker names the coding", arguments: codings)
  func coding(_ marker: UInt8, _ coding: JPEGContainer.Coding, _ isReadable: Bool) throws {
    var bytes = J.color
    let offset = try #require(J.offset(of: 0xC0, in: bytes))
    bytes[offset + 1] = marker
    let jpeg = JPEGContainer(bytes)
    #expect(jpeg.coding == coding)
    #expect(jpeg.defects.map(\.kind) == (isReadable ? [] : [.unsupportedCoding]))
    if !isReadable {
      #expect(jpeg.defects.map(\.place) == [Place("SOF\(marker - 0xC0)", offset: offset)])
    }
  }

  @Test("12 bits per sample are a defect")
  func twelveBits() throws {
    var bytes = J.color
    let offset = try #require(J.offset(of: 0xC0, in: bytes))
    bytes[offset + 1] = 0xC1
    bytes[offset + 4] = 12
    let jpeg = JPEGContainer(bytes)
    #expect(jpeg.precision == 12)
    #expect(jpeg.defects.map(\.kind) == [.unsupportedCoding])
    #expect(jpeg.defects.first?.measured == Quantity(12, .value))
    #expect(jpeg.defects.first?.limit == Quantity(8, .value))
  }

  @Test("a frame with a side of 0 is corrupt", arguments: [5, 7])
  func emptyFrame(_ side: Int) throws {
    var bytes = J.color
    let offset = try #require(J.offset(of: 0xC0, in: bytes))
    bytes.replaceSubrange(offset + side..<offset + side + 2, with: [0, 0])
    let defects = JPEGContainer(bytes).defects
    #expect(defects.map(\.kind) == [.corrupt])
    #expect(defects.map(\.place) == [Place("SOF0", offset: offset)])
  }

  @Test("a file with only SOI and EOI has no frame header")
  func hollow() {
    let jpeg = JPEGContainer([0xFF, 0xD8, 0xFF, 0xD9])
    #expect(jpeg.defects.map(\.kind) == [.corrupt])
    #expect(ImageContainer([0xFF, 0xD8, 0xFF, 0xD9])?.canvas == nil)
    #expect(ImageContainer([0xFF, 0xD8, 0xFF, 0xD9])?.frameTable == [])
  }

  @Test("a file without a scan has no image data")
  func withoutScan() throws {
    let end = try #require(J.offset(of: 0xDA, in: J.color))
    let jpeg = JPEGContainer(Array(J.color[..<end]) + [0xFF, 0xD9])
    #expect(jpeg.defects.map(\.kind) == [.corrupt])
    #expect(jpeg.defects.map(\.place) == [Place("SOS", offset: end)])
  }

  // T.81, B.1.1.2.
  @Test("any number of fill bytes may precede a marker", arguments: 1...3)
  func fillBytes(_ count: Int) {
    let jpeg = JPEGContainer(J.inserting([UInt8](repeating: 0xFF, count: count)))
    #expect(jpeg.defects == [])
  }

  @Test("unexpected bytes between segments are counted")
  func stray() {
    let jpeg = JPEGContainer(J.inserting([1, 2, 3]))
    #expect(jpeg.defects.map(\.kind) == [.corrupt])
    #expect(jpeg.defects.map(\.place) == [Place("segment", offset: 20)])
  }

  @Test("a segment length below 2 is corrupt")
  func shortSegment() {
    let jpeg = JPEGContainer(J.inserting([0xFF, 0xFE, 0, 1]))
    #expect(jpeg.defects.map(\.kind) == [.corrupt])
    #expect(jpeg.defects.map(\.place) == [Place("COM", offset: 20)])
  }

  @Test("the first frame header is that of the image")
  func secondFrame() {
    let second = J.segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    let jpeg = JPEGContainer(Array(J.color.dropLast(2)) + second + [0xFF, 0xD9])
    #expect(jpeg.width == 16 && jpeg.height == 8 && jpeg.components == 3)
  }
}
