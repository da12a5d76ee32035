import Basics
import Pixels
import StickerLint
import StickerPacks
import StickerReports
import TestSupport

/// Lint results with known findings, created without files.
struct Findings {
  /// The findings of a file.
  enum Kind: CaseIterable {
    /// `empty-file`
    case error
    /// `no-transparency`
    case warning
    /// `finite-loop`
    case info
    /// `delay-too-short` in the first frame, a warning with a place
    case place
    /// `canvas-too-small`, an error, and `no-transparency`, a warning
    case two
    /// no findings
    case clean

    var bytes: [UInt8] {
      let (glass, red): ([UInt8], [UInt8]) = ([200, 0, 0, 160], [200, 0, 0, 255])
      // Similar enough to the other color not to flash.
      let thicker: [UInt8] = [200, 0, 0, 168]
      return switch self {
      case .error: []
      case .warning: PNGBytes.still(300, 300, red)
      case .info: PNGBytes.animation(300, 300, [glass, thicker], plays: 3)
      case .place: PNGBytes.animation(300, 300, [glass, thicker], plays: 0, delay: (1, 100))
      case .two: PNGBytes.still(200, 200, red)
      case .clean: PNGBytes.still(300, 300, glass)
      }
    }
  }

  /// The result for the files of a pack, by name. `suppressed` has the reasons by rule.
  static func result(
    _ files: [(name: String, kind: Kind)], folder: String = "Pack", kind: PackSource.Kind = .files,
    suppressed: [String: String] = [:], strict: Bool = false
  ) -> LintResult {
    var known: [Kind: AssetFacts] = [:]
    let facts = files.map { name, kind in
      let source = StickerSource(
        id: name, at: Location(FilePath(name), displayPath: "\(folder)/\(name)"),
        label: "What \(name) shows",
        suppressed: suppressed)
      var facts = known[kind] ?? AssetFacts(source: source, bytes: kind.bytes, limits: .init())
      known[kind] = facts
      facts.source = source
      return facts
    }
    let pack = PackSource(
      kind: kind, name: "Pack", at: Location(FilePath(folder), displayPath: FilePath(folder)),
      settings: PackSettings(gridSize: .small),
      stickers: facts.map(\.source))
    var linter = Linter(jobs: 1)
    linter.isStrict = strict
    return LintResult(packs: [
      linter.check(PackFacts(source: pack, assets: facts))
    ])
  }

  /// The result for a number of files of each kind.
  ///
  /// - Parameter areJoined: whether problems that most files share are one finding.
  static func result(_ counts: [(Kind, Int)], areJoined: Bool = false) -> LintResult {
    var result = result(
      counts.flatMap { kind, count in (0..<count).map { (name: "\(kind)\($0).png", kind: kind) } })
    if !areJoined { result.packs[0].findings = result.packs[0].separateFindings }
    return result
  }

  /// 3,000 findings, a third of each severity.
  static let many = result([(.error, 1000), (.warning, 1000), (.info, 1000)])

  /// A finding in a part of the second frame and in the whole third one.
  static let onArt = LintResult(packs: [
    LintedPack(
      facts: result([("a.png", .clean)]).packs[0].facts,
      findings: [
        Finding(
          rule: "stray-pixels", severity: .info, about: FileID("Pack/a.png", .sticker),
          regions: [
            FindingRegion(frame: 2, PixelRect(x: 3, y: 4, width: 5, height: 6)),
            FindingRegion(frame: 3),
          ], message: "Found 2 specks.", fix: "Erase them.")
      ])
  ])

  /// A result without packs.
  static let none = LintResult(packs: [])
}
