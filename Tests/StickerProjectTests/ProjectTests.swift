import Foundation
import StickerManifest
import StickerPacks
import StickerProject
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Projects")
struct ProjectTests {
  static func app(
    _ identifier: String, named name: String? = nil, pack: String = "Biscuit",
    in folder: String = "",
    translations: [ProjectDescription.Pack.Translation] = []
  ) throws -> ProjectDescription.App {
    var settings = ProjectSettings(bundleIdentifier: try BundleIdentifier(identifier))
    settings.app = name
    return ProjectDescription.App(
      settings: settings,
      pack: .init(
        name: pack, gridSize: .large, catalog: folder + "Stickers.xcstickers",
        translations: translations,
        stickers: [.init(id: "hello", label: "Hello", path: folder + "images/hello@3x.png")]))
  }

  static func texts(
    _ format: ProjectFormat, _ apps: [ProjectDescription.App], named name: String = "Biscuit"
  ) throws -> [String: String] {
    try format.files(for: ProjectDescription(name: name, apps: apps))
      .mapValues { String(decoding: $0, as: UTF8.self) }
  }

  /// The objects of `project.pbxproj`, parsed by Foundation as an OpenStep property list.
  struct Objects {
    var text: String
    var root: String
    var all: [String: [String: Any]]

    init(_ apps: [ProjectDescription.App], named name: String = "Biscuit") throws {
      let files = try ProjectTests.texts(.xcodeproj, apps, named: name)
      text = try #require(files["\(name).xcodeproj/project.pbxproj"])
      let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
      let project = try #require(list as? [String: Any])
      root = try #require(project["rootObject"] as? String)
      all = try #require(project["objects"] as? [String: [String: Any]])
    }

    func of(_ isa: String) -> [[String: Any]] {
      all.values.filter { $0["isa"] as? String == isa }
    }

    func settings(ofTarget name: String) throws -> [String: Any] {
      let target = try #require(of("PBXNativeTarget").first { $0["name"] as? String == name })
      let listID = try #require(target["buildConfigurationList"] as? String)
      let list = try #require(all[listID])
      let ids = try #require(list["buildConfigurations"] as? [String])
      return try #require(all[ids[1]]?["buildSettings"] as? [String: Any])
    }
  }

