import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Products that `Tests/Products/make-products.py` wrote, which shares no code with the linter.
@Suite("Built products")
struct ProductTests {
  private static let folder = Repository.root.appending(path: "Tests/Products")

  private func lint(_ path: String) async throws -> LintResult {
    try await Linter(jobs: 2).lint(PackDiscovery(at: [FilePath(path)]).packs)
  }

  private func lint(product name: String) async throws -> LintResult {
    try await lint(Self.folder.appending(path: name).path)
  }

  @Test(
    "each product has the findings of what is wrong in it, and correct ones have none",
    arguments: [
      ("good.ipa", []), ("bazel.ipa", []), ("stems.ipa", []),
      ("Stickers.appex.zip", []), ("Biscuit.stickerpack.zip", []),
      ("Biscuit.xcarchive.zip", []), ("no-list.ipa", ["label-missing", "product-structure"]),
      ("stale.ipa", ["product-missing-file", "product-unlisted-file"]),
      ("no-stubs.ipa", ["product-stub-missing"]),
      ("generic.ipa", ["product-icon-missing", "product-key", "product-store-icon"]),
      ("identifiers.ipa", ["product-identifier", "product-key", "product-version"]),
      ("labels.ipa", ["translation-missing"]),
      ("art.ipa", ["apng-extension", "icon-wrong-size"]),
    ] as [(String, [String])])
  func products(name: String, rules: [String]) async throws {
    let result = try await lint(product: name)
    #expect(Set(result.findings.map(\.rule)).sorted() == rules)
  }

  @Test("the pack of a product has its size class, its order, its labels and its icons")
  func contents() async throws {
    for name in ["good.ipa", "bazel.ipa", "stems.ipa"] {
      let pack = try #require(try await lint(product: name).packs.first).facts
      #expect(pack.source.settings.gridSize == .regular)
      #expect(pack.source.stickers.map(\.id) == ["wave", "hug"])
      #expect(pack.source.stickers.map(\.label) == ["Biscuit waves", "Biscuit wants a hug"])
      #expect(pack.assets.map(\.image?.canvas?.width) == [408, 408])
      #expect(pack.icons.count == 8 && pack.icons.allSatisfy { $0.image?.isDecoded == true })
      let path = "\(name)/Payload/Biscuit.app/PlugIns/Stickers.appex/Biscuit.stickerpack/wave.png"
      #expect(pack.source.stickers[0].displayPath.hasSuffix(path))
    }
  }

