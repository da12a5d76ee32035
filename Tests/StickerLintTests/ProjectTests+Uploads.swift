import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// The view of an upload check on a project: each test changes one thing in a valid one.
extension ProjectTests {
  /// The checks of projects that found something, and the others that were not seen with their reasons.
  private func answers(_ path: String = "App") async throws -> [String: String] {
    let packs = try PackDiscovery(at: [FilePath("\(folder.path)/\(path)")], for: .upload).packs
    var answers: [String: String] = [:]
    let result = LintResult(
      packs: packs.map {
        Linter(LintOptions().forUpload).check(PackFacts(source: $0, assets: []))
      }
    ).forUpload
    for outcome in result.uploadOutcomes {
      let id = outcome.check.id.rawValue
      switch outcome.answer {
      case .found: answers[id] = "found"
      case .unknown(let reasons):
        let reason = reasons.joined(separator: "; ")
        if !reason.hasPrefix("needs ") { answers[id] = reason }
      case .seen: break
      }
    }
    return answers
  }

  /// Icons of a valid set, and the class of Xcode's template.
  private func complete() throws {
    let images = [
      ("iphone", "60x45", "2x"), ("iphone", "60x45", "3x"), ("ipad", "67x50", "2x"),
      ("ipad", "74x55", "2x"), ("universal", "27x20", "2x"), ("universal", "27x20", "3x"),
      ("universal", "32x24", "2x"), ("universal", "32x24", "3x"),
      ("ios-marketing", "1024x768", "1x"),
    ].map { idiom, size, scale in
      let platform = ["universal", "ios-marketing"].contains(idiom) ? #", "platform": "ios""# : ""
      return
        #"{ "idiom": "\#(idiom)", "size": "\#(size)", "scale": "\#(scale)", "filename": "a.png"\#(platform) }"#
    }
    let catalog = "App/Stickers/Stickers.xcstickers"
    try folder.write(
      #"{ "images": [\#(images.joined(separator: ","))] }"#,
      to: "\(catalog)/iMessage App Icon.stickersiconset/Contents.json")
    try folder.write([], to: "\(catalog)/iMessage App Icon.stickersiconset/a.png")
    try folder.write(
      #"{ "properties": { "grid-size": "regular" }, "stickers": [{ "filename": "a.sticker" }] }"#,
      to: "\(catalog)/Cats.stickerpack/Contents.json")
    try folder.write(
      #"{ "properties": { "filename": "a.png" } }"#,
      to: "\(catalog)/Cats.stickerpack/a.sticker/Contents.json")
    try folder.write([], to: "\(catalog)/Cats.stickerpack/a.sticker/a.png")
    try change(
      "provider</string></dict>",
      "provider</string><key>NSExtensionPrincipalClass</key><string>StickerBrowserViewController</string></dict>",
      in: "App/Stickers/Info.plist")
  }

  /// Facts about no files are not an image that was read.
  private static let unread = "\"a.png\" is not a PNG, or is damaged"

