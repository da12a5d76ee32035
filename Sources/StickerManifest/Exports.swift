// The public types of this module are in the signatures of this one, so that one import is enough.
@_exported public import Timing
