/// Draws Biscuit in a pose. Left and right are the viewer's.
struct Dog {
  var pose: BiscuitPose

  init(_ pose: BiscuitPose) {
    self.pose = pose
  }

  /// Draws the dog. `wearing` draws on the head (hats, tears) in its coordinates; `holding` draws
  /// what the paws hold, in the body's coordinates.
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

  /// The origin is on the ground between the feet, so squash and lean do not move the feet.
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
    // The head moves with the squash but keeps most of its shape; a squashed head looks wrong.
    return body.move(rest + pose.head.shift).turn(pose.head.tilt, about: Point(0, 70))
      .scale(1 - pose.squash * 0.3, 1 + pose.squash * 0.6)
  }
}
