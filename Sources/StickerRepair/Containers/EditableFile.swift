internal import ImageContainers

/// A file without defects as a list of its parts, so that parts can be removed or replaced while the
/// compressed pixels stay as they are. What follows the end of the image is left out.
enum EditableFile {
  case png(EditablePNG)
  case gif(EditableGIF)
  case jpeg(EditableJPEG)

  init(_ bytes: [UInt8], _ container: ImageContainer) {
    switch container {
    case .png: self = .png(EditablePNG(bytes))
    case .gif: self = .gif(EditableGIF(bytes))
    case .jpeg(let jpeg): self = .jpeg(EditableJPEG(bytes, orientation: jpeg.orientation))
    }
  }

  /// The file.
  var bytes: [UInt8] {
    switch self {
    case .png(let png): png.bytes
    case .gif(let gif): gif.bytes
    case .jpeg(let jpeg): jpeg.bytes
    }
  }

  /// Removes Exif, XMP, text and thumbnails, but no color profile. A JPEG keeps its orientation.
  mutating func removeMetadata() {
    switch self {
    case .png(var png):
      png.removeMetadata()
      self = .png(png)
    case .gif(var gif):
      gif.removeMetadata()
      self = .gif(gif)
    case .jpeg(var jpeg):
      jpeg.removeMetadata()
      self = .jpeg(jpeg)
    }
  }

  /// Replaces delays by longer ones.
  ///
  /// - Parameter played: the delay for a stored one, both in milliseconds.
  mutating func raiseDelays(_ played: (Double) -> Double) {
    switch self {
    case .png(var png):
      png.raiseDelays(played)
      self = .png(png)
    case .gif(var gif):
      gif.raiseDelays(played)
      self = .gif(gif)
    case .jpeg: break
    }
  }

  /// Makes the animation play forever.
  mutating func loopForever() {
    switch self {
    case .png(var png):
      png.loopForever()
      self = .png(png)
    case .gif(var gif):
      gif.loopForever()
      self = .gif(gif)
    case .jpeg: break
    }
  }

  /// Removes what makes an image of one frame an animation.
  mutating func makeStill() {
    switch self {
    case .png(var png):
      png.removeAnimation()
      self = .png(png)
    case .gif(var gif):
      gif.removeLoopBlock()
      self = .gif(gif)
    case .jpeg: break
    }
  }
}
