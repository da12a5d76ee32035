/// The format of a project.
public enum ProjectFormat: String, Sendable, CaseIterable {
  /// An Xcode project, ready to open.
  case xcodeproj
  /// `project.yml` for XcodeGen.
  case xcodegen
  /// `BUILD.bazel` and `MODULE.bazel` for Bazel with rules_apple.
  case bazel
  /// A Swift file for an app or extension with its own sticker browser.
  case swift

  /// Returns all files, by their path relative to the folder with the packs' catalogs. The same
  /// description always produces the same bytes; nothing is read or written.
  package func files(for project: ProjectDescription) -> [String: [UInt8]] {
    let texts: [[String: String]] =
      switch self {
      case .xcodeproj: Self.filesForXcode(project) + [XcodeProject.files(for: project)]
      case .xcodegen: Self.filesForXcode(project) + [XcodeGenSpec.files(for: project)]
      case .bazel:
        [InfoPropertyLists.literalFiles(for: project), BazelBuild.files(for: project)]
      case .swift: [StickerBrowserSource.files(for: project)]
      }
    var files: [String: [UInt8]] = [:]
    for (path, text) in texts.joined() { files[path] = Array(text.utf8) }
    return files
  }

  private static func filesForXcode(_ project: ProjectDescription) -> [[String: String]] {
    [InfoPropertyLists.files(for: project)]
      + project.apps.map { [$0.exportOptions.path: $0.exportOptions.text] }
  }
}
