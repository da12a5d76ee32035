internal import ArgumentParser
internal import StickerReports

/// The root of the command line.
@main
struct Stickerpack: AsyncParsableCommand {
  /// The program's version, by semantic versioning.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "stickerpack",
    abstract: "Checks and builds iMessage sticker packs, on any machine.",
    discussion: """
      EXAMPLES
        stickerpack lint Stickers             check a folder of art, or many
        stickerpack build Stickers -o Pack    check it, then write a bundle for Xcode
        stickerpack verify Pack               hold a bundle to its manifest
        stickerpack diff Old Pack             what differs between two bundles
        stickerpack inspect wave.png          all that is known about one file
        stickerpack explain file-too-large    why a rule exists and how to satisfy it

      EXIT STATUS
        0  nothing stands in the way
        1  at least one finding is an error, or a bundle is not as its manifest says
        2  the arguments or a configuration cannot be used
        3  the work could not be done: a folder cannot be read, a disk is full
      """,
    version: version,
    subcommands: [
      Lint.self, Watch.self, Report.self, Build.self, Verify.self, Diff.self, Inspect.self,
      Init.self, Rules.self, Explain.self, Config.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Terminal.exit(finish(with: error))
    }
  }

  // ArgumentParser's own exit status for a usage error is 64; linters have made 2 the custom.
  private static func finish(with error: any Error) -> ExitStatus {
    if let trouble = error as? CommandError { return finish(with: trouble) }
    let code = exitCode(for: error)
    // An argument that is quoted may be a file's name, from a shell's pattern.
    let message = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
    if code.isSuccess {
      do {
        if !message.isEmpty { try Terminal.write(message + "\n") }
        return .clean
      } catch {
        return finish(with: error)
      }
    }
    if !message.isEmpty { Terminal.complain(message) }
    return code == .validationFailure ? .usage : ExitStatus(rawValue: code.rawValue) ?? .failed
  }

  private static func finish(with trouble: CommandError) -> ExitStatus {
    // The message may quote a name, which must not steer the terminal.
    Terminal.complain("stickerpack: " + trouble.message.withoutControls)
    return trouble.status
  }
}

/// How a run ended, for scripts.
enum ExitStatus: Int32 {
  /// Nothing stands in the way.
  case clean = 0
  /// At least one finding is an error.
  case findings = 1
  /// The arguments or a configuration cannot be used.
  case usage = 2
  /// The work could not be done.
  case failed = 3
}

/// What keeps the tool from doing its work, in one sentence for people.
struct CommandError: Error {
  var message: String
  var status: ExitStatus
}
