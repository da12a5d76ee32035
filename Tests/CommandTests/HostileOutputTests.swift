import Foundation
import TestSupport
import Testing

/// `SECURITY.md`: no text that a command prints or writes for readers changes the direction of text or is invisible,
/// whatever files, folders, packs and labels are called.
@Suite("Output about hostile names")
struct HostileOutputTests {
  static let mark = "\u{202E}\u{2066}\u{200B}\u{E0041}\u{1B}"
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    let art = PNGBytes.still(300, 300, [200, 9, 0, 128])
    try world.write(art, to: "Pack\(Self.mark)/wave\(Self.mark).png")
    try world.write(art + [1, 2, 3], to: "Pack\(Self.mark)/b\(Self.mark)c.png")
    try world.write([1, 2, 3], to: "Pack\(Self.mark)/notes\(Self.mark).gif")
    // A configuration cannot have control characters.
    let hidden = String(Self.mark.dropLast())
    try world.write(
      """
      { "name": "Name\(hidden)", "author": "\(hidden)",
        "project": { "bundleId": "com.example.a", "app": "App\(hidden)" },
        "stickers": [{ "file": "wave\(hidden)\\u001b.png", "label": "A label\(hidden)",
                       "suppress": { "duplicate-sticker": "Reason\(hidden)" } }] }
      """, to: "Pack\(Self.mark)/stickerpack.json")
  }

  /// Runs the program and expects nothing hidden in what it prints.
  @discardableResult
  func run(_ arguments: String...) throws -> Program.Run {
    let result = try Program.stickerpack.run(arguments, in: world.url)
    expectNothingHidden(result.output + result.errors, "\(arguments)")
    return result
  }

  func expectNothingHidden(_ text: String, _ what: String) {
    // A page's data is JSON, in which names are exact; the page shows others.
    let text = text.replacing(
      /<script type="application\/json".*?<\/script>/.dotMatchesNewlines(), with: "")
    let found = Set(text.unicodeScalars).intersection(Self.mark.unicodeScalars)
    #expect(found.isEmpty, "\(what): \(found.map { String($0.value, radix: 16) })")
  }

  @Test(
    "reports of lint",
    arguments: ["text", "markdown", "html", "junit", "github", "xcode"])
  func reports(_ format: String) throws {
    let result = try run("lint", "Pack\(Self.mark)", "--format", format, "--verbose")
    #expect(result.status == 1)
    #expect(result.output.contains("notes"))
    try run("lint", "Pack\(Self.mark)", "--show-files")
  }

  @Test("builds, bundles and projects")
  func builds() throws {
    let pack = "Pack\(Self.mark)"
    let out = "out\(Self.mark)"
    #expect(try run("build", pack, "-o", out).status == 1)
    let formats = ["xcodeproj", "xcodegen"].flatMap { ["--emit", $0] }
    for options in [["--dry-run"], ["--verbose"], ["--archive"]] {
      let result = try Program.stickerpack.run(
        ["build", pack, "-o", out, "--force"] + formats + options, in: world.url)
      #expect(result.status == 0, "\(result.errors)")
      expectNothingHidden(result.output + result.errors, "\(options)")
    }
    try FileManager.default.removeItem(atPath: world.path + "/\(pack)/notes\(Self.mark).gif")
    #expect(try run("build", pack, "-o", out, "--force").errors.contains("removed: "))
    #expect(try run("build", pack, "-o", "swift", "--emit", "swift", "--fit").status != 3)
    for name in try world.files()
    where name.hasPrefix("out") || name.hasPrefix("swift") {
      // Pictures, and JSON, in which names are exact.
      if ["png", "json", "gif", "zip"].contains(where: name.hasSuffix) { continue }
      expectNothingHidden(String(decoding: try world.bytes(name), as: UTF8.self), name)
    }
    try world.write("x", to: "\(out)/extra\(Self.mark)")
    try world.write("x", to: "\(out)/manifest.json\(Self.mark)")
    #expect(try run("verify", out).status == 1)
    try run("verify", out + ".zip")
    for format in ["text", "markdown", "html"] {
      try run("diff", out, out + ".zip", "--format", format)
      try run("diff", out, "swift", "--format", format)
    }
  }

  @Test("other commands and errors")
  func others() throws {
    let pack = "Pack\(Self.mark)"
    let file = "\(pack)/wave\(Self.mark).png"
    try run("inspect", file, "\(pack)/notes\(Self.mark).gif")
    try run("config", pack)
    try run("config", file)
    try run("fit", pack, "-o", "fitted\(Self.mark)")
    try run("fit", pack, "--dry-run", "--verbose", "--outline", "3")
    try run("preview", pack, "-o", "page\(Self.mark).html")
    expectNothingHidden(
      String(decoding: try world.bytes("page\(Self.mark).html"), as: UTF8.self), "preview")
    try run("preview", pack, "--sheet", "sheet\(Self.mark).png")
    try run("fix", pack, "--dry-run", "--unsafe")
    try run("init", pack)
    try run("init", "missing\(Self.mark)")
    try run("check-upload", pack)
    for command in ["lint", "build", "verify", "inspect", "config", "fit", "explain", "schema"] {
      #expect(try run(command, "missing\(Self.mark)").status != 0)
    }
    try run("--missing\(Self.mark)")
    try run("lint", pack, "--config", "missing\(Self.mark)")
    try run("lint", pack, "--baseline", "missing\(Self.mark)")
    try run("lint", pack, "--output", "missing\(Self.mark)/report")
    try world.write("lost\(Self.mark)\n", to: "list")
    try run("lint", "--files-from", "list")
    try world.write("{ \"name\(Self.mark)\": 1 }", to: "\(pack)/stickerpack.json")
    try run("lint", pack)
    try run("fix", pack, "--unsafe")
  }
}
