internal import Basics
internal import SystemLibraries

/// SSIMULACRA 2.1, a measure of visible differences that was fitted to human judgments.
///
/// 100 is equal, 90 cannot be told from the original when the two alternate, 80 not when they are side by
/// side, 70 is good, 50 is fair; very different images have negative scores.
///
/// The method, its constants and its weights are those of the reference implementation by Jon Sneyers
/// (https://github.com/cloudinary/ssimulacra2, Copyright (c) Cloudinary, BSD-3-Clause license).
package enum SSIMULACRA2 {
  /// The shortest side that the method is defined for, in pixels.
  private static let shortestSide = 8

  /// Returns the score of `distorted` as a copy of `original`, which has the same size of at least 1 px, both over
  /// an opaque gray with an sRGB value of 0 (black) to 1 (white).
  ///
  /// A side of less than 8 px is continued by mirror images, so every pixel has about the same weight.
  package static func score(
    of distorted: Bitmap, against original: Bitmap, over ground: Float
  ) -> Double {
    precondition(
      original.width == distorted.width && original.height == distorted.height,
      "the sizes differ")
    let (first, second) = (
      original.mirrored(toSide: shortestSide), distorted.mirrored(toSide: shortestSide)
    )
    var light = (FloatImage(first, over: ground), FloatImage(second, over: ground))
    var scales: [DifferenceNorms] = []
    for scale in 0..<6 where min(light.0.width, light.0.height) >= shortestSide {
      if scale > 0 { light = (light.0.halved(), light.1.halved()) }
      scales.append(DifferenceNorms(of: light.1.perceived(), against: light.0.perceived()))
    }
    return score(of: scales)
  }

  private static func score(of scales: [DifferenceNorms]) -> Double {
    var weights = weights.makeIterator()
    var sum = 0.0
    // The weights are in the order of channels, scales, norms and kinds of difference. The reference
    // takes them in turn for images of fewer scales, too.
    for channel in 0..<3 {
      for norms in scales {
        for kinds in [norms.mean, norms.fourth] {
          for kind in [kinds.structure, kinds.added, kinds.lost] {
            sum += (weights.next() ?? 0) * kind[channel]
          }
        }
      }
    }
    sum *= 0.9562382616834844
    sum =
      2.326765642916932 * sum - 0.020884521182843837 * sum * sum
      + 6.248496625763138e-05 * sum * sum * sum
    return sum > 0 ? 100 - 10 * pow(sum, 0.6276336467831387) : 100
  }

  // For each channel, scale (1 to 1/32), norm (mean, fourth) and kind of difference.
  private static let weights: [Double] = [
    0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0, 0, 0.0004371155730107379, 0,
    1.1041726426657346, 0.00066284834129271, 0.00015231632783718752, 0, 0.0016406437456599754, 0,
    1.8422455520539298, 11.441172603757666, 0, 0.0007989109436015163, 0.000176816438078653, 0,
    1.8787594979546387, 10.94906990605142, 0, 0.0007289346991508072, 0.9677937080626833, 0,
    0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053, 0.0004550992113792063, 0, 0,
    0.0013648766163243398, 0, 0, 0, 0, 0, 7.466890328078848, 0, 17.445833984131262,
    0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264,
    225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985,
    176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408, 0, 0,
    0, 34.77906344483772, 44.835625328877896, 0, 0, 0, 0, 0, 0, 0, 0, 0.0008680556573291698, 0, 0,
    0, 0, 0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0, 0, 0, 0, 0.0004179171803251336,
    0.0017290828234722833, 0, 0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0,
    95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493,
    171.2667255897307, 0.9807858872435379, 0, 0, 0, 0.0005130064588990679, 0,
    0.00010854057858411537,
  ]
}

