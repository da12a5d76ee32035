// The public types of these modules are in the signatures of this one, so one import is enough.
@_exported public import ImageCodecs
@_exported public import ImageContainers
@_exported public import StickerBuild
@_exported public import StickerFiles
@_exported public import StickerFit
@_exported public import StickerLint
@_exported public import StickerManifest
@_exported public import StickerPacks
@_exported public import StickerReports
