internal import ArgumentParser
internal import Basics
internal import StickerPacks

/// Options that override the versions in the configuration, for builds in CI.
struct VersionOptions: ParsableArguments {
  @Option(
    help: .init(
      "The version of every pack and app, instead of the configured one.", valueName: "version"))
  var marketingVersion: String?

  @Option(
    help: .init(
      "The build number of every app, instead of the configured one. Requires --emit.",
      valueName: "number"))
  var buildNumber: String?

  func validate() throws {
    for (name, value) in [
      ("--marketing-version", marketingVersion), ("--build-number", buildNumber),
    ] {
      guard let value, let problem = value.problemAsBundleVersion else { continue }
      throw ValidationError("\(name) is \(value.quoted); \(problem).")
    }
  }
}
