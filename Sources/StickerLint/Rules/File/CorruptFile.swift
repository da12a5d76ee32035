extension Rule {
  static let corruptFile = Rule(
    id: "corrupt-file",
    title: "File is corrupt",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "Messages shows the sticker with missing parts or wrong colors, or not at all.",
    rationale: """
      A checksum is wrong, a value is invalid or image data does not decode. Decoders handle such \
      files differently: part of the sticker can be missing, have wrong colors or not appear at \
      all.
      """,
    fix: "Export the sticker again.",
    source: "PNG Third Edition; GIF89a; ITU-T T.81",
    examples: [
      .fails("A chunk with a wrong checksum", Sketch(edits: [.breakChecksum("IEND")])),
      .fails(
        "Pixels beyond the palette",
        Sketch(
          coding: .palette,
          edits: [
            .removeChunk("tRNS"), .removeChunk("PLTE"),
            .insertChunk("PLTE", [0x9C, 0x5F, 0x32], before: "IDAT"),
          ])),
      .passes("An intact file"),
    ],
    check: .asset(defects: .corrupt))
}
