public import SystemLibraries
public import Timing

// Unsafe: system calls. A path is used during the call only, and `read` gets the rest of a buffer and its size.

/// A bundle that stickerpack built, for apps that show its stickers.
///
///     let bundle = try StickerBundle(contentsOf: folder)
///     for sticker in bundle.stickers {
///       show(sticker.file(forScale: 2).url, sticker.label(in: "de-AT"))
///     }
///
/// Only the manifest is read: images are neither opened nor checked. Run `stickerpack verify` where
/// the bundle is built to check them.
///
/// Reading takes time and memory in proportion to the number of stickers, and no manifest above 64 MiB is read. A
/// bundle is a value: it does not follow changes of its folder, and copies share their storage. An extension that
/// shows one pack reads it once and keeps it.
public struct StickerBundle: Sendable {
  /// The bundle's folder.
  public let folder: URL
  /// The pack's identifier, such as `com.example.biscuit`; nil if none is configured.
  public let id: String?
  /// The pack's name.
  public let name: String
  /// The pack's version, such as `1.0`.
  public let version: String
  /// The artist or company that made the art; nil if none is configured.
  public let author: String?
  /// The license of the art; nil if none is configured.
  public let license: String?
  /// The sticker that stands for the pack; nil in an empty pack.
  public let cover: Sticker?
  /// The size at which the stickers are shown; `MSStickerSize` has the same three.
  public let gridSize: GridSize
  /// The stickers, in pack order.
  public let stickers: [Sticker]

  /// Reads the manifest in `folder`.
  ///
  /// Blocks while it reads. A manifest above the limit is not read.
  ///
  /// - Parameter folder: the URL of a folder on disk; an archive cannot be read.
  /// - Throws: any case of ``ManifestError``, and nothing is read partially.
  public init(contentsOf folder: URL) throws(ManifestError) {
    let manifest = try Manifest(
      parsing: Self.bytes(ofFileAt: folder.appendingPathComponent(Manifest.fileName).path))
    if let defect = manifest.defects.first {
      throw .inconsistent(path: defect.path, reason: defect.reason)
    }
    self.folder = folder
    id = manifest.id
    name = manifest.name
    version = manifest.version
    author = manifest.author
    license = manifest.license
    gridSize = manifest.gridSize
    stickers = manifest.stickers.map { Sticker($0, in: folder) }
    cover = stickers.first { $0.id == manifest.cover } ?? stickers.first
  }

  /// Reads the manifest, unless it is above the limit. A pipe in its place is refused and never waited for.
  private static func bytes(ofFileAt path: String) throws(ManifestError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(reason: reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(reason: reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: "it is not a regular file")
    }
    guard status.st_size <= Manifest.mostBytes else { throw .tooLarge(bytes: Int(status.st_size)) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let size = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
      }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { throw .unreadable(reason: reason(errno)) }
      if size == 0 { break }
      count += size
    }
    return Array(bytes.prefix(count))
  }

  /// The reason why a file cannot be read, in a few words.
  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES: "permission denied"
    default: "the system cannot read it (error \(code))"
    }
  }

  /// A width and a height in points.
  public struct Size: Sendable, Equatable {
    /// The width in points.
    public let width: Double
    /// The height in points.
    public let height: Double
  }

  /// An image file of a sticker at one scale.
  ///
  /// The size in bytes and pixels is that of the manifest; the file is not opened and may be missing.
  public struct File: Sendable, Equatable {
    /// The file's URL.
    public let url: URL
    /// Pixels per point: 3, 2 or 1.
    public let scale: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The file's size in bytes.
    public let bytes: Int
  }

  /// The timing of an animation.
  public struct Animation: Sendable, Equatable {
    /// The exact delay of each frame.
    public let delays: [Delay]
    /// The delay of each frame, in milliseconds.
    public let delaysMilliseconds: [Double]
    /// The duration of one loop, in milliseconds.
    public let durationMilliseconds: Double
    /// The number of times it plays.
    public let loop: LoopCount

    fileprivate init(_ animation: Manifest.Animation) {
      delays = animation.delays
      delaysMilliseconds = animation.delaysMilliseconds
      durationMilliseconds = animation.durationMilliseconds
      loop = LoopCount(plays: animation.plays)
    }
  }

  /// A sticker of a pack: its label, its timing and its image at each scale.
  ///
  /// Stickers are equal if all of their members are, including the URLs, so equal stickers are in the same folder.
  /// To recognize a sticker after an update, compare ``id``, which is unique in its pack but not among packs.
  public struct Sticker: Sendable, Equatable, Identifiable {
    /// The file name of the art without its extension; unique in the bundle.
    public let id: String
    /// The text that a screen reader speaks, in the pack's own language; nil if there is none.
    public let label: String?
    /// The label in other languages, by language tag.
    public let localizedLabels: [String: String]
    /// The emoji that the sticker stands for; empty if there are none.
    public let emoji: [String]
    /// The format of the art: `png`, `apng`, `gif` or `jpeg`.
    public let format: String
    /// The MIME type of all images, such as `image/apng`.
    public let mimeType: String
    /// The timing of the animation; nil for a still image.
    public let animation: Animation?
    /// The image at each scale, largest first. There is at least one.
    public let files: [File]
    /// The original art, at @3x. Use it for `MSSticker`: Messages scales it.
    public let original: File

    fileprivate init(_ sticker: Manifest.Sticker, in folder: URL) {
      id = sticker.id
      label = sticker.label
      localizedLabels = sticker.localizedLabels ?? [:]
      emoji = sticker.emoji ?? []
      format = sticker.format
      mimeType = sticker.mimeType
      animation = sticker.animation.map { Animation($0) }
      files = sticker.scales.map {
        File(
          url: folder.appendingPathComponent($0.file, isDirectory: false), scale: $0.scale,
          width: $0.width, height: $0.height, bytes: $0.bytes)
      }
      original = files[0]
    }

    /// The size of the sticker in points, the same on every screen.
    public var pointSize: Size {
      Size(
        width: Double(original.width) / Double(original.scale),
        height: Double(original.height) / Double(original.scale))
    }

    /// Returns the smallest image with enough pixels for a screen, or the largest if none has.
    ///
    /// For `MSSticker`, use ``original`` instead: Messages scales it.
    ///
    /// - Parameter scale: the screen's pixels per point, such as `UIScreen.scale`.
    public func file(forScale scale: Double) -> File {
      files.last { Double($0.scale) >= scale } ?? original
    }

    /// Returns the label in a language: that of the exact tag, or of the tag without its last
    /// subtags (RFC 4647, lookup), or ``label`` if there is none.
    ///
    /// Takes time in proportion to the number of translations.
    ///
    /// - Parameter language: a language tag such as `de-AT`, as in `Locale.preferredLanguages`.
    public func label(in language: String) -> String? {
      let byTag = Dictionary(
        localizedLabels.map { (Self.subtags(of: $0.key), $0.value) },
        uniquingKeysWith: { first, second in min(first, second) })
      var subtags = Self.subtags(of: language)
      while !subtags.isEmpty {
        if let label = byTag[subtags] { return label }
        subtags.removeLast()
      }
      return label
    }

    private static func subtags(of tag: String) -> [String] {
      tag.lowercased().split { $0 == "-" || $0 == "_" }.map { String($0) }
    }
  }
}
