/// The format of a project.
public enum ProjectFormat: String, Sendable, CaseIterable {
  /// An Xcode project, ready to open.
  case xcodeproj
  /// `project.yml` for XcodeGen.
  case xcodegen

  /// Returns all files, by their path relative to the folder with the packs' catalogs. The same
  /// description always produces the same bytes; nothing is read or written.
  package func files(for project: ProjectDescription) -> [String: [UInt8]] {
    let own =
      switch self {
      case .xcodeproj: XcodeProject.files(for: project)
      case .xcodegen: XcodeGenSpec.files(for: project)
      }
    let texts =
      [InfoPropertyLists.files(for: project), own]
      + project.apps.map { [$0.exportOptions.path: $0.exportOptions.text] }
    var files: [String: [UInt8]] = [:]
    for (path, text) in texts.joined() { files[path] = Array(text.utf8) }
    return files
  }
}
