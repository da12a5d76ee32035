import Basics
import Foundation
import StickerLint
import TestSupport
import Testing

/// Settings in `.xcconfig` files, and projects of React Native.
extension ProjectTests {
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

  @Test("1,000 damaged .xcconfig files are read or left out")
  func manifestMutations() throws {
    try useConfiguration("#include \"../More.xcconfig\"\nID = a.b")
    let settings = """
      #include? "Local.xcconfig" // a
      ID[sdk=iphoneos*] = a.b;
      PRODUCT_BUNDLE_IDENTIFIER = $(ID).$(inherited)
      """
    try mutate(
      "App/More.xcconfig", settings, words: ["#include \"Pack.xcconfig\"", "[", "]", "//"])
  }
}
