extension CollectionManifest {
  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Manifest.read(bytes, schema: Self.currentSchema)
  }

  /// The values that contradict each other or are out of range.
  ///
  /// Without defects, every path stays in the folder and nothing is listed twice.
  package var defects: [Manifest.Defect] {
    var defects: [Manifest.Defect] = []
    var manifests: Set<ByteName> = []
    for (index, pack) in packs.enumerated() {
      let path = "packs[\(index)].manifest"
      let isInside = Manifest.staysInside(pack.manifest)
      defects.require(isInside, path, "is not a path inside the folder")
      let isUnique = manifests.insert(ByteName(pack.manifest)).inserted
      defects.require(isUnique, path, "is not unique")
    }
    _ = defects.check(files ?? [])
    return defects
  }
}