  @Test("labels are read from property lists and from text, by file name or by the sticker's")
  func translations() async throws {
    let pack = try #require(try await lint(product: "labels.ipa").packs.first).facts.source
    #expect(
      pack.stickers[0].translations
        == ["de": "Biscuit winkt", "fr": "Biscuit salue", "pt-BR": "Biscuit acena"])
    #expect(
      pack.stickers[1].translations
        == ["de": "Biscuit will eine Umarmung", "fr": "Biscuit veut un câlin"])
  }

  @Test("findings name the files of the archive, the codes of App Store Connect and what is wrong")
  func messages() async throws {
    let generic = try await lint(product: "generic.ipa").findings
    let icons = try #require(generic.first { $0.rule == "product-icon-missing" })
    #expect(icons.message.contains("8 icons are missing") && icons.message.contains("ITMS-90649"))
    #expect(
      icons.file.hasSuffix("generic.ipa/Payload/Biscuit.app/PlugIns/Stickers.appex/Info.plist"))
    let store = try #require(generic.first { $0.rule == "product-store-icon" })
    #expect(store.severity == .error && store.message.contains("ITMS-90642"))
    let stale = try await lint(product: "stale.ipa").findings
    #expect(
      stale.first { $0.rule == "product-unlisted-file" }?.message.contains("old-wave.png") == true)
    #expect(stale.first { $0.rule == "product-missing-file" }?.message.contains("hug.png") == true)
  }

  @Test("an archive without a pack is an error")
  func withoutPack() async throws {
    await #expect { try await lint(product: "other.ipa") } throws: {
      "\($0)".contains("no compiled sticker pack")
    }
  }

  private static let list = Array(
    "<plist><dict><key>IMStickers</key><array><string>a.png</string></array></dict></plist>".utf8)

  @Test("a file with an invalid name is a finding; the other files and products are linted")
  func invalidNames() async throws {
    let folder = try TemporaryFolder()
    let art = PNGBytes.still(408, 408, [9, 9, 90, 200])
    let names: [[UInt8]] = [
      Array("../evil".utf8), Array("/etc/evil".utf8), Array("a//b".utf8), Array("a\\b".utf8),
      Array("./c".utf8), [0x61, 0x81], [0x61, 0],
    ]
    for name in names {
      var zip = ZipBytes()
      zip.add(Array("P.stickerpack/Info.plist".utf8), Self.list)
      zip.add(name, [1, 2, 3])
      zip.add(Array("P.stickerpack/a.png".utf8), art)
      let path = try folder.write(zip.bytes, to: "App.ipa")
      let good = Self.folder.appending(path: "good.ipa").path
      let packs = try PackDiscovery(at: [FilePath(path), FilePath(good)]).packs
      let result = try await Linter(jobs: 1).lint(packs)
      #expect(packs.map(\.stickers.count) == [1, 2])
      let findings = result.findings.filter { $0.rule == "unreadable-file" }
      #expect(findings.map(\.severity) == [.error])
      let message = try #require(findings.first).message
      #expect(
        message.hasPrefix("A file of the archive cannot be read: its name \"")
          && message.hasSuffix("is invalid."))
      #expect(message.contains(String(decoding: name, as: UTF8.self).quoted))
    }
    let outside = try await lint(product: "outside.ipa")
    #expect(outside.findings.contains { $0.message.contains("../evil/Info.plist") })
  }

  @Test("an archive whose files share bytes, or have another name in their own header, is not read")
  func sharedBytes() async throws {
    let folder = try TemporaryFolder()
    func expect(_ reason: String, _ zip: ZipBytes) async throws {
      let findings = try await lint(folder.write(zip.bytes, to: "App.ipa")).findings
      #expect(findings.map(\.rule) == ["unreadable-file"])
      #expect(findings.first?.message == "The file cannot be read: \(reason).")
    }
    let (one, other) = (Array("P.stickerpack/Info.plist".utf8), Array("P.stickerpack/a.png".utf8))
    // The extra field of the first file covers the header of the second one, so both have its content.
    var shared = ZipBytes()
    let content = Array("20 bytes that are two".utf8)
    let long = Array("P.stickerpack/longer-than-the-content.png".utf8)
    shared.add(long, content, extra: 30 + other.count, isWritten: false)
    shared.add(other, content)
    try await expect("two files of the archive share bytes", shared)
    var name = ZipBytes()
    name.add(one, local: Array("P.stickerpack/Info.plisx".utf8), Self.list)
    name.add(other, [1])
    try await expect(
      "the archive has another name for \"P.stickerpack/Info.plist\" in its local header", name)
    var length = ZipBytes()
    length.add(one, local: one + [0x78], Self.list)
    try await expect(
      "the archive has another name for \"P.stickerpack/Info.plist\" in its local header", length)
    let overlap = try await lint(product: "overlap.ipa").findings
    #expect(
      overlap.map(\.message) == ["The file cannot be read: two files of the archive share bytes."])
  }

  @Test("an unpacked product has the same findings; without a pack it is a folder of images")
  func folders() async throws {
    let folder = try TemporaryFolder()
    let archive = try ZipArchive(at: FilePath(Self.folder.appending(path: "generic.ipa").path))
    for name in archive.entries.keys {
      try folder.write(archive.bytes(of: name, limit: 1 << 20), to: "App.ipa/\(name)")
    }
    let app = "Payload/Biscuit.app"
    let rules = ["product-icon-missing", "product-key", "product-store-icon"]
    for path in ["", "App.ipa", "App.ipa/\(app)", "App.ipa/\(app)/PlugIns/Stickers.appex"] {
      let findings = try await lint("\(folder.path)/\(path)").findings
      #expect(Set(findings.map(\.rule)).sorted() == rules, "\(path)")
    }
    try folder.write(PNGBytes.still(408, 408, [9, 9, 90, 200]), to: "Other.app/a.png")
    #expect(try await lint("\(folder.path)/Other.app").packs.map(\.facts.source.kind) == [.folder])
  }

  @Test("the configuration above a product applies to it, whether it is named or found")
  func configuration() async throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: ".git/HEAD")
    try folder.write(
      Array(#"{ "rules": { "product-stub-missing": "off" } }"#.utf8), to: "stickerpack.json")
    let archive = try Repository.bytes(Self.folder.appending(path: "no-stubs.ipa"))
    let path = try folder.write(archive, to: "App.ipa")
    #expect(try await lint(path).findings.isEmpty)
    let files = try ZipArchive(at: FilePath(path))
    for name in files.entries.keys {
      try folder.write(files.bytes(of: name, limit: 1 << 20), to: "Found.ipa/\(name)")
    }
    #expect(try await lint(folder.path).findings.isEmpty)
  }

  @Test("at most 50 languages of a pack and 16 MiB of labels are read")
  func languages() throws {
    let folder = try TemporaryFolder()
    let list =
      "<plist><dict><key>IMStickers</key><array><string>a.png</string></array></dict></plist>"
    func pack(_ name: String, labels: String) throws -> PackSource {
      try folder.write(Array(list.utf8), to: "\(name)/Info.plist")
      try folder.write(PNGBytes.still(408, 408, [9, 9, 90, 200]), to: "\(name)/a.png")
      for letter in "abcdefghijklmnopqrstuvwxyz" {
        for other in "no" {
          try folder.write(Array(labels.utf8), to: "\(name)/\(letter)\(other).lproj/P.strings")
        }
      }
      return try #require(try PackDiscovery(at: [FilePath("\(folder.path)/\(name)")]).packs.first)
    }
    #expect(
      try pack("Many.stickerpack", labels: "a = b;").stickers[0].translations.count == 50)
    let long = "a = b; /*" + String(repeating: " ", count: (1 << 20) - 11) + "*/"
    let large = try pack("Large.stickerpack", labels: long)
    // The Info.plist takes the room of the sixteenth.
    #expect(large.stickers[0].translations.count == 15)
    #expect(large.observations.count == 36)
    #expect(
      large.observations.contains {
        $0.kind == .unreadableFile(reason: "more than 50 translations; the others are not read")
      })
  }

  @Test("a file is read with the largest limit for its bytes")
  func largestLimit() throws {
    let archive = try ZipArchive(at: FilePath(Self.folder.appending(path: "good.ipa").path))
    for (name, entry) in archive.entries {
      #expect(try archive.bytes(of: name, limit: .max).count == entry.bytes)
    }
  }

  @Test("at most 100 bundles are read, and one finding says so")
  func bundles() async throws {
    let folder = try TemporaryFolder()
    for index in 100...201 {
      try folder.write("<plist><dict/></plist>", to: "A.xcarchive/\(index).stickerpack/Info.plist")
    }
    try folder.write("<plist><dict/></plist>", to: "A.xcarchive/Info.plist")
    let messages = try await lint("\(folder.path)/A.xcarchive").findings.map(\.message)
    #expect(
      messages.filter { $0.hasPrefix("More than 100 apps, extensions and packs") }.count == 1)
  }

  @Test("a product for macOS, and a bundle with code in the extension, are reported")
  func places() async throws {
    let folder = try TemporaryFolder()
    let info = """
      <plist><dict><key>LSApplicationIsStickerProvider</key><true/></dict></plist>
      """
    let app = "A.xcarchive/Products/Applications/A.app"
    try folder.write("<plist><dict/></plist>", to: "A.xcarchive/Info.plist")
    try folder.write(info, to: "\(app)/Contents/PlugIns/B.appex/Info.plist")
    try folder.write("code", to: "\(app)/Contents/PlugIns/B.appex/Frameworks/C.framework/C")
    let findings = try await lint("\(folder.path)/A.xcarchive").findings
    #expect(
      findings.first { $0.rule == "product-platform" }?.message
        == "\"B.appex\" is in an app for macOS.")
    #expect(findings.contains { $0.message.contains("ITMS-90205") && $0.file.hasSuffix("/C") })
  }

  @Test("a file that is not an archive, or a truncated one, is a finding")
  func others() async throws {
    let folder = try TemporaryFolder()
    let good = try Repository.bytes(Self.folder.appending(path: "good.ipa"))
    for file in [Array("text".utf8), [], Array(good.dropLast(10))] {
      let findings = try await lint(folder.write(file, to: "App.ipa")).findings
      #expect(findings.map(\.rule) == ["unreadable-file"])
      #expect(
        findings.first?.message
          == "The file cannot be read: the file is not a .zip archive, or is truncated.")
    }
  }

  @Test("an archive with changed bytes is refused or read, and nothing is read outside of it")
  func mutations() async throws {
    let folder = try TemporaryFolder()
    var random = SplitMix(state: 27)
    for name in try Repository.names(in: Self.folder, endingIn: "") where !name.hasSuffix(".py") {
      let data = try Repository.bytes(Self.folder.appending(path: name))
      for round in 0..<20 {
        var bytes = data
        // Half of them in the central directory.
        let start = round.isMultiple(of: 2) ? 0 : max(0, bytes.count - 1500)
        for _ in 0..<2 {
          bytes[Int.random(in: start..<bytes.count, using: &random)] = .random(in: 0...255)
        }
        let path = try folder.write(bytes, to: "App.ipa")
        guard let packs = try? PackDiscovery(at: [FilePath(path)]).packs else { continue }
        _ = try await Linter(jobs: 1).lint(packs)
      }
    }
  }
}
