import Basics
import Foundation
import ImageCodecs
import ImageContainers
import StickerBuild
import StickerFit
import StickerLint
import StickerPacks
import TestSupport

/// Invariants of lint, plans, fit and build for stores other than Apple's, for a sticker of any bytes, or for a store
/// whose limits are any text in braces.
enum StoreInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    if bytes.first == UInt8(ascii: "{") { return try checkStore(bytes, in: folder) }
    let packs = try pack(["a.\(fileExtension(of: bytes))": bytes], in: folder)
    try checkLint(packs, for: Destination.all, mostBytes: bytes.count)
    // The stores follow from the input, so they are the same each time.
    var random = SplitMix(state: bytes.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var possible = Destination.all.filter(\.canBeBuilt)
    let stores = (0..<2).map { _ in
      possible.remove(at: Int(random.next() % UInt64(possible.count)))
    }
    try checkBuild(packs, for: stores, in: random.next() % 4 == 0 ? folder : nil)
  }

  /// Checks a store of a user's, with a still and an animation.
  private static func checkStore(_ file: [UInt8], in folder: TemporaryFolder) throws {
    guard let store = try DestinationFileInvariants.read(file) else { return }
    let packs = try pack(art, in: folder)
    let plans = try checkLint(packs, for: [store], mostBytes: art.values.map(\.count).max() ?? 0)
    // Others have the limits of memory that all art has, and would take seconds.
    let sides =
      plans.map { max($0.canvas.width, $0.canvas.height) } + (store.output?.sides ?? [])
      + store.icons.map { max($0.canvas.width, $0.canvas.height) }
    guard store.canBeBuilt, sides.allSatisfy({ $0 <= 96 }) else { return }
    try checkBuild(packs, for: [store], in: file.count % 4 == 0 ? folder : nil)
  }

  private static let art = [
    "a.png": PNGBytes.still(12, 9, [200, 30, 30, 160]),
    "b.png": PNGBytes.animation(9, 12, [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 9]]),
  ]

  private static let linter = {
    var linter = Linter(jobs: 1)
    linter.limits = FitInvariants.limits
    return linter
  }()

  /// Writes a pack and discovers it.
  private static func pack(
    _ files: [String: [UInt8]], in folder: TemporaryFolder
  ) throws -> [PackSource] {
    var stickers: [String] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try folder.write(bytes, to: "Pack/\(name)")
      stickers.append(#"{ "file": "\#(name)", "label": "Wave", "emoji": ["👋"] }"#)
    }
    try folder.write(
      #"{ "author": "B", "stickers": [\#(stickers.joined(separator: ","))] }"#,
      to: "Pack/stickerpack.json")
    return try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
  }

  private static func fileExtension(of bytes: [UInt8]) -> String {
    switch FileSignature(of: bytes) {
    case .gif: "gif"
    case .jpeg: "jpg"
    case .unsupported(let format): format.fileExtension
    default: "png"
    }
  }

  /// - Parameter mostBytes: of a file.
  /// - Returns: the plans for the stickers.
  @discardableResult
  private static func checkLint(
    _ packs: [PackSource], for stores: [Destination], mostBytes: Int
  ) throws -> [DestinationPlan] {
    let read = LintResult(
      packs: packs.map { pack in
        let assets = pack.files.map {
          AssetFacts(reading: $0, limits: linter.limits, destination: linter.destination)
        }
        return linter.check(
          PackFacts(source: pack, assets: assets, destination: linter.destination))
      })
    let isDamaged = read.packs.flatMap(\.facts.files).contains { $0.image?.isDecoded != true }
    var plans: [DestinationPlan] = []
    for store in stores {
      let verdict = DestinationVerdict(store, read, by: linter)
      for finding in verdict.result.findings {
        try FindingInvariants.check(finding, fileSize: finding.place.map { _ in mostBytes })
        for quantity in [finding.measured, finding.limit] {
          try invariant(
            quantity?.value.isFinite ?? true, "a quantity is finite: \(finding.message)")
        }
      }
      for index in read.packs.indices {
        for case let plan? in verdict.findings(in: index).stickers.map(\.change?.plan) {
          try invariant(!isDamaged, "nothing is planned for a damaged file")
          try invariant(
            plan.art.width <= plan.canvas.width && plan.art.height <= plan.canvas.height,
            "planned art is inside its canvas")
          plans.append(plan)
        }
      }
    }
    return plans
  }

  /// - Parameter folder: where the output is written; nil for a dry run.
  private static func checkBuild(
    _ packs: [PackSource], for stores: [Destination], in folder: TemporaryFolder?
  ) throws {
    var fitting = FitOptions()
    (fitting.limits, fitting.jobs) = (linter.limits, 1)
    let builder = DestinationBuilder(linter, StickerFitter(fitting))
    try wait {
      let outcomes = try await builder.build(
        packs, for: stores, to: folder.map { FilePath($0.path + "/Out") })
      for outcome in outcomes {
        try invariant(
          outcome.isTaken || outcome.lint.hasErrors || outcome.problem != nil,
          "there is a reason why nothing is written for \(outcome.destination.id)")
        try invariant(
          !outcome.isTaken || !outcome.lint.hasErrors,
          "what is written for \(outcome.destination.id) has no errors")
      }
      guard let folder, outcomes.contains(where: \.isTaken) else { return }
      for file in outcomes.flatMap(\.files) {
        try invariant(
          try folder.bytes("Out/\(file.file)").count == file.bytes, "a file has its size")
      }
    }
  }
}

/// Invariants of a file with the limits of a store, for any bytes.
enum DestinationFileInvariants {
  static func check(_ bytes: [UInt8]) throws { _ = try read(bytes) }

  /// Nil for an invalid file.
  static func read(_ bytes: [UInt8]) throws -> Destination? {
    let store: Destination
    do {
      store = try Destination(parsing: bytes, named: "Own limits")
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return nil
    }
    try invariant(
      (1...60).contains(store.id.count)
        && store.id.utf8.allSatisfy {
          $0 == 45 || (48...57).contains($0) || (97...122).contains($0)
        },
      "the id is the name of a folder: \(store.id.debugDescription)")
    let output = store.output
    // Names become paths.
    for name in (output?.icons.values.map(\.self) ?? []) + (output?.lists.keys.map(\.self) ?? []) {
      try invariant(
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { [0, 47, 92].contains($0) },
        "a name stays in its folder: \(name.debugDescription)")
    }
    for key in store.limits.keys {
      try invariant(
        ((store.numbers(key) ?? []) + [store.number(key) ?? 0]).allSatisfy {
          $0.isFinite && $0 >= 0
        },
        "\(key.rawValue) is finite")
    }
    let written = JSONStream.bytes(of: store.json)
    let again = try Destination(parsing: written, named: "Own limits")
    try invariant(
      JSONStream.bytes(of: again.json) == written && again.id == store.id,
      "a file can be written and read again")
    return store
  }
}
