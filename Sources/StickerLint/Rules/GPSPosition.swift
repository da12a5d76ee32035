internal import ImageContainers

extension Rule {
  static let gpsPosition = Rule(
    id: "gps-position",
    title: "The file tells where it was made",
    category: .file, severity: .warning,
    rationale: """
      Cameras and phones write their position into Exif or XMP, and editors keep it. A sticker's file goes \
      to everybody who gets the sticker, with the place of a home or a studio in it. The position is not \
      shown here either. Text that a PNG compresses is not looked into.
      """,
    fix: "Remove the metadata, as with `exiftool -all= FILE`, or export without it.",
    source: "Exif 2.32, 4.6.6: GPSLatitude and GPSLongitude",
    check: .image { image, _ in
      guard let place = image.container.metadata.position else { return [] }
      return [Violation("The metadata hold a latitude and a longitude.", at: place)]
    })
}
