import Basics
import Foundation
import ImageCodecs
import ImageContainers
import StickerBuild
import StickerFit
import StickerLint
import StickerPacks
import TestSupport

/// Invariants of lint, plans, fit and build for stores other than Apple's, for a sticker of any bytes.
enum StoreInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let name = "a.\(fileExtension(of: bytes))"
    try folder.write(bytes, to: "Pack/\(name)")
    try folder.write(
      #"{ "author": "B", "stickers": [{ "file": "\#(name)", "label": "Wave", "emoji": ["👋"] }] }"#,
      to: "Pack/stickerpack.json")
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    var linter = Linter(jobs: 1)
    linter.limits = FitInvariants.limits
    try checkLint(packs, bytes, linter)
    // The stores follow from the input, so they are the same each time.
    var random = SplitMix(state: bytes.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var possible = Destination.all.filter(\.canBeBuilt)
    let stores = (0..<2).map { _ in
      possible.remove(at: Int(random.next() % UInt64(possible.count)))
    }
    try checkBuild(packs, for: stores, in: random.next() % 4 == 0 ? folder : nil, linter)
  }

  private static func fileExtension(of bytes: [UInt8]) -> String {
    switch FileSignature(of: bytes) {
    case .gif: "gif"
    case .jpeg: "jpg"
    case .unsupported(.webP): "webp"
    default: "png"
    }
  }

  private static func checkLint(_ packs: [PackSource], _ bytes: [UInt8], _ linter: Linter) throws {
    let read = LintResult(
      packs: packs.map { pack in
        let assets = pack.files.map {
          AssetFacts(reading: $0, limits: linter.limits, destination: linter.destination)
        }
        return linter.check(
          PackFacts(source: pack, assets: assets, destination: linter.destination))
      })
    let isDamaged = read.packs.flatMap(\.facts.files).contains { $0.image?.isDecoded != true }
    for store in Destination.all {
      let verdict = DestinationVerdict(store, read, by: linter)
      for finding in verdict.result.findings {
        try FindingInvariants.check(finding, fileSize: finding.place.map { _ in bytes.count })
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
        }
      }
    }
  }

  /// - Parameter folder: where the output is written; nil for a dry run.
  private static func checkBuild(
    _ packs: [PackSource], for stores: [Destination], in folder: TemporaryFolder?, _ linter: Linter
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