extension Bitmap {
  /// Returns the bitmap with sides of at least a length. What is added are mirror images.
  fileprivate func mirrored(toSide side: Int) -> Bitmap {
    guard min(width, height) < side else { return self }
    var result = Bitmap(width: max(side, width), height: max(side, height))
    func place(_ position: Int, _ length: Int) -> Int {
      let offset = position % (2 * length)
      return offset < length ? offset : 2 * length - 1 - offset
    }
    for y in 0..<result.height {
      for x in 0..<result.width { result[x, y] = self[place(x, width), place(y, height)] }
    }
    return result
  }
}

/// The mean differences of two images of one size.
private struct DifferenceNorms {
  /// A norm of each kind of difference, for the three channels.
  struct Kinds {
    /// The difference of structure, as in SSIM.
    var structure = SIMD4<Double>.zero
    /// Edges where the original is smooth.
    var added = SIMD4<Double>.zero
    /// Smooth areas where the original has edges.
    var lost = SIMD4<Double>.zero

    mutating func add(_ row: RowSums) {
      structure += SIMD4<Double>(row.structure)
      added += SIMD4<Double>(row.added)
      lost += SIMD4<Double>(row.lost)
    }

    func map(_ change: (SIMD4<Double>) -> SIMD4<Double>) -> Kinds {
      Kinds(structure: change(structure), added: change(added), lost: change(lost))
    }
  }

  /// Sums along a row, which are short enough for single precision.
  struct RowSums {
    var structure = SIMD4<Float>.zero
    var added = SIMD4<Float>.zero
    var lost = SIMD4<Float>.zero
  }

  private(set) var mean = Kinds()
  /// The fourth root of the mean fourth power.
  private(set) var fourth = Kinds()

  /// Compares two images of `FloatImage.perceived()`.
  init(of distorted: FloatImage, against original: FloatImage) {
    let (width, height) = (original.width, original.height)
    let first = original.pixels.span
    let second = distorted.pixels.span
    BlurredMoments.forEachRow(of: first, second, width: width) { y, moments in
      var sums = RowSums()
      var powers = RowSums()
      for x in 0..<width {
        let pixel = y * width + x
        let (structure, edge) = Self.differences(moments[x], first[pixel], second[pixel])
        let added = edge.positive
        let lost = (-edge).positive
        sums.structure += structure
        sums.added += added
        sums.lost += lost
        powers.structure += (structure * structure) * (structure * structure)
        powers.added += (added * added) * (added * added)
        powers.lost += (lost * lost) * (lost * lost)
      }
      mean.add(sums)
      fourth.add(powers)
    }
    let count = Double(width * height)
    mean = mean.map { $0 / count }
    fourth = fourth.map { ($0 / count).squareRoot().squareRoot() }
  }

  /// The loss of structure, at least 0, and the relative change of the distance from the local mean.
  @inline(__always)
  private static func differences(
    _ moments: BlurredMoments.Values, _ original: SIMD4<Float>, _ distorted: SIMD4<Float>
  ) -> (structure: SIMD4<Float>, edge: SIMD4<Float>) {
    let stabilizer: Float = 0.0009
    let means = moments.lowHalf
    let (mean, distortedMean) = (means.lowHalf, means.highHalf)
    let distance = mean - distortedMean
    let covariance = moments.highHalf.highHalf - mean * distortedMean
    let variances =
      moments.highHalf.lowHalf - (mean * mean + distortedMean * distortedMean) + stabilizer
    let similarity = (1 - distance * distance) * (2 * covariance + stabilizer) / variances
    let edge =
      (1 + (distorted - distortedMean).magnitudes) / (1 + (original - mean).magnitudes) - 1
    return ((1 - similarity).positive, edge)
  }
}

/// The local moments of two images: means under a Gaussian with a standard deviation of 1.5 px. Outside of
/// the images everything is 0.
private enum BlurredMoments {
  /// Four lanes each: the mean of the first image, that of the second, that of the sum of their squares,
  /// and that of their product.
  typealias Values = SIMD16<Float>

