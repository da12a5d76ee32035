internal import ArgumentParser
internal import Basics
internal import Dispatch
internal import StickerReports

/// The root of the command line.
@main
struct Stickerpack: ParsableCommand {
  /// The program's version, by semantic versioning.
  static let version = stickerpackVersion

  static let configuration = CommandConfiguration(
    commandName: "stickerpack",
    abstract: "Lint and build iMessage sticker packs on any machine.",
    discussion: """
      EXAMPLES
        stickerpack lint Stickers             check a folder of stickers
        stickerpack fix Stickers              fix invisible problems
        stickerpack undo Stickers             restore the originals
        stickerpack fit Stickers -o Fitted    make large stickers smaller
        stickerpack preview . -o page.html    see the stickers as in Messages
        stickerpack build Stickers -o Pack    check it and write a bundle for Xcode
        stickerpack verify Pack               compare a bundle with its manifest
        stickerpack diff Old Pack             compare two bundles
        stickerpack check-upload Pack.ipa     look for what App Store Connect refuses
        stickerpack inspect wave.png          show the details of one image
        stickerpack explain file-too-large    explain a rule and its fix

      EXIT STATUS
        0  success, no errors
        1  at least one error, or a bundle that differs from its manifest
        2  invalid arguments or configuration
        3  an operation failed, such as reading a folder or writing a file
      """,
    version: version,
    // Each states its name: to derive it from the type takes the runtime longer than anything else
    // that is done before a command runs.
    subcommands: common,
    groupedSubcommands: [CommandGroup(name: "More", subcommands: more)])

  private static let common: [any ParsableCommand.Type] = [
    Lint.self, Fix.self, Undo.self, Watch.self, Fit.self, Build.self, Verify.self, Diff.self,
    CheckUpload.self, Inspect.self, Preview.self, Init.self, Explain.self,
  ]
  private static let more: [any ParsableCommand.Type] = [
    Rules.self, Config.self, Targets.self, Schema.self, Manual.self,
  ]
  /// All commands by name.
  static let commands = (common + more).map { $0._commandName }

  /// Waits for the command on the main thread. An asynchronous `main` ends this thread instead, and a
  /// static program then takes 20 ms to sort its tables of stack frames.
  static func main() {
    StandardStreams.occupy()
    Signals.unblock()
    let finished = DispatchSemaphore(value: 0)
    // Any other task would inherit the main actor, which is waiting.
    Task.detached {
      await runCommand()
      finished.signal()
    }
    finished.wait()
  }

  private static func runCommand() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let checked = try ArgumentCheck.checked(arguments)
      if let help = try ArgumentCheck.shortHelp(for: checked) { return try Terminal.write(help) }
      var command = try parsed(checked)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Terminal.end(finish(with: error, asJSON: ArgumentCheck.asksForJSON(arguments)))
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    do { return try parseAsRoot(arguments) } catch {
      if exitCode(for: error).isSuccess { throw error }
      if let reason = ArgumentCheck.explanation(of: arguments) { throw CommandError(reason) }
      throw error
    }
  }

  // ArgumentParser exits with 64 for a usage error; linters conventionally exit with 2.
  private static func finish(with error: any Error, asJSON: Bool) -> ExitStatus {
    if let status = error as? ExitStatus { return status }
    if let error = CommandError(of: error) {
      // The message may quote a hostile name, which must not control the terminal.
      Terminal.note(error.message)
      if asJSON { writeJSON(error.message, error.status) }
      return error.status
    }
    let code = exitCode(for: error)
    // A quoted argument may be a hostile file name that a shell pattern expanded to.
    var message = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
    if code.isSuccess {
      do {
        if !message.isEmpty { try Terminal.write(message + "\n") }
        return .clean
      } catch {
        return finish(with: error, asJSON: asJSON)
      }
    }
    let prefix = "Error: "
    if message.hasPrefix(prefix) { message = "stickerpack: " + message.dropFirst(prefix.count) }
    if !message.isEmpty { Terminal.draw(message + "\n") }
    let status =
      code == .validationFailure ? .usage : ExitStatus(rawValue: code.rawValue) ?? .failed
    if asJSON { writeJSON(self.message(for: error), status) }
    return status
  }

  /// Writes an error for programs that read JSON, unless they have got a report.
  private static func writeJSON(_ message: String, _ status: ExitStatus) {
    guard !Terminal.hasWritten else { return }
    let json = JSONStream.object {
      $0.add("error", message)
      $0.add("exitStatus", Int(status.rawValue))
      $0.add("schema", "stickerpack.error/1")
    }
    try? Terminal.write(json)
  }
}

/// The exit status of the program. Thrown, it ends the program without a message.
enum ExitStatus: Int32, Error {
  /// Success, no errors.
  case clean = 0
  /// At least one finding is an error.
  case findings = 1
  /// Invalid arguments or configuration.
  case usage = 2
  /// An operation failed.
  case failed = 3
}

/// An error that ends the program with a message and an exit status.
struct CommandError: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, status: ExitStatus = .usage) {
    (self.message, self.status) = (message, status)
  }
}
