internal import Basics
internal import ImageContainers
internal import StickerManifest

/// Reads a built product as packs.
struct ProductReader {
  /// More apps, extensions and packs than any product has.
  private static let mostBundles = 100
  /// More bundles in each other than any product has. The others are not read.
  private static let mostLevels = 8
  /// As many as the App Store has.
  private static let mostLanguages = 50

  private let location: Location
  private let files: ProductFiles
  private var product: Product
  /// The folders with an `Info.plist`, by the name of the folder with a slash.
  private var bundles: [String: Product.Bundle] = [:]
  /// The bytes that property lists and labels can still have together. A small archive can have gigabytes of them.
  private var listBytesLeft = 1 << 24

  /// Whether a path has the extension of a product. A `.stickerpack` is a compiled one if it has an
  /// `Info.plist` instead of a `Contents.json`.
  static func isProduct(_ path: FilePath) -> Bool {
    if !path.isFolder {
      return ["ipa", "zip"].contains(path.fileExtension)
    }
    switch path.fileExtension {
    // An .ipa that was unpacked keeps its name.
    case "ipa": return path.appending("Payload").isFolder
    case "xcarchive": return path.appending("Info.plist").isFile
    case "app": return path.appending("Info.plist").isFile || path.appending("PlugIns").isFolder
    case "appex": return true
    case "stickerpack":
      return path.appending("Info.plist").isFile && !path.appending(CatalogFile.name).exists
    default: return false
    }
  }

  init(_ location: Location) throws(FileError) {
    self.location = location
    files = try ProductFiles(location)
    product = Product(displayPath: location.displayPath)
  }

  /// The compiled packs, the first of which has the facts about the product and the icons. Without a
  /// pack these are in a source of kind `.files`. A product that has nothing to do with Messages has none.
  mutating func packs() -> [PackSource] {
    readBundles()
    product.isIPA = files.names.contains { $0.hasPrefix("Payload/") }
    product.isArchive =
      product.isIPA
      || files.names.contains {
        $0.hasPrefix("Products/Applications/") || $0.contains(".xcarchive/Products/Applications/")
      }
    let all = bundles.sorted { $0.key < $1.key }
    product.apps = all.filter { $0.key.hasSuffix(".app/") && !$0.key.dropLast(5).contains(".app/") }
      .map { $0.value }
    let extensions = all.filter {
      $0.key.hasSuffix(".appex/")
        && ($0.value.info["NSExtension"]?["NSExtensionPointIdentifier"]?.text
          == Product.extensionPoint || Product.isStickerPack($0.value) || hasPack($0.key))
    }
    product.extensions = extensions.map { $0.value }
    product.nested = extensions.compactMap { folder, _ in
      files.names.first { name in
        name.hasPrefix(folder)
          && [".framework/", ".appex/", ".app/"].contains {
            name.dropFirst(folder.count).contains($0)
          }
      }.map { files.location($0).displayPath }
    }
    let compiled = all.filter { $0.key.hasSuffix(".stickerpack/") }
    product.packs = compiled.map { $0.value.infoPath.parent }
    readExecutables()
    product.topFolders = Set(
      files.names.compactMap {
        $0.contains("/") ? $0.split(separator: "/").first.map(String.init) : nil
      }
    )
    var packs: [PackSource] = []
    for (folder, bundle) in compiled { packs.append(pack(folder, bundle)) }
    guard
      !packs.isEmpty || !extensions.isEmpty || !files.invalidNames.isEmpty
        || product.isOnlyForMessages || product.defects.keys.contains(where: { isInExtension($0) })
    else { return [] }
    if packs.isEmpty {
      let folder = Location(product.displayPath, displayPath: product.displayPath)
      packs = [PackSource(kind: .files, name: product.displayPath.stem, at: folder)]
    }
    packs[0].built = BuiltPack(product: product, compiled: packs[0].built?.compiled)
    packs[0].icons.given = extensions.flatMap { icons(in: $0.key) }
    if let first = files.invalidNames.first {
      packs[0].observations.append(
        PackObservation(
          .invalidNames(first: first, count: files.invalidNames.count),
          in: location))
    }
    return packs
  }

