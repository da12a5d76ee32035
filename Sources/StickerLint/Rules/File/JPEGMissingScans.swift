internal import Basics

extension Rule {
  static let jpegMissingScans = Rule(
    id: "jpeg-missing-scans",
    title: "JPEG lacks scans",
    category: .file, scope: .everywhere, severity: .warning,
    severityReason: "The image looks blurred or blocky, in every viewer.",
    rationale: """
      A progressive JPEG stores a coarse image first and its details, the coefficients, in later scans. \
      Without them the file decodes without an error, but the image is blurred, blocky or gray. The \
      usual cause is a transfer that stopped early and a tool that added the end marker.
      """,
    fix: "Copy or export the file again.",
    source:
      "ITU-T T.81, annex G; libjpeg, jcmaster.c: the specification does not demand that all bits of all"
      + " coefficients be sent, so decoders do not report it",
    examples: [
      .fails(
        "Only the first of several scans", [.file("hello.jpg", .bytes(firstScan))],
        rules: ["jpeg-no-transparency": .init(level: .off)]),
      .passes(
        "All scans", Sketch(Sketch.Art(backdrop: 0xFFFFFF), format: .jpeg),
        rules: ["jpeg-no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard image.isDecoded, case .jpeg(let jpeg) = image.container,
        jpeg.incompleteCoefficients > 0
      else { return nil }
      return Violation(
        "The picture is blurred, blocky or gray, because details are missing: the scans leave \(Text.number(jpeg.incompleteCoefficients)) of"
          + " \(Text.count(64 * jpeg.components, "coefficient")) incomplete.",
        measured: Quantity(jpeg.incompleteCoefficients, .value), limit: Quantity(0, .value))
    })

  /// A gray JPEG of 408 × 408 px whose only scan leaves the last bit of the DC coefficients, and all of
  /// the others, to later scans.
  private static let firstScan: [UInt8] = {
    var jpeg: [UInt8] = [0xFF, 0xD8]
    // A quantization table of ones.
    jpeg += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    // Progressive: 8 bits, the size, one component.
    jpeg += [0xFF, 0xC2, 0, 11, 8, 1, 152, 1, 152, 1, 1, 0x11, 0]
    // A Huffman table with one code of one bit, which stands for 0.
    jpeg += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
    jpeg += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 1]
    // One bit for each of 51 × 51 blocks: "no change".
    return jpeg + [UInt8](repeating: 0, count: 326) + [0xFF, 0xD9]
  }()
}
