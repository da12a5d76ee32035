internal import Basics

extension Rule {
  /// All rules, in the order of lists and documentation.
  public static let all: [Rule] = [
    .unreadableFile, .limitExceeded, .emptyFile, .gitLFSPointer, .unsupportedFormat,
    .animationUnsupported, .wrongExtension, .apngExtension, .cgbiPNG, .corruptFile, .truncatedFile,
    .trailingBytes, .fileTooLarge, .fileNearLimit, .jpegMissingScans, .jpegCMYK,
    .gpsPosition, .deviceData, .heavyMetadata, .notSRGB, .sixteenBits, .interlacedPNG,
    .looseCompression,
    .canvasTooSmall, .canvasTooLarge, .canvasOffSize, .canvasNotSquare, .gridSizeMismatch,
    .mostlyEmpty, .offCenter, .unevenPixels,
    .backgroundBox, .noTransparency, .jpegNoTransparency, .gifHardEdges, .pngHardEdges,
    .blankSticker, .edgeHalo,
    .lowContrast, .clippedArt, .holeInArt, .hiddenColor, .strayPixels,
    .apngFrameCount, .apngSequence, .gifFrameArea, .gifDisposal,
    .apngFrameArea, .apngOperation, .apngOrder, .apngFrameData,
    .singleFrameAnimation, .delayZero, .delayTooShort, .delayClamped, .finiteLoop,
    .missingLoopBlock, .hiddenDefaultImage, .blankFirstFrame, .faintFirstFrame, .indexedAPNG,
    .apngSystemSharing, .animationMemory,
    .photosensitiveFlash, .flicker, .duplicateFrames, .loopJump, .unevenCadence, .lowFrameRate,
    .nearEmptyFrame,
    .frameMissing, .scaleMissing, .scaleWrongSize,
    .mixedSizes, .mixedBackgrounds, .unevenMargins, .duplicateSticker, .nearDuplicate,
    .nameCollision,
    .labelTooLong,
    .labelMissing, .labelControlCharacter,
    .duplicateLabel, .labelPlaceholder, .labelRepeatsName, .translationMissing,
    .listedFileMissing, .linkOutsideFolder, .sequenceFrames, .framesAsStickers, .packOverfull,
    .emptyPack, .unmatchedGlob, .unusedSuppression,
    .invalidStrings, .invalidCatalog, .catalogUnknownKey, .catalogBadValue, .filenameIsPath,
    .nameInOtherCase,
    .stickerNotListed, .unusedCatalogEntry, .severalPacks, .sequenceFrameUnnamed,
    .sequenceFrameSizes, .sequenceFrameRate, .sequenceStops, .sequenceSize, .iconSetMissing,
    .iconMissing, .iconWrongSlot, .iconSquareMissing, .iconSlotEmpty, .iconWrongSize,
    .iconNotOpaque, .iconNotRGB,
    .iconAlphaChannel,
    .iconTooSmall, .iconLowContrast,
    .projectCatalogMissing, .projectTargetType, .projectIconName, .projectExtension,
    .projectIdentifier,
    .projectVersion, .projectMinimumVersion, .projectSharingIgnored, .projectSharingMissing,
    .productStructure, .productPlatform, .productStubMissing, .productIdentifier, .productVersion,
    .productMinimumVersion,
    .productKey,
    .productIconMissing, .productStoreIcon, .productUnlistedFile, .productMissingFile,
    .productDiffers,
    .storeFormat, .storeBytes, .storeCanvas, .storeDuration, .storeFrames, .storeLoops, .storeAlpha,
    .storePalette, .storeLabel, .storeEmoji, .storeKeywords, .storeCount, .storeUndecoded,
  ]

  /// The ids of the rules whose findings are joined where most stickers share them.
  static let idsOfShared = Set(all.filter { $0.isSharedByPack }.map { $0.id })

  /// The rule with an id; nil if there is none.
  public static func named(_ id: String) -> Rule? { all.first { $0.id == id } }

  /// The rules that a name selects: an id, a category such as `animation`, or the start of ids up to a
  /// hyphen, such as `icon-`. Nil if there are none.
  package static func selected(by name: String) -> [Rule]? {
    let rules = all.filter {
      $0.id == name || $0.category.rawValue == name || name.hasSuffix("-") && $0.id.hasPrefix(name)
    }
    return rules.isEmpty ? nil : rules
  }

  /// The error message for a name that selects no rules, with the one that was probably meant.
  package static func unknownSelectionMessage(_ name: String) -> String {
    let prefixes = all.map { "\($0.id.prefix { $0 != "-" })-" }
    let nearest = Spelling.nearest(
      to: name, in: all.map { $0.id } + Category.allCases.map { $0.rawValue } + prefixes)
    let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack rules`"
    return "unknown rule or category \(name.quoted); \(advice)"
  }

  /// The error message for an id that no rule has, with the one that was probably meant.
  package static func unknownMessage(_ id: String) -> String {
    let nearest = Spelling.nearest(to: id, in: all.map { $0.id })
    let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack rules`"
    return "unknown rule \(id.quoted); \(advice)"
  }
}
