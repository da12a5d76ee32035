import Basics
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Rules about projects: each test changes one thing in a valid project.
@Suite("Projects")
struct ProjectTests {
  let folder: TemporaryFolder
  static let file = "App/Cats.xcodeproj/project.pbxproj"

  init() throws {
    folder = try TemporaryFolder()
    try writeCatalog("App/Stickers/Stickers.xcstickers")
    try folder.write(Self.project, to: Self.file)
    try folder.write(Self.info, to: "App/Stickers/Info.plist")
    try folder.write(Self.info, to: "App/Cats/Info.plist")
  }

  func writeCatalog(_ name: String) throws {
    try folder.write("{}", to: "\(name)/Cats.stickerpack/Contents.json")
    try folder.write("{}", to: "\(name)/iMessage App Icon.stickersiconset/Contents.json")
  }

  static let info = """
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    <key>CFBundleShortVersionString</key><string>$(MARKETING_VERSION)</string>
    <key>CFBundleVersion</key><string>${CURRENT_PROJECT_VERSION}</string>
    <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.message-payload-provider</string></dict>
    <key>NSStickerSharingLevel</key><string>OS</string>
    </dict></plist>
    """

  /// A project as Xcode writes it, with the objects that matter.
  static let project = """
    // !$*UTF8*$!
    {
      archiveVersion = 1; classes = { }; objectVersion = 56;
      objects = {
    /* Begin PBXBuildFile section */
        B1 /* Stickers.xcstickers in Resources */ = {isa = PBXBuildFile; fileRef = F1 /* Stickers.xcstickers */; };
        B2 /* Sticker Pack.appex in Embed */ = {isa = PBXBuildFile; fileRef = P2; settings = {ATTRIBUTES = (RemoveHeadersOnCopy, ); }; };
        F1 = {isa = PBXFileReference; lastKnownFileType = folder.stickers; path = Stickers.xcstickers; sourceTree = "<group>"; };
        P2 = {isa = PBXFileReference; explicitFileType = "wrapper.app-extension"; path = "Sticker Pack.appex"; sourceTree = BUILT_PRODUCTS_DIR; };
        G0 = {isa = PBXGroup; children = (G1, P2, ); sourceTree = "<group>"; };
        G1 = {isa = PBXGroup; children = (F1, ); path = Stickers; sourceTree = "<group>"; };
        R2 = {isa = PBXResourcesBuildPhase; buildActionMask = 2147483647; files = (B1, ); };
        E1 = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 13; files = (B2, ); };
        D1 = {isa = PBXTargetDependency; target = T2; };
        T1 = {isa = PBXNativeTarget; buildConfigurationList = L1; buildPhases = (E1, ); dependencies = (D1, ); name = Cats; productType = "com.apple.product-type.application.messages"; };
        T2 /* Sticker Pack */ = {
          isa = PBXNativeTarget;
          buildConfigurationList = L2; buildPhases = (R2, );
          name = "Sticker Pack";
          productReference = P2;
          productType = "com.apple.product-type.app-extension.messages-sticker-pack";
        };
        O = {isa = PBXProject; buildConfigurationList = L0; mainGroup = G0; projectDirPath = ""; targets = (T1, T2, ); };
        L0 = {isa = XCConfigurationList; buildConfigurations = (C0D, C0, ); defaultConfigurationName = Release; };
        L1 = {isa = XCConfigurationList; buildConfigurations = (C1, ); };
        L2 = {isa = XCConfigurationList; buildConfigurations = (C2, ); };
        C0D = {isa = XCBuildConfiguration; buildSettings = { IPHONEOS_DEPLOYMENT_TARGET = 10.0; }; name = Debug; };
        C0 = {isa = XCBuildConfiguration; buildSettings = {
          IPHONEOS_DEPLOYMENT_TARGET = 15.0;
          MARKETING_VERSION = 1.1;
          CURRENT_PROJECT_VERSION = 7;
        }; name = Release; };
        C1 = {isa = XCBuildConfiguration; buildSettings = {
          INFOPLIST_FILE = "$(SRCROOT)/Cats/Info.plist";
          PRODUCT_BUNDLE_IDENTIFIER = org.example.cats;
        }; name = Release; };
        C2 = {isa = XCBuildConfiguration; buildSettings = {
          ASSETCATALOG_COMPILER_APPICON_NAME = "iMessage App Icon";
          INFOPLIST_FILE = Stickers/Info.plist;
          PRODUCT_BUNDLE_IDENTIFIER = org.example.cats.stickers;
          "CODE_SIGN_IDENTITY[sdk=iphoneos*]" = "iPhone Developer";
        }; name = Release; };
      };
      rootObject = O;
    }
    """

