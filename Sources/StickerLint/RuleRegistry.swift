extension Rule {
  /// Every rule, in the order in which `stickerpack rules` lists them.
  public static let all: [Rule] = [
    .unreadableFile, .limitExceeded, .emptyFile, .gitLFSPointer, .unsupportedFormat,
    .animationUnsupported, .wrongExtension, .apngExtension, .cgbiPNG, .corruptFile, .truncatedFile,
    .trailingBytes, .fileTooLarge, .fileNearLimit, .jpegCMYK,
    .canvasTooSmall, .canvasTooLarge, .canvasOffSize, .canvasNotSquare, .gridSizeMismatch,
    .mostlyEmpty, .offCentre,
    .backgroundBox, .noTransparency, .jpegNoTransparency, .gifHardEdges, .blankSticker, .edgeHalo,
    .lowContrast, .clippedArt, .hiddenColor, .strayPixels,
    .apngFrameCount, .apngSequence, .apngFrameArea, .apngOperation, .apngOrder, .apngFrameData,
    .singleFrameAnimation, .delayZero, .delayTooShort, .delayClamped, .finiteLoop,
    .missingLoopBlock, .hiddenDefaultImage, .blankFirstFrame, .animationMemory,
    .photosensitiveFlash, .duplicateFrames, .loopJump,
    .mixedSizes, .duplicateSticker, .nearDuplicate, .nameCollision, .labelTooLong, .labelMissing,
    .listedFileMissing,
    .linkOutsideFolder, .invalidCatalog, .sequenceNotChecked, .emptyPack, .unmatchedGlob,
    .unusedAllowance,
  ]

  /// The rule of an id; nil when there is none.
  public static func named(_ id: String) -> Rule? { all.first { $0.id == id } }
}
