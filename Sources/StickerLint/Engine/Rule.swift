internal import Basics
internal import ImageContainers
internal import StickerPacks

/// A problem of a sticker or a pack: what it is, why it matters, how to fix it and how to find it.
///
/// ``all`` has every rule, and ``named(_:)`` finds one by the id of a ``Finding``. Rules cannot be added by other
/// packages. A program that shows rules should read them from here: later versions have more.
public struct Rule: Sendable, Identifiable {
  /// The subject of a rule.
  public enum Category: String, Sendable, CaseIterable {
    /// The file's bytes and format.
    case file
    /// The size of the canvas.
    case canvas
    /// Transparency and edges.
    case transparency
    /// Timing, frames and movement.
    case animation
    /// Names, labels and lists of a pack.
    case pack
    /// An asset catalog's JSON, sequences and icons.
    case catalog
    /// The project of a catalog's app.
    case project
    /// A built app, extension or sticker pack.
    case product
    /// The limits of a destination that no rule about Messages reports.
    case store
  }

  /// For which destinations a rule is right.
  package enum Scope: Sendable {
    /// For Messages and Apple's tools.
    case messages
    /// For any.
    case everywhere
    /// For destinations besides Messages.
    case others
    /// For destinations with one of the limits that it reports.
    case limits
  }

  /// A function that finds violations. A check is a pure function from facts to violations.
  package enum Check: Sendable {
    /// Checks any file: a sticker, a frame of a sequence or an icon.
    case asset(all: @Sendable (AssetFacts, PackFacts, Options) -> [Violation])
    /// Checks a sticker that is an image of a supported format.
    case image(all: @Sendable (ImageFacts, PackFacts, Options) -> [Violation])
    /// Checks a whole pack.
    case pack(@Sendable (PackFacts, Options) -> [Violation])
    /// Checks the findings of all other rules, after them.
    case findings(@Sendable (LintedPack, Linter) -> [Violation])

    /// Looks for one problem in any file.
    static func asset(
      _ check: @escaping @Sendable (AssetFacts, PackFacts, Options) -> Violation?
    ) -> Check {
      .asset(all: { check($0, $1, $2).map { [$0] } ?? [] })
    }

    /// Looks for one problem in any file, without options.
    static func asset(
      _ check: @escaping @Sendable (AssetFacts, PackFacts) -> Violation?
    ) -> Check {
      .asset { asset, pack, _ in check(asset, pack) }
    }

    /// Looks for one problem of a sticker at a destination besides Messages.
    static func sticker(
      _ check: @escaping @Sendable (MeasuredSticker, Destination) -> Violation?
    ) -> Check {
      .asset { asset, pack in
        guard asset.source.role == .sticker,
          let sticker = pack.planned[FileID(asset.source)] ?? asset.measured
        else { return nil }
        return check(sticker, pack.destination)
      }
    }

    /// Looks for a sticker that exceeds a limit of a rule.
    static func sticker(in rule: String) -> Check {
      .sticker { sticker, destination in
        destination.excess(of: sticker, by: rule).map { Violation($0) }
      }
    }

    /// Looks for the limits of a rule that a pack exceeds.
    static func pack(in rule: String) -> Check {
      .pack { pack in
        guard pack.source.kind != .files else { return [] }
        return pack.destination.excesses(of: pack.measured, by: rule).map { Violation($0) }
      }
    }

    /// Looks for the defects of one kind in any file.
    static func asset(defects kind: Defect.Kind) -> Check {
      .asset(all: { asset, _, _ in asset.image?.violations(of: kind) ?? [] })
    }

    /// Looks for one problem in an image.
    static func image(
      _ check: @escaping @Sendable (ImageFacts, PackFacts, Options) -> Violation?
    ) -> Check {
      .image(all: { check($0, $1, $2).map { [$0] } ?? [] })
    }

    /// Looks for one problem in an image, without options.
    static func image(
      _ check: @escaping @Sendable (ImageFacts, PackFacts) -> Violation?
    ) -> Check {
      .image { image, pack, _ in check(image, pack) }
    }

    /// Looks for the defects of one kind in an image.
    static func image(defects kind: Defect.Kind) -> Check {
      .image(all: { image, _, _ in image.violations(of: kind) })
    }

    /// Checks a whole pack, without options.
    static func pack(_ check: @escaping @Sendable (PackFacts) -> [Violation]) -> Check {
      .pack { pack, _ in check(pack) }
    }

    /// Looks for one problem in a whole pack.
    static func onePerPack(_ check: @escaping @Sendable (PackFacts, Options) -> Violation?) -> Check
    {
      .pack { pack, options in check(pack, options).map { [$0] } ?? [] }
    }
  }

