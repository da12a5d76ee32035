import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

/// The page of packs in a folder, and the data that its scripts read.
struct PreviewedPack {
  let data: [String: Any]

  /// Lints and previews the folder `Pack`.
  init(
    _ folder: TemporaryFolder, pack: String = "Pack", configuration: String? = nil,
    destinations: String? = nil
  ) async throws {
    let path = FilePath(folder.path)
    let found = try PackDiscovery(
      at: [path.appending(pack)], configuration: configuration.map { path.appending($0) })
    let result = try await Linter(jobs: 2).lint(found.packs)
    try await self.init(
      result.packs, configuration: configuration.map { path.appending($0) },
      destinations: destinations.map { try Destination.named($0, for: found.packs) } ?? [])
  }

  init(
    _ packs: [LintedPack], configuration: FilePath? = nil, destinations: [Destination] = []
  ) async throws {
    let result = LintResult(packs: packs)
    let pictures = try await StickerPictures(of: result, [.images()], limits: .init(), jobs: 2)
    var lintPage = LintPage(ReportContents(result), pictures)
    lintPage.configuration = configuration
    lintPage.verdicts = destinations.map { DestinationVerdict($0, result, by: Linter(jobs: 1)) }
    let page = String(decoding: lintPage.bytes(), as: UTF8.self)
    let start = try #require(page.range(of: #"<script type="application/json" id="data">"#))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let json = Data(page[start.upperBound..<end.lowerBound].utf8)
    data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private static func objects(_ value: Any?) throws -> [[String: Any]] {
    try #require(value as? [[String: Any]])
  }

  var pack: [String: Any] {
    get throws {
      let packs = try Self.objects(data["packs"])
      return try #require(packs.first)
    }
  }
  var stickers: [[String: Any]] { get throws { try Self.objects(pack["stickers"]) } }
  var findings: [[String: Any]] { get throws { try Self.objects(pack["findings"]) } }
  var images: [[String: Any]] { get throws { try Self.objects(data["images"]) } }

  func sticker(_ name: String) throws -> [String: Any] {
    let found = try stickers.first { $0["name"] as? String == name }
    return try #require(found)
  }

  /// The globs of the finding of a rule.
  func globs(_ rule: String) throws -> [String] {
    let finding = try findings.first { $0["rule"] as? String == rule }
    return try #require(finding?["globs"] as? [String])
  }

  /// The bytes of the image that a sticker shows.
  func image(_ name: String) throws -> [UInt8] {
    let index = try #require(sticker(name)["image"] as? Int)
    let text = try #require(images[index]["data"] as? String)
    let data = try #require(Data(base64Encoded: text))
    return Array(data)
  }
}
