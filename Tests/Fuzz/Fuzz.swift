import CLibFuzzer
import Foundation
import FuzzTargets

/// `Fuzz --seeds FOLDER` writes every target's seeds and dictionary, `Fuzz --targets` lists the
/// targets, and `Fuzz TARGET …` runs libFuzzer with its own arguments.
@main
enum Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "--targets": FuzzTarget.allCases.forEach { print($0.rawValue) }
    case "--seeds" where arguments.count == 2: try writeSeeds(to: URL(filePath: arguments[2]))
    default: run(Array(arguments.dropFirst()))
    }
  }

  private static func writeSeeds(to folder: URL) throws {
    for target in FuzzTarget.allCases {
      let seeds = folder.appending(path: target.rawValue)
      try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
      for seed in try target.seeds() {
        try Data(seed.bytes).write(to: seeds.appending(path: seed.name))
      }
      let words = target.words.map { word in
        "\"" + word.map { "\\x" + String(format: "%02X", $0) }.joined() + "\"\n"
      }
      try Data(words.joined().utf8).write(to: folder.appending(path: "\(target.rawValue).dict"))
    }
  }

  private static func run(_ arguments: [String]) {
    // libFuzzer starts itself again, through a shell, to minimize an input: the target is a part of its name. The last
    // of several equal flags wins, so the caller's arguments come last.
    let program = "\(CommandLine.arguments[0]) \(chosen.rawValue)"
    let all = [program, "-max_len=\(chosen.largestInput)"] + arguments
    var pointers = all.map { strdup($0) } + [nil]
    var count = Int32(all.count)
    pointers.withUnsafeMutableBufferPointer { buffer in
      var base = buffer.baseAddress
      exit(
        LLVMFuzzerRunDriver(&count, &base) { bytes, count in
          check(Array(UnsafeBufferPointer(start: bytes, count: count)))
          return 0
        })
    }
  }
}

/// The target that the first argument names; global because libFuzzer's callbacks have no context.
private let chosen: FuzzTarget = {
  let name = CommandLine.arguments.dropFirst().first ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    print("usage: Fuzz --targets | --seeds FOLDER | TARGET [libFuzzer's arguments]")
    exit(2)
  }
  return target
}()

private func check(_ bytes: [UInt8]) {
  do {
    try chosen.run(bytes)
  } catch {
    fatalError("\(chosen.rawValue): \(error)")
  }
}

@c(LLVMFuzzerCustomMutator)
func mutate(
  _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  guard [.png, .decoders, .repairs, .fit, .preview, .stores].contains(chosen) else {
    return LLVMFuzzerMutate(buffer, count, capacity)
  }
  var mutator = PNGMutator(seed: UInt64(seed), mutateBytes: libFuzzerMutation)
  let bytes = Array(UnsafeBufferPointer(start: buffer, count: count))
  let mutated = mutator.mutate(bytes, most: capacity)
  _ = UnsafeMutableBufferPointer(start: buffer, count: capacity)
    .update(fromContentsOf: mutated)
  return mutated.count
}

private func libFuzzerMutation(_ bytes: [UInt8], _ most: Int) -> [UInt8] {
  Array(unsafeUninitializedCapacity: max(most, bytes.count)) { buffer, count in
    guard let base = buffer.baseAddress, most > 0 else { return }
    _ = buffer.update(fromContentsOf: bytes)
    count = LLVMFuzzerMutate(base, min(bytes.count, most), most)
  }
}
