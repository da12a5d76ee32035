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
  /// Every other file of the bundle, sorted by the bytes of their names; absent where a bundle does
  /// not list them.
  public var files: [File]?

  /// One sticker.
  public struct Sticker: Codable, Sendable, Equatable {
    /// The source file's name without extension; unique in the pack.
    public var id: String
    /// What a screen reader says.
    public var label: String
    /// What it says in other languages, by language tag as in the name of an `.lproj` folder (`de`,
    /// `pt-BR`); absent without any.
    public var localizedLabels: [String: String]?
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

  /// How an animation plays.
  public struct Animation: Codable, Sendable, Equatable {
    /// The number of frames.
    public var frameCount: Int
    /// How long each frame is shown, in milliseconds.
    public var delaysMilliseconds: [Double]
    /// One pass, in milliseconds.
    public var durationMilliseconds: Double
    /// How often it plays; 0 forever.
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

  /// Any file of the bundle.
  public struct File: Codable, Sendable, Equatable {
    /// The file, relative to the manifest.
    public var file: String
    /// Its size in bytes.
    public var bytes: Int
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String

    /// Creates an entry.
    public init(file: String, bytes: Int, sha256: String) {
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// Creates a manifest of the current schema.
  public init(name: String, gridSize: GridSize, stickers: [Sticker], files: [File]? = nil) {
    schema = Self.currentSchema
    self.name = name
    self.gridSize = gridSize
    self.stickers = stickers
    self.files = files
  }
}