  private func isInExtension(_ path: FilePath) -> Bool { path.parent.fileExtension == "appex" }

  /// Whether a bundle has a compiled pack.
  private func hasPack(_ folder: String) -> Bool {
    bundles.keys.contains { $0.hasPrefix(folder) && $0.hasSuffix(".stickerpack/") }
  }

  /// Looks for the program of each app and extension.
  private mutating func readExecutables() {
    let names = Set(files.names)
    let read = { (bundle: Product.Bundle) -> Product.Bundle in
      var bundle = bundle
      let folder = bundles.first { $0.value.infoPath == bundle.infoPath }?.key ?? ""
      bundle.hasExecutable = bundle.text("CFBundleExecutable").map { names.contains(folder + $0) }
      bundle.isInPlace =
        !folder.hasSuffix(".appex/") || product.apps.isEmpty
        || FilePath(String(folder.dropLast())).parent.name == "PlugIns"
      return bundle
    }
    (product.apps, product.extensions) = (product.apps.map(read), product.extensions.map(read))
  }

  /// The folders of bundles by name, with a slash.
  private func bundleFolders() -> [String] {
    var folders: Set<String> = []
    if let name = files.ownName { folders.insert(name + "/") }
    for name in files.names {
      var (start, levelsLeft) = (name.startIndex, Self.mostLevels)
      while levelsLeft > 0, let slash = name[start...].firstIndex(of: "/") {
        let component = FilePath(String(name[start..<slash]))
        start = name.index(after: slash)
        guard ["app", "appex", "stickerpack"].contains(component.fileExtension) else { continue }
        levelsLeft -= 1
        folders.insert(String(name[..<start]))
      }
    }
    return folders.sorted()
  }

  private mutating func readBundles() {
    let names = Set(files.names)
    for folder in bundleFolders() {
      let name = folder + "Info.plist"
      let path = files.location(name).displayPath
      guard names.contains(name) else {
        // An app for macOS has it elsewhere, and a catalog's pack has none.
        if !folder.hasSuffix(".stickerpack/"), !names.contains(folder + "Contents/Info.plist") {
          product.defects[path] = "The file is missing."
        }
        continue
      }
      guard bundles.count < Self.mostBundles else {
        product.defects[path] =
          "More than \(Self.mostBundles) apps, extensions and packs; the others are not read."
        return
      }
      var bundle = Product.Bundle(infoPath: path, info: .dictionary([:]))
      var reason: String?
      do {
        let bytes = try listBytes(of: name)
        do { bundle.info = try PropertyList(parsing: bytes) } catch { reason = "\(error)" }
      } catch {
        reason = "\(error)"
      }
      product.defects[path] = reason.map { "The file cannot be read: \($0)." }
      // The art of a pack is linted all the same.
      guard reason == nil || folder.hasSuffix(".stickerpack/") else { continue }
      bundles[folder] = bundle
    }
  }

  private mutating func listBytes(of name: String) throws(FileError) -> [UInt8] {
    let bytes = try files.bytes(name, limit: min(FileReading.mostBytesOfJSON, listBytesLeft))
    listBytesLeft -= bytes.count
    return bytes
  }

  // MARK: Packs

