#if hasFeature(Embedded)
  public import CLibrary

  /// The number of the last error of the C library.
  public var errno: Int32 {
    get { library_error() }
    set { set_library_error(newValue) }
  }

  public let EBADF = library_EBADF
  public let EDQUOT = library_EDQUOT
  public let EFBIG = library_EFBIG
  public let EINTR = library_EINTR
  public let ENOSPC = library_ENOSPC
  public let EROFS = library_EROFS
  public let O_CLOEXEC = library_O_CLOEXEC
  public let O_NONBLOCK = library_O_NONBLOCK
  public let O_RDONLY = library_O_RDONLY
  public let SEEK_SET = library_SEEK_SET
  public let S_IFDIR = mode_t(library_S_IFDIR)
  public let S_IFLNK = mode_t(library_S_IFLNK)
  public let S_IFMT = mode_t(library_S_IFMT)
  public let S_IFREG = mode_t(library_S_IFREG)

  public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    unsafe library_open(path, flags)
  }
#endif
