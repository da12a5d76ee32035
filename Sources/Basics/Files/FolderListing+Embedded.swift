#if hasFeature(Embedded)
  internal import SystemLibraries

  // Unsafe: the name is terminated, and copied before the next `readdir`.

  extension FolderListing {
    static func nameBytes(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
      guard let name = unsafe library_name(entry) else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }
  }
#endif
