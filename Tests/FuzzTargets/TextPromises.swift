import StickerLint
import StickerManifest
import Basics
import StickerPacks

/// What is true of every configuration that parses.
enum ConfigurationPromises {
  static func check(_ bytes: [UInt8]) throws {
    let configuration: PackConfiguration
    do {
      configuration = try PackConfiguration(parsing: bytes)
    } catch {
      try promise(!error.description.isEmpty, "a refusal says why")
      return
    }
    // A name becomes a folder, and only its bytes say where.
    for name in configuration.stickers.map(\.file) + [configuration.name ?? "Pack"] {
      try promise(
        !name.isEmpty && name != "." && name != ".."
          && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") },
        "a name stays in its folder: \(name.debugDescription)")
    }
    let files = configuration.stickers.map(\.file)
    try promise(Set(files).count == files.count, "no file is listed twice")
    let suppressions =
      configuration.stickers.flatMap(\.suppress) + configuration.overrides.flatMap(\.suppress)
    for suppression in suppressions {
      try promise(suppression.reason.contains { !$0.isWhitespace }, "an exception has a reason")
    }
    let globs = (configuration.exclude + configuration.overrides.flatMap(\.globs)).map(\.glob)
    for glob in globs where glob.covers(Glob.Path("a/b"), isFolder: true) {
      try promise(glob.covers(Glob.Path("a/b/c.png")), "a folder's glob covers what is in it")
    }
    try checkTemplate(of: configuration)
  }

  /// A template lists a pack as it was found, so it parses to the same pack.
  private static func checkTemplate(of configuration: PackConfiguration) throws {
    let pack = PackSource(
      kind: .folder, name: configuration.name ?? "Pack", path: "Pack", displayPath: "Pack",
      gridSize: configuration.gridSize,
      stickers: configuration.stickers.map {
        StickerSource(
          id: $0.file, path: FilePath("Pack/" + $0.file), displayPath: "Pack/" + $0.file)
      }, problems: [])
    let size = configuration.gridSize ?? .regular
    let template = PackConfiguration.template(for: pack, gridSize: size)
    let parsed: PackConfiguration
    do {
      parsed = try PackConfiguration(parsing: Array(template.utf8))
    } catch {
      throw BrokenPromise(description: "a template parses: \(error)")
    }
    try promise(
      parsed.name == pack.name && parsed.gridSize == size
        && parsed.stickers.map(\.file) == configuration.stickers.map(\.file)
        && parsed.stickers.map(\.label) == pack.stickers.map(\.labelFromName),
      "a template lists the pack as it was found")
  }
}

/// What is true of every baseline.
enum BaselinePromises {
  static func check(_ bytes: [UInt8]) throws {
    let baseline: Baseline
    do {
      baseline = try Baseline(parsing: bytes)
    } catch {
      try promise(!error.description.isEmpty, "a refusal says why")
      return
    }
    try promise(baseline.entries.allSatisfy { $0.count > 0 }, "an entry counts findings")
    let written = try baseline.bytes()
    try promise(
      try Baseline(parsing: written).bytes() == written, "the same baseline is the same bytes")
  }
}

/// What is true of every `Contents.json` that decodes.
enum CatalogPromises {
  static func check(_ bytes: [UInt8]) throws {
    try checkRoundTrip(AssetCatalog.Root.self, bytes)
    try checkRoundTrip(AssetCatalog.Pack.self, bytes)
    try checkRoundTrip(AssetCatalog.Sticker.self, bytes)
  }
}

/// What is true of every `manifest.json`.
enum ManifestPromises {
  static func check(_ bytes: [UInt8]) throws {
    try checkRoundTrip(Manifest.self, bytes)
    let isOurs = Manifest.isOurs(bytes)
    if let manifest = try? CanonicalJSON.value(Manifest.self, from: bytes) {
      try promise(
        isOurs
          == ["stickerpack.manifest/", "stickerpack.collection/"].contains {
            manifest.schema.hasPrefix($0)
          },
        "a manifest is ours by its schema")
    }
    if let manifest = try? Manifest(parsing: bytes), manifest.defects.isEmpty {
      let names =
        manifest.stickers.flatMap(\.scales).map(\.file) + (manifest.files ?? []).map(\.file)
      for name in names {
        let parts = name.utf8.split(
          separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        try promise(
          !name.utf8.contains(0)
            && !parts.contains { $0.isEmpty || $0.elementsEqual("..".utf8) },
          "a file stays in its bundle: \(name.debugDescription)")
      }
    }
  }
}

/// What was read is written and read again as the same value, in the same bytes.
private func checkRoundTrip<Value: Codable & Equatable>(
  _ type: Value.Type, _ bytes: [UInt8]
) throws {
  guard let value = try? CanonicalJSON.value(type, from: bytes) else { return }
  let written = try CanonicalJSON.bytes(of: value)
  let again = try CanonicalJSON.value(type, from: written)
  try promise(again == value, "a \(type) survives being written and read")
  try promise(
    try CanonicalJSON.bytes(of: again) == written, "the same \(type) is always the same bytes")
}
