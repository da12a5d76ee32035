#if hasFeature(Embedded)
  public import CLibrary

  // Unsafe: the path is terminated, as that of the C function, and used during the call only.

  /// The number of the last error of the C library.
  public var errno: Int32 {
    get { library_error() }
    set { set_library_error(newValue) }
  }

  /// An error number of the C library.
  public let EBADF = library_EBADF
  /// An error number of the C library.
  public let EDQUOT = library_EDQUOT
  /// An error number of the C library.
  public let EFBIG = library_EFBIG
  /// An error number of the C library.
  public let EINTR = library_EINTR
  /// An error number of the C library.
  public let ENOSPC = library_ENOSPC
  /// An error number of the C library.
  public let EROFS = library_EROFS
  /// A flag for opening files.
  public let O_CLOEXEC = library_O_CLOEXEC
  /// A flag for opening files.
  public let O_NONBLOCK = library_O_NONBLOCK
  /// A flag for opening files.
  public let O_RDONLY = library_O_RDONLY
  /// A place that seeking begins at.
  public let SEEK_SET = library_SEEK_SET
  /// A kind of file, or the mask of all.
  public let S_IFDIR = mode_t(library_S_IFDIR)
  /// A kind of file, or the mask of all.
  public let S_IFLNK = mode_t(library_S_IFLNK)
  /// A kind of file, or the mask of all.
  public let S_IFMT = mode_t(library_S_IFMT)
  /// A kind of file, or the mask of all.
  public let S_IFREG = mode_t(library_S_IFREG)

  /// Opens a file. Returns its descriptor, or a negative number.
  public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    unsafe library_open(path, flags)
  }
#endif
