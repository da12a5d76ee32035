/// Everything a sticker may ask of Biscuit. The defaults sit him down, content, facing us.
struct BiscuitPose: Sendable {
  enum Stance: Sendable {
    case sitting
    /// Lying like a loaf of bread, paws tucked in front.
    case loaf
    /// Galloping to the right; the value is the turn of the gallop, 0…1.
    case running(Double)
    /// Only the head: the rest is hidden behind something.
    case headOnly
  }

  enum Eye: Sendable { case open, half, happy, calm, squeezed, sparkling }

  enum Mouth: Sendable {
    case smile
    /// From barely open (0) to a full laugh (1).
    case open(Double)
    /// Open in grief, wide at the bottom.
    case wail(Double)
    case frown, wobble, pucker, flat
  }

  struct Brows: Sendable {
    /// Up is positive, in pixels.
    var lift = 0.0
    /// Positive worries (inner ends up), negative scowls, in radians.
    var worry = 0.0
    /// Extra lift of the brow on the right of the picture, for a doubtful look.
    var doubt = 0.0
  }

  struct Head: Sendable {
    var shift = Point.zero
    var tilt = 0.0
    /// Slides the face over the head, which reads as turning it.
    var turn = Point.zero
    /// Positive lifts the ear away from the cheek, in radians.
    var leftEar = 0.0
    var rightEar = 0.0
  }

  struct Paw: Sendable {
    /// Where the paw goes, measured from the ground between Biscuit's feet.
    var target: Point
    var showsPads = false
    /// Above 1 for a paw held out towards us.
    var size = 1.0
    /// How far the elbow bows outwards.
    var bend = 14.0
  }

  var stance = Stance.sitting
  var ground = Point(204, 362)
  var scale = 1.06
  var lean = 0.0
  /// Positive presses him flat and wide, negative stretches him.
  var squash = 0.0

  var head = Head()
  var leftEye = Eye.open
  var rightEye = Eye.open
  var gaze = Point.zero
  var brows = Brows()
  var mouth = Mouth.smile
  var showsTongue = false
  var blush = 1.0

  /// Swing of the tail, –1…1, and the side it shows on.
  var tail = 0.0
  var tailSide = 1.0
  var leftPaw: Paw?
  var rightPaw: Paw?

  mutating func setEyes(_ eye: Eye) {
    leftEye = eye
    rightEye = eye
  }
}
