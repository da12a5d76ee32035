internal import Basics
package import ImageContainers
internal import SystemLibraries

/// What a store other than Apple's requires of stickers: the content of a file in `Profiles`, which
/// `stickerpack schema profile` describes. Numbers are in pixels, bytes and milliseconds.
package struct StoreProfile: Sendable, Equatable, Identifiable, Codable {
  package enum Kind: String, Sendable, Codable {
    case stickers, emoji, media
  }

  /// A file format, with stills and animations of WebP as two.
  package enum Format: String, Sendable, Codable {
    case png, apng, gif, jpeg, webp, tgs, lottie, avif, heic
    case animatedWebP = "webp-animated"
    case webM = "webm"

    package var name: String {
      switch self {
      case .png, .apng, .gif, .jpeg, .tgs, .avif, .heic: rawValue.uppercased()
      case .webp: "WebP"
      case .animatedWebP: "animated WebP"
      case .webM: "WebM"
      case .lottie: "Lottie"
      }
    }

    package init(_ format: ImageFormat) {
      self =
        switch format {
        case .png: .png
        case .apng: .apng
        case .gif: .gif
        case .jpeg: .jpeg
        }
    }

    /// Without the dot.
    package var fileExtension: String {
      switch self {
      case .apng: "png"
      case .jpeg: "jpg"
      case .animatedWebP: "webp"
      case .lottie: "json"
      default: rawValue
      }
    }
  }

  package struct Canvas: Sendable, Equatable, Codable {
    package var exact: [Int]?
    /// The least of the shorter side.
    package var minimum: Int?
    package var maximum: [Int]?
    /// One side has this length, and the other no more.
    package var longerSide: Int?
    package var advised: [Int]?
    package var square: Bool?
    package var even: Bool?
    /// The longer side divided by the shorter.
    package var maximumRatio: Double?

    package init(
      exact: [Int]? = nil, minimum: Int? = nil, maximum: [Int]? = nil, longerSide: Int? = nil,
      advised: [Int]? = nil, square: Bool? = nil, even: Bool? = nil, maximumRatio: Double? = nil
    ) {
      (
        self.exact, self.minimum, self.maximum, self.longerSide, self.advised, self.square,
        self.even, self.maximumRatio
      ) = (exact, minimum, maximum, longerSide, advised, square, even, maximumRatio)
    }
  }

  package struct Bytes: Sendable, Equatable, Codable {
    package var maximum: Int?
    package var still: Int?
    package var animated: Int?
    package var minimum: Int?

    package init(maximum: Int? = nil, still: Int? = nil, animated: Int? = nil, minimum: Int? = nil)
    {
      (self.maximum, self.still, self.animated, self.minimum) = (maximum, still, animated, minimum)
    }
  }

  package struct Animation: Sendable, Equatable, Codable {
    package var shortest: Double?
    package var longest: Double?
    /// The durations that are possible.
    package var durations: [Double]?
    package var wholeSeconds: Bool?
    package var frames: [Int]?
    package var shortestDelay: Double?
    package var framesPerSecond: Double?
    package var loops: [Int]?
    package var endless: Bool?
    /// The most for all loops together.
    package var longestWithLoops: Double?

    package init(
      shortest: Double? = nil, longest: Double? = nil, durations: [Double]? = nil,
      wholeSeconds: Bool? = nil, frames: [Int]? = nil, shortestDelay: Double? = nil,
      framesPerSecond: Double? = nil, loops: [Int]? = nil, endless: Bool? = nil,
      longestWithLoops: Double? = nil
    ) {
      (
        self.shortest, self.longest, self.durations, self.wholeSeconds, self.frames,
        self.shortestDelay, self.framesPerSecond, self.loops, self.endless, self.longestWithLoops
      ) = (
        shortest, longest, durations, wholeSeconds, frames, shortestDelay, framesPerSecond, loops,
        endless, longestWithLoops
      )
    }
  }

  package enum Alpha: String, Sendable, Codable { case required, refused }

  package struct Count: Sendable, Equatable, Codable {
    package var minimum: Int?
    package var maximum: Int?
    package var oneOf: [Int]?
    /// Whether stills and animations cannot be in one pack.
    package var oneKind: Bool?

    package init(
      minimum: Int? = nil, maximum: Int? = nil, oneOf: [Int]? = nil, oneKind: Bool? = nil
    ) {
      (self.minimum, self.maximum, self.oneOf, self.oneKind) = (minimum, maximum, oneOf, oneKind)
    }
  }

  package struct Icon: Sendable, Equatable, Codable {
    package var name: String
    package var canvas: [Int]?
    package var bytes: Int?
    package var formats: [Format]?
    /// What is used without one.
    package var `default`: String?
  }

  /// How the app shows an image in a conversation, in CSS pixels or points.
  package struct Shown: Sendable, Equatable, Codable {
    /// The longer side.
    package var side: Int
    /// What is cut off at the left and at the right.
    package var crop: Int?
  }

  package struct Source: Sendable, Equatable, Codable {
    /// The keys that it states.
    package var of: [String]
    package var url: String
    package var says: String
    /// The day on which it was read, as 2026-11-22; nil if it is a copy of unknown age.
    package var seen: String?
  }

  package var id: String
  package var name: String
  package var kind: Kind
  package var formats: [Format]?
  package var canvas: Canvas?
  package var bytes: Bytes?
  package var animation: Animation?
  package var alpha: Alpha?
  /// False if an indexed APNG is not shown correctly.
  package var palette: Bool?
  package var count: Count?
  /// The longest label, in characters.
  package var label: Int?
  package var emoji: [Int]?
  package var keywords: [Int]?
  /// The most characters of all keywords of a sticker together.
  package var keywordCharacters: Int?
  package var icons: [Icon]?
  /// Nil if nothing about it is known.
  package var shown: Shown?
  package var metadata: [String]?
  package var container: String?
  package var output: Output?
  package var notes: [String]?
  /// The keys whose values are not certain: what exceeds them is a warning.
  package var uncertain: [String]?
  /// The day on which the sources were read last, as 2026-11-22.
  package var checked: String
  package var sources: [Source]

  package init(id: String, name: String) {
    (self.id, self.name, kind, checked, sources) = (id, name, .stickers, "", [])
  }

  /// All profiles, sorted by id.
  package static let all: [StoreProfile] = {
    do {
      return try JSONDecoder().decode(
        [StoreProfile].self, from: Data(Resource.bytes("profiles.json")))
    } catch {
      preconditionFailure("invalid profile: \(error)")
    }
  }()

  /// Whether a value such as `canvas.exact` is certain.
  package func isCertain(_ key: String) -> Bool {
    !(uncertain ?? []).contains { key == $0 || key.hasPrefix($0 + ".") }
  }

  /// Whether the profile is older than a year, and stores may have changed their rules.
  ///
  /// - Parameter today: a day as 2026-11-22.
  package func isOld(on today: String) -> Bool {
    guard let year = Int(checked.prefix(4)) else { return true }
    return today > "\(year + 1)\(checked.dropFirst(4))"
  }

  /// Finds the profile with an id.
  package static func profile(_ id: String) throws(LintError) -> StoreProfile {
    if let profile = all.first(where: { $0.id == id }) { return profile }
    let nearest = Spelling.nearest(to: id, in: all.map(\.id) + ["all"])
    throw .unknownTarget(
      reason: "unknown target \(id.quoted); "
        + (nearest.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack targets`"))
  }

  /// Finds the profiles that a list names.
  ///
  /// - Parameter list: ids separated by commas, or `all`.
  package static func named(_ list: String) throws(LintError) -> [StoreProfile] {
    if list == "all" { return all }
    var found: [StoreProfile] = []
    for id in list.split(separator: ",", omittingEmptySubsequences: false) {
      let profile = try profile(String(id))
      if !found.contains(profile) { found.append(profile) }
    }
    return found
  }

  /// What stands in a list for the stores that packs have in their configuration.
  package static let listed = "listed"

  /// Returns the list of stores that packs have in their configuration, as ids separated by commas.
  ///
  /// - Throws: if there is none, or if they have different ones.
  package static func listed(by packs: [PackSource]) throws(LintError) -> String {
    guard let first = packs.first(where: { !$0.targets.isEmpty }) else {
      throw .unknownTarget(
        reason:
          "no \(PackConfiguration.fileName) has \"targets\"; name the stores, such as --target signal"
      )
    }
    if let other = packs.first(where: { $0.targets != first.targets }) {
      throw .unknownTarget(
        reason:
          "\(first.displayPath) and \(other.displayPath) have different \"targets\"; name the stores, such as"
          + " --target \(first.targets[0])")
    }
    return first.targets.joined(separator: ",")
  }
}
