extension Rule {
  static let gpsPosition = Rule(
    id: "gps-position",
    title: "Metadata contains a GPS position",
    category: .file, scope: .everywhere, severity: .warning,
    severityReason: "Everyone who receives the sticker can read where the photo was taken.",
    rationale: """
      Cameras and phones store the place where a photo was taken in Exif or XMP, and many editors \
      keep it. Everyone who receives the sticker file can read it, which can reveal a home \
      address. Reports leave out the position; compressed text in a PNG is not searched.
      """,
    fix: "Remove the metadata, for example with `exiftool -all= FILE`, or export without it.",
    repair: .removeMetadata,
    source: "Exif 2.32, 4.6.6: GPSLatitude and GPSLongitude",
    examples: [
      .fails(
        "Exif with a latitude and a longitude",
        Sketch(edits: [.insertChunk("eXIf", exif, before: "IDAT")])),
      .fails(
        "XMP with a latitude and a longitude",
        Sketch(edits: [.xmp(#"exif:GPSLatitude="48,8N" exif:GPSLongitude="11,34E""#)])),
      .passes("XMP with only a title", Sketch(edits: [.xmp(#"dc:title="Biscuit""#)])),
    ],
    check: .image { image, _ in
      guard let place = image.container.metadata.position else { return nil }
      return Violation("The metadata contains a latitude and a longitude.", at: place)
    })

  /// 48° 8′ north, 11° 34′ east. The first directory only points to the GPS directory.
  private static let exif: [UInt8] = {
    let words: [UInt16] = [
      0x4D4D, 42, 0, 8,
      1, 0x8825, 4, 0, 1, 0, 26, 0, 0,
      2, 2, 5, 0, 3, 0, 56, 4, 5, 0, 3, 0, 80, 0, 0,
      0, 48, 0, 1, 0, 8, 0, 1, 0, 0, 0, 1,
      0, 11, 0, 1, 0, 34, 0, 1, 0, 0, 0, 1,
    ]
    return words.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }()
}
