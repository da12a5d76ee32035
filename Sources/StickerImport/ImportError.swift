internal import Basics
internal import ImageCodecs

/// Why an input cannot become a sticker.
package struct ImportError: Error, Sendable, CustomStringConvertible {
  /// One sentence in lower case without a full stop.
  package let description: String

  init(_ description: String) { self.description = description }

  init(_ error: ImageError) { self.init(error.description) }

  init(_ error: FileError) { self.init("cannot be read: \(error)") }
}
