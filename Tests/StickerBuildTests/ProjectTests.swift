import Foundation
import StickerBuild
import StickerManifest
import StickerPacks
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
    var settings = ProjectSettings()
    settings.app = name
    return ProjectDescription.App(
      try BundleIdentifier(identifier), settings: settings,
      pack: .init(
        name: pack, catalog: folder + "Stickers.xcstickers", translations: translations))
  }

  static func texts(
    _ format: ProjectFormat, _ apps: [ProjectDescription.App], named name: String = "Biscuit"
  ) throws -> [String: String] {
    format.files(for: try ProjectDescription(name: name, apps: apps))
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

    func settings(
      ofTarget name: String, configuration: String = "Release"
    ) throws -> [String: Any] {
      let target = try #require(of("PBXNativeTarget").first { $0["name"] as? String == name })
      let listID = try #require(target["buildConfigurationList"] as? String)
      let list = try #require(all[listID])
      let ids = try #require(list["buildConfigurations"] as? [String])
      let chosen = try #require(
        ids.compactMap { all[$0] }.first { $0["name"] as? String == configuration })
      return try #require(chosen["buildSettings"] as? [String: Any])
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
    app = ProjectDescription.App(app.bundleIdentifier, settings: settings, pack: app.pack)
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
    #expect(sections.count == 12)
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

  @Test("different apps have different identifiers")
  func identifiers() throws {
    let one = try Self.app("com.example.biscuit")
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
    let groups = project.of("PBXVariantGroup")
    #expect(
      groups.compactMap { $0["name"] as? String }.sorted()
        == ["Biscuit.strings", "InfoPlist.strings", "InfoPlist.strings"])
    let labels = try #require(groups.first { $0["name"] as? String == "Biscuit.strings" })
    #expect((labels["children"] as? [String])?.count == 2)
    let regions = try #require(project.all[project.root]?["knownRegions"] as? [String])
    #expect(regions == ["en", "Base", "de", "pt-BR"])
    #expect(project.of("PBXBuildFile").count == 6)
  }

  // MARK: Contents of files

  @Test("Info.plists have the keys that Messages needs, without those that builds add")
  func lists() throws {
    var app = try Self.app("com.example.biscuit")
    var settings = app.settings
    settings.sharingLevel = .system
    settings.version = "2.1"
    settings.build = "7"
    settings.names = ["de": "Keks"]
    app = ProjectDescription.App(app.bundleIdentifier, settings: settings, pack: app.pack)
    let files = try Self.texts(.xcodeproj, [app])
    func list(_ name: String) throws -> [String: Any] {
      let path = "Project/\(name)-Info.plist"
      let text = try #require(files[path])
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
    #expect(own["ITSAppUsesNonExemptEncryption"] as? Bool == false)
    let project = try Objects([app])
    for name in ["Biscuit", "Biscuit StickerPackExtension"] {
      for configuration in ["Debug", "Release"] {
        let settings = try project.settings(ofTarget: name, configuration: configuration)
        #expect(settings["MARKETING_VERSION"] as? String == "2.1")
        #expect(settings["CURRENT_PROJECT_VERSION"] as? String == "7")
        #expect(settings["VERSIONING_SYSTEM"] as? String == "apple-generic")
      }
      let names = "Project/\(name)/"
      #expect(
        files[names + "en.lproj/InfoPlist.strings"] == "\"CFBundleDisplayName\" = \"Biscuit\";\n")
      #expect(
        files[names + "de.lproj/InfoPlist.strings"] == "\"CFBundleDisplayName\" = \"Keks\";\n")
    }
    let texts = try Self.texts(.xcodegen, [app])
    #expect(
      texts["Project/Biscuit StickerPackExtension-Info.plist"]?.contains("$(MARKETING_VERSION)")
        == true)
    let manifest = try #require(texts["project.yml"])
    #expect(manifest.components(separatedBy: "MARKETING_VERSION: \"2.1\"").count == 3)
    for list in [own, stickers] {
      #expect(list["CFBundleShortVersionString"] as? String == "$(MARKETING_VERSION)")
      #expect(list["CFBundleVersion"] as? String == "$(CURRENT_PROJECT_VERSION)")
      #expect(list["CFBundleIdentifier"] as? String == "$(PRODUCT_BUNDLE_IDENTIFIER)")
      #expect(list["LSApplicationLaunchProhibited"] == nil)
      #expect(list["LSApplicationIsStickerProvider"] == nil)
    }
  }

  @Test("names of targets have only characters that Xcode accepts, and display names have all")
  func names() throws {
    let name = "Tom & \"Jerry\" <3: Ca$h é🐶"
    let app = try Self.app("com.example.tom", named: name, pack: name)
    #expect(app.name == "Tom Jerry 3 Ca h é")
    let project = try Objects([app], named: app.name)
    #expect(project.of("PBXNativeTarget").contains { $0["name"] as? String == app.name })
    let files = try Self.texts(.xcodeproj, [app], named: name)
    func displayName(_ path: String, _ files: [String: String]) throws -> String? {
      let list = try #require(files[path])
      let info = try PropertyListSerialization.propertyList(from: Data(list.utf8), format: nil)
      return (info as? [String: Any])?["CFBundleDisplayName"] as? String
    }
    // Xcode replaces $$ by a dollar sign.
    #expect(
      try displayName("Project/\(app.name)-Info.plist", files)
        == name.replacingOccurrences(of: "$", with: "$$"))
    #expect(
      try displayName("Project/\(app.name)/en.lproj/InfoPlist.strings", files) == name)
    for (path, text) in files where path.hasSuffix(".xcscheme") {
      #expect(XMLParser(data: Data(text.utf8)).parse(), "\(path)")
    }
  }

  @Test(
    "the name of a target is never empty and begins with a letter or digit",
    arguments: [
      ("🐶", "Stickers"), ("..a", "a"), (" - a/b: ", "a b"), ("[A] (b) {c} + *", "A b c"),
      ("ビスケット 2", "ビスケット 2"), ("a_b-c.d", "a_b-c.d"), ("a/\u{301}b", "a b"),
    ])
  func targetNames(_ name: String, _ expected: String) throws {
    #expect(try Self.app("a.b", named: name).name == expected)
  }

  @Test("apps whose names differ only in characters that Xcode rejects have different targets")
  func similarNames() throws {
    let apps = [
      try Self.app("a.b", named: "🐶", pack: "One"), try Self.app("a.c", named: "🐱", pack: "Two"),
    ]
    let project = try ProjectDescription(name: "P", apps: apps)
    #expect(project.apps.map(\.name) == ["Stickers", "Stickers 2"])
    #expect(project.apps.map(\.displayName) == ["🐶", "🐱"])
  }

  @Test("XcodeGen's scheme of the extension runs it, and patterns match names with brackets")
  func xcodeGen() throws {
    let app = try Self.app(
      "a.b", translations: [.init(language: "de", path: "de.lproj/[A] {b}*.strings")])
    let spec = try #require(try Self.texts(.xcodegen, [app])["project.yml"])
    for name in ["Biscuit", "Biscuit StickerPackExtension"] {
      #expect(
        spec.contains("    run:\n      config: Debug\n      executable: \"\(name)\"\n"))
    }
    #expect(spec.contains("          - \"de.lproj/?A? ?b??.strings\"\n"))
  }

  @Test("provisioning profiles turn on manual signing for release builds and exports")
  func signing() throws {
    func exportOptions(_ app: ProjectDescription.App) throws -> NSDictionary {
      let text = try #require(
        try Self.texts(.xcodeproj, [app])["Project/Biscuit-ExportOptions.plist"])
      return try #require(
        PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
          as? NSDictionary)
    }
    var app = try Self.app("com.example.biscuit")
    #expect(
      try exportOptions(app) == [
        "destination": "export", "manageAppVersionAndBuildNumber": false,
        "method": "app-store-connect", "signingStyle": "automatic",
      ])
    var settings = app.settings
    settings.team = "ABCDE12345"
    settings.provisioningProfiles = .init(app: "Biscuit Store", stickerPackExtension: "Pack Store")
    app = ProjectDescription.App(app.bundleIdentifier, settings: settings, pack: app.pack)
    #expect(
      try exportOptions(app) == [
        "destination": "export", "manageAppVersionAndBuildNumber": false,
        "method": "app-store-connect", "signingStyle": "manual", "teamID": "ABCDE12345",
        "signingCertificate": "Apple Distribution",
        "provisioningProfiles": [
          "com.example.biscuit": "Biscuit Store",
          "com.example.biscuit.StickerPackExtension": "Pack Store",
        ],
      ])
    let project = try Objects([app])
    for (name, profile) in [
      ("Biscuit", "Biscuit Store"), ("Biscuit StickerPackExtension", "Pack Store"),
    ] {
      let release = try project.settings(ofTarget: name)
      #expect(release["CODE_SIGN_STYLE"] as? String == "Manual")
      #expect(release["CODE_SIGN_IDENTITY"] as? String == "Apple Distribution")
      #expect(release["PROVISIONING_PROFILE_SPECIFIER"] as? String == profile)
      let debug = try project.settings(ofTarget: name, configuration: "Debug")
      #expect(debug["CODE_SIGN_STYLE"] as? String == "Automatic")
      #expect(debug["PROVISIONING_PROFILE_SPECIFIER"] == nil)
      #expect(try Self.texts(.xcodegen, [app])["project.yml"]?.contains(profile) == true)
    }
  }

  @Test(
    "no invisible character of a name or label is in a file as it is",
    arguments: ProjectFormat.allCases)
  func invisibleCharacters(_ format: ProjectFormat) throws {
    let hostile = "a\u{202E}b\u{2066}c\u{200B}d\u{E0041}e\u{3164}f\u{200F}"
    var settings = ProjectSettings()
    settings.app = "App \(hostile)"
    settings.names = ["de": "Name \(hostile)"]
    settings.bundleIdentifier = try BundleIdentifier("com.example.a")
    let pack = ProjectDescription.Pack(
      name: "Pack \(hostile)", catalog: "\(hostile)/Stickers.xcstickers",
      translations: [.init(language: "de", path: "de.lproj/\(hostile).strings")])
    let app = ProjectDescription.App(
      try BundleIdentifier("com.example.a"), settings: settings, pack: pack)
    let files = try Self.texts(format, [app], named: "Project \(hostile)")
    for (name, text) in files {
      for scalar in (name + text).unicodeScalars where scalar != "\n" && scalar != "\t" {
        let isHidden =
          scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .control || scalar == "\u{3164}"
        #expect(!isHidden, "\(name): U+\(String(scalar.value, radix: 16))")
      }
    }
    if format == .xcodeproj {
      // The names themselves are as they were.
      let list = try #require(
        files.first { $0.key.hasSuffix("Info.plist") && !$0.key.contains("Sticker") })
      let read = try PropertyListSerialization.propertyList(
        from: Data(list.value.utf8), format: nil)
      #expect((read as? [String: Any])?["CFBundleDisplayName"] as? String == "App \(hostile)")
      let strings = try #require(
        files.first {
          $0.key.hasSuffix("de.lproj/InfoPlist.strings") && !$0.key.contains("Sticker")
        })
      #expect(
        try StringsTable(parsing: Array(strings.value.utf8)).entries[0].value == "Name \(hostile)")
    }
  }

  @Test(
    "the same description produces the same bytes in every format",
    arguments: ProjectFormat.allCases)
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
    "names with control characters and empty names are rejected",
    arguments: ["a\nb", " ", "", "a\u{FFFE}", "a\u{2028}"])
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
}
