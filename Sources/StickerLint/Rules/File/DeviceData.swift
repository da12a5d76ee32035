internal import Basics

extension Rule {
  static let deviceData = Rule(
    id: "device-data",
    title: "Metadata identifies the camera or its owner",
    category: .file, scope: .everywhere, severity: .info,
    severityReason: "Users do not see it, but it is published.",
    rationale: """
      Exif and XMP can contain the camera or phone model, its serial number and its owner's name. \
      This data is published with the sticker, and a serial number links all files from one \
      device. Reports leave out serial numbers and owner names.
      """,
    fix: "Remove the metadata, for example with `exiftool -all= FILE`, or export without it.",
    repair: .removeMetadata,
    source: "Exif 2.32, 4.6.4 and 4.6.5: Make, Model, CameraOwnerName, BodySerialNumber",
    examples: [
      .fails(
        "XMP with a make and a model",
        Sketch(edits: [.xmp(#"tiff:Make="Bakery" tiff:Model="Oven 1""#)])),
      .passes("XMP with only a title", Sketch(edits: [.xmp(#"dc:title="Biscuit""#)])),
    ],
    check: .image { image, _ in
      let metadata = image.container.metadata
      guard let device = metadata.device else { return nil }
      var parts = [device.make, device.model].compactMap { $0?.quoted }
      if device.hasSerialNumber { parts.append("a serial number") }
      if device.hasOwner { parts.append("the owner's name") }
      return Violation(
        "The file names the device that it was made with: \(parts.joined(separator: ", ")).",
        at: metadata.devicePlace)
    })
}
