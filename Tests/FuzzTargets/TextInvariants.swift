import Basics
import StickerLint
import StickerManifest
import StickerPacks
import StickerReports

/// Invariants of `stickerpack.json`, for any bytes.
enum ConfigurationInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let configuration: PackConfiguration
    do {
      configuration = try PackConfiguration(parsing: bytes)
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    // Names become paths.
    for name in configuration.stickers.map(\.file) + [configuration.settings.name ?? "Pack"] {
      try invariant(
        !name.isEmpty && name != "." && name != ".."
          && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") },
        "a name stays in its folder: \(name.debugDescription)")
    }
    let files = configuration.stickers.map(\.file)
    try invariant(Set(files).count == files.count, "no file is listed twice")
    let suppressions =
      configuration.stickers.flatMap(\.suppress) + configuration.overrides.flatMap(\.suppress)
    for suppression in suppressions {
      try invariant(suppression.reason.contains { !$0.isWhitespace }, "a suppression has a reason")
    }
    let globs = (configuration.exclude + configuration.overrides.flatMap(\.globs)).map(\.glob)
    for glob in globs where glob.covers(Glob.Path("a/b"), isFolder: true) {
      try invariant(glob.covers(Glob.Path("a/b/c.png")), "a folder's glob covers what is in it")
    }
    try checkTemplate(of: configuration)
  }

  /// The template that `init` writes for a pack must parse to the same pack.
  private static func checkTemplate(of configuration: PackConfiguration) throws {
    let pack = PackSource(
      kind: .folder, name: configuration.settings.name ?? "Pack",
      at: Location("Pack", displayPath: "Pack"),
      settings: configuration.settings,
      stickers: configuration.stickers.map {
        StickerSource(id: $0.file, at: Location("Pack/\($0.file)", displayPath: "Pack/\($0.file)"))
      })
    let size = configuration.settings.gridSize ?? .regular
    let template = PackConfiguration.template(
      for: pack, gridSize: size, icon: nil, schema: "./a.json")
    let parsed: PackConfiguration
    do {
      parsed = try PackConfiguration(parsing: Array(template.utf8))
    } catch {
      throw InvariantViolation(description: "a template parses: \(error)")
    }
    try invariant(
      parsed.settings.name == pack.name && parsed.settings.gridSize == size
        && parsed.stickers.map(\.file) == configuration.stickers.map(\.file)
        && parsed.stickers.map(\.label) == pack.stickers.map(\.draftLabel),
      "a template lists the pack as found")
  }
}

/// Invariants of a baseline, for any bytes.
enum BaselineInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let baseline: Baseline
    do {
      baseline = try Baseline(parsing: bytes)
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    try invariant(baseline.entries.allSatisfy { $0.count > 0 }, "an entry counts findings")
    let written = baseline.bytes()
    try invariant(
      try Baseline(parsing: written).bytes() == written, "equal baselines have equal bytes")
  }
}

/// Invariants of a `.strings` file, for any bytes.
enum StringsInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let table: StringsTable
    do {
      table = try StringsTable(parsing: bytes)
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    let keys = table.entries.map(\.key)
    try invariant(Set(keys).count == keys.count, "keys are unique")
    // JSON strings are valid here, so every text can be written and read again.
    let lines = table.entries.map { "\(quoted($0.key)) = \(quoted($0.value));" }
    let again = try StringsTable(parsing: Array(lines.joined(separator: "\n").utf8))
    try invariant(
      again.entries.elementsEqual(table.entries, by: ==), "entries can be written and read again")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      ["\"", "\\"].contains(scalar) ? "\\\(scalar)" : String(scalar)
    }
    return "\"\(escaped.joined())\""
  }
}

/// Invariants of `manifest.json`, of a bundle or of a collection, for any bytes.
enum ManifestInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let manifest = try? Manifest(parsing: bytes)
    let collection = try? CollectionManifest(parsing: bytes)
    try invariant(manifest == nil || collection == nil, "a manifest has one schema")
    if let manifest {
      try checkRoundTrip(manifest) { try Manifest(parsing: $0) }
      if manifest.defects.isEmpty {
        try checkNames(manifest.stickers.flatMap(\.scales).map(\.file), manifest.files)
      }
    }
    if let collection {
      try checkRoundTrip(collection) { try CollectionManifest(parsing: $0) }
      if collection.defects.isEmpty {
        try checkNames(collection.packs.map(\.manifest), collection.files)
      }
    }
    try invariant(
      Manifest.isOurs(bytes) || manifest == nil && collection == nil,
      "a manifest that parses is recognized by its schema")
  }

  private static func checkNames(
    _ names: [String], _ files: [Manifest.File]?
  ) throws(InvariantViolation) {
    for name in names + (files ?? []).map(\.file) {
      let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      try invariant(
        !name.utf8.contains(0) && !parts.contains { $0.isEmpty || $0.elementsEqual("..".utf8) },
        "a file stays in its bundle: \(name.debugDescription)")
    }
  }

  private static func checkRoundTrip<Value: Equatable & JSONValue>(
    _ value: Value, _ read: ([UInt8]) throws -> Value
  ) throws {
    let written = JSONStream.bytes(of: value)
    let again = try read(written)
    try invariant(again == value, "a \(Value.self) can be written and read again")
    try invariant(
      JSONStream.bytes(of: again) == written,
      "equal values of \(Value.self) have equal bytes")
  }
}
