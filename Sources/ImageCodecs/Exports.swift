// The public types of these modules are in the signatures of this one, so one import is enough.
@_exported public import ImageContainers
@_exported public import Pixels
@_exported public import Timing
