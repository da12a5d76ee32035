/// The format of a project.
public enum ProjectFormat: String, Sendable, CaseIterable {
  /// An Xcode project, ready to open.
  case xcodeproj
  /// `project.yml` for XcodeGen.
  case xcodegen
  /// `Project.swift` and `Tuist.swift` for Tuist.
  case tuist
  /// `BUILD.bazel` and `MODULE.bazel` for Bazel with rules_apple.
  case bazel
  /// A Swift file for an app or extension with its own sticker browser.
  case swift

  /// Returns all files, by their path relative to the folder with the packs' catalogs. The same
  /// description always gives the same bytes; nothing is read or written.
  package func files(
    for project: ProjectDescription
  ) throws(ProjectError) -> [String: [UInt8]] {
    let texts =
      switch self {
      case .xcodeproj:
        InfoPropertyLists.files(for: project)
          .merging(XcodeProject.files(for: project)) { first, _ in first }
      case .xcodegen:
        InfoPropertyLists.files(for: project)
          .merging(XcodeGenSpec.files(for: project)) { first, _ in first }
      case .tuist: try TuistManifest.files(for: project)
      case .bazel:
        InfoPropertyLists.files(for: project)
          .merging(BazelBuild.files(for: project)) { first, _ in first }
      case .swift: StickerBrowserSource.files(for: project)
      }
    return texts.mapValues { Array($0.utf8) }
  }
}
