import Foundation
import TestSupport
import Testing

@Suite("--decoder")
struct DecoderOptionTests {
  static let packs = ["SampleStickers/Biscuit", "SampleStickers/Broken"]

  @Test("both decoders produce the same report")
  func sameReport() throws {
    let lint = ["lint"] + Self.packs + ["--format", "json", "--decoder"]
    let fast = try Program.stickerpack.run(lint + ["fast"], in: Repository.root)
    let reference = try Program.stickerpack.run(lint + ["reference"], in: Repository.root)
    #expect(fast.output.contains("corrupt-file"))
    #expect(fast.output == reference.output)
    #expect(fast.status == reference.status)
  }

  @Test("an unknown decoder is a usage error")
  func unknown() throws {
    let run = try Program.stickerpack.run(["lint", "--decoder", "slow"], in: Repository.root)
    #expect(run.status == 2)
    #expect(run.errors.contains("The value 'slow' is invalid for '--decoder'"))
  }
}
