package import Pixels

extension OutlineObstacle {
  /// Why no outline is drawn, as part of a sentence.
  package var reason: String {
    switch self {
    case .card: "the art is a rectangle, and an outline would be a frame"
    case .cutOff(let edge):
      "the \(edge.rawValue) edge of the canvas cuts the art off, and an outline would close it there"
    case .drawnAlready: "the art has an outline in gray or white already"
    case .thinLines(let share):
      "\(Int((share * 100).rounded()))% of the outline would be around thin lines; fill the art first"
    case .whiteArt:
      "the art is white and would disappear in a white outline; draw a dark line around it"
    case .whitePart: "a white part of the art would disappear in the outline"
    }
  }
}
