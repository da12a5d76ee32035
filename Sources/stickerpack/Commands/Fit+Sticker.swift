internal import Basics
internal import StickerTasks

extension Fit {
  /// The task that makes one sticker from the input; nil if the input is a folder of stickers.
  var importTask: ImportTask? {
    get throws {
      guard FileStatus(of: folder)?.kind != .special else {
        throw CommandError("\(folder) is a pipe, socket or device: expected a file or folder")
      }
      let type = output.map(\.fileExtension)
      let isSticker = type == "png" || type == "gif"
      guard folder.isFile || isSticker else {
        guard fps == nil else {
          throw CommandError("--fps requires an output for one sticker, such as -o wave.png")
        }
        return nil
      }
      guard try !inPlace && !reports.contains(where: { $0.format == .html }) else {
        throw CommandError("--in-place and pages require a folder of stickers")
      }
      guard type == nil || isSticker else {
        throw CommandError("\(folder) is a file, so the output must end in .png or .gif")
      }
      var task = ImportTask(folder.string, options: options)
      task.framesPerSecond = fps
      // A dry run needs no output, and a GIF stays a GIF.
      task.makesGIF = (type ?? (fitting.toAPNG ? "png" : folder.fileExtension)) == "gif"
      return task
    }
  }

  /// Writes one sticker, or only its report for a dry run.
  func makeSticker(by task: ImportTask) async throws {
    try checkPlaces()
    let sticker = try await task.run()
    var result = FitResult(changes: [sticker])
    if let output, !dryRun, !sticker.isRefused {
      try WholeFile.write(sticker.content, to: output)
      result.output = output.string
    }
    try print(result, isVerbose: true)
    try checkLooks(of: result)
    if !sticker.fits { throw ExitStatus.findings }
  }

  /// Checks the input and the output before the work, which may take a minute.
  private func checkPlaces() throws {
    guard folder.exists else { throw CommandError("\(folder): no such file or folder") }
    guard let output else { return }
    try WholeFile.checkPlace(output)
    if let frames = folder.resolved, folder.isFolder,
      output.parent.resolved?.isInside(frames) == true
    {
      throw CommandError(
        "\(output) would be one of the frames in the next run; choose another folder")
    }
  }
}
