import Foundation
import FuzzTargets
import ImageContainers
import TestSupport
import Testing

@Suite("Fuzz targets")
struct FuzzTargetTests {
  @Test("every seed satisfies the invariants", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) async throws {
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty)
    #expect(Set(seeds.map(\.name)).count == seeds.count)
    for seed in seeds {
      await expectInvariants(of: target, seed.bytes, seed.name)
      #expect(seed.bytes.count <= target.largestInput, "\(target.rawValue)/\(seed.name)")
    }
  }

  @Test(
    "every input that once violated an invariant satisfies them now", arguments: FuzzTarget.allCases
  )
  func regressions(_ target: FuzzTarget) async throws {
    let folder = Repository.root
      .appending(path: "Tests/FuzzTargetTests/Regressions/\(target.rawValue)")
    // A target without a folder never failed.
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    let names = try Repository.names(in: folder, endingIn: "")
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try Repository.bytes(folder.appending(path: name))
      await expectInvariants(of: target, bytes, name)
    }
  }

  /// Targets wait for tasks, so they must not run on one of the threads that tasks share.
  func expectInvariants(of target: FuzzTarget, _ bytes: [UInt8], _ name: String) async {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "target").async {
        continuation.resume(returning: Result { try target.run(bytes) })
      }
    }
    #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try result.get() }
  }

  @Test("every folder of regressions has the name of a target")
  func regressionFolders() throws {
    let folder = Repository.root.appending(path: "Tests/FuzzTargetTests/Regressions")
    let names = try Repository.names(in: folder, endingIn: "")
    #expect(names.allSatisfy { FuzzTarget(rawValue: $0) != nil }, "\(names)")
  }
}

@Suite("PNG mutator")
struct PNGMutatorTests {
  /// Stands in for libFuzzer's own mutation: changes a few bytes.
  static func wrongBytes(_ bytes: [UInt8], _ most: Int) -> [UInt8] {
    var bytes = Array(bytes.prefix(most))
    for index in stride(from: 0, to: bytes.count, by: 7) { bytes[index] &+= 1 }
    return bytes
  }

  /// The type and data of each chunk. Requires every stored checksum to be right.
  static func chunks(_ file: [UInt8]) throws -> [(type: String, data: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var offset = 8
    while offset < file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let body = Array(file[offset + 4..<offset + 8 + length])
      let end = offset + 8 + length
      try #require(Array(file[end..<end + 4]) == PNGBytes.number(Int(PNGBytes.checksum(body))))
      chunks.append((String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
      offset = end + 4
    }
    return chunks
  }

  @Test("repairs lengths, checksums, sequence numbers, frame counts and image data")
  func repair() throws {
    // A frame outside the canvas, wrong numbers, a row too few, wrong checksums.
    var broken = PNGBytes.signature + PNGBytes.header(3, 2) + PNGBytes.animationControl(frames: 9)
    broken +=
      PNGBytes.frameControl(5, 1, 1) + PNGBytes.chunk("IDAT", PNGBytes.solid(3, 1, [1, 2, 3, 4]))
    broken += PNGBytes.frameControl(5, 7, 7, x: 8, y: 8) + PNGBytes.frameData(1, [1, 2, 3])
    broken += PNGBytes.chunk("IEND")
    for index in 29..<33 { broken[index] ^= 0xFF }
    let repaired = PNGMutator.repaired(broken)
    let chunks = try Self.chunks(repaired)
    #expect(chunks.map(\.type) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
    #expect(chunks[1].data == PNGBytes.number(2) + PNGBytes.number(0))
    #expect([2, 4, 5].map { chunks[$0].data[3] } == [0, 1, 2])
    #expect(chunks[2].data[4..<20].elementsEqual([3, 2, 0, 0].flatMap(PNGBytes.number)))
    let decoded = try Decoded(repaired)
    #expect(decoded.defects == [])
    #expect(decoded.canvases.map(\.width) == [3, 3])
    #expect(decoded.canvases.map(\.height) == [2, 2])
  }

  @Test("most mutations have right checksums, and many are whole images")
  func mutations() throws {
    let seeds = try FuzzTarget.png.seeds().filter { $0.bytes.count < 1000 }
    var (rightChecksums, whole, all) = (0, 0, 0)
    for (number, seed) in seeds.enumerated() {
      for round in 0..<20 {
        var mutator = PNGMutator(
          seed: UInt64(number * 100 + round), mutateBytes: Self.wrongBytes)
        let mutated = mutator.mutate(seed.bytes, most: 4096)
        #expect(mutated.count <= 4096)
        all += 1
        if mutated.starts(with: PNGBytes.signature), (try? Self.chunks(mutated)) != nil {
          rightChecksums += 1
        }
        if try ImageContainer(mutated) != nil && Decoded(mutated).defects.isEmpty { whole += 1 }
      }
    }
    #expect(rightChecksums * 10 > all * 9, "\(rightChecksums) of \(all)")
    #expect(whole * 5 > all, "\(whole) of \(all)")
  }

  @Test("both decoders agree on mutated files")
  func decoders() throws {
    for (number, seed) in try FuzzTarget.decoders.seeds().enumerated() {
      for round in 0..<100 {
        var mutator = PNGMutator(
          seed: UInt64(number * 1000 + round), mutateBytes: Self.wrongBytes)
        let mutated = mutator.mutate(seed.bytes, most: 4096)
        #expect(throws: Never.self, "\(seed.name), round \(round)") {
          try FuzzTarget.decoders.run(mutated)
        }
      }
    }
  }

  @Test("the same seed does the same, another does something else")
  func seeded() throws {
    let file = PNGBytes.animation(4, 3, [[255, 0, 0, 255], [0, 255, 0, 128]])
    func mutated(_ seed: UInt64) -> [UInt8] {
      var mutator = PNGMutator(seed: seed, mutateBytes: Self.wrongBytes)
      return mutator.mutate(file, most: 4096)
    }
    #expect(mutated(1) == mutated(1))
    #expect(Set((0..<50).map(mutated)).count > 25)
  }

  @Test("keeps to the size it is given", arguments: [0, 1, 40, 70, 200])
  func size(_ most: Int) {
    let file = Array(PNGBytes.still(4, 3, [255, 0, 0, 255]).prefix(most))
    for seed in 0..<200 as Range<UInt64> {
      var mutator = PNGMutator(seed: seed, mutateBytes: Self.wrongBytes)
      #expect(mutator.mutate(file, most: most).count <= most)
    }
  }
}
