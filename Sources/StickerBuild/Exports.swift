// The public types of these modules are in the signatures of this one, so that one import is enough.
@_exported public import StickerFiles
@_exported public import StickerLint
@_exported public import StickerManifest
@_exported public import StickerProject
