package import Timing

/// `manifest.json`: the contents of a bundle, for programs that use it without Xcode.
package struct Manifest: Codable, Sendable, Equatable {
  /// The file's name in a bundle's folder.
  package static let fileName = "manifest.json"
  /// The version of the format that is written.
  package static let currentSchema = "stickerpack.manifest/2"
  /// The largest manifest that is read, in bytes. This is enough for 100,000 stickers and limits the
  /// cost of a hostile file.
  package static let mostBytes = 64 << 20

  /// Whether a schema is that of a bundle or a collection, of any version.
  package static func isOurs(schema: String) -> Bool {
    schema.hasPrefix("stickerpack.manifest/") || schema.hasPrefix("stickerpack.collection/")
  }

  /// The format and its version.
  package var schema: String
  /// The version of stickerpack that wrote the bundle.
  package var toolVersion: String
  /// The pack's identifier, such as `com.example.biscuit`; nil if none is configured.
  package var id: String?
  package var name: String
  /// The pack's version, such as `1.0`.
  package var version: String
  /// The artist or company that made the art; nil if none is configured.
  package var author: String?
  /// The license of the art; nil if none is configured.
  package var license: String?
  /// The id of the sticker that stands for the pack; nil in an empty pack.
  package var cover: String?
  package var gridSize: GridSize
  /// The stickers, in pack order.
  package var stickers: [Sticker]
  /// Every file of the bundle except this one, sorted by the bytes of their names; nil if the bundle
  /// does not list them.
  package var files: [File]?

  package struct Sticker: Codable, Sendable, Equatable {
    /// The file name of the art without its extension; unique in the pack.
    package var id: String
    /// The text that a screen reader speaks; nil if there is none.
    package var label: String?
    /// The label in other languages, by language tag as in the name of an `.lproj` folder (`de`,
    /// `pt-BR`); nil if there are none.
    package var localizedLabels: [String: String]?
    /// The emoji that the sticker stands for; nil if there are none.
    package var emoji: [String]?
    /// `png`, `apng`, `gif` or `jpeg`.
    package var format: String
    /// The MIME type of all images.
    package var mimeType: String
    /// Whether the art has more than one frame.
    package var animated: Bool
    /// The timing of the animation; nil for a still image.
    package var animation: Animation?
    /// The size at which the sticker is shown.
    package var points: Points
    /// The image at each scale, largest first.
    package var scales: [Scale]
    /// The changes that made the art small enough; nil for art as it was drawn.
    package var fit: Fit?

    /// - Parameter scales: at least one.
    package init(
      id: String, label: String?, localizedLabels: [String: String]? = nil,
      emoji: [String]? = nil, format: String, animated: Bool, animation: Animation?,
      scales: [Scale], fit: Fit? = nil
    ) {
      self.id = id
      self.label = label
      self.localizedLabels = localizedLabels
      self.emoji = emoji
      self.format = format
      mimeType = Self.mimeType(ofFormat: format)
      self.animated = animated
      self.animation = animation
      points = Points(of: scales[0])
      self.scales = scales
      self.fit = fit
    }

    static func mimeType(ofFormat format: String) -> String { "image/\(format)" }
  }

  /// A size in points, the same on every screen.
  package struct Points: Codable, Sendable, Equatable {
    package var width: Double
    package var height: Double

    /// The size at which an image is shown.
    init(of image: Scale) {
      width = Double(image.width) / Double(image.scale)
      height = Double(image.height) / Double(image.scale)
    }
  }

  /// The timing of an animation.
  package struct Animation: Codable, Sendable, Equatable {
    package var frameCount: Int
    /// The exact delay of each frame.
    package var delays: [Delay]
    /// The delay of each frame, in milliseconds.
    package var delaysMilliseconds: [Double]
    /// The duration of one loop, in milliseconds.
    package var durationMilliseconds: Double
    /// The number of loops; 0 means forever.
    package var plays: Int

    package init(delays: [Delay], loop: LoopCount) {
      frameCount = delays.count
      self.delays = delays
      delaysMilliseconds = delays.map { $0.milliseconds }
      durationMilliseconds = delaysMilliseconds.reduce(0, +)
      plays = loop.plays
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

    package init(file: String, bytes: Int, sha256: String) {
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// Creates a manifest of the current schema.
  package init(
    toolVersion: String, name: String, version: String, gridSize: GridSize, stickers: [Sticker],
    files: [File]? = nil
  ) {
    schema = Self.currentSchema
    self.toolVersion = toolVersion
    self.name = name
    self.version = version
    self.gridSize = gridSize
    self.stickers = stickers
    self.files = files
  }
}
