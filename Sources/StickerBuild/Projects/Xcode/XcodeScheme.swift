internal import Basics
internal import StickerPacks

/// A scheme in XML, formatted like Xcode: one attribute per line, no empty tags.
enum XcodeScheme {
  /// A product that a scheme builds.
  struct Buildable {
    var target: XcodeReference
    var name: String
    var product: String
    /// The project's folder, such as `Biscuit.xcodeproj`.
    var project: String
  }

  struct Element {
    var name: String
    var attributes: [(String, String)]
    var children: [Element] = []

    init(_ name: String, _ attributes: [(String, String)] = [], _ children: [Element] = []) {
      self.name = name
      self.attributes = attributes
      self.children = children
    }

    /// The text of a file with this root element.
    var file: String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines(indent: "").joined(separator: "\n")
        + "\n"
    }

    private func lines(indent: String) -> [String] {
      let inner = indent + "   "
      let tag = attributes.reduce("\(indent)<\(name)") { text, attribute in
        text + "\n\(inner)\(attribute.0) = \"\(attribute.1.inXML)\""
      }
      return [tag + ">"] + children.flatMap { $0.lines(indent: inner) } + ["\(indent)</\(name)>"]
    }
  }

  /// The `contents.xcworkspacedata` of a project outside of a workspace.
  static let workspace =
    Element("Workspace", [("version", "1.0")], [Element("FileRef", [("location", "self:")])]).file

  /// The app's scheme, which archives. An app without code cannot be launched; its extension can.
  static func app(_ app: Buildable) -> Element {
    scheme([("version", "1.7")], build: [app], of: app, launch: runnable(app))
  }

  /// The extension's scheme, which runs it in Messages.
  static func stickerPack(_ stickers: Buildable, in app: Buildable) -> Element {
    scheme(
      [("wasCreatedForAppExtension", "YES"), ("version", "2.0")], build: [stickers, app], of: app,
      launch: Element(
        "RemoteRunnable",
        [("runnableDebuggingMode", "1"), ("BundleIdentifier", "com.apple.MobileSMS")],
        [reference(to: stickers)]))
  }

  private static func runnable(_ app: Buildable) -> Element {
    Element("BuildableProductRunnable", [("runnableDebuggingMode", "0")], [reference(to: app)])
  }

  /// Makes Xcode install the app and launch the extension's host.
  private static let extensionLaunch = ("launchAutomaticallySubstyle", "2")

  private static func scheme(
    _ attributes: [(String, String)], build: [Buildable], of app: Buildable, launch: Element
  ) -> Element {
    let debug = ("buildConfiguration", "Debug")
    let release = ("buildConfiguration", "Release")
    let expansion = Element("MacroExpansion", [], [reference(to: build[0])])
    return Element(
      "Scheme", [("LastUpgradeVersion", XcodeBuildSettings.upgradeCheck)] + attributes,
      [
        Element(
          "BuildAction",
          [("parallelizeBuildables", "YES"), ("buildImplicitDependencies", "YES")],
          [Element("BuildActionEntries", [], build.map(entry))]),
        Element(
          "TestAction",
          [
            debug,
            ("selectedDebuggerIdentifier", "Xcode.DebuggerFoundation.Debugger.LLDB"),
            ("selectedLauncherIdentifier", "Xcode.DebuggerFoundation.Launcher.LLDB"),
            ("shouldUseLaunchSchemeArgsEnv", "YES"),
          ], [expansion, Element("Testables")]),
        Element(
          "LaunchAction",
          [
            debug, ("selectedDebuggerIdentifier", ""),
            ("selectedLauncherIdentifier", "Xcode.IDEFoundation.Launcher.PosixSpawn"),
            ("launchStyle", "0"), ("useCustomWorkingDirectory", "NO"),
            ("ignoresPersistentStateOnLaunch", "NO"), ("debugDocumentVersioning", "YES"),
            ("debugServiceExtension", "internal"), ("allowLocationSimulation", "YES"),
            extensionLaunch,
          ], [launch, expansion]),
        Element(
          "ProfileAction",
          [
            release, ("shouldUseLaunchSchemeArgsEnv", "YES"), ("savedToolIdentifier", ""),
            ("useCustomWorkingDirectory", "NO"), ("debugDocumentVersioning", "YES"),
            extensionLaunch,
          ], [runnable(app)]), Element("AnalyzeAction", [debug]),
        Element("ArchiveAction", [release, ("revealArchiveInOrganizer", "YES")]),
      ])
  }

  private static func entry(_ buildable: Buildable) -> Element {
    let actions = ["Testing", "Running", "Profiling", "Archiving", "Analyzing"]
    return Element(
      "BuildActionEntry", actions.map { ("buildFor" + $0, "YES") }, [reference(to: buildable)])
  }

  private static func reference(to buildable: Buildable) -> Element {
    Element(
      "BuildableReference",
      [
        ("BuildableIdentifier", "primary"), ("BlueprintIdentifier", buildable.target.id),
        ("BuildableName", buildable.product), ("BlueprintName", buildable.name),
        ("ReferencedContainer", "container:\(buildable.project)"),
      ])
  }
}
