import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

/// The masks of findings in `SampleStickers/Broken`, and what their messages say.
@Suite("Masks of findings")
struct MaskTests {
  /// Lints the sticker of a rule in a folder of its own.
  private func lint(_ rule: String, in folder: TemporaryFolder) async throws -> LintResult {
    try folder.write(
      Repository.bytes(
        Repository.root.appending(path: "SampleStickers/Broken/\(rule).png")), to: "Pack/a.png")
    return try await Linter(jobs: 1).lint(
      try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
  }

  private func masks(
    of result: LintResult, mostRuns: Int = .max
  ) async throws -> FindingMasks {
    try await StickerPictures(
      of: result, [.masks(mostRuns: mostRuns)], limits: .init(), jobs: 1
    ).masks
  }

  private func canvas(_ folder: TemporaryFolder) throws -> Bitmap {
    try #require(Decoded(folder.bytes("Pack/a.png")).canvases.first)
  }

  /// The last region of a finding is all of it.
  private func found(
    _ rule: String, in folder: TemporaryFolder
  ) async throws -> (message: String, measured: Double, mask: PixelMask) {
    let result = try await lint(rule, in: folder)
    let masks = try await masks(of: result)
    let finding = try #require(result.findings.first { $0.rule == rule })
    #expect(finding.regions.allSatisfy { $0.mask == nil })
    return (
      finding.message, finding.measured?.value ?? 0,
      try #require(masks.adding(to: finding.regions, of: finding.subject).last?.mask)
    )
  }

  private func count(_ mask: PixelMask) -> Int {
    mask.runs.enumerated().reduce(0) { $1.offset % 2 == 1 ? $0 + $1.element : $0 }
  }

  private func percent(_ count: Int, of total: Int) -> String {
    "\(Int((Double(count) / Double(total) * 100).rounded()))%"
  }

  @Test("a mask has the share of the canvas that the message names")
  func share() async throws {
    let (message, _, mask) = try await found("background-box", in: TemporaryFolder())
    #expect(
      message.contains(percent(count(mask), of: 408 * 408) + " of the canvas"), "\(message)")
  }

  @Test("a mask has all transparent pixels that store color")
  func hidden() async throws {
    let folder = try TemporaryFolder()
    let mask = try await found("hidden-color", in: folder).mask
    let samples = try canvas(folder).samples
    let hidden = stride(from: 0, to: samples.count, by: 4).count {
      samples[$0 + 3] == 0 && samples[$0..<$0 + 3].contains { $0 > 0 }
    }
    #expect(hidden > 0 && count(mask) == hidden)
  }

  @Test("a mask has the share of the art that the message names")
  func lost() async throws {
    let folder = try TemporaryFolder()
    let (message, _, mask) = try await found("low-contrast", in: folder)
    let canvas = try canvas(folder)
    let art = stride(from: 3, to: canvas.samples.count, by: 4).count { canvas.samples[$0] > 127 }
    // Cells of 4 px cover as much outside of a round edge as they leave out inside.
    #expect(abs(count(mask) - art) * 50 < art)
    #expect(message.hasPrefix("All of the art"), "\(message)")
  }

  @Test("a mask has the pixels of a speck that the message names")
  func speck() async throws {
    let (message, _, mask) = try await found("stray-pixels", in: TemporaryFolder())
    #expect(message.contains("A speck of \(count(mask)) pixels"), "\(message)")
  }

  @Test("a mask has the measured share of the edge")
  func cut() async throws {
    let (_, measured, mask) = try await found("clipped-art", in: TemporaryFolder())
    // The strip has 6 rows of the same length, up to the round outline.
    #expect(abs(measured - Double(count(mask)) / 6 / 408 * 100) < 1)
  }

  @Test("a mask has the measured share of the soft edge")
  func halo() async throws {
    let folder = try TemporaryFolder()
    let (_, measured, mask) = try await found("edge-halo", in: folder)
    let canvas = try canvas(folder)
    let soft = stride(from: 3, to: canvas.samples.count, by: 4).count {
      (1..<255).contains(canvas.samples[$0])
    }
    // Nearly opaque pixels are telling no matte apart.
    #expect((soft * 6 / 10...soft).contains(count(mask)))
    #expect(measured == 100)
  }

  @Test("the mask of an animation is that of the frame with the region")
  func frame() async throws {
    let folder = try TemporaryFolder()
    let brown = Pixel(red: 150, green: 90, blue: 50)
    let canvases = [100, 308, 310].map { left in
      Bitmap(width: 408, height: 408) { x, y in
        (150..<250).contains(y) && (left..<left + 100).contains(x) ? brown : .clear
      }
    }
    try folder.write(
      ImageEncoder.apng(
        CanvasAnimation(canvases: canvases, delays: canvases.map { _ in .init(seconds: 0.2) }),
        loop: .forever), to: "Pack/a.png")
    let result = try await Linter(jobs: 1).lint(
      try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
    let masks = try await masks(of: result)
    let finding = try #require(result.findings.first { $0.rule == "clipped-art" })
    let region = try #require(masks.adding(to: finding.regions, of: finding.subject).first)
    #expect(region.frame == 2)
    // A strip of 6 px.
    #expect(region.mask.map(count) == 600)
  }

  @Test("the masks of a page share a number of runs")
  func budget() async throws {
    let folder = try TemporaryFolder()
    let result = try await lint("hidden-color", in: folder)
    let masks = try await masks(of: result, mostRuns: 50)
    let all = masks.values.flatMap(\.values)
    #expect(!all.isEmpty && all.reduce(0) { $0 + $1.runs.count } <= 50)
    #expect(all.allSatisfy { $0.scale > 1 })
  }

  @Test("an image is decoded once for masks, pages and sheets")
  func once() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/b.png")
    let result = try await lint("hidden-color", in: folder)
    var seen: [[Int]] = []
    let pictures = try await StickerPictures(
      of: result, [.masks(), .images(), .sheet],
      limits: .init(), jobs: 1
    ) { seen.append([$0, $1]) }
    #expect(seen == [[1, 2], [2, 2]])
    #expect(pictures.images.count == 2)
    #expect(pictures.masks.values.contains { !$0.isEmpty })
  }

  @Test("a file that has changed since the lint has no masks")
  func changed() async throws {
    let folder = try TemporaryFolder()
    let result = try await lint("hidden-color", in: folder)
    try folder.write([1, 2, 3], to: "Pack/a.png")
    let masks = try await masks(of: result)
    #expect(masks.values.allSatisfy { $0.isEmpty })
  }
}
