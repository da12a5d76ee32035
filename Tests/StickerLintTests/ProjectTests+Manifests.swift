import Basics
import Foundation
import StickerLint
import TestSupport
import Testing

/// Projects that Tuist and Bazel generate, and settings in `.xcconfig` files.
extension ProjectTests {
  // MARK: Tuist

  static let manifest = "App/Project.swift"
  static let tuist = """
    import ProjectDescription

    let minimum: DeploymentTargets = .iOS("16.0")
    let prefix = "org.example"
    let project = Project(
      name: "Cats",
      settings: .settings(base: ["MARKETING_VERSION": "1.1"]),
      targets: [
        .target(
          name: "Cats", destinations: .iOS, product: .app, bundleId: "\\(prefix).cats",
          deploymentTargets: minimum,
          infoPlist: .extendingDefault(with: ["CFBundleShortVersionString": "$(MARKETING_VERSION)"]),
          dependencies: [.target(name: "Pack")]),
        /* .target(name: "Old", product: .stickerPackExtension, bundleId: "old") */
        .target(
          name: "Pack", destinations: .iOS,
          product: .stickerPackExtension,
          bundleId: "org.example.cats.stickers",
          deploymentTargets: minimum, // "14.0"
          infoPlist: .extendingDefault(with: [
            "CFBundleShortVersionString": "$(MARKETING_VERSION)",
            "NSStickerSharingLevel": .string("OS"),
            "NSExtension": ["NSExtensionPointIdentifier": "com.apple.message-payload-provider"],
          ]),
          resources: ["Pack/Stickers.xcassets", "Pack/notes.txt"],
          settings: .settings(
            base: ["ASSETCATALOG_COMPILER_APPICON_NAME": "iMessage App Icon"])
        ),
      ])
    """

  /// The findings in a project of Tuist in which one text is replaced.
  private func tuist(_ text: String = "", _ other: String = "") throws -> [String] {
    try writeCatalog("App/Pack/Stickers.xcassets")
    try folder.write(Self.tuist, to: Self.manifest)
    if !text.isEmpty { try change(text, other, in: Self.manifest) }
    return try findings()
  }

  @Test("nothing is found in a manifest of Tuist, which has precedence over Xcode's project")
  func validTuist() throws {
    try change("org.example.cats.stickers", "a.b")
    #expect(try tuist() == [])
  }

  @Test(
    "each mistake in a manifest of Tuist is found with its line",
    arguments: [
      (
        "\"Pack/Stickers.xcassets\"", "\"Stickers/Stickers.xcstickers\"",
        "project-catalog-missing resources: [\"Stickers/Stickers.xcstickers\", \"Pack/notes.txt\"],"
      ),
      (
        "\"Pack/Stickers.xcassets\"", ".glob(pattern: \"Stickers/**\")",
        "project-catalog-missing resources: [.glob(pattern: \"Stickers/**\"), \"Pack/notes.txt\"],"
      ),
      (
        "product: .stickerPackExtension,\n      bundleId: \"org",
        "product: .appExtension,\n      bundleId: \"org",
        "project-target-type product: .appExtension,"
      ),
      (
        "org.example.cats.stickers", "org.example.stickers",
        "project-identifier bundleId: \"org.example.stickers\","
      ),
      (
        ".iOS(\"16.0\")", ".iOS(\"14.0\")",
        "project-minimum-version let minimum: DeploymentTargets = .iOS(\"14.0\")"
      ),
      (
        "\"iMessage App Icon\"", "\"AppIcon\"",
        "project-icon-name base: [\"ASSETCATALOG_COMPILER_APPICON_NAME\": \"AppIcon\"])"
      ),
      (
        ".string(\"OS\")", ".string(\"System\")",
        "project-sharing-ignored \"NSStickerSharingLevel\": .string(\"System\"),"
      ),
      (
        "        \"NSStickerSharingLevel\": .string(\"OS\"),\n", "",
        "project-sharing-missing name: \"Pack\", destinations: .iOS,"
      ),
      (
        "        \"CFBundleShortVersionString\": \"$(MARKETING_VERSION)\",\n", "",
        "project-version infoPlist: .extendingDefault(with: ["
      ),
    ])
  func tuistMistakes(_ text: String, _ other: String, _ expected: String) throws {
    #expect(try tuist(text, other) == [expected])
  }

