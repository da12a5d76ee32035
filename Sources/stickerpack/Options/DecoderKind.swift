internal import ArgumentParser

/// Which decoders are used for PNG and GIF images.
enum DecoderKind: String, ExpressibleByArgument, CaseIterable {
  /// Those written in Swift, for all images that they can decode.
  case fast
  /// libpng and giflib.
  case reference
}
