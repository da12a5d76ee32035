import Basics
import StickerLint
import StickerPacks
import StickerReports
import TestSupport

/// Results with known findings, made without a disk.
struct Findings {
  /// What is wrong with a file, and nothing else.
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
    /// nothing
    case clean

    var bytes: [UInt8] {
      let (glass, red): ([UInt8], [UInt8]) = ([200, 0, 0, 128], [200, 0, 0, 255])
      // Too near to the other to flash.
      let thicker: [UInt8] = [200, 0, 0, 136]
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

  /// The files of a pack by their names in it, with the reasons for what they may have.
  static func result(
    _ files: [(name: String, kind: Kind)], folder: String = "Pack", kind: PackSource.Kind = .files,
    suppressed: [String: String] = [:], strict: Bool = false
  ) -> LintResult {
    var known: [Kind: AssetFacts] = [:]
    let facts = files.map { name, kind in
      let source = StickerSource(
        id: name, path: FilePath(name), displayPath: "\(folder)/\(name)",
        label: "What \(name) shows",
        suppressed: suppressed)
      var facts = known[kind] ?? AssetFacts(source: source, bytes: kind.bytes, limits: .init())
      known[kind] = facts
      facts.source = source
      return facts
    }
    let pack = PackSource(
      kind: kind, name: "Pack", path: FilePath(folder), displayPath: folder, gridSize: .small,
      stickers: facts.map(\.source), problems: [])
    var linter = Linter(jobs: 1)
    linter.isStrict = strict
    return LintResult(packs: [
      linter.judge(PackFacts(source: pack, assets: facts))
    ])
  }

  /// So many files of some kinds.
  static func result(_ counts: [(Kind, Int)]) -> LintResult {
    result(
      counts.flatMap { kind, count in (0..<count).map { (name: "\(kind)\($0).png", kind: kind) } })
  }

  /// Three thousand findings, a third of each severity.
  static let many = result([(.error, 1000), (.warning, 1000), (.info, 1000)])

  /// No packs at all.
  static let none = LintResult(packs: [])
}
