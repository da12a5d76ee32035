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
  /// description always produces the same bytes; nothing is read or written.
  package func files(
    for project: ProjectDescription
  ) throws(ProjectError) -> [String: [UInt8]] {
    let texts: [[String: String]] =
      switch self {
      case .xcodeproj: Self.filesForXcode(project) + [XcodeProject.files(for: project)]
      case .xcodegen: Self.filesForXcode(project) + [XcodeGenSpec.files(for: project)]
      case .tuist: Self.filesForXcode(project) + [try TuistManifest.files(for: project)]
      case .bazel:
        [InfoPropertyLists.literalFiles(for: project), BazelBuild.files(for: project)]
      case .swift: [StickerBrowserSource.files(for: project)]
      }
    var files: [String: [UInt8]] = [:]
    for (path, text) in texts.joined() { files[path] = Array(text.utf8) }
    return files
  }

  /// The files that Xcode uses in all of its formats.
  private static func filesForXcode(_ project: ProjectDescription) -> [[String: String]] {
    [InfoPropertyLists.files(for: project)]
      + project.apps.map { [$0.exportOptions.path: $0.exportOptions.text] }
  }
}