  private mutating func pack(_ folder: String, _ bundle: Product.Bundle) -> PackSource {
    let location = files.location(folder + "Info.plist").parent
    var pack = PackSource(kind: .catalog, name: location.path.stem, at: location)
    pack.settings.gridSize = bundle.text("IMStickerPackLayout").flatMap { layout in
      GridSize.allCases.first { layout.lowercased().hasSuffix($0.rawValue) }
    }
    let own = files.names.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
    let images = own.filter { $0 != "Info.plist" && !$0.contains("/") }
    var compiled = CompiledPack(infoPath: bundle.infoPath)
    let byName = Dictionary(
      firstOf: images.map { ($0, $0) } + images.map { (FilePath($0).stem, $0) })
    var listed: Set<String> = []
    let list = Self.list(in: bundle.info)
    compiled.isListed = list != nil
    if list == nil, product.defects[bundle.infoPath] == nil {
      product.defects[bundle.infoPath] = "The file has no list of stickers (IMStickers)."
    }
    // Without a list, the art is linted all the same.
    for (index, entry) in (list ?? images.map { .text($0) }).enumerated() {
      let texts = Self.texts(in: entry)
      // Which key names the file is not known for certain.
      guard let name = texts.lazy.compactMap({ byName[$0] }).first else {
        compiled.missing.append(
          texts.first { FilePath($0).fileExtension.count > 1 } ?? "entry \(index + 1)")
        continue
      }
      guard listed.insert(name).inserted else {
        compiled.repeated.append(name)
        continue
      }
      var sticker = files.source(.sticker, folder + name)
      sticker.label = entry["IMStickerAccessibilityLabel"]?.text
      pack.stickers.append(sticker)
    }
    let rest = images.filter { !listed.contains($0) }
    compiled.unlisted = rest.map { location.displayPath.appending($0) }
    pack.built = BuiltPack(compiled: compiled)
    let tables = own.filter { $0.contains(".lproj/") && $0.hasSuffix(".strings") }
    for name in tables.prefix(Self.mostLanguages) { addLabels(in: folder + name, to: &pack) }
    for name in tables.dropFirst(Self.mostLanguages).prefix(1) {
      pack.note(
        .unreadableFile(
          reason: "more than \(Self.mostLanguages) translations; the others are not read"),
        in: files.location(folder + name), at: nil)
    }
    return pack
  }

  /// The list of stickers: the one with the known key, or the only list of dictionaries.
  private static func list(in info: PropertyList) -> [PropertyList]? {
    if let list = info["IMStickers"]?.list { return list }
    guard case .dictionary(let members) = info else { return nil }
    let lists = members.values.compactMap { $0.list }.filter { list in
      !list.isEmpty && list.allSatisfy { if case .dictionary = $0 { true } else { false } }
    }
    return lists.count == 1 ? lists[0] : nil
  }

  /// The texts of an entry in the order of its keys, without the label.
  private static func texts(in entry: PropertyList) -> [String] {
    guard case .dictionary(let members) = entry else { return [entry.text].compactMap({ $0 }) }
    return members.sorted { $0.key < $1.key }
      .filter { $0.key != "IMStickerAccessibilityLabel" }.compactMap { $0.value.text }
  }

  /// Adds the labels of `LANGUAGE.lproj/PACK.strings`, whose keys are file names, with
  /// `.accessibilityLabel` or without it, or the names of stickers.
  private mutating func addLabels(in name: String, to pack: inout PackSource) {
    let file = files.location(name)
    let bytes: [UInt8]
    do { bytes = try listBytes(of: name) } catch {
      pack.note(.unreadableFile(reason: "\(error)"), in: file, at: nil)
      return
    }
    do {
      let labels =
        if case .dictionary(let members)? = try? PropertyList(parsing: bytes) {
          members.compactMapValues { $0.text }
        } else {
          try StringsTable(parsing: bytes).labels
        }
      pack.add(labels, language: file.path.parent.stem) { sticker in
        let file = sticker.path.name.string
        return [file + StringsTable.labelSuffix, file, sticker.id]
      }
    } catch {
      pack.note(.invalidStrings(error.message), in: file, at: nil)
    }
  }

  // MARK: Icons

  /// The images beside an extension's `Info.plist` whose names end in the size of a slot:
  /// `Icon60x45@2x.png`, `Icon67x50@2x~ipad.png`.
  private func icons(in folder: String) -> [IconSource] {
    files.names.compactMap { name in
      guard name.hasPrefix(folder), name.hasSuffix(".png"),
        !name.dropFirst(folder.count).contains("/")
      else { return nil }
      let stem = FilePath(name).stem.replacing("~ipad", with: "")
      guard let slot = IconSlot.all.first(where: { stem.hasSuffix($0.key) }) else { return nil }
      return IconSource(file: files.source(.icon, name), slots: [slot])
    }
  }
}
