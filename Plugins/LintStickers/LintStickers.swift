import Foundation
import PackagePlugin

/// `swift package lint-stickers`: lints the package, or what the arguments say.
@main
struct LintStickers: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "stickerpack").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["lint"] + (arguments.isEmpty ? ["."] : arguments)
    try process.run()
    process.waitUntilExit()
    // A finding is the report's to tell; the package manager only has to fail as the tool did.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