  /// The destination whose numbers the texts of rules state.
  static let documented = Destination.messages
  /// The sides of its canvases: `300, 400 or 500`.
  static let documentedSides = Text.alternatives(documented.sides)

  /// The name of the problem, in lower case and with hyphens.
  public let id: String
  /// The problem in a few words.
  public let title: String
  /// The subject of the rule.
  public let category: Category
  /// For which destinations it is right.
  package let scope: Scope
  /// The default severity.
  public let severity: Severity
  /// The reason for the default severity, in one sentence: what Apple's tools refuse or Messages fails to show (error),
  /// what users see (warning), or why it is only worth knowing (info).
  public let severityReason: String
  /// The reason the problem matters.
  public let rationale: String
  /// The fix, in one sentence.
  public let fix: String
  /// The repair by the linter; nil if only a person can fix it.
  package let repair: Repair?
  /// The source of the requirement.
  public let source: String
  /// The numbers that a configuration can change.
  public let options: [Option]
  /// Whether the problem usually comes from how a whole pack was exported or named. Where most stickers
  /// have it, their findings are joined to one.
  package let isSharedByPack: Bool
  /// The message of the joined findings, with how many stickers have them ("All 8 stickers", "23 of 24
  /// stickers"); nil if it is that of the one furthest from its limit.
  let sharedMessage: (@Sendable (_ stickers: String, _ findings: [Finding]) -> String)?
  /// Whether a finding about a pack is fixed in each of its related stickers on its own. Reports that
  /// track findings then list one for each sticker.
  package let isFixedPerSticker: Bool
  /// Whether a rule about stickers also applies to each frame of a catalog's sequence, which only Xcode
  /// assembles. All rules about files do; most others need the whole animation.
  let appliesToFrames: Bool
  #if hasFeature(Embedded)
    /// No examples: the code that makes them would be a tenth of the engine for web pages.
    package var examples: [Example] { [] }
  #else
    /// Example packs, some with violations and some without.
    package var examples: [Example] { makeExamples() }
    // Only pages and tests use them, and all of them take longer to make than a small lint.
    private let makeExamples: @Sendable () -> [Example]
  #endif
  /// The function that finds violations.
  package let check: Check

  init(
    id: String, title: String, category: Category, scope: Scope? = nil, severity: Severity,
    severityReason: String, rationale: String, fix: String, repair: Repair? = nil, source: String,
    options: [Option] = [],
    isSharedByPack: Bool = false,
    sharedMessage: (@Sendable (_ stickers: String, _ findings: [Finding]) -> String)? = nil,
    isFixedPerSticker: Bool = false, appliesToFrames: Bool = false,
    examples: @autoclosure @escaping @Sendable () -> [Example], check: Check
  ) {
    self.id = id
    self.title = title
    self.category = category
    self.scope = scope ?? (category == .store ? .limits : .messages)
    self.severity = severity
    self.severityReason = severityReason
    self.rationale = rationale
    self.fix = fix
    self.repair = repair
    self.source = source
    self.options = options
    self.isSharedByPack = isSharedByPack || sharedMessage != nil
    self.sharedMessage = sharedMessage
    self.isFixedPerSticker = isFixedPerSticker || self.isSharedByPack
    self.appliesToFrames = appliesToFrames || category == .file
    #if !hasFeature(Embedded)
      makeExamples = examples
    #endif
    self.check = check
  }
}
