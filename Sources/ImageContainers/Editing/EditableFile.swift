/// A file without defects as a list of its parts, so parts can be removed or replaced while the
/// compressed pixels stay as they are. What follows the end of the image is left out.
package protocol EditableFile {
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

extension ImageContainer {
  /// Returns a file after edits of its parts.
  ///
  /// - Parameter file: without defects other than trailing bytes.
  package static func edited(_ file: [UInt8], _ edit: (inout any EditableFile) -> Void) -> [UInt8] {
    var parts: any EditableFile
    switch ImageContainer(file) {
    case .png: parts = EditablePNG(file)
    case .gif: parts = EditableGIF(file)
    case .jpeg(let jpeg): parts = EditableJPEG(file, orientation: jpeg.orientation)
    case nil: return file
    }
    edit(&parts)
    return parts.bytes
  }
}
