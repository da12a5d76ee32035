// The public types of this module are in the signatures of this one, so one import is enough.
@_exported public import Timing
