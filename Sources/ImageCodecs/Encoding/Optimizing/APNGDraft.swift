internal import Basics
internal import ImageContainers

/// An APNG of `LosslessOptimizer` whose frames are chosen and filtered, but not all compressed at the last level.
///
/// That level takes most of the time of an encoding. The size after it follows from every fourth frame: it was within 0.2%
/// of the file's on 13 files of seven animated emoji with 31 to 150 frames; from every sixth, within 0.9%.
package struct APNGDraft: Sendable {
  /// The file as far as it is compressed.
  package private(set) var bytes: [UInt8]
  /// The estimated size of the complete file, in bytes.
  package let byteCount: Int
  private let jobs: Int

  /// - Parameter bytes: a file of `LosslessOptimizer` with `leavesDraft`.
  package init(_ bytes: [UInt8], jobs: Int) throws(ImageError) {
    self.jobs = jobs
    var file = EditablePNG(bytes)
    var images = file.images
    let sample = Self.sample(of: images.count)
    let smaller = try Self.compressed(sample.map { images[$0] }, jobs: jobs)
    // Before and after, of the sampled images that resemble the others: the first one is a whole canvas.
    var (before, after) = (0, 0)
    for (index, stream) in zip(sample, smaller) {
      if index > 0 {
        before += images[index].stream.count
        after += stream.count
      }
      images[index].stream = stream
    }
    file.images = images
    self.bytes = file.bytes
    let rest = Self.rest(of: images.count).reduce(0) { $0 + images[$1].stream.count }
    let saving = before > 0 ? Double(before - after) / Double(before) : 0
    byteCount = self.bytes.count - Int(clamping: Double(rest) * saving)
  }

  /// The first image and every fourth one, or more of less than 24.
  private static func sample(of count: Int) -> [Int] {
    let distance = max(1, min(4, count / 6))
    return (0..<count).filter { $0 == 0 || $0 % distance == distance / 2 }
  }

  private static func rest(of count: Int) -> [Int] {
    let sample = Set(sample(of: count))
    return (0..<count).filter { !sample.contains($0) }
  }

  /// Returns the file with all images compressed at the last level.
  package func complete() throws(ImageError) -> [UInt8] {
    var file = EditablePNG(bytes)
    var images = file.images
    let rest = Self.rest(of: images.count)
    for (index, stream) in zip(rest, try Self.compressed(rest.map { images[$0] }, jobs: jobs)) {
      images[index].stream = stream
    }
    file.images = images
    return file.bytes
  }

  private static func compressed(
    _ images: [EditablePNG.ImageData], jobs: Int
  ) throws(ImageError) -> [[UInt8]] {
    try images.blockingMap(jobs: jobs) { image throws(ImageError) in
      // Unsafe: `inflate` fills all of the memory, or fails.
      let rows = unsafe [UInt8](unsafeUninitializedCapacity: image.rowBytes) { target, count in
        let succeeds = unsafe Shim.inflate(
          image.stream, image.stream.indices, isRaw: false, into: target)
        count = succeeds ? target.count : 0
      }
      guard rows.count == image.rowBytes else {
        throw .codecFailed("the image data of the draft is damaged")
      }
      return try Shim.deflate(rows, level: ThoroughCompression.lastLevel)
    }
  }
}
