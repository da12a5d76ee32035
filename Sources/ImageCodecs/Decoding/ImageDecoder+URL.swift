internal import Basics
public import ImageContainers
public import SystemLibraries

extension ImageDecoder {
  /// Reads and parses a file, unless it is larger than the limits allow. Nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - url: the URL of a regular file on disk.
  ///   - limits: the limits for reading the file.
  /// - Throws: `unreadableFile`, `limitExceeded` for the file's size, or `unsupportedFormat`.
  public init(
    contentsOf url: URL, limits: DecodingLimits = DecodingLimits()
  ) throws(ImageError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: FilePath(url.path), limit: limits.fileBytes)
    } catch .tooLarge(let size, _) {
      let defect = limits.defect(.fileBytes, size, "the file has \(size.counted("byte"))")
      throw defect.map(ImageError.limitExceeded) ?? .unreadableFile(reason: "it is too large")
    } catch {
      throw .unreadableFile(reason: error.description)
    }
    try self.init(bytes, limits: limits)
  }
}
