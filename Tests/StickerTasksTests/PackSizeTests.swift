import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import StickerTasks
import TestSupport
import Testing

@Suite("Fitting a pack whose stickers have one size")
struct PackSizeTests {
  let folder: TemporaryFolder

  /// A pack with a sticker of noise and two simple ones, all of 408 px.
  init() throws {
    folder = try TemporaryFolder()
    var random = SplitMix(state: 1)
    let noise = Bitmap(width: 408, height: 408) { _, _ in
      Pixel(packed: UInt32(truncatingIfNeeded: random.next()) | 0xFF)
    }
    try folder.write(ImageEncoder.png(noise), to: "Art/noise.png")
    for shade in [90, 200] {
      try folder.write(Self.simple(408, UInt8(shade)), to: "Art/\(shade).png")
    }
  }

  /// Soft waves of many colors, which need more bytes than they lose by scaling.
  private static func waves(_ side: Int = 408) throws -> [UInt8] {
    try ImageEncoder.png(
      Bitmap(width: side, height: side) { x, y in
        func wave(_ across: Double, _ down: Double) -> UInt8 {
          UInt8(128 + 100 * sin(Double(x) * across + 3 * sin(Double(y) * down)))
        }
        return Pixel(red: wave(0.05, 0.02), green: wave(0.03, 0.04), blue: wave(0.02, 0.05))
      })
  }

  private static func simple(_ side: Int, _ shade: UInt8) throws -> [UInt8] {
    try ImageEncoder.png(
      Bitmap(width: side, height: side) { x, y in
        x / 4 % 2 == y / 4 % 2 ? Pixel(red: shade, green: 40, blue: 90) : .clear
      })
  }

  private func fit(in bytes: Int) async throws -> FitResult {
    var options = FitOptions()
    options.maximumBytes = bytes
    options.jobs = 2
    return try await FitTask(folder.path + "/Art", to: folder.path + "/Out", options: options).run()
  }

  /// The longer sides of all written stickers.
  private func sides() throws -> [Int] {
    try ["200.png", "90.png", "noise.png"].map {
      try #require(ImageContainer(try folder.bytes("Out/" + $0))?.canvas).width
    }
  }

  @Test("all get the size that one of them needs")
  func scaled() async throws {
    // 16 colors of noise are 83,000 bytes at 408 px and 45,000 at 300 px.
    let result = try await fit(in: 60_000)
    #expect(try sides() == [300, 300, 300])
    let size = try #require(result.sizes.first)
    #expect(size.side == 300 && size.sideBefore == 408 && result.sizes.count == 1)
    #expect(size.deciding.map { $0.file.hasSuffix("noise.png") } == [true])
    #expect(result.isComplete && result.changes.allSatisfy { $0.steps.first == .scaled(side: 300) })
  }

  @Test("all keep their size if scaling does more harm to the others")
  func kept() async throws {
    for shade in 1...6 { try folder.write(Self.simple(408, UInt8(shade)), to: "Art/\(shade).png") }
    try folder.write(Self.waves(), to: "Art/noise.png")
    let result = try await fit(in: 60_000)
    #expect(try sides() == [408, 408, 408])
    #expect(result.sizes.map(\.side) == [408] && result.isComplete)
    let noise = try #require(result.changes.first { $0.file.hasSuffix("noise.png") })
    #expect(noise.alternative?.steps == [.scaled(side: 300)])
    #expect(noise.alternative.map { $0.score > noise.score } == true)
  }

  @Test("all keep their size if the estimates of a sticker were too low")
  func wrongEstimate() async throws {
    try folder.write(Self.waves(), to: "Art/noise.png")
    let result = try await fit(in: 100_000)
    #expect(try sides() == [408, 408, 408] && result.changes.allSatisfy(\.remarks.isEmpty))
  }

  @Test("a build gives all stickers the size that one of them needs, too")
  func built() async throws {
    var options = BuildOptions()
    var fit = FitOptions()
    fit.maximumBytes = 60_000
    options.fit = fit
    let output = folder.path + "/Out"
    let result = try await BuildTask(folder.path + "/Art", to: output, options: options).run()
    #expect(result.sizes.map(\.side) == [300] && result.fitted.count == 3)
    let widths = try ["200", "90", "noise"].map {
      try #require(ImageContainer(try folder.bytes("Out/images/\($0)@3x.png"))?.canvas).width
    }
    #expect(widths == [300, 300, 300])
  }

  @Test("a pack of several sizes keeps them, and each sticker gets its best one")
  func mixed() async throws {
    try folder.write(Self.simple(618, 90), to: "Art/90.png")
    let result = try await fit(in: 60_000)
    #expect(try sides() == [408, 618, 300] && result.sizes.isEmpty)
  }

  @Test(
    "art that is larger than any size class gets that of its pack, with the reason",
    arguments: [
      ([408, 408], "", 408, "scaled to 408 px, as most of the pack"), ([256, 256], "", 618, nil),
      ([408, 408], #"{"gridSize": "small"}"#, 300, "scaled to 300 px, the grid size of the pack"),
    ] as [([Int], String, Int, String?)])
  func large(_ others: [Int], _ configuration: String, _ side: Int, _ remark: String?) async throws
  {
    try folder.write(Self.simple(800, 20), to: "Art/noise.png")
    for (name, side) in zip([90, 200], others) {
      try folder.write(Self.simple(side, UInt8(name)), to: "Art/\(name).png")
    }
    if !configuration.isEmpty {
      try folder.write(Array(configuration.utf8), to: "Art/stickerpack.json")
    }
    let result = try await fit(in: 500_000)
    #expect(try sides() == [others[1], others[0], side])
    #expect(result.changes.flatMap(\.remarks) == [remark].compactMap(\.self))
  }

  @Test("a file that cannot be decoded does not change the others")
  func damaged() async throws {
    try folder.write(Array(try folder.bytes("Art/noise.png").prefix(200_000)), to: "Art/noise.png")
    let result = try await fit(in: 60_000)
    #expect(!result.isComplete && result.sizes.isEmpty)
    #expect(result.changes.count { $0.isChanged } == 0)
  }

  @Test(
    "pixels that the pack's size class does not show are given up",
    arguments: [408, 618])
  func gridSize(side: Int) async throws {
    for shade in [90, 200] {
      try folder.write(Self.simple(side, UInt8(shade)), to: "Art/\(shade).png")
    }
    try folder.write(Self.waves(side), to: "Art/noise.png")
    try folder.write(Array(#"{"gridSize": "small"}"#.utf8), to: "Art/stickerpack.json")
    let result = try await fit(in: 60_000)
    #expect(try sides() == [300, 300, 300] && result.sizes.map(\.side) == [300])
    let others = result.changes.filter { !$0.file.hasSuffix("noise.png") }
    #expect(others.allSatisfy { $0.score > 99 })
  }
}
