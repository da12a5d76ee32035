internal import ArgumentParser
internal import ImageContainers
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack init`
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a commented stickerpack.json for a folder of art.",
    discussion: """
      Lists the folder's stickers in order, with a suggested label for each. An existing file is \
      never overwritten.

      EXAMPLES
        stickerpack init Stickers
      """)

  @Argument(help: "The pack's folder.", completion: .directory)
  var folder = FilePath.currentFolder

  func run() throws {
    let path = folder.appending(PackConfiguration.fileName)
    guard folder.isFolder else {
      throw CommandError(message: "\(folder) is not a folder", status: .usage)
    }
    guard !path.exists else {
      throw CommandError(message: "\(path) already exists and was not overwritten", status: .usage)
    }
    let pack = try Packs.all(at: [folder]).packs[0]
    guard pack.isFolder(folder), !pack.stickers.isEmpty else {
      throw CommandError(message: "no stickers in \(folder)", status: .usage)
    }
    let facts = PackFacts(
      source: pack,
      assets: pack.stickers.map { AssetFacts(reading: $0, limits: DecodingLimits()) })
    let text = PackConfiguration.template(for: pack, gridSize: facts.gridSize)
    try WholeFile.write(Array(text.utf8), to: path)
    let count = pack.stickers.count
    try Terminal.write(
      "Wrote \(path.string.withoutControls) with \(count) stickers. Correct the labels next.\n")
  }
}