  func change(_ text: String, _ other: String, in name: String = Self.file) throws {
    let old = String(decoding: try folder.bytes(name), as: UTF8.self)
    try #require(old.contains(text))
    try folder.write(old.replacing(text, with: other), to: name)
  }

  /// The findings of rules about projects: the rule, and the line of the file, trimmed.
  func findings(_ names: String...) throws -> [String] {
    let paths = (names.isEmpty ? ["App"] : names).map { FilePath("\(folder.path)/\($0)") }
    return try PackDiscovery(at: paths).packs.flatMap { pack in
      let linted = Linter(jobs: 1).check(PackFacts(source: pack, assets: []))
      return try linted.findings.filter { Rule.named($0.rule)?.category == .project }.map {
        finding in
        guard let line = finding.place?.line else { return "\(finding.rule) \(finding.file)" }
        let name = finding.file.hasPrefix("App") ? finding.file : "App/\(finding.file)"
        let text = String(decoding: try folder.bytes(name), as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return "\(finding.rule) \(String(lines[line - 1]).trimmingPrefix { $0 == " " })"
      }
    }
  }

  @Test("nothing is found in a project as Xcode writes it")
  func valid() throws {
    #expect(try findings() == [])
    #expect(
      try PackDiscovery(at: [FilePath("\(folder.path)/App")]).packs[0].projectFile?.extensions.count
        == 1)
  }

  @Test(
    "each mistake is found with its line",
    arguments: [
      ("files = (B1, );", "files = ( );", ["project-catalog-missing name = \"Sticker Pack\";"]),
      (
        "app-extension.messages-sticker-pack", "app-extension",
        ["project-target-type productType = \"com.apple.product-type.app-extension\";"]
      ),
      (
        "APPICON_NAME = \"iMessage App Icon\"", "APPICON_NAME = AppIcon",
        ["project-icon-name ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;"]
      ),
      (
        "ASSETCATALOG_COMPILER_APPICON_NAME = \"iMessage App Icon\";", "",
        ["project-icon-name name = \"Sticker Pack\";"]
      ),
      (
        "org.example.cats.stickers", "org.example.stickers",
        ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = org.example.stickers;"]
      ),
      (
        "org.example.cats.stickers", "org.example.catsstickers",
        ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = org.example.catsstickers;"]
      ),
      (
        "INFOPLIST_FILE = Stickers/Info.plist;",
        "INFOPLIST_FILE = Stickers/Info.plist; MARKETING_VERSION = 1.0;",
        ["project-version INFOPLIST_FILE = Stickers/Info.plist; MARKETING_VERSION = 1.0;"]
      ),
      (
        "DEPLOYMENT_TARGET = 15.0", "DEPLOYMENT_TARGET = 14.9",
        ["project-minimum-version IPHONEOS_DEPLOYMENT_TARGET = 14.9;"]
      ),
    ])
  func mistakes(_ text: String, _ other: String, _ expected: [String]) throws {
    try change(text, other)
    #expect(try findings() == expected)
  }

  @Test("the values of an Info.plist count, and findings about them name it")
  func infoPropertyList() throws {
    try change("${CURRENT_PROJECT_VERSION}", "3", in: "App/Stickers/Info.plist")
    try change("<string>OS<", "<string>Everywhere<", in: "App/Stickers/Info.plist")
    let plist = try findings().map { $0.split(separator: " ").map(String.init) }
    #expect(plist.map { $0[0] } == ["project-version", "project-sharing-ignored"])
    #expect(plist.allSatisfy { $0[1].hasSuffix("Stickers/Info.plist") })
  }

