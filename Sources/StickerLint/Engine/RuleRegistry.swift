internal import Basics

extension Rule {
  /// All rules, in the order of lists and documentation.
  public static let all: [Rule] = [
    .unreadableFile, .limitExceeded, .emptyFile, .gitLFSPointer, .unsupportedFormat,
    .animationUnsupported, .wrongExtension, .apngExtension, .cgbiPNG, .corruptFile, .truncatedFile,
    .trailingBytes, .fileTooLarge, .fileNearLimit, .jpegCMYK,
    .gpsPosition, .deviceData, .heavyMetadata, .notSRGB, .sixteenBits, .interlacedPNG,
    .looseCompression,
    .canvasTooSmall, .canvasTooLarge, .canvasOffSize, .canvasNotSquare, .gridSizeMismatch,
    .mostlyEmpty, .offCenter,
    .backgroundBox, .noTransparency, .jpegNoTransparency, .gifHardEdges, .blankSticker, .edgeHalo,
    .lowContrast, .lowLegibility, .clippedArt, .hiddenColor, .strayPixels,
    .apngFrameCount, .apngSequence, .apngFrameArea, .apngOperation, .apngOrder, .apngFrameData,
    .singleFrameAnimation, .delayZero, .delayTooShort, .delayClamped, .finiteLoop,
    .missingLoopBlock, .hiddenDefaultImage, .blankFirstFrame, .faintFirstFrame, .indexedAPNG,
    .animationMemory,
    .photosensitiveFlash, .duplicateFrames, .loopJump,
    .mixedSizes, .unevenMargins, .duplicateSticker, .nearDuplicate, .nameCollision, .labelTooLong,
    .labelMissing,
    .duplicateLabel, .labelPlaceholder, .labelRepeatsName, .translationMissing,
    .listedFileMissing, .linkOutsideFolder, .sequenceFrames, .framesAsStickers, .packOverfull,
    .emptyPack, .unmatchedGlob, .unusedSuppression,
    .invalidCatalog, .catalogUnknownKey, .catalogBadValue, .filenameIsPath, .nameInOtherCase,
    .stickerNotListed, .unusedCatalogEntry, .severalPacks, .sequenceFrameUnnamed,
    .sequenceFrameSizes, .sequenceFrameRate, .sequenceStops, .sequenceSize, .iconSetMissing,
    .iconMissing, .iconSquareMissing, .iconSlotEmpty, .iconWrongSize, .iconNotOpaque, .iconNotRGB,
    .iconAlphaChannel,
    .iconTooSmall, .iconLowContrast,
  ]

  /// The rule with an id; nil if there is none.
  public static func named(_ id: String) -> Rule? { all.first { $0.id == id } }

  /// What is wrong with an id that no rule has, with the one that was probably meant.
  package static func unknownMessage(_ id: String) -> String {
    let nearest = Spelling.nearest(to: id, in: all.map(\.id))
    let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack rules`"
    return "unknown rule \(id.quoted); \(advice)"
  }
}
