internal import ArgumentParser

/// `stickerpack manual`
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page.",
    discussion: """
      The page has the same text as --help. `make install` installs it.

      EXAMPLES
        stickerpack manual > /usr/local/share/man/man1/stickerpack.1
        stickerpack manual | man -l -
      """)

  func run() throws {
    try Terminal.write(ManualPage.text(of: CommandHelp.program()))
  }
}
