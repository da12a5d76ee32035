internal import StickerManifest

/// Reads a `.stickerpack` inside an asset catalog as a pack.
struct CatalogReader {
  private static let contentsName = "Contents.json"

  /// The folder that links may not lead out of.
  var root: String

  func pack(_ path: String, _ displayPath: String) -> PackSource {
    var pack = PackSource(
      kind: .catalog, name: PackDiscovery.split(displayPath).name.fileStem, path: path,
      displayPath: displayPath, gridSize: nil, stickers: [], problems: [])
    let contents: AssetCatalog.Pack? = read(in: path, displayPath, &pack)
    pack.gridSize = contents?.properties?.gridSize.flatMap(GridSize.init)
    if let size = contents?.properties?.gridSize, pack.gridSize == nil {
      note(
        .invalidContents, displayPath + "/" + Self.contentsName,
        "the grid-size is \(size.quoted); it is one of small, regular and large", &pack)
    }
    let entries: [FolderListing.Entry]
    do {
      entries = try FolderListing(of: path, within: root).entries
    } catch {
      note(.unreadable, displayPath, "the folder cannot be read: \(error)", &pack)
      return pack
    }
    for entry in entries where entry.kind == .strayLink && entry.name.hasSuffix(".sticker") {
      note(
        .linkLeadsOutside, displayPath + "/" + entry.name,
        "the link leads out of the folder, or nowhere", &pack)
    }
    let folders = entries.filter { $0.kind == .folder }.map(\.name)
    let known = Set(folders)
    let listed = (contents?.stickers ?? []).compactMap(\.filename)
    for name in listed where !known.contains(name) {
      note(
        .listedButMissing, displayPath + "/" + Self.contentsName,
        "\(name.quoted) is listed and is not in the catalog", &pack)
    }
    let listedNames = Set(listed)
    let ordered = listed.filter(known.contains) + folders.filter { !listedNames.contains($0) }
    for name in ordered {
      addSticker(path + "/" + name, displayPath + "/" + name, &pack)
    }
    if pack.stickers.isEmpty, pack.problems.isEmpty {
      note(.empty, displayPath, "the pack has no sticker", &pack)
    }
    return pack
  }

  private func addSticker(_ path: String, _ displayPath: String, _ pack: inout PackSource) {
    if path.hasSuffix(".stickersequence") {
      note(.sequence, displayPath, "a sticker sequence is not judged yet, frames included", &pack)
      return
    }
    guard path.hasSuffix(".sticker") else { return }
    let contents: AssetCatalog.Sticker? = read(in: path, displayPath, &pack)
    guard let contents else { return }
    let place = displayPath + "/" + Self.contentsName
    guard let filename = contents.properties?.filename else {
      note(.invalidContents, place, "the sticker names no file", &pack)
      return
    }
    guard !filename.unicodeScalars.contains("/"), ![".", "..", ""].contains(filename) else {
      note(
        .invalidContents, place,
        "the filename is \(filename.quoted); it is a bare name without folders",
        &pack)
      return
    }
    guard
      let entry = try? FolderListing(of: path, within: root).entries
        .first(where: { $0.name == filename }), entry.kind == .file
    else {
      note(.listedButMissing, place, "\(filename.quoted) is named and is not in the folder", &pack)
      return
    }
    pack.stickers.append(
      StickerSource(
        id: PackDiscovery.split(path).name.fileStem, path: entry.path,
        displayPath: displayPath + "/" + filename,
        label: contents.properties?.accessibilityLabel))
  }

  private func read<Contents: Decodable>(
    in path: String, _ displayPath: String, _ pack: inout PackSource
  ) -> Contents? {
    let place = displayPath + "/" + Self.contentsName
    let file = path + "/" + Self.contentsName
    if FileReading.isLink(file), realPath(file).map({ isInside(root, $0) }) != true {
      note(.linkLeadsOutside, place, "the link leads out of the folder, or nowhere", &pack)
      return nil
    }
    do {
      let bytes = try FileReading.bytes(ofFileAt: file, limit: FileReading.mostBytesOfJSON)
      return try CanonicalJSON.value(Contents.self, from: bytes)
    } catch let error as FileProblem {
      note(.unreadable, place, "the file cannot be read: \(error)", &pack)
    } catch {
      note(.invalidContents, place, "the file does not have the form of a catalog’s JSON", &pack)
    }
    return nil
  }

  private func note(
    _ kind: PackProblem.Kind, _ displayPath: String, _ message: String, _ pack: inout PackSource
  ) {
    pack.problems.append(PackProblem(kind: kind, displayPath: displayPath, message: message))
  }
}
