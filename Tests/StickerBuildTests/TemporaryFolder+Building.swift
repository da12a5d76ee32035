import Basics
import Foundation
import ImageCodecs
import ImageContainers
import StickerBuild
import StickerFit
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// The plan of a build and what it has built.
struct Built {
  var plan: BuildPlan
  var manifests: [Manifest]
  var reducedImages: [ReducedImage] = []
  var findings: [Finding] = []

  var skipped: [BuildPlan.Skipped] { plan.packs.flatMap(\.skipped) }
  var stickersForIcons: [String?] { plan.packs.map { $0.stickerForIcons?.source.displayPath } }
}

extension TemporaryFolder {
  /// The first pack in a folder.
  func pack(_ name: String) throws -> PackSource {
    try #require(try PackDiscovery(at: [FilePath(path + "/" + name)]).packs.first)
  }

  /// Plans a build of packs as the tool does, but without stopping at errors.
  func plan(
    _ packs: [PackSource], limits: DecodingLimits = .init(), gridSize: GridSize = .small,
    keepingImages budget: ImageBudget? = ImageBudget(), fitter: PackFitter? = nil
  ) async throws -> BuildPlan {
    var linter = Linter(jobs: 2)
    (linter.limits, linter.assemblesSequences) = (limits, true)
    linter.reader = {
      AssetFacts(reading: $0, limits: $1, keepingImages: budget, fitting: fitter?.smaller)
    }
    let sized = packs.map { pack in
      var pack = pack
      pack.settings.gridSize = gridSize
      return pack
    }
    return BuildPlan(try await linter.lint(sized).packs)
  }

  /// Builds all packs of a folder.
  @discardableResult
  func build(
    _ name: String, jobs: Int = 2, to output: String = "out", limits: DecodingLimits = .init(),
    skipsUnusableFiles: Bool = false, gridSize: GridSize = .small,
    effort: ImageEncoder.Effort = .quick
  ) async throws -> Built {
    let packs = try PackDiscovery(at: ["\(path)/\(name)"]).packs
    var builder = PackBuilder(Linter(jobs: jobs))
    builder.linter.limits = limits
    (builder.skipsUnusableFiles, builder.effort) = (skipsUnusableFiles, effort)
    let plan = try await plan(packs, limits: limits, gridSize: gridSize)
    let output = try await builder.build(plan, to: FilePath(path + "/" + output))
    return Built(
      plan: plan, manifests: output.manifests, reducedImages: output.reducedImages,
      findings: output.findings)
  }

  /// A file as text.
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
