/// Draws Biscuit in a pose. Sides are those of the picture, not the dog's own.
struct Dog {
  var pose: BiscuitPose

  init(_ pose: BiscuitPose) {
    self.pose = pose
  }

  /// Draws the whole dog. `wearing` adds to the head (hats, tears) in the head's own space;
  /// `holding` adds what the paws reach around, in the body's.
  func draw(
    on canvas: inout Canvas,
    wearing: (inout Canvas) -> Void = { _ in },
    holding: (inout Canvas) -> Void = { _ in }
  ) {
    canvas.with(bodySpace(in: canvas.transform)) { canvas in
      drawBody(on: &canvas)
      canvas.with(headSpace(in: canvas.transform)) { canvas in
        drawHead(on: &canvas)
        wearing(&canvas)
      }
      holding(&canvas)
      if let paw = pose.leftPaw { drawArm(paw, side: -1, on: &canvas) }
      if let paw = pose.rightPaw { drawArm(paw, side: 1, on: &canvas) }
    }
  }

  /// The ground between the feet is the origin, so that squash and lean keep the feet planted.
  func bodySpace(in outer: Transform) -> Transform {
    outer.move(pose.ground).scale(pose.scale).turn(pose.lean)
      .scale(1 + pose.squash * 0.6, 1 - pose.squash)
  }

  private func headSpace(in body: Transform) -> Transform {
    let rest =
      switch pose.stance {
      case .sitting: Point(0, -190)
      case .loaf: Point(0, -112)
      case .running: Point(70, -166)
      case .headOnly: Point(0, -80)
      }
    // The head rides the squash but keeps most of its own shape; a squashed skull looks rubbery.
    return body.move(rest + pose.head.shift).turn(pose.head.tilt, about: Point(0, 70))
      .scale(1 - pose.squash * 0.3, 1 + pose.squash * 0.6)
  }
}