  /// All texts in a value, including keys of dictionaries.
  static func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let members as [String: Any]: members.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }

  static func isIdentifier(_ text: String) -> Bool {
    text.count == 24 && text.allSatisfy { $0.isHexDigit && !$0.isLowercase }
  }

  // MARK: Xcode

  @Test("every referenced identifier is an object that can be reached from the root")
  func references() throws {
    let project = try Objects([
      Self.app("com.example.one", pack: "One", in: "One/"),
      Self.app(
        "com.example.two", pack: "Two", in: "Two/",
        translations: [.init(language: "de", path: "Two/de.lproj/Two.strings")]),
    ])
    var reached: Set<String> = []
    var waiting = [project.root]
    while let id = waiting.popLast() {
      guard reached.insert(id).inserted else { continue }
      let object = try #require(project.all[id], "\(id) is not an object")
      waiting += Self.texts(in: object).filter(Self.isIdentifier)
    }
    #expect(reached == Set(project.all.keys))
    #expect(project.all.keys.allSatisfy(Self.isIdentifier))
    // The parser merges objects with the same identifier, the text does not.
    #expect(project.text.components(separatedBy: "isa = ").count - 1 == project.all.count)
  }

  @Test("each pack is an app without code and an embedded sticker pack extension")
  func targets() throws {
    let project = try Objects([Self.app("com.example.biscuit", named: "Good Dog")])
    let kinds = project.of("PBXNativeTarget").map {
      "\($0["name"] ?? "") \($0["productType"] ?? "")"
    }
    #expect(
      Set(kinds) == [
        "Good Dog com.apple.product-type.application.messages",
        "Good Dog StickerPackExtension com.apple.product-type.app-extension.messages-sticker-pack",
      ])
    let copy = try #require(project.of("PBXCopyFilesBuildPhase").first)
    #expect(copy["dstSubfolderSpec"] as? String == "13")
    let embedded = try #require((copy["files"] as? [String])?.first.flatMap { project.all[$0] })
    let product = try #require((embedded["fileRef"] as? String).flatMap { project.all[$0] })
    #expect(product["path"] as? String == "Good Dog StickerPackExtension.appex")
    #expect(product["explicitFileType"] as? String == "wrapper.app-extension")
    // Both targets contain the catalog, which has their icon.
    let catalogs = project.of("PBXBuildFile").compactMap { file in
      (file["fileRef"] as? String).flatMap { project.all[$0]?["path"] as? String }
    }
    #expect(catalogs.count { $0 == "Stickers.xcstickers" } == 2)
    #expect(project.of("PBXTargetDependency").count == 1)
    #expect(project.of("PBXSourcesBuildPhase").isEmpty)
  }

  @Test("the extension's identifier starts with the app's, and it is not installed on its own")
  func settings() throws {
    var app = try Self.app("com.example.biscuit")
    var settings = app.settings
    settings.team = "ABCDE12345"
    settings.deploymentTarget = "16.4"
    settings.devices = [.iPad]
    app = ProjectDescription.App(settings: settings, pack: app.pack)
    let project = try Objects([app])
    let own = try project.settings(ofTarget: "Biscuit")
    let extensions = try project.settings(ofTarget: "Biscuit StickerPackExtension")
    #expect(own["PRODUCT_BUNDLE_IDENTIFIER"] as? String == "com.example.biscuit")
    #expect(
      extensions["PRODUCT_BUNDLE_IDENTIFIER"] as? String
        == "com.example.biscuit.StickerPackExtension")
    #expect(extensions["SKIP_INSTALL"] as? String == "YES")
    #expect(own["SKIP_INSTALL"] == nil)
    for settings in [own, extensions] {
      #expect(settings["ASSETCATALOG_COMPILER_APPICON_NAME"] as? String == "iMessage App Icon")
      #expect(settings["DEVELOPMENT_TEAM"] as? String == "ABCDE12345")
      #expect(settings["IPHONEOS_DEPLOYMENT_TARGET"] as? String == "16.4")
      #expect(settings["TARGETED_DEVICE_FAMILY"] as? String == "2")
    }
  }

  @Test("the file is formatted like Xcode")
  func formatting() throws {
    let text = try Objects([Self.app("com.example.biscuit")]).text
    #expect(text.hasPrefix("// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n"))
    #expect(text.hasSuffix("/* Project object */;\n}\n"))
    let sections = text.split(separator: "\n").filter { $0.hasPrefix("/* Begin ") }
    #expect(sections == sections.sorted())
    #expect(sections.count == 11)
    // Values are quoted only if necessary, such as those with a hyphen.
    #expect(
      text.contains(
        "{isa = PBXFileReference; explicitFileType = wrapper.application; includeInIndex = 0; path = Biscuit.app; sourceTree = BUILT_PRODUCTS_DIR; };\n"
      ))
    #expect(text.contains("explicitFileType = \"wrapper.app-extension\";"))
    #expect(text.contains("settings = {ATTRIBUTES = (RemoveHeadersOnCopy, ); }; };\n"))
    #expect(text.contains("\t\t\t\tPRODUCT_NAME = \"$(TARGET_NAME)\";\n"))
    #expect(text.contains("\t\t\tprojectDirPath = \"\";\n"))
  }

  @Test("new stickers do not change the file, and other apps have other identifiers")
  func stable() throws {
    let one = try Self.app("com.example.biscuit")
    var pack = one.pack
    pack.stickers.append(.init(id: "b", label: "B", path: "images/b@3x.png"))
    let grown = ProjectDescription.App(settings: one.settings, pack: pack)
    #expect(try Objects([one]).text == Objects([grown]).text)
    let other = try Objects([Self.app("com.example.other")])
    #expect(Set(try Objects([one]).all.keys).isDisjoint(with: other.all.keys))
  }

  @Test("translated labels are a group named like the strings file, only in the extension")
  func translations() throws {
    let project = try Objects([
      Self.app(
        "com.example.biscuit",
        translations: [
          .init(language: "de", path: "de.lproj/Biscuit.strings"),
          .init(language: "pt-BR", path: "pt-BR.lproj/Biscuit.strings"),
        ])
    ])
    let group = try #require(project.of("PBXVariantGroup").first)
    #expect(group["name"] as? String == "Biscuit.strings")
    #expect((group["children"] as? [String])?.count == 2)
    let regions = try #require(project.all[project.root]?["knownRegions"] as? [String])
    #expect(regions == ["en", "Base", "de", "pt-BR"])
    #expect(project.of("PBXBuildFile").count == 4)
  }

  // MARK: Contents of files

  @Test("Info.plists have the keys that Messages needs, without those that builds add")
  func lists() throws {
    var app = try Self.app("com.example.biscuit")
    var settings = app.settings
    settings.sharingLevel = .system
    settings.version = "2.1"
    settings.build = "7"
    app = ProjectDescription.App(settings: settings, pack: app.pack)
    let files = try Self.texts(.xcodeproj, [app])
    func list(_ name: String) throws -> [String: Any] {
      let text = try #require(files["Project/\(name)-Info.plist"])
      return try #require(
        PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
          as? [String: Any])
    }
    let stickers = try list("Biscuit StickerPackExtension")
    let point = try #require(stickers["NSExtension"] as? [String: String])
    #expect(
      point == [
        "NSExtensionPointIdentifier": "com.apple.message-payload-provider",
        "NSExtensionPrincipalClass": "StickerBrowserViewController",
      ])
    #expect(stickers["CFBundlePackageType"] as? String == "XPC!")
    #expect(stickers["NSStickerSharingLevel"] as? String == "OS")
    let own = try list("Biscuit")
    #expect(own["CFBundlePackageType"] as? String == "APPL")
    #expect(own["NSExtension"] == nil)
    for list in [own, stickers] {
      #expect(list["CFBundleShortVersionString"] as? String == "2.1")
      #expect(list["CFBundleVersion"] as? String == "7")
      #expect(list["CFBundleIdentifier"] as? String == "$(PRODUCT_BUNDLE_IDENTIFIER)")
      #expect(list["LSApplicationLaunchProhibited"] == nil)
      #expect(list["LSApplicationIsStickerProvider"] == nil)
    }
  }

  @Test("names with quotes, entities and other scripts are escaped in every format")
  func names() throws {
    let name = "Tom & \"Jerry\" <3 'n é🐶"
    let app = try Self.app("com.example.tom", named: name, pack: name)
    let project = try Objects([app], named: name)
    #expect(project.of("PBXNativeTarget").contains { $0["name"] as? String == name })
    let files = try Self.texts(.xcodeproj, [app], named: name)
    let list = try #require(files["Project/\(name)-Info.plist"])
    let info = try PropertyListSerialization.propertyList(from: Data(list.utf8), format: nil)
    #expect((info as? [String: Any])?["CFBundleDisplayName"] as? String == name)
    for (path, text) in files where path.hasSuffix(".xcscheme") {
      #expect(XMLParser(data: Data(text.utf8)).parse(), "\(path)")
      #expect(text.contains("Tom &amp; &quot;Jerry&quot; &lt;3"))
    }
    let yaml = try #require(try Self.texts(.xcodegen, [app], named: name)["project.yml"])
    #expect(yaml.contains(#""Tom & \"Jerry\" <3 'n é🐶":"#))
    let bazel = try #require(try Self.texts(.bazel, [app], named: name)["BUILD.bazel"])
    #expect(bazel.contains(#"bundle_name = "Tom & \"Jerry\" <3 'n é🐶","#))
    #expect(bazel.contains(#"name = "TomJerry3N","#))
  }

  @Test("Bazel and Tuist refer to the app's own icon catalog, whatever the app's name")
  func appIcons() throws {
    let apps = [
      try Self.app("com.example.one", named: "[A*] {dog}", pack: "One", in: "one/"),
      try Self.app("com.example.two", named: "A dog", pack: "Two", in: "two/"),
    ]
    let project = try ProjectDescription(name: "P", apps: apps)
    let catalogs = ["Project/ADog.xcassets", "Project/ADog2.xcassets"]
    #expect(project.appIconCatalogs(for: [.bazel]) == catalogs)
    #expect(project.appIconCatalogs(for: [.xcodeproj, .tuist]) == catalogs)
    #expect(project.appIconCatalogs(for: [.xcodeproj, .xcodegen, .swift]) == [nil, nil])
    let bazel = try #require(try Self.texts(.bazel, apps)["BUILD.bazel"])
    let tuist = try #require(try Self.texts(.tuist, apps)["Project.swift"])
    for catalog in catalogs {
      #expect(bazel.contains("\n    app_icons = glob([\"\(catalog)/**\"]),\n"))
      #expect(tuist.contains("\n      resources: [\"\(catalog)\"],\n"))
    }
    #expect(
      tuist.components(separatedBy: "\"ASSETCATALOG_COMPILER_APPICON_NAME\": \"AppIcon\",").count
        == 3)
  }

  @Test(
    "Bazel projects have no .appiconset for iOS 26 and later",
    arguments: [("15.0", true), ("18.6", true), ("26.0", false), ("100.1", false)])
  func newestBazel(_ target: String, _ isNeeded: Bool) throws {
    var settings = ProjectSettings(bundleIdentifier: try BundleIdentifier("a.b"))
    settings.deploymentTarget = target
    let app = ProjectDescription.App(settings: settings, pack: try Self.app("a.b").pack)
    let project = try ProjectDescription(name: "P", apps: [app])
    #expect(project.appIconCatalogs(for: [.bazel]) == [isNeeded ? "Project/Biscuit.xcassets" : nil])
    #expect(project.appIconCatalogs(for: [.tuist]) == ["Project/Biscuit.xcassets"])
    let bazel = try #require(try Self.texts(.bazel, [app])["BUILD.bazel"])
    #expect(bazel.contains("    app_icons = ") == isNeeded)
    #expect(bazel.contains("    # For iOS 26 and later, ") == !isNeeded)
  }

  @Test("a label with any characters is a valid Swift literal")
  func labels() throws {
    let app = try Self.app("com.example.biscuit")
    var pack = app.pack
    pack.stickers = [
      .init(id: "a", label: "\\(exit(1)) \"\n\0\u{2028}é", path: "images/a@3x.png")
    ]
    let files = try Self.texts(.swift, [.init(settings: app.settings, pack: pack)])
    let text = try #require(files["Project/BiscuitStickers.swift"])
    #expect(
      text.contains(
        "(\"a\", \"images/a@3x.png\", \"\\\\(exit(1)) \\\"\\u{a}\\u{0}\u{2028}é\"),\n"))
    #expect(text.contains("MSStickerSize.large"))
  }

  @Test(
    "the same description gives the same bytes in every format", arguments: ProjectFormat.allCases)
  func reproducible(_ format: ProjectFormat) throws {
    let apps = [try Self.app("com.example.one", pack: "One"), try Self.app("b.c", pack: "Two")]
    let files = try Self.texts(format, apps)
    #expect(files == (try Self.texts(format, apps)))
    #expect(!files.isEmpty)
    for path in files.keys { #expect(!path.hasPrefix("/") && !path.contains("..")) }
    for text in files.values { #expect(text.hasSuffix("\n") && !text.contains("\r")) }
  }

  // MARK: Errors

  @Test("two packs with the same identifier or name are rejected, regardless of case")
  func duplicates() throws {
    let one = try Self.app("com.example.biscuit", pack: "One")
    let error = #expect(throws: ProjectError.self) {
      let two = try Self.app("com.example.Biscuit", pack: "Two")
      _ = try ProjectDescription(name: "P", apps: [one, two])
    }
    #expect(
      error
        == .duplicateBundleIdentifier(packs: ["One", "Two"], identifier: "com.example.Biscuit"))
    #expect(
      error?.description == """
        the packs "One" and "Two" have the same bundle identifier, "com.example.Biscuit": each pack is \
        a separate app
        """)
    #expect(throws: ProjectError.duplicateAppName(packs: ["One", "Two"], name: "ONE")) {
      let two = try Self.app("b.c", named: "ONE", pack: "Two")
      _ = try ProjectDescription(name: "P", apps: [one, two])
    }
  }

  @Test(
    "names that are invalid in Xcode are rejected",
    arguments: ["Ca$h", "a/b", "a:b", "a\\b", "a\nb", ".a", " a", "", "a\u{FFFE}", "a/\u{301}"])
  func badNames(_ name: String) throws {
    let apps = [try Self.app("com.example.a", named: name)]
    #expect(throws: ProjectError.self) {
      try ProjectDescription(name: "P", apps: apps)
    }
    let packs = [try Self.app("com.example.a", named: "Fine", pack: name)]
    #expect(throws: ProjectError.self) {
      try ProjectDescription(name: "P", apps: packs)
    }
  }

  @Test(
    "paths that leave the project are rejected", arguments: ["/tmp/", "../", "a/../../", "a//"])
  func paths(_ folder: String) throws {
    let apps = [try Self.app("com.example.a", in: folder)]
    #expect(throws: ProjectError.pathOutsideProject(folder + "Stickers.xcstickers")) {
      try ProjectDescription(name: "P", apps: apps)
    }
  }

  @Test("Tuist projects need iOS 14, which SwiftUI requires")
  func tuistTarget() throws {
    var app = try Self.app("com.example.biscuit")
    var settings = app.settings
    settings.deploymentTarget = "12.0"
    app = ProjectDescription.App(settings: settings, pack: app.pack)
    #expect(throws: ProjectError.deploymentTargetTooLow(pack: "Biscuit", target: "12.0")) {
      try Self.texts(.tuist, [app])
    }
    #expect(try !Self.texts(.xcodegen, [app]).isEmpty)
  }
}
