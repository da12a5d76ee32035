extension Manifest {
  /// The changes that made a sticker small enough.
  package struct Fit: Codable, Sendable, Equatable {
    /// The size of the art before, in bytes.
    package var bytesBefore: Int
    /// The changes of the art, the most harmful first; empty if nothing was lost.
    package var changes: [Change]
    /// Whether the image has a palette that the art did not have.
    package var indexed: Bool
    /// The lowest score and the lowest PSNR of what viewers see at any time.
    package var quality: Quality
    /// The mean score over the time, and the PSNR of the mean squared error.
    package var meanQuality: Quality
    /// The best result on a canvas of another size; nil if none was tried.
    package var alternative: Alternative?

    package init(
      bytesBefore: Int, changes: [Change], indexed: Bool, quality: Quality, meanQuality: Quality,
      alternative: Alternative?
    ) {
      self.bytesBefore = bytesBefore
      self.changes = changes
      self.indexed = indexed
      self.quality = quality
      self.meanQuality = meanQuality
      self.alternative = alternative
    }

    /// A change of the art.
    package struct Change: Codable, Sendable, Equatable {
      /// `converted`, `imported`, `trimmed`, `outlined`, `padded`, `squared`, `scaled`, `frames`, `colors`,
      /// `settled` or `quality`. Later versions may add others.
      package var kind: String
      /// The number of pixels, frames, colors or codes, or the quality of a JPEG.
      package var value: Int?
      /// The number of frames before.
      package var of: Int?
      /// The format of the imported file, or the number of imported files: "WebP", "12 files".
      package var from: String?

      package init(
        _ kind: String, _ value: Int? = nil, of total: Int? = nil, from source: String? = nil
      ) {
        self.kind = kind
        self.value = value
        of = total
        from = source
      }
    }

    /// The similarity of an image to its original.
    package struct Quality: Codable, Sendable, Equatable {
      /// The score by SSIMULACRA 2, at most 100; rounded down to two decimals.
      package var score: Double
      /// The PSNR of the visible pixels, in decibels, rounded down to two decimals; nil if nothing is lost.
      package var decibels: Double?

      /// Creates a quality. Rounded values are the same on all machines.
      ///
      /// - Parameter decibels: infinite if nothing is lost.
      package init(score: Double, decibels: Double) {
        self.score = (score * 100).rounded(.down) / 100
        self.decibels = decibels == .infinity ? nil : (decibels * 100).rounded(.down) / 100
      }
    }

    /// A result that was not chosen.
    package struct Alternative: Codable, Sendable, Equatable {
      /// An estimate of the mean score, rounded down to two decimals.
      package var score: Double
      package var changes: [Change]

      package init(score: Double, changes: [Change]) {
        self.score = (score * 100).rounded(.down) / 100
        self.changes = changes
      }
    }
  }
}
