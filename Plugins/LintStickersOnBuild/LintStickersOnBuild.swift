import Foundation
import PackagePlugin

/// Lints a target's stickers in each build. Xcode shows the findings at the files. Nothing that is
/// found fails the build: that is CI's to do.
@main
struct LintStickersOnBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try commands(
      linting: target.directoryURL, stickerpack: context.tool(named: "stickerpack").url,
      work: context.pluginWorkDirectoryURL)
  }

  /// - Parameter folder: the folder whose images and catalogs are linted.
  private func commands(linting folder: URL, stickerpack: URL, work: URL) -> [Command] {
    let images = Self.images(in: folder)
    guard !images.isEmpty else { return [] }
    let report = work.appending(path: "stickers.json")
    return [
      .buildCommand(
        displayName: "Lint stickers in \(folder.lastPathComponent)", executable: stickerpack,
        arguments: [
          "lint", folder.path(percentEncoded: false), "--exit-zero", "--report", "xcode=-",
          "--report", "json=" + report.path(percentEncoded: false),
        ],
        inputFiles: images, outputFiles: [report])
    ]
  }

  /// Returns the files on which a lint depends: images by their endings, and the JSON that describes packs.
  private static func images(in folder: URL) -> [URL] {
    let endings: Set = ["png", "apng", "gif", "jpg", "jpeg", "json"]
    let entries = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (entries?.compactMap { $0 as? URL } ?? [])
      .filter { endings.contains($0.pathExtension.lowercased()) }
      .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LintStickersOnBuild: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      try commands(
        linting: context.xcodeProject.directoryURL,
        stickerpack: context.tool(named: "stickerpack").url,
        work: context.pluginWorkDirectoryURL)
    }
  }
#endif
