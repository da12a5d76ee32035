import Basics
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport

/// Invariants of fixes, for any bytes with an image's signature.
enum RepairInvariants {
  /// Lower limits than for decoding, because a file is decoded and encoded for each repair.
  private static let limits = {
    var limits = ImageInvariants.limits
    limits.pixels = 1 << 14
    limits.frames = 8
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws {
    guard ImageContainer(bytes) != nil else { return }
    let source = StickerSource(id: "love", at: Location("Pack/love", displayPath: "Pack/love"))
    let pack = PackSource(
      kind: .folder, name: "Pack", at: Location("Pack", displayPath: "Pack"),
      stickers: [source])
    let hash = HashedBytes(bytes).sha256
    // Renaming looks at the disk.
    let repairs = Set(Repair.all).subtracting([.rename])
    // An icon, as which a file has other repairs, and a sticker.
    var icon = source
    icon.role = .icon
    for (source, allowsUnsafe) in [(source, false), (source, true), (icon, true)] {
      let task = RepairTask(
        source: source, pack: pack, repairs: repairs.filter { $0.isSafe || allowsUnsafe },
        contentHash: hash)
      try check(task, bytes, allowsUnsafe: allowsUnsafe)
    }
    // Together, one repair that fails leaves the others out, so each is made on its own, too.
    let alone = repairs.sorted { $0.summary < $1.summary }[
      Int(bytes.reduce(0, &+)) % repairs.count]
    try check(
      RepairTask(source: source, pack: pack, repairs: [alone], contentHash: hash), bytes,
      allowsUnsafe: !alone.isSafe)
  }

  private static func check(_ task: RepairTask, _ bytes: [UInt8], allowsUnsafe: Bool) throws {
    var linter = Linter(jobs: 1)
    linter.limits = limits
    var repairer = FileRepairer(linter, allowsUnsafe: allowsUnsafe)
    repairer.effort = .quick
    let file = repairer.repair(task) { bytes }
    guard let repaired = file.bytes else {
      try invariant(file.repairs.isEmpty, "a file without a result has no repairs")
      return
    }
    let (before, after) = (
      try Decoded(bytes, limits: limits), try Decoded(repaired, limits: limits)
    )
    try invariant(
      after.defects.isEmpty, "a repaired file has no defect: \(after.defects.map(\.message))")
    guard !allowsUnsafe else { return }
    // Equal frames in succession become one.
    let shown = [before, after].map { $0.canvases.map { CanvasDigest(of: $0) } }
    try invariant(
      shown[0].first == shown[1].first && shown[0].last == shown[1].last
        && Set(shown[0]) == Set(shown[1]), "safe repairs keep what is shown")
  }
}