  // Three recursive filters approximate the kernel, so the cost does not depend on its radius:
  // Charalampidis, "Recursive Implementation of the Gaussian Filter Using Truncated Cosine Functions",
  // 2016. The numbers solve its equations 33 to 57, as the reference's CreateRecursiveGaussian(1.5)
  // does. The third filter's weight for its previous output is 0.
  private static let radius = 5
  private static let inputWeights: (Float, Float, Float) = (
    0.055295235726, -0.058836687027, 0.012955819111
  )
  private static let previousWeights: (Float, Float) = (1.902113032590, 1.175570504585)

  /// The last two outputs of the three filters.
  private struct FilterState {
    var first = (Values.zero, Values.zero)
    var second = (Values.zero, Values.zero)
    var third = (Values.zero, Values.zero)

    /// - Parameter sum: the sum of the values that enter the kernel and leave it.
    @inline(__always)
    mutating func advance(_ sum: Values) -> Values {
      let next = (
        sum * inputWeights.0 + first.0 * previousWeights.0 - first.1,
        sum * inputWeights.1 + second.0 * previousWeights.1 - second.1,
        sum * inputWeights.2 - third.1
      )
      first = (next.0, first.0)
      second = (next.1, second.0)
      third = (next.2, third.0)
      return next.0 + (next.1 + next.2)
    }
  }

  /// Calls `body` for each row from the top, with the moments of its pixels.
  static func forEachRow(
    of first: Span<SIMD4<Float>>, _ second: Span<SIMD4<Float>>, width: Int,
    _ body: (_ y: Int, _ moments: Span<Values>) -> Void
  ) {
    let height = first.count / width
    // The rows that are inside the kernel, blurred horizontally.
    let ringHeight = 2 * radius
    var ring = [Values](repeating: .zero, count: ringHeight * width)
    var states = [FilterState](repeating: FilterState(), count: width)
    var moments = [Values](repeating: .zero, count: width)
    var products = moments
    for y in 1 - radius..<height {
      let entering = y + radius - 1
      let leaving = y - radius - 1
      let place = (entering % ringHeight) * width
      var sums = moments.mutableSpan
      // The entering row replaces the leaving one in the ring.
      var rows = ring.mutableSpan
      for x in 0..<width { sums[x] = leaving >= 0 ? rows[place + x] : .zero }
      if entering < height {
        var values = products.mutableSpan
        for x in 0..<width {
          let (a, b) = (first[entering * width + x], second[entering * width + x])
          values[x] = Values(
            lowHalf: SIMD8(lowHalf: a, highHalf: b),
            highHalf: SIMD8(lowHalf: a * a + b * b, highHalf: a * b))
        }
        var state = FilterState()
        for x in 1 - radius..<width {
          let (right, left) = (x + radius - 1, x - radius - 1)
          var sum = right < width ? values[right] : .zero
          if left >= 0 { sum += values[left] }
          let value = state.advance(sum)
          if x >= 0 {
            rows[place + x] = value
            sums[x] += value
          }
        }
      }
      var filters = states.mutableSpan
      for x in 0..<width { sums[x] = filters[x].advance(sums[x]) }
      if y >= 0 { body(y, moments.span) }
    }
  }
}

/// An opaque image.
private struct FloatImage {
  let width: Int
  let height: Int
  /// Three channels of 0 to 1 each.
  private(set) var pixels: [SIMD4<Float>]

  private static let recentBits: UInt32 = 9

