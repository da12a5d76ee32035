internal import ArgumentParser

/// How `fit` reads what is not a sticker yet.
struct InputOptions: ParsableArguments {
  @Option(
    help: .init(
      "Frames per second: of numbered frames (15 by default), or the most of a video (20 by default, 10 for a GIF).",
      valueName: "number"))
  var fps: Double?

  func validate() throws {
    // The delays of an APNG are fractions of 16-bit numbers.
    guard let fps, !(0.1...100).contains(fps) else { return }
    throw ValidationError("--fps is \(fps); it must be 0.1 to 100.")
  }
}