  @Test(
    "what is not literal in a manifest of Tuist is unknown",
    arguments: [
      ("\"Pack/Stickers.xcassets\"", "Resources.stickers"),
      (
        "\"Pack/Stickers.xcassets\"",
        "\"Stickers/Stickers.xcstickers\", .folderReference(path: \"A\")"
      ),
      ("\"Pack/Stickers.xcassets\"", ".glob(pattern: \"Stickers/**\", excluding: [\"A\"])"),
      (
        "resources: [\"Pack/Stickers.xcassets\"",
        "buildableFolders: [\"Stickers\"], resources: [\"Stickers/**\""
      ),
      (
        "resources: [\"Pack/Stickers.xcassets\", \"Pack/notes.txt\"]",
        "resources: [\"Stickers/Stickers.xcstickers\"] + others"
      ),
      ("resources: [\"Pack/Stickers.xcassets\", \"Pack/notes.txt\"]", "resources: others"),
      ("\"org.example.cats.stickers\"", "\"org.\\(name)\""),
      ("\"org.example.cats.stickers\"", "condition ? \"a\" : \"b\""),
      ("\"org.example.cats.stickers\"", "\"a\" + prefix"),
      ("let prefix = \"org.example\"", "let prefix = \"a\"\n  + suffix"),
      ("let prefix = \"org.example\"", "let prefix = \"a\"; func name(prefix: String) {}"),
      ("let prefix = \"org.example\"", "var prefix = \"a\""),
      (".iOS(\"16.0\")", ".iOS(\"14.0\").later"),
      (".string(\"OS\")", "level"),
      ("[\"ASSETCATALOG_COMPILER_APPICON_NAME\": \"iMessage App Icon\"]", "settings"),
      ("\"iMessage App Icon\"]", "\"AppIcon\"], configurations: [.release(name: \"Release\")]"),
      ("\"iMessage App Icon\"]", "\"AppIcon\", key: \"\"]"),
      ("org.example.cats.stickers\"", "a.b\", \n#if DEBUG\n#endif\n"),
      ("org.example.cats.stickers\"", "a.b"),
      ("product: .app,", "product: kind,"),
    ])
  func unknownTuist(_ text: String, _ other: String) throws {
    #expect(try tuist(text, other) == [])
  }