  /// Creates an image in linear light: red, green and blue.
  init(_ bitmap: Bitmap, over ground: Float) {
    width = bitmap.width
    height = bitmap.height
    pixels = Array(repeating: .zero, count: width * height)
    let samples = bitmap.samples.span
    let table = LinearLight.fromCode
    let light = table.span
    let empty = SIMD4(SIMD3(repeating: LinearLight.fromEncoded(ground)), 0)
    var result = pixels.mutableSpan
    for index in 0..<result.count {
      let pixel = samples.pixel(at: index * 4)
      switch pixel.alpha {
      case 0: result[index] = empty
      case 255:
        result[index] = SIMD4(
          light[Int(pixel.red)], light[Int(pixel.green)], light[Int(pixel.blue)], 0)
      default:
        let alpha = Float(pixel.alpha) / 255
        let color = SIMD3(Float(pixel.red), Float(pixel.green), Float(pixel.blue)) / 255
        let blended = color * alpha + ground * (1 - alpha)
        result[index] = SIMD4(
          LinearLight.fromEncoded(blended.x), LinearLight.fromEncoded(blended.y),
          LinearLight.fromEncoded(blended.z), 0)
      }
    }
  }

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: .zero, count: width * height)
  }

  /// Returns the image at half its size, rounded up; the last row and column are repeated.
  func halved() -> FloatImage {
    let size = (width: (width + 1) / 2, height: (height + 1) / 2)
    var result = FloatImage(width: size.width, height: size.height)
    let source = pixels.span
    var target = result.pixels.mutableSpan
    for y in 0..<size.height {
      let rows = (y * 2 * width, min(y * 2 + 1, height - 1) * width)
      for x in 0..<size.width {
        let columns = (x * 2, min(x * 2 + 1, width - 1))
        let upper = source[rows.0 + columns.0] + source[rows.0 + columns.1]
        let lower = source[rows.1 + columns.0] + source[rows.1 + columns.1]
        target[y * size.width + x] = (upper + lower) * 0.25
      }
    }
    return result
  }

  /// Returns an image in linear light in a variant of XYB whose channels are within 0 to 1.
  func perceived() -> FloatImage {
    // The response of the three kinds of cones, from libjxl's opsin_params.h.
    let red = SIMD4<Float>(0.30, 0.23, 0.24342268924547819, 0)
    let green = SIMD4<Float>(0.622, 0.692, 0.20476744424496821, 0)
    let blue = SIMD4<Float>(0.078, 0.078, 0.55180986650955360, 0)
    let bias: Float = 0.0037930732552754493
    let biasRoot: Float = 0.155954200549248630
    var result = FloatImage(width: width, height: height)
    let source = pixels.span
    var target = result.pixels.mutableSpan
    // The last color with each hash: most pixels have one of a few colors.
    var recent = [(light: SIMD4<Float>, perceived: SIMD4<Float>)](
      repeating: (SIMD4(repeating: -1), .zero), count: 1 << Self.recentBits)
    var known = recent.mutableSpan
    for index in 0..<source.count {
      let light = source[index]
      let bits = light.x.bitPattern &+ light.y.bitPattern &* 3 &+ light.z.bitPattern &* 5
      let place = bits.slot(bits: Self.recentBits)
      if light != known[place].light {
        let cones = (red * light.x + green * light.y + blue * light.z + bias).cubeRoots - biasRoot
        let y = (cones.x + cones.y) * 0.5
        known[place] = (
          light, SIMD4((cones.x - cones.y) * 7 + 0.42, y + 0.01, cones.z - y + 0.55, 0)
        )
      }
      target[index] = known[place].perceived
    }
    return result
  }
}

extension SIMD4<Float> {
  /// The cube roots of four numbers of at least 0, with a relative error below one millionth.
  @inline(__always)
  fileprivate var cubeRoots: Self {
    // A third of the bits is a third of the exponent. Kahan's estimate is within 5%, and each step of
    // Halley's method cubes the error.
    let bits = SIMD4<UInt32>(x.bitPattern, y.bitPattern, z.bitPattern, w.bitPattern)
    var third = (bits &>> 2) &+ (bits &>> 4)
    third = third &+ (third &>> 4)
    third = third &+ (third &>> 8) &+ 0x2A51_37A0
    var root = Self(
      Float(bitPattern: third.x), Float(bitPattern: third.y), Float(bitPattern: third.z),
      Float(bitPattern: third.w))
    for _ in 0..<2 {
      let cube = root * root * root
      root *= (cube + 2 * self) / (2 * cube + self)
    }
    return root
  }

  // `pointwiseMax`, which could compute the next two, is a call.
  @inline(__always)
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

  /// Zero instead of negative values.
  @inline(__always)
  fileprivate var positive: Self { replacing(with: 0, where: self .< 0) }
}