  @Test("everything is seen in a project as Xcode writes it")
  func seen() async throws {
    try complete()
    #expect(
      try await answers() == ["icons": Self.unread, "store-icon": "the icon cannot be decoded"])
  }

  /// Labels in two languages are a group with a file for each, as in the projects that stickerpack writes.
  private func localize() throws {
    try change(
      "files = (B1, );", "files = (B1, B8, );")
    try change(
      "G0 = {isa",
      "B8 = {isa = PBXBuildFile; fileRef = V1; }; V1 = {isa = PBXVariantGroup; children = (S1, S2, ); name = Cats.strings; sourceTree = \"<group>\"; }; S1 = {isa = PBXFileReference; path = en.lproj/Cats.strings; sourceTree = \"<group>\"; }; S2 = {isa = PBXFileReference; path = de.lproj/Cats.strings; sourceTree = \"<group>\"; }; G0 = {isa"
    )
  }

  @Test("a catalog that is in no target, or a wrong icon name, is found beside translations")
  func translations() async throws {
    try complete()
    try localize()
    #expect(try await answers().keys.sorted() == ["icons", "store-icon"])
    try change("APPICON_NAME = \"iMessage App Icon\"", "APPICON_NAME = AppIcon")
    #expect(try await answers()["icons"] == "found")
    try change("files = (B1, B8, );", "files = (B8, );")
    #expect(try await answers()["pack"] == "found")
  }

  @Test("a synchronized folder has the catalogs on the disk, but for its exceptions")
  func synchronizedFolder() async throws {
    try complete()
    try change("files = (B1, );", "files = ( );")
    #expect(try await answers()["pack"] == "found")
    try change(
      "productReference = P2;", "productReference = P2; fileSystemSynchronizedGroups = (Y1, );")
    try change(
      "G0 = {isa",
      "Y1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X1, ); path = Stickers; sourceTree = \"<group>\"; }; X1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist, ); target = T2; }; G0 = {isa"
    )
    #expect(try await answers().keys.sorted() == ["icons", "store-icon"])
    try change("APPICON_NAME = \"iMessage App Icon\"", "APPICON_NAME = AppIcon")
    #expect(try await answers()["icons"] == "found")
    // The exception of another target is none of this one.
    try change("(Info.plist, ); target = T2", "(Stickers.xcstickers, ); target = T1")
    #expect(try await answers()["pack"] == nil)
    try change("(Stickers.xcstickers, ); target = T1", "(Stickers.xcstickers, ); target = T2")
    #expect(try await answers()["pack"] == "found")
    // In a folder of another target, exceptions are what the target has.
    try change("fileSystemSynchronizedGroups = (Y1, );", "")
    #expect(try await answers()["pack"] == nil)
    try change(
      "path = Stickers; sourceTree = \"<group>\"; }; X1",
      "path = Gone; sourceTree = \"<group>\"; }; X1")
    try change(
      "productReference = P2;", "productReference = P2; fileSystemSynchronizedGroups = (Y1, );")
    #expect(try await answers()["pack"] == "the folder \"Gone\" cannot be read")
  }

  @Test("many synchronized folders do not make a tree be listed any number of times")
  func manySynchronizedFolders() async throws {
    try complete()
    for index in 0..<100 { try folder.write("", to: "App/Other/\(index)/a.txt") }
    func add(_ range: Range<Int>) throws {
      try change(
        "G0 = {isa",
        range.map {
          "Y\($0) = {isa = PBXFileSystemSynchronizedRootGroup; path = Other; sourceTree = \"<group>\"; }; "
        }.joined() + "G0 = {isa")
    }
    let all = (0..<200).map { "Y\($0), " }.joined()
    try change(
      "productReference = P2;", "productReference = P2; fileSystemSynchronizedGroups = (\(all));")
    try change("files = (B1, );", "files = ( );")
    try add(0..<20)
    #expect(try await answers()["pack"] == "found")
    try add(20..<200)
    #expect(try await answers()["pack"] == "the folder \"Other\" cannot be read")
  }

  @Test("200 damaged projects with translations and a synchronized folder are read or left out")
  func damaged() throws {
    let objects = """
      B8 = {fileRef = V1; }; V1 = {isa = PBXVariantGroup; children = (S1, V1, ); };
      S1 = {path = en.lproj/Cats.strings; sourceTree = "<group>"; };
      Y1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X1, ); path = Stickers; sourceTree = "<group>"; };
      X1 = {membershipExceptions = (Info.plist, .., ../.., ); target = T2; }; G0 = {isa
      """
    let text = Self.project.replacing("G0 = {isa", with: objects)
      .replacing("files = (B1, );", with: "files = (B1, B8, );")
      .replacing(
        "productReference = P2;",
        with: "productReference = P2; fileSystemSynchronizedGroups = (Y1, );")
    try mutate(Self.file, text, count: 200, words: ["(", ");", " = ", "Y1", "V1", "/", "../"])
  }

  @Test(
    "each cause that Xcode builds is found",
    arguments: [
      ("buildPhases = (E1, );", "buildPhases = ( );", "embedded"),
      ("org.example.cats.stickers", "org.example.stickers", "identifiers"),
      ("DEPLOYMENT_TARGET = 15.0", "DEPLOYMENT_TARGET = 14.9", "minimum-version"),
      ("app-extension.messages-sticker-pack", "app-extension", "icons"),
    ])
  func found(_ text: String, _ other: String, _ check: String) async throws {
    try complete()
    try change(text, other)
    #expect(try await answers().filter { $0.value == "found" } == [check: "found"])
  }

  @Test("the values of the Info.plist by which Messages finds the stickers are compared")
  func extensionKeys() async throws {
    try complete()
    let file = "App/Stickers/Info.plist"
    try change("com.apple.message-payload-provider", "com.apple.messages", in: file)
    try change("StickerBrowserViewController", "Stickers", in: file)
    let found = try await answers().filter { $0.value == "found" }
    #expect(found.keys.sorted() == ["extension-point", "principal-class"])
  }

  @Test("two extensions for Messages in one app are found once")
  func twoExtensions() async throws {
    try complete()
    try change("targets = (T1, T2, );", "targets = (T1, T2, T3, );")
    try change("files = (B2, ); };", "files = (B2, B3, ); };")
    try change(
      "G0 = {isa",
      "B3 = {fileRef = P3; }; T3 = {isa = PBXNativeTarget; buildConfigurationList = L2; buildPhases = (R2, ); name = Second; productReference = P3; productType = \"com.apple.product-type.app-extension.messages\"; }; G0 = {isa"
    )
    #expect(try await answers().filter { $0.value == "found" } == ["one-extension": "found"])
  }

  @Test(
    "what the project does not say has a reason",
    arguments: [
      (
        "buildSettings = {\n      ASSET",
        "baseConfigurationReference = F9; buildSettings = {\n      ASSET", "APPICON_NAME =",
        "OTHER =",
        "icons", "ASSETCATALOG_COMPILER_APPICON_NAME can be in a file that is missing"
      ),
      (
        "org.example.cats.stickers", "\"$(PREFIX).stickers\"", "", "", "identifiers",
        "\"$(PREFIX).stickers\" is not known before the build"
      ),
      (
        "DEPLOYMENT_TARGET = 15.0;",
        "X = 1; \"IPHONEOS_DEPLOYMENT_TARGET[sdk=iphoneos*]\" = 15.0;", "", "", "minimum-version",
        "IPHONEOS_DEPLOYMENT_TARGET depends on a condition or on a file that is not read"
      ),
      (
        "INFOPLIST_FILE = Stickers/Info.plist;", "INFOPLIST_FILE = Other/Info.plist;", "", "",
        "extension-point", "the Info.plist is not in the project or cannot be read"
      ),
      (
        "path = Stickers.xcstickers; sourceTree = \"<group>\"",
        "path = Stickers.xcstickers; sourceTree = BUILT_PRODUCTS_DIR", "", "", "pack",
        "a resource \"Stickers.xcstickers\" has no place in the project"
      ),
      (
        "targets = (T1, T2, );", "targets = (T2, );", "", "", "embedded",
        "the app is in another project"
      ),
    ])
  func gaps(
    _ text: String, _ other: String, _ more: String, _ another: String, _ check: String,
    _ reason: String
  ) async throws {
    try complete()
    try change(text, other)
    if !more.isEmpty { try change(more, another) }
    let found = try await answers()
    #expect(found[check]?.contains(reason) == true, "\(found)")
    #expect(!found.values.contains("found"))
  }

  @Test("a project without the catalog, and one without any, are checked by their own paths")
  func named() async throws {
    try complete()
    for path in ["App", "App/Cats.xcodeproj", "App/Stickers/Stickers.xcstickers"] {
      #expect(try await answers(path).keys.sorted() == ["icons", "store-icon"], "\(path)")
    }
    try change("org.example.cats.stickers", "org.example.stickers")
    for path in ["App", "App/Cats.xcodeproj", "App/Stickers/Stickers.xcstickers"] {
      #expect(try await answers(path)["identifiers"] == "found", "\(path)")
    }
    // Another project in its folder is not the one that was named.
    try folder.write(
      String(decoding: folder.bytes(Self.file), as: UTF8.self).replacing(
        "org.example.stickers", with: "org.example.cats.stickers"),
      to: "App/Zoo.xcodeproj/project.pbxproj")
    #expect(try await answers("App/Zoo.xcodeproj")["identifiers"] == nil)
    #expect(try await answers("App/Cats.xcodeproj")["identifiers"] == "found")
  }

  @Test("a catalog that no target has, an icon set of none and pictures of the app are not shipped")
  func unshipped() async throws {
    try complete()
    try folder.write("{}", to: "App/Old/Old.xcstickers/Old.stickerpack/Contents.json")
    try folder.write("{}", to: "App/Art/Icon.stickersiconset/Contents.json")
    try folder.write("RIFF", to: "App/Pictures/a.webp")
    try folder.write("8BPS", to: "App/header.psd")
    #expect(try await answers().keys.sorted() == ["icons", "store-icon"])
    #expect(try await answers("App/Old/Old.xcstickers")["pack"] == "found")
    try folder.write("RIFF", to: "Tool/a.webp")
    try folder.write("{ }", to: "Tool/Tool.xcodeproj/project.pbxproj")
    #expect(try PackDiscovery(at: [FilePath("\(folder.path)/Tool")], for: .upload).packs.isEmpty)
  }
}
