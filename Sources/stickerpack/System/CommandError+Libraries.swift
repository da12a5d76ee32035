internal import StickerTasks

extension CommandError {
  /// The message and the exit status of an error of the libraries; nil if it is another one.
  init?(of error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as LintError: self.init(error)
    case let error as BuildError: self.init(error)
    case let error as OutputError: self.init(error)
    case let error as TaskError: self.init(error)
    default: return nil
    }
  }

  /// The system failed if it refused to list a folder. All other errors are about the arguments or a
  /// configuration.
  init(_ error: LintError) {
    switch error {
    case .noStickers(_, isExcluded: true):
      self.init("\(error.description); lint --show-files lists it")
    case .unknownChanges(let reason): self.init("--changed-since: \(reason)")
    case .notComparable(let reason): self.init("--against: \(reason)")
    case .unreadableFolder, .cancelled: self.init(error.description, status: .failed)
    default: self.init(error.description)
    }
  }

  /// The arguments are wrong if the output, the options or the project are. All other errors are about
  /// the art or the system.
  private init(_ error: BuildError) {
    switch error {
    case .lint(let error): self.init(error)
    case .output(let error): self.init(error)
    case .notAFolder, .project, .conflictingOptions: self.init(error.description)
    default: self.init(error.description, status: .failed)
    }
  }

  /// The system failed if it refused to read or write. All other errors are about the path.
  private init(_ error: OutputError) {
    switch error {
    case .changed: self.init(error.description + ", or use --force")
    case .invalid, .archiveTooLarge: self.init(error.description)
    case .unwritable, .archiveNotReplaced, .editsKept:
      self.init(error.description, status: .failed)
    }
  }

  private init(_ error: TaskError) {
    switch error {
    case .lint(let error): self.init(error)
    case .invalid(let reason): self.init(reason)
    case .failed, .cancelled: self.init(error.description, status: .failed)
    }
  }
}
