#if hasFeature(Embedded)
  internal import SystemLibraries

  extension FolderListing {
    static func nameBytes(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
      guard let name = unsafe library_name(entry) else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }
  }
#endif
