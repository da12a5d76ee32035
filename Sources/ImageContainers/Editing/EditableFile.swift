/// A file without defects as a list of its parts, so parts can be removed or replaced while the
/// compressed pixels stay as they are. What follows the end of the image is left out.
protocol EditableFile {
  /// The file.
  var bytes: [UInt8] { get }
  /// Removes Exif, XMP, text and thumbnails, but no color profile. A JPEG keeps its orientation.
  mutating func removeMetadata()
  /// Replaces delays by longer ones.
  ///
  /// - Parameter played: the delay for a stored one, both in milliseconds.
  mutating func raiseDelays(_ played: (Double) -> Double)
  /// Makes the animation play forever.
  mutating func loopForever()
  /// Removes what makes an image of one frame an animation.
  mutating func makeStill()
}

/// An edit of the parts of a file, as ``EditableFile`` does it.
package enum FileEdit {
  case removeMetadata
  case raiseDelays((_ played: Double) -> Double)
  case loopForever
  case makeStill
}

extension ImageContainer {
  /// Returns a file after an edit of its parts.
  ///
  /// - Parameter file: without defects other than trailing bytes.
  package static func edited(_ file: [UInt8], _ edit: FileEdit) -> [UInt8] {
    switch ImageContainer(file) {
    case .png: edited(EditablePNG(file), edit)
    case .gif: edited(EditableGIF(file), edit)
    case .jpeg(let jpeg): edited(EditableJPEG(file, orientation: jpeg.orientation), edit)
    case nil: file
    }
  }

  /// Returns a PNG or GIF with the metadata of another file that remains valid for other pixels, such as text; a file
  /// of another format as it is.
  ///
  /// - Parameters:
  ///   - original: without defects other than trailing bytes.
  ///   - file: a new file of the same format.
  package static func keepingMetadata(of original: [UInt8], in file: [UInt8]) -> [UInt8] {
    switch FileSignature(of: file) {
    case .png:
      var result = EditablePNG(file)
      result.keepMetadata(of: EditablePNG(original))
      return result.bytes
    case .gif:
      var result = EditableGIF(file)
      result.keepMetadata(of: EditableGIF(original))
      return result.bytes
    default: return file
    }
  }

  private static func edited(_ file: some EditableFile, _ edit: FileEdit) -> [UInt8] {
    var file = file
    switch edit {
    case .removeMetadata: file.removeMetadata()
    case .raiseDelays(let played): file.raiseDelays(played)
    case .loopForever: file.loopForever()
    case .makeStill: file.makeStill()
    }
    return file.bytes
  }
}
