/// `manifest.json`: what a bundle holds, for programs that use it without Xcode.
public struct Manifest: Codable, Sendable, Equatable {
  /// The name of the file, in a bundle's folder.
  public static let fileName = "manifest.json"
  /// The version of the format that this tool writes.
  public static let currentSchema = "stickerpack.manifest/1"

  /// The format and its version.
  public var schema: String
  /// The pack's name.
  public var name: String
  /// The pack's size class.
  public var gridSize: GridSize
  /// The stickers, in pack order.
  public var stickers: [Sticker]

  /// One sticker.
  public struct Sticker: Codable, Sendable, Equatable {
    /// The source file's name without extension; unique in the pack.
    public var id: String
    /// What a screen reader says.
    public var label: String
    /// `png`, `apng`, `gif` or `jpeg`.
    public var format: String
    /// Whether there is more than one frame.
    public var animated: Bool
    /// How the animation plays; absent for a still image.
    public var animation: Animation?
    /// The image at each scale, the largest first.
    public var scales: [Scale]

    /// Creates an entry.
    public init(
      id: String, label: String, format: String, animated: Bool, animation: Animation?,
      scales: [Scale]
    ) {
      self.id = id
      self.label = label
      self.format = format
      self.animated = animated
      self.animation = animation
      self.scales = scales
    }
  }

  /// How an animation plays.
  public struct Animation: Codable, Sendable, Equatable {
    /// The number of frames.
    public var frameCount: Int
    /// How long each frame is shown, in milliseconds.
    public var delaysMilliseconds: [Double]
    /// One pass, in milliseconds.
    public var durationMilliseconds: Double
    /// How often it plays; 0 for ever.
    public var plays: Int

    /// Creates an entry.
    public init(delaysMilliseconds: [Double], plays: Int) {
      frameCount = delaysMilliseconds.count
      self.delaysMilliseconds = delaysMilliseconds
      durationMilliseconds = delaysMilliseconds.reduce(0, +)
      self.plays = plays
    }
  }

  /// One image file.
  public struct Scale: Codable, Sendable, Equatable {
    /// Pixels a point: 3, 2 or 1.
    public var scale: Int
    /// The file, relative to the manifest.
    public var file: String
    /// Its width in pixels.
    public var width: Int
    /// Its height in pixels.
    public var height: Int
    /// Its size in bytes.
    public var bytes: Int
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String

    /// Creates an entry.
    public init(
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

  /// Creates a manifest of the current schema.
  public init(name: String, gridSize: GridSize, stickers: [Sticker]) {
    schema = Self.currentSchema
    self.name = name
    self.gridSize = gridSize
    self.stickers = stickers
  }
}

extension Manifest {
  /// Whether a folder is a bundle that this tool built, by the manifest in it.
  public static func exists(in folder: String) -> Bool {
    let bytes = try? FileReading.bytes(ofFileAt: folder + "/" + fileName, limit: 64 << 20)
    return bytes.map(isOurs) ?? false
  }

  /// Whether bytes are a manifest of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    struct Header: Decodable { var schema: String }
    let header = try? CanonicalJSON.value(Header.self, from: bytes)
    return header?.schema.hasPrefix("stickerpack.manifest/") ?? false
  }
}
