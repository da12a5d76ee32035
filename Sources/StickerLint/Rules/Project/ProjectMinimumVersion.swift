internal import Basics
internal import StickerPacks

extension Rule {
  /// The oldest version of iOS that Xcode 27 builds for.
  static let oldestVersion = 15

  static let projectMinimumVersion = Rule(
    id: "project-minimum-version",
    title: "Minimum iOS version is too old for Xcode",
    category: .project, severity: .error,
    severityReason: "Xcode 27 refuses to build it.",
    rationale: """
      Xcode 27 builds for iOS \(oldestVersion).0 and later. It stops with an error if the minimum \
      version of a target, its deployment target, is older. Xcode 26 only warns.
      """,
    fix: """
      Set `IPHONEOS_DEPLOYMENT_TARGET` to \(oldestVersion).0 or later.
      """,
    source: """
      Xcode 27: \"The iOS deployment target 'IPHONEOS_DEPLOYMENT_TARGET' is set to 13.5, but the range \
      of supported deployment target versions is 15.0 to 27.0.x\" (mplpl/mft, pull request 12; \
      hmlongco/Factory, issue 382)
      """,
    examples: [
      .fails("iOS 14.5", .project(#"iOS: "15.0""#, #"iOS: "14.5""#)),
      .passes("iOS 15.0", .project()),
    ],
    check: .pack { pack in
      var seen: Set<String> = []
      let targets = (pack.source.projectFile?.extensions ?? []).flatMap { [$0.target] + $0.apps }
      return targets.compactMap { target in
        guard let value = target.setting("IPHONEOS_DEPLOYMENT_TARGET").value,
          let version = Int(value.text.prefix { $0 != "." }), (1..<oldestVersion).contains(version),
          seen.insert("\(value.file) \(value.place?.offset ?? 0)").inserted
        else { return nil }
        return Violation(
          "The deployment target of \(target.name.text.quoted) is iOS \(value.text) (minimum of Xcode 27:"
            + " \(oldestVersion).0).", at: value.place, file: value.file)
      }
    })
}
