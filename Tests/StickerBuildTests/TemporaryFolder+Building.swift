import Basics
import Foundation
import ImageContainers
import StickerBuild
import StickerManifest
import StickerPacks
import TestSupport
import Testing

extension TemporaryFolder {
  /// The first pack that a folder holds.
  func pack(_ name: String) throws -> PackSource {
    try #require(try PackDiscovery(at: [FilePath(path + "/" + name)]).packs.first)
  }

  /// Builds all packs of a folder.
  @discardableResult
  func build(
    _ name: String, jobs: Int = 2, to output: String = "out", limits: DecodingLimits = .init(),
    leavesOut: Bool = false, gridSize: GridSize = .small
  ) async throws -> PackBuilder.Outcome {
    let packs = try PackDiscovery(at: [FilePath(path + "/" + name)]).packs
    var builder = PackBuilder(jobs: jobs)
    builder.limits = limits
    builder.leavesOut = leavesOut
    return try await builder.build(
      BuildPlan(packs.map { .init(lookingInto: $0, gridSize: gridSize) }),
      to: path + "/" + output)
  }

  /// A file as text.
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
