public import StickerFit
public import StickerLint
public import SystemLibraries

// The tasks for files and folders on disk that a URL names.

extension LintTask {
  /// Creates a task for files and folders.
  public init(_ urls: [URL], options: LintOptions = LintOptions()) {
    self.init(urls.map(\.path), options: options)
  }

  /// Creates a task for a file or folder.
  public init(_ url: URL, options: LintOptions = LintOptions()) {
    self.init([url], options: options)
  }
}

extension UploadTask {
  /// Creates a task for a folder, a catalog or a built product.
  public init(_ url: URL, against bundle: URL? = nil, options: LintOptions = LintOptions()) {
    self.init(url.path, against: bundle?.path, options: options)
  }
}

extension FixTask {
  /// Creates a task for a file or folder.
  public init(_ url: URL, options: LintOptions = LintOptions()) {
    self.init(LintTask(url, options: options))
  }
}

extension FitTask {
  /// Creates a task that writes a copy of a folder; without an output, it writes nothing.
  public init(_ folder: URL, to output: URL?, options: FitOptions = FitOptions()) {
    self.init(folder.path, to: output?.path, options: options)
  }

  /// Creates a task that replaces files in a folder, and keeps the originals.
  public init(inPlace folder: URL, options: FitOptions = FitOptions()) {
    self.init(inPlace: folder.path, options: options)
  }
}

extension ImportTask {
  /// Creates a task for a file or folder.
  public init(_ input: URL, options: FitOptions = FitOptions()) {
    self.init(input.path, options: options)
  }
}

extension BuildTask {
  /// Creates a task that builds the art of a folder into another one.
  public init(_ folder: URL, to output: URL, options: BuildOptions = BuildOptions()) {
    self.init(folder.path, to: output.path, options: options)
  }
}

extension PreviewTask {
  /// Creates a task for a file or folder.
  public init(_ url: URL, options: LintOptions = LintOptions()) {
    self.init(url.path, options: options)
  }
}

extension DiffTask {
  /// Creates a task for two bundles: folders, archives or manifests.
  public init(from old: URL, to new: URL) { self.init(from: old.path, to: new.path) }
}

extension VerifyTask {
  /// Creates a task for a bundle's folder or archive.
  public init(_ bundle: URL) { self.init(bundle.path) }
}
