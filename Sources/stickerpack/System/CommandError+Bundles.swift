internal import StickerBundles

extension CommandError {
  /// The system failed if it refused to read or write a file. All other errors are about the bundle
  /// that was named.
  init(_ error: BundleError) {
    switch error {
    case .unreadable, .unwritable: self.init(message: error.description, status: .failed)
    default: self.init(message: error.description, status: .usage)
    }
  }
}