  @Test("the message about Tuist names the catalog to rename")
  func tuistMessage() throws {
    _ = try tuist("Pack/Stickers.xcassets", "Stickers/Stickers.xcstickers")
    let packs = try PackDiscovery(at: [FilePath("\(folder.path)/App")]).packs
    let found = packs.flatMap {
      Linter(jobs: 1).check(PackFacts(source: $0, assets: [])).findings.filter {
        $0.rule == "project-catalog-missing"
      }
    }
    #expect(
      found.map(\.message) == [
        "Tuist does not compile \"Stickers.xcstickers\", so the extension has no stickers and no icons."
      ])
    #expect(found[0].fix.contains("\"Stickers.xcassets\""))
  }

  // MARK: Bazel

  static let build = "App/BUILD.bazel"
  static let bazel = """
    load("@rules_apple//apple:ios.bzl", "ios_imessage_application", "ios_sticker_pack_extension")

    ID = "org.example.cats"

    ios_sticker_pack_extension(
        name = "Pack",
        bundle_id = "org.example.cats.stickers",  # the app's, and a name
        families = ["iphone"],
        infoplists = [":Pack.plist"],
        minimum_os_version = "12.0",
        sticker_assets = glob(["Stickers/Stickers.xcstickers/**"]),
    )

    ios_imessage_application(
        name = "Cats",
        bundle_id = ID,
        extension = ":Pack",
        infoplists = ["App.plist"],
    )
    """

  private func bazel(
    _ text: String = "", _ other: String = "", in file: String = Self.build
  ) throws -> [String] {
    try folder.write(Self.bazel, to: Self.build)
    for name in ["App", "Pack"] {
      try folder.write(
        Self.info.replacing("$(MARKETING_VERSION)", with: "1.0")
          .replacing("${CURRENT_PROJECT_VERSION}", with: "1"), to: "App/\(name).plist")
    }
    if !text.isEmpty { try change(text, other, in: file) }
    return try findings()
  }

  @Test("nothing is found in a package of Bazel, whatever its minimum version")
  func validBazel() throws {
    try change("org.example.cats.stickers", "a.b")
    #expect(try bazel() == [])
  }

  @Test(
    "each mistake in a package of Bazel is found with its line",
    arguments: [
      (
        "org.example.cats.stickers", "org.example.stickers",
        "project-identifier bundle_id = \"org.example.stickers\",  # the app's, and a name"
      ),
      (
        "    sticker_assets = glob([\"Stickers/Stickers.xcstickers/**\"]),\n", "",
        "project-catalog-missing name = \"Pack\","
      ),
    ])
  func bazelMistakes(_ text: String, _ other: String, _ expected: String) throws {
    #expect(try bazel(text, other) == [expected])
  }

  @Test("versions and the sharing level of Bazel are those of the Info.plist")
  func bazelInfo() throws {
    #expect(
      try bazel(">1.0<", ">1.2<", in: "App/Pack.plist").map { String($0.prefix(15)) } == [
        "project-version"
      ])
    #expect(
      try bazel(">OS<", ">Everywhere<", in: "App/Pack.plist").map { String($0.prefix(23)) } == [
        "project-sharing-ignored"
      ])
    #expect(try bazel("families", "version = \":v\", families") == [])
    try folder.write(
      Self.info.replacing("$(MARKETING_VERSION)", with: "1.2"), to: "App/Pack.plist")
    #expect(try findings() == [])
    let key = "<key>NSStickerSharingLevel</key><string>OS</string>"
    #expect(
      try bazel(key, "", in: "App/Pack.plist") == ["project-sharing-missing name = \"Pack\","])
    #expect(try bazel("[\":Pack.plist\"]", "[\":Pack.plist\", \"more.plist\"]") == [])
  }

  @Test(
    "what is not literal in a package of Bazel is unknown",
    arguments: [
      ("bundle_id = \"org.example.cats.stickers\"", "bundle_id = \"a\" + ID"),
      ("\"org.example.cats.stickers\"", "\"a.b\" if True else ID"),
      ("bundle_id = \"org.example.cats.stickers\"", "bundle_id = \"a.b\", **common"),
      ("glob([\"Stickers/Stickers.xcstickers/**\"])", "glob([\"**\"])"),
      ("glob([\"Stickers/Stickers.xcstickers/**\"])", "[\":assets\"]"),
      ("Stickers/Stickers.xcstickers/**", "Generated.xcstickers/**"),
      ("glob([\"Stickers/Stickers.xcstickers/**\"])", "glob([\"a.png\"]) + glob([\"b.png\"])"),
      ("ID = \"org.example.cats\"", "ID = \"a\" \\\n  + \"b\""),
      ("ID = \"org.example.cats\"", "ID = \"a\"\nID = \"org.example.cats\""),
      ("ID = \"org.example.cats\"", "ID = \"a\"\n[f(ID) for ID in []]"),
    ])
  func unknownBazel(_ text: String, _ other: String) throws {
    #expect(try bazel(text, other) == [])
  }

  // MARK: Configuration files

  /// Moves the extension's settings to an `.xcconfig`.
  private func useConfiguration(_ text: String) throws {
    try change(
      "PRODUCT_BUNDLE_IDENTIFIER = org.example.cats.stickers;\n      \"CODE_SIGN_IDENTITY[sdk=iphoneos*]\" = \"iPhone Developer\";\n    };",
      "}; baseConfigurationReference = F9;")
    try change("children = (F1, );", "children = (F1, F9, );")
    try change(
      "G0 = {isa",
      "F9 = {isa = PBXFileReference; path = Pack.xcconfig; sourceTree = \"<group>\"; };\n    G0 = {isa"
    )
    try folder.write(text, to: "App/Stickers/Pack.xcconfig")
  }

  @Test(
    "settings of an .xcconfig file count, and findings name its line",
    arguments: [
      ("PRODUCT_BUNDLE_IDENTIFIER = org.example.cats.stickers // a.b", []),
      ("PRODUCT_BUNDLE_IDENTIFIER = a.b", ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = a.b"]),
      (
        "ID=a.b;\r\nPRODUCT_BUNDLE_IDENTIFIER = $(ID)\r\n", ["project-identifier ID=a.b;"]
      ),
      (
        "#include \"../More.xcconfig\"\nPRODUCT_BUNDLE_IDENTIFIER = $(ID).b",
        ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = $(ID).b"]
      ),
      (
        "PRODUCT_BUNDLE_IDENTIFIER = a.b\n#include \"../More.xcconfig\"",
        ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = a.b"]
      ),
      ("PRODUCT_BUNDLE_IDENTIFIER = a.b\nPRODUCT_BUNDLE_IDENTIFIER = org.example.cats.c", []),
      // The target's settings override them.
      (
        "PRODUCT_BUNDLE_IDENTIFIER = org.example.cats.c\nASSETCATALOG_COMPILER_APPICON_NAME = A", []
      ),
      // Unknown: conditions, missing files and those of other levels.
      ("PRODUCT_BUNDLE_IDENTIFIER = a.b\nPRODUCT_BUNDLE_IDENTIFIER[sdk=iphoneos*] = c.d", []),
      ("PRODUCT_BUNDLE_IDENTIFIER = a.b\n#include? \"Local.xcconfig\"", []),
      ("#include \"../Nested.xcconfig\"\nID = 1", []),
      ("IPHONEOS_DEPLOYMENT_TARGET = 9.0\n#include? \"Local.xcconfig\"", []),
      (
        "#include? \"Local.xcconfig\"\nIPHONEOS_DEPLOYMENT_TARGET = 9.0",
        ["project-minimum-version IPHONEOS_DEPLOYMENT_TARGET = 9.0"]
      ),
      ("PRODUCT_BUNDLE_IDENTIFIER = $(PRODUCT_BUNDLE_IDENTIFIER)", []),
      ("PRODUCT_BUNDLE_IDENTIFIER = a.$(inherited)", []),
      ("#include \"Pack.xcconfig\"\nPRODUCT_BUNDLE_IDENTIFIER = a.b", []),
    ])
  func configurationFile(_ text: String, _ expected: [String]) throws {
    try folder.write("ID = a", to: "App/More.xcconfig")
    try folder.write("#include \"More.xcconfig\"\nA = 1", to: "App/Nested.xcconfig")
    try useConfiguration(text)
    #expect(try findings() == expected)
  }

  @Test("an .xcconfig file outside of the repository is not read")
  func outsideConfiguration() throws {
    try folder.write("PRODUCT_BUNDLE_IDENTIFIER = secret", to: "Secret.xcconfig")
    try useConfiguration("#include \"../../Secret.xcconfig\"")
    #expect(try findings() == [])
  }

  @Test("XcodeGen's files of settings count, too, before what it makes")
  func specConfiguration() throws {
    let own =
      "base: { PRODUCT_BUNDLE_IDENTIFIER: a.b, ASSETCATALOG_COMPILER_APPICON_NAME: AppIcon }"
    try folder.write(
      Self.spec.replacing(
        "    settings:\n      \(own)", with: "    configFiles: { Release: Pack.xcconfig }"),
      to: "App/project.yml")
    try folder.write("PRODUCT_BUNDLE_IDENTIFIER = c.d", to: "App/Pack.xcconfig")
    #expect(try findings() == ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = c.d"])
    try change("configFiles: { Release", "configFiles: { Debug", in: "App/project.yml")
    #expect(try findings() == [])
  }

  @Test("the project in the folder ios of an app with React Native is the app's")
  func native() throws {
    try change("DEPLOYMENT_TARGET = 15.0", "DEPLOYMENT_TARGET = 14.0")
    let project = String(decoding: try folder.bytes(Self.file), as: UTF8.self)
    try folder.write(
      project.replacing("path = Stickers;", with: "path = ../targets;"),
      to: "App/native/ios/Cats.xcodeproj/project.pbxproj")
    try writeCatalog("App/native/targets/Stickers.xcstickers")
    #expect(try findings("App/native") == [])
    try folder.write("{}", to: "App/native/package.json")
    #expect(
      try findings("App/native") == ["project-minimum-version IPHONEOS_DEPLOYMENT_TARGET = 14.0;"])
  }

  @Test("a folder ios that is a link to the folder above ends")
  func nativeLink() throws {
    try writeCatalog("App/native/Stickers.xcstickers")
    try folder.write("{}", to: "App/native/package.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/App/native/ios", withDestinationPath: ".")
    #expect(try findings("App/native") == [])
  }

  @Test("5,000 damaged files of each further kind are read or left out")
  func manifestMutations() throws {
    try writeCatalog("App/Pack/Stickers.xcassets")
    try useConfiguration("#include \"../More.xcconfig\"\nID = a.b")
    let settings = """
      #include? "Local.xcconfig" // a
      ID[sdk=iphoneos*] = a.b;
      PRODUCT_BUNDLE_IDENTIFIER = $(ID).$(inherited)
      """
    try mutate(
      "App/More.xcconfig", settings, words: ["#include \"Pack.xcconfig\"", "[", "]", "//"])
    try mutate(
      Self.build, Self.bazel,
      words: ["'", "\"\"\"", "glob(", "**", "{", "}", "[", "]", " for x in y", "#", "\nA = "])
    try mutate(
      Self.manifest, Self.tuist, of: "Pack/Stickers.xcassets",
      words: [
        "\"\"\"", "\\(", "/*", "*/", "[", ":", "]", ".", ",", "{", "}", "let a = ", "func ", "**",
        ".glob(pattern: ", "#if",
      ])
  }
}
