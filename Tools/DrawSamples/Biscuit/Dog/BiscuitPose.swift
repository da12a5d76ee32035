/// Biscuit's pose and expression. By default he sits, content, and faces the viewer.
struct BiscuitPose: Sendable {
  enum Stance: Sendable {
    case sitting
    /// Lying like a loaf of bread, paws tucked in front.
    case loaf
    /// Galloping to the right; the value is the position in the cycle, 0…1.
    case running(Double)
    /// Only the head.
    case headOnly
  }

  enum Eye: Sendable { case open, half, happy, calm, squeezed, sparkling }

  enum Mouth: Sendable {
    case smile
    /// From barely open (0) to a full laugh (1).
    case open(Double)
    /// Open and wide at the bottom, for crying.
    case wail(Double)
    case frown, wobble, pucker, flat
  }

  struct Brows: Sendable {
    /// Up is positive, in pixels.
    var lift = 0.0
    /// Radians; positive is worried (inner ends up), negative is angry.
    var worry = 0.0
    /// How much higher the brow on the right is, for a doubtful look.
    var doubt = 0.0
  }

  struct Head: Sendable {
    var shift = Point.zero
    var tilt = 0.0
    /// The offset of the face on the head, which looks as if the head turned.
    var turn = Point.zero
    /// Positive lifts the ear away from the cheek, in radians.
    var leftEar = 0.0
    var rightEar = 0.0
  }

  struct Paw: Sendable {
    /// The position of the paw, from the ground between the feet.
    var target: Point
    var showsPads = false
    /// Above 1 for a paw that is held towards the viewer.
    var size = 1.0
    /// How far the elbow bends outwards.
    var bend = 14.0
  }

  var stance = Stance.sitting
  var ground = Point(204, 362)
  var scale = 1.06
  var lean = 0.0
  /// Positive makes him flat and wide, negative tall and thin.
  var squash = 0.0

  var head = Head()
  var leftEye = Eye.open
  var rightEye = Eye.open
  var gaze = Point.zero
  var brows = Brows()
  var mouth = Mouth.smile
  var showsTongue = false
  var blush = 1.0

  /// The swing of the tail, –1…1, and the side on which it is visible.
  var tail = 0.0
  var tailSide = 1.0
  var leftPaw: Paw?
  var rightPaw: Paw?

  mutating func setEyes(_ eye: Eye) {
    leftEye = eye
    rightEye = eye
  }
}