  @Test("the sharing level can be missing, or a setting that has no effect")
  func sharing() throws {
    try change(
      "<key>NSStickerSharingLevel</key><string>OS</string>", "", in: "App/Stickers/Info.plist")
    #expect(try findings() == ["project-sharing-missing name = \"Sticker Pack\";"])
    let setting = "INFOPLIST_KEY_NSStickerSharingLevel = OS;"
    try change("INFOPLIST_FILE = Stickers", "\(setting) INFOPLIST_FILE = Stickers")
    #expect(
      try findings() == ["project-sharing-ignored \(setting) INFOPLIST_FILE = Stickers/Info.plist;"]
    )
    try change(
      "MARKETING_VERSION = 1.1;", "MARKETING_VERSION = 1.1; GENERATE_INFOPLIST_FILE = YES;")
    #expect(try findings() == [])
  }

  @Test(
    "what cannot be told is not found",
    arguments: [
      // A configuration file that was not read has precedence over the project.
      (
        "buildSettings = {\n      ASSET",
        "baseConfigurationReference = F9; buildSettings = {\n      ASSET", "APPICON_NAME =",
        "OTHER ="
      ),
      ("org.example.cats.stickers", "\"$(PREFIX).stickers\"", "", ""),
      ("org.example.cats.stickers", "\"${PRODUCT_BUNDLE_IDENTIFIER}\"", "", ""),
      ("org.example.cats;", "\"$(inherited)\";", "org.example.cats.stickers", "a.b"),
      (
        "PRODUCT_BUNDLE_IDENTIFIER = org.example.cats.stickers;",
        "\"PRODUCT_BUNDLE_IDENTIFIER[sdk=iphoneos*]\" = a.b;", "", ""
      ),
      (
        "INFOPLIST_FILE = Stickers/Info.plist;", "INFOPLIST_FILE = Other/Info.plist;",
        "org.example.cats.stickers", "a.b"
      ),
      // Resources in places that depend on the build, or in folders whose contents Xcode finds.
      (
        "path = Stickers.xcstickers; sourceTree = \"<group>\"",
        "path = Stickers.xcstickers; sourceTree = BUILT_PRODUCTS_DIR", "", ""
      ),
      (
        "files = (B1, );", "files = ( );", "productReference = P2;",
        "productReference = P2; fileSystemSynchronizedGroups = (G1, );"
      ),
      ("files = (B1, );", "files = (B9, );", "", ""),
      // A catalog that is elsewhere.
      ("path = Stickers.xcstickers", "path = Other.xcstickers", "", ""),
      // Several apps with the same extension, such as editions.
      (
        "targets = (T1, T2, );", "targets = (T1, T2, T3, );", "O = {",
        "T3 = {isa = PBXNativeTarget; dependencies = (D1, ); name = B; productType = \"com.apple.product-type.application\"; };\n    O = {"
      ),
      // Only extensions for Messages concern a catalog.
      (
        "app-extension.messages-sticker-pack", "app-extension.intents-service",
        "IDENTIFIER = org.example.cats.", "IDENTIFIER = a.b."
      ),
      (
        "DEPLOYMENT_TARGET = 15.0",
        "DEPLOYMENT_TARGET = \"$(RECOMMENDED_IPHONEOS_DEPLOYMENT_TARGET)\"", "", ""
      ),
    ])
  func unknown(_ text: String, _ other: String, _ more: String, _ another: String) throws {
    try change(text, other)
    if !more.isEmpty { try change(more, another) }
    #expect(try findings() == [])
  }

  @Test("names are compared as on a Mac: without case, and composed or decomposed")
  func names() throws {
    try change("path = Stickers; source", "path = STICKERS; source")
    #expect(try findings().isEmpty)
  }

  @Test("a catalog that no target has is fine beside one that the extension has")
  func twoCatalogs() throws {
    try writeCatalog("App/Old/Old.xcstickers")
    try change("org.example.cats.stickers", "a.b")
    #expect(try findings() == ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = a.b;"])
  }

  @Test("the project is looked for up to the repository, or else a few folders above the named one")
  func place() throws {
    try change("org.example.cats.stickers", "a.b")
    let expected = ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = a.b;"]
    #expect(try findings("App/Stickers") == expected)
    try folder.write("", to: "App/.git/HEAD")
    let packs = try PackDiscovery(at: [FilePath("\(folder.path)/App/Stickers/Stickers.xcstickers")])
      .packs
    #expect(
      packs[0].projectFile?.location.displayPath.string.hasSuffix("Cats.xcodeproj/project.pbxproj")
        == true)
    #expect(try findings("App") == expected)
    try folder.write("", to: "App/Stickers/.git/HEAD")
    #expect(try findings("App/Stickers") == [])
  }

  @Test("an override of a configuration applies to the project's file")
  func configuration() throws {
    try change("org.example.cats.stickers", "a.b")
    try folder.write(
      #"{ "overrides": [{ "files": ["*.xcodeproj/**"], "rules": { "project-identifier": "off" } }] }"#,
      to: "App/stickerpack.json")
    #expect(try findings() == [])
  }

  @Test("files outside of the repository are not read")
  func outside() throws {
    try folder.write(
      Self.info.replacing("$(PRODUCT_BUNDLE_IDENTIFIER)", with: "secret"), to: "Info.plist")
    try change("Stickers/Info.plist", "../Info.plist")
    #expect(try findings() == [])
  }

  // MARK: Hostile files

  /// Makes a change with which the identifier, which is a mistake, is known in one case only.
  private func expect(_ isKnown: Bool, _ text: String, _ other: String) throws {
    try change("org.example.cats.stickers", "org.example.stickers")
    try change(text, other)
    #expect(try findings().count == (isKnown ? 1 : 0))
  }

  @Test("at most 64 members of an object are read", arguments: [(64, true), (65, false)])
  func members(_ count: Int, _ isKnown: Bool) throws {
    let more = (3..<count).map { "K\($0) = v; " }.joined()
    try expect(isKnown, "C2 = {isa", "C2 = {\(more)isa")
  }

  @Test("at most 64 targets are read", arguments: [(64, true), (65, false)])
  func targets(_ count: Int, _ isKnown: Bool) throws {
    let more = String(repeating: "T0, ", count: count - 2)
    try expect(isKnown, "targets = (T1, T2, );", "targets = (T1, \(more)T2, );")
  }

  @Test("at most 4,096 bytes of a setting are read", arguments: [(4096, true), (4097, false)])
  func bytes(_ count: Int, _ isKnown: Bool) throws {
    try expect(
      isKnown, "= org.example.stickers;", "= \"\(String(repeating: "\\U0041", count: count))\";")
  }

  @Test("1,000 damaged projects are read or left out")
  func mutations() throws {
    try mutate(Self.file, Self.project, count: 500, words: ["(", ");", " = ", "T2", "F1"])
    try mutate("App/project.yml", Self.spec, count: 500, words: ["{", "}", ": ", "- "])
  }

  /// Lints a project that was damaged in a few places, again and again. `make fuzz TARGET=project` goes on.
  func mutate(
    _ name: String, _ text: String, of catalog: String = "Stickers/Stickers.xcstickers",
    count: Int = 1000, words: [String]
  ) throws {
    // Projects are looked for up to here.
    try folder.write("", to: "App/.git/HEAD")
    var random = SplitMix(state: 27_27)
    let words = words + ["\"", "/*", "..", "$(A)", "\n"]
    for _ in 0..<count {
      var bytes = Array(text.utf8)
      for _ in 0..<3 {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes.replaceSubrange(
            index..<min(bytes.count, index + Int.random(in: 0..<8, using: &random)),
            with: (words.randomElement(using: &random) ?? "").utf8)
        } else {
          bytes[index] = .random(in: 0...255, using: &random)
        }
      }
      try folder.write(bytes, to: name)
      for pack in try PackDiscovery(at: [FilePath("\(folder.path)/App/\(catalog)")]).packs {
        _ = Linter(jobs: 1).check(PackFacts(source: pack, assets: []))
      }
    }
  }

  @Test("groups and settings that refer to themselves are unknown")
  func cycles() throws {
    try change(
      "G1 = {isa = PBXGroup; children = (F1, );", "G1 = {isa = PBXGroup; children = (F1, G1, );")
    try change(
      "MARKETING_VERSION = 1.1;",
      "MARKETING_VERSION = \"$(A)\"; A = \"$(B)$(B)\"; B = \"$(A)$(A)\";")
    #expect(try findings() == [])
  }

  @Test("at most 64 references are followed for a setting", arguments: [62, 63])
  func references(_ count: Int) throws {
    // With the one in the property list, which is followed first.
    let empty = String(repeating: "$(E)", count: count)
    try change(
      "INFOPLIST_FILE = Stickers/Info.plist;",
      "INFOPLIST_FILE = Stickers/Info.plist; MARKETING_VERSION = \"$(V)\(empty)\"; V = 1.0; E = \"\";"
    )
    #expect(try findings().count == (count == 62 ? 1 : 0))
  }

  @Test("settings that refer to empty ones a great many times are unknown")
  func expansion() throws {
    let levels = (1...6).map { level in
      let references = String(repeating: "$(L\(level - 1))", count: 800)
      return "L\(level) = \"\(references)\";"
    }
    try change(
      "MARKETING_VERSION = 1.1;",
      "MARKETING_VERSION = \"$(L6)\"; L0 = \"\"; \(levels.joined(separator: " "))")
    #expect(try findings() == [])
  }

  /// Each reference counts, and each of the 60 groups that its path goes through.
  @Test(
    "a project with more than 200,000 references and steps of paths is not read",
    arguments: [(3270, true), (3280, false)])
  func steps(_ references: Int, _ isKnown: Bool) throws {
    let groups = (0..<60).map { group in
      "N\(group) = {isa = PBXGroup; sourceTree = \"<group>\"; children = (N\(group - 1)); };"
    }
    try change(
      "G1 = {isa = PBXGroup;",
      "\(groups.joined()) F9 = {isa = PBXBuildFile; fileRef = N0; }; G1 = {isa = PBXGroup;")
    let files = String(repeating: "F9, ", count: references)
    try expect(isKnown, "files = (B1, );", "files = (B1, \(files));")
  }

  /// The longest path of macOS, from the group to the file.
  @Test("a path of more than 1,024 bytes is unknown", arguments: [(1024, true), (1025, false)])
  func longPath(_ bytes: Int, _ isKnown: Bool) throws {
    let name = String(repeating: "a", count: bytes - "Stickers/".utf8.count)
    try change("path = Stickers.xcstickers;", "path = \(name);")
    #expect(try findings() == (isKnown ? ["project-catalog-missing name = \"Sticker Pack\";"] : []))
  }

  @Test("a project of more than 32 MiB is not read")
  func large() throws {
    try change("org.example.cats.stickers", "a.b")
    let text = String(decoding: try folder.bytes(Self.file), as: UTF8.self)
    try folder.write(
      text + String(repeating: " ", count: OpenStepPropertyList.mostBytes), to: Self.file)
    #expect(try findings() == [])
  }

  // MARK: XcodeGen

  static let spec = """
    name: Cats
    options: { deploymentTarget: { iOS: "16.0" } }
    targets:
      Cats:
        type: application
        platform: iOS
        dependencies:
        - target: Pack
        settings:
          base:
            PRODUCT_BUNDLE_IDENTIFIER: org.example.cats
        info: { path: Cats.plist }
      Pack:
        type: app-extension.messages-sticker-pack
        platform: iOS
        sources: [Stickers]
        settings:
          base: { PRODUCT_BUNDLE_IDENTIFIER: a.b, ASSETCATALOG_COMPILER_APPICON_NAME: AppIcon }
        info: { path: Pack.plist, properties: { NSStickerSharingLevel: Messages, NSExtension: { NSExtensionPointIdentifier: com.apple.message-payload-provider, NSExtensionPrincipalClass: StickerBrowserViewController } } }
    """

  @Test("a project.yml has precedence, and folders in it can have any catalog")
  func spec() throws {
    try folder.write(Self.spec, to: "App/project.yml")
    let line =
      "base: { PRODUCT_BUNDLE_IDENTIFIER: a.b, ASSETCATALOG_COMPILER_APPICON_NAME: AppIcon }"
    #expect(try findings() == ["project-identifier \(line)"])
    try change(
      "sources: [Stickers]", "sources: [{ path: Stickers/Stickers.xcstickers }]",
      in: "App/project.yml")
    #expect(Set(try findings()) == ["project-identifier \(line)", "project-icon-name \(line)"])
  }

  @Test(
    "what XcodeGen takes from elsewhere is unknown",
    arguments: [
      ("type: application\n", "type: application\n    templates: [T]\n"),
      ("PRODUCT_BUNDLE_IDENTIFIER: org.example.cats", "PRODUCT_BUNDLE_IDENTIFIER: ${ID}"),
      ("PRODUCT_BUNDLE_IDENTIFIER: a.b, ", ""),
      (
        "base: { PRODUCT_BUNDLE_IDENTIFIER: a.b,",
        "configs: { Release: { PRODUCT_BUNDLE_IDENTIFIER: org.example.cats.b } }\n      base: { PRODUCT_BUNDLE_IDENTIFIER: a.b,"
      ),
      ("base:\n        PRODUCT_BUNDLE_IDENTIFIER: org.example.cats", "groups: [ids]"),
      (
        "info: { path: Pack.plist, properties: { NSStickerSharingLevel: Messages,",
        "other: { a: { b: c,"
      ),
    ])
  func unknownSpec(_ text: String, _ other: String) throws {
    try folder.write(Self.spec, to: "App/project.yml")
    try change(text, other, in: "App/project.yml")
    #expect(try findings() == [])
  }

  @Test(
    "a project.yml that is not understood leaves the project of Xcode",
    arguments: ["include: [a.yml]\n", "a: &b 1\n", "\t\n"])
  func unreadSpec(text: String) throws {
    try change("org.example.cats.stickers", "c.d")
    try folder.write(text + Self.spec, to: "App/project.yml")
    #expect(try findings() == ["project-identifier PRODUCT_BUNDLE_IDENTIFIER = c.d;"])
  }
}
