internal import StickerBuild
internal import StickerFiles
internal import StickerPacks
internal import StickerTasks

extension CommandError {
  /// The system failed if it refused to list a folder. All other errors are about the arguments or a
  /// configuration.
  init(_ error: LintError) {
    switch error {
    case .noStickers(_, isExcluded: true):
      self.init(
        message: "\(error.description); lint --show-files lists it", status: .usage)
    case .unknownChanges(let reason):
      self.init(message: "--changed-since: \(reason)", status: .usage)
    case .unreadableFolder, .cancelled: self.init(message: error.description, status: .failed)
    default: self.init(message: error.description, status: .usage)
    }
  }

  /// The arguments are wrong if the output, the options or the project are. All other errors are about
  /// the art or the system.
  init(_ error: BuildError) {
    switch error {
    case .lint(let error): self.init(error)
    case .output(let error): self.init(error)
    case .notAFolder, .project, .conflictingOptions:
      self.init(message: error.description, status: .usage)
    default: self.init(message: error.description, status: .failed)
    }
  }

  /// The system failed if it refused to read or write. All other errors are about the path.
  init(_ error: OutputError) {
    switch error {
    case .changed:
      self.init(
        message: error.description + ", or use --force", status: .usage)
    case .invalid, .archiveTooLarge: self.init(message: error.description, status: .usage)
    case .unwritable, .archiveNotReplaced, .editsKept:
      self.init(message: error.description, status: .failed)
    }
  }

  init(_ error: TaskError) {
    switch error {
    case .lint(let error): self.init(error)
    case .invalid(let reason): self.init(message: reason, status: .usage)
    case .failed, .cancelled: self.init(message: error.description, status: .failed)
    }
  }
}
