internal import ArgumentParser
internal import Basics
internal import StickerFit
internal import StickerImport

extension Fit {
  /// The importer that makes one sticker from the input; nil if the input is a folder of stickers.
  var importer: StickerImporter? {
    get throws {
      let type = output.map(\.fileExtension)
      guard folder.isFile || type == "png" || type == "gif" else {
        guard input.fps == nil else {
          throw CommandError(
            message: "--fps needs an output for one sticker, such as -o wave.png", status: .usage)
        }
        return nil
      }
      guard !inPlace, page == nil else {
        throw CommandError(
          message: "--in-place and --report require a folder of stickers", status: .usage)
      }
      guard let type else { return makeImporter(makesGIF: false) }
      guard type == "png" || type == "gif" else {
        throw CommandError(
          message: "\(folder) is a file, so that the output must end in .png or .gif",
          status: .usage)
      }
      return makeImporter(makesGIF: type == "gif")
    }
  }

  private func makeImporter(makesGIF: Bool) -> StickerImporter {
    var importer = StickerImporter(fitter)
    importer.framesPerSecond = input.fps
    importer.makesGIF = makesGIF
    return importer
  }

  /// Writes one sticker, or only its report for a dry run.
  func makeSticker(with importer: StickerImporter) async throws {
    try checkPlaces()
    // Decoding and encoding wait for threads and programs, which must not block those of Swift tasks.
    let results = try await [folder].concurrentMap(jobs: 1) { input in
      Result { () throws(ImportError) in try importer.sticker(from: input) }
    }
    let imported: StickerImporter.Result
    do {
      imported = try results[0].get()
    } catch {
      throw CommandError(message: "\(folder): \(error)", status: .failed)
    }
    let isWritten = !dryRun && !imported.sticker.isRefused
    if let output, isWritten { try WholeFile.write(imported.sticker.bytes, to: output) }
    let report = FitReport(
      entries: [.init(folder, imported)], output: isWritten ? output : nil)
    switch format {
    case .text: try Terminal.write(report.text(isVerbose: true))
    case .json: try Terminal.write(report.json())
    }
    if !imported.sticker.fits { throw ExitCode(ExitStatus.findings.rawValue) }
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
