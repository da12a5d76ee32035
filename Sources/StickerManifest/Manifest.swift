/// `manifest.json`: the contents of a bundle, for programs that use it without Xcode.
package struct Manifest: Codable, Sendable, Equatable {
  /// The file's name in a bundle's folder.
  package static let fileName = "manifest.json"
  /// The version of the format that is written.
  package static let currentSchema = "stickerpack.manifest/1"

  /// The format and its version.
  package var schema: String
  /// The pack's name.
  package var name: String
  /// The pack's size class.
  package var gridSize: GridSize
  /// The stickers, in pack order.
  package var stickers: [Sticker]
  /// Every file of the bundle except this one, sorted by the bytes of their names; nil if the bundle
  /// does not list them.
  package var files: [File]?

  /// A sticker.
  package struct Sticker: Codable, Sendable, Equatable {
    /// The file name of the art without its extension; unique in the pack.
    package var id: String
    /// The text that a screen reader speaks.
    package var label: String
    /// The label in other languages, by language tag as in the name of an `.lproj` folder (`de`,
    /// `pt-BR`); nil if there are none.
    package var localizedLabels: [String: String]?
    /// `png`, `apng`, `gif` or `jpeg`.
    package var format: String
    /// Whether the art has more than one frame.
    package var animated: Bool
    /// The timing of the animation; nil for a still image.
    package var animation: Animation?
    /// The image at each scale, largest first.
    package var scales: [Scale]

    /// Creates an entry.
    package init(
      id: String, label: String, localizedLabels: [String: String]? = nil, format: String,
      animated: Bool, animation: Animation?, scales: [Scale]
    ) {
      self.id = id
      self.label = label
      self.localizedLabels = localizedLabels
      self.format = format
      self.animated = animated
      self.animation = animation
      self.scales = scales
    }
  }

  /// The timing of an animation.
  package struct Animation: Codable, Sendable, Equatable {
    /// The number of frames.
    package var frameCount: Int
    /// The delay of each frame, in milliseconds.
    package var delaysMilliseconds: [Double]
    /// The duration of one loop, in milliseconds.
    package var durationMilliseconds: Double
    /// The number of loops; 0 means forever.
    package var plays: Int

    /// Creates an entry.
    package init(delaysMilliseconds: [Double], plays: Int) {
      frameCount = delaysMilliseconds.count
      self.delaysMilliseconds = delaysMilliseconds
      durationMilliseconds = delaysMilliseconds.reduce(0, +)
      self.plays = plays
    }
  }

  /// An image file.
  package struct Scale: Codable, Sendable, Equatable {
    /// Pixels per point: 3, 2 or 1.
    package var scale: Int
    /// The path, relative to the manifest.
    package var file: String
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The size in bytes.
    package var bytes: Int
    /// The SHA-256 digest in lower-case hexadecimal.
    package var sha256: String

    /// Creates an entry.
    package init(
      scale: Int, file: String, width: Int, height: Int, bytes: Int, sha256: String
    ) {
      self.scale = scale
      self.file = file
      self.width = width
      self.height = height
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A file of the bundle.
  package struct File: Codable, Sendable, Equatable {
    /// The path, relative to the manifest.
    package var file: String
    /// The size in bytes.
    package var bytes: Int
    /// The SHA-256 digest in lower-case hexadecimal.
    package var sha256: String

    /// Creates an entry.
    package init(file: String, bytes: Int, sha256: String) {
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// Creates a manifest of the current schema.
  package init(name: String, gridSize: GridSize, stickers: [Sticker], files: [File]? = nil) {
    schema = Self.currentSchema
    self.name = name
    self.gridSize = gridSize
    self.stickers = stickers
    self.files = files
  }
}
