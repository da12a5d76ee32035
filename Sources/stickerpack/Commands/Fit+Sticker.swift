internal import ArgumentParser
internal import Basics
internal import StickerFit
internal import StickerTasks

extension Fit {
  /// The task that makes one sticker from the input; nil if the input is a folder of stickers.
  var importTask: ImportTask? {
    get throws {
      let type = output.map(\.fileExtension)
      guard folder.isFile || type == "png" || type == "gif" else {
        guard input.fps == nil else {
          throw CommandError(
            message: "--fps requires an output for one sticker, such as -o wave.png", status: .usage
          )
        }
        return nil
      }
      guard !inPlace, page == nil else {
        throw CommandError(
          message: "--in-place and --report require a folder of stickers", status: .usage)
      }
      guard let type else { return importTask(makesGIF: false) }
      guard type == "png" || type == "gif" else {
        throw CommandError(
          message: "\(folder) is a file, so the output must end in .png or .gif",
          status: .usage)
      }
      return importTask(makesGIF: type == "gif")
    }
  }

  private func importTask(makesGIF: Bool) -> ImportTask {
    var task = ImportTask(folder.string, options: options)
    task.framesPerSecond = input.fps
    task.makesGIF = makesGIF
    return task
  }

  /// Writes one sticker, or only its report for a dry run.
  func makeSticker(by task: ImportTask) async throws {
    try checkPlaces()
    let sticker: StickerChange
    do { sticker = try await task.run() } catch { throw CommandError(error) }
    var result = FitResult(changes: [sticker])
    if let output, !dryRun, !sticker.isRefused {
      try WholeFile.write(sticker.content, to: output)
      result.output = output.string
    }
    try print(result, isVerbose: true)
    if !sticker.fits { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  /// Checks the input and the output before the work, which may take a minute.
  private func checkPlaces() throws {
    guard folder.isFile || folder.isFolder else {
      throw CommandError(message: "\(folder): no such file or folder", status: .usage)
    }
    guard let output else { return }
    try WholeFile.checkPlace(output)
    if let frames = folder.resolved, folder.isFolder,
      output.parent.resolved?.isInside(frames) == true
    {
      throw CommandError(
        message: "\(output) would be one of the frames in the next run; choose another folder",
        status: .usage)
    }
  }
}
