internal import StickerBuild
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
    case .outputChanged:
      self.init(
        message: error.description + ", or use --force", status: .usage)
    case .notAFolder, .project, .conflictingOptions, .invalidOutput, .archiveTooLarge:
      self.init(message: error.description, status: .usage)
    default: self.init(message: error.description, status: .failed)
    }
  }

  init(_ error: TaskError) {
    switch error {
    case .invalid(let reason): self.init(message: reason, status: .usage)
    case .failed, .cancelled: self.init(message: error.description, status: .failed)
    }
  }
}
