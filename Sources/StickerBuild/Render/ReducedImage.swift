package import ImageCodecs

/// A scaled image that was encoded with loss in order to be no larger in bytes than the
/// art, or that is larger nevertheless.
package struct ReducedImage: Sendable, Equatable {
  /// The file, relative to the output folder.
  package var file: String
  /// The size of the file, in bytes.
  package var bytes: Int
  /// The size of the art, in bytes.
  package var ceiling: Int
  /// What was lost; nil for nothing.
  package var loss: FittingEncoder.Loss?
}
