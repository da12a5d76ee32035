// The public types of these modules are in the signatures of this one, so one import is enough.
// Files of this module see them without an import.
@_exported public import ImageContainers
@_exported public import StickerPacks
