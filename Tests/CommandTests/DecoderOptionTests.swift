import Foundation
import TestSupport
import Testing

@Suite("--decoder")
struct DecoderOptionTests {
  static let packs = ["SampleStickers/Biscuit", "SampleStickers/Broken"]

  @Test("both decoders give the same report")
  func sameReport() throws {
    let lint = ["lint"] + Self.packs + ["--format", "json", "--decoder"]
    let fast = try Program.stickerpack.run(lint + ["fast"], in: Repository.root)
    let reference = try Program.stickerpack.run(lint + ["reference"], in: Repository.root)
    #expect(fast.output.contains("corrupt-file"))
    #expect(fast.output == reference.output)
    #expect(fast.status == reference.status)
  }

  @Test("cached facts of one decoder are not used with the other")
  func cache() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 128]), to: "Art/a.png")
    var sizes: [Int] = []
    for decoder in ["fast", "reference", "fast"] {
      let run = try Program.stickerpack.run(
        ["lint", "Art", "--cache-folder", "cache", "--decoder", decoder], in: folder.url)
      #expect(run.errors == "")
      sizes.append(try folder.bytes("cache/facts").count)
    }
    #expect(sizes[0] < sizes[1] && sizes[1] == sizes[2])
  }

  @Test("an unknown decoder is a usage error")
  func unknown() throws {
    let run = try Program.stickerpack.run(["lint", "--decoder", "slow"], in: Repository.root)
    #expect(run.status == 2)
    #expect(run.errors.contains("The value 'slow' is invalid for '--decoder <decoder>'"))
  }
}
