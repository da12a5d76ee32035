internal import ImageContainers
internal import Basics
internal import StickerPacks

extension Rule {
  static let deviceData = Rule(
    id: "device-data",
    title: "The file names the device that made it",
    category: .file, severity: .info,
    rationale: """
      Exif and XMP may name the camera or phone, its serial number and its owner. Serial numbers tie \
      everything from one device together. A sticker does not need any of it, and it is published with the \
      sticker. Serial numbers and owners are not shown here.
      """,
    fix: "Remove the metadata, as with `exiftool -all= FILE`, or export without it.",
    source: "Exif 2.32, 4.6.4 and 4.6.5: Make, Model, CameraOwnerName, BodySerialNumber",
    examples: [
      .fails(
        "XMP with a maker and a model",
        Sketch(edits: [.xmp(#"tiff:Make="Bakery" tiff:Model="Oven 1""#)])),
      .passes("XMP with a title", Sketch(edits: [.xmp(#"dc:title="Biscuit""#)])),
    ],
    check: .image { image, _ in
      let metadata = image.container.metadata
      guard let device = metadata.device else { return [] }
      let names = [device.make, device.model].compactMap { $0?.quoted }
      var parts = names.isEmpty ? [] : ["the device \(names.joined(separator: " "))"]
      if device.hasSerialNumber { parts.append("a serial number") }
      if device.hasOwner { parts.append("its owner") }
      return [
        Violation("The metadata name \(parts.joined(separator: ", ")).", at: metadata.devicePlace)
      ]
    })
}
