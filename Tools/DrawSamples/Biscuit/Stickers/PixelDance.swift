/// Biscuit as pixel art: a GIF has only hard edges.
enum PixelDance {
  static var dance: Drawing {
    let steps = [
      Step(sway: 0, hop: 0, flap: 0, isHappy: false),
      Step(sway: 1, hop: 2, flap: 0, isHappy: false),
      Step(sway: 2, hop: 2, flap: 1, isHappy: true), Step(sway: 1, hop: 0, flap: 1, isHappy: true),
      Step(sway: 0, hop: 0, flap: 0, isHappy: false),
      Step(sway: -1, hop: 2, flap: 0, isHappy: false),
      Step(sway: -2, hop: 2, flap: 1, isHappy: true),
      Step(sway: -1, hop: 0, flap: 1, isHappy: true),
    ]
    let frames = steps.enumerated().map { index, step in
      Drawing.Frame(pixels: frame(step, beat: index).scaledPixels, delayMilliseconds: 110)
    }
    return .sticker("pixel-dance", .gif, label: "Biscuit dances in pixels", frames: frames)
  }

  private struct Step {
    var sway: Int
    var hop: Int
    var flap: Int
    var isHappy: Bool
  }

  private static func frame(_ step: Step, beat: Int) -> PixelGrid {
    var grid = PixelGrid()
    let (bodyX, bodyY) = (15 + step.sway / 2, 33 - step.hop)
    let (headX, headY) = (14 + step.sway, 15 - step.hop + (step.flap == 0 ? 0 : 1))

    let isTailUp = beat.isMultiple(of: 2)
    grid.stamp(isTailUp ? tailUp : tailOut, x: bodyX + (isTailUp ? 17 : 16), y: bodyY + 2)
    grid.stampMirrored(step.hop == 0 ? body : bodyInAir, x: bodyX, y: bodyY)
    grid.stamp(tag, x: bodyX + 9, y: bodyY + 1)

    grid.stamp(tuft, x: headX + 8, y: headY - 3)
    grid.stampMirrored(skull, x: headX, y: headY)
    grid.stamp(patch, x: headX + 2, y: headY + 4)
    for eyeX in [4, 15] {
      grid.stamp(step.isHappy ? happyEye : openEye, x: headX + eyeX, y: headY + 6)
    }
    for cheekX in [2, 18] { grid.stamp(cheek, x: headX + cheekX, y: headY + 12) }
    grid.stamp(nose, x: headX + 9, y: headY + 9)
    grid.stamp(step.isHappy ? laugh : smile, x: headX + 8, y: headY + 13)

    let ear = step.flap == 0 ? earDown : earUp
    grid.stamp(ear, x: headX - 5, y: headY + 1)
    grid.stamp(ear.map { String($0.reversed().map(toffeeFor)) }, x: headX + 19, y: headY + 1)

    let drift = beat % 4
    if beat < 4 {
      grid.stamp(heart, x: 41, y: 10 - drift)
    } else {
      grid.stamp(heart, x: 3, y: 10 - drift)
    }
    return grid.outlined
  }

  /// One ear is darker than the other.
  private static func toffeeFor(_ key: Character) -> Character {
    switch key {
    case "b": "t"
    case "B": "T"
    case "a": "h"
    default: key
    }
  }

  // Left halves; the last column is the axis of symmetry.
  private static let skull = [
    "........kkkk",
    "......kktttc",
    "....kktttttc",
    "...ktttttttc",
    "..kthttttttc",
    "..kttttttttc",
    ".kttttttttcc",
    ".kttttttttcc",
    "ktttttttttcc",
    "kttttttttccc",
    "kttttttccccc",
    "ktttttcccccc",
    "ktttttcccccc",
    ".kttttcccccc",
    ".kTtttcccccc",
    "..kTTttccccc",
    "...kkTTTcccc",
    ".....kkkTCCC",
    "........kkkk",
  ]
  private static let body = [
    "....kllllll",
    "....kLLLLLL",
    "...kttttccc",
    "...ktttcccc",
    "..kttttcccc",
    "..kttkttkcc",
    "..kttkttkcc",
    "..kTtkttkcc",
    ".kkTtkttkcc",
    "kcckTkccckC",
    "kcCkTkcCCkT",
    ".kkkkkkkkkk",
  ]
  private static let bodyInAir = [
    "....kllllll",
    "....kLLLLLL",
    "..kkttttccc",
    ".kttttkcccc",
    "kccttkccccc",
    "kcCkktccccc",
    ".kkkttccccc",
    "..kttttcccc",
    "..kTtttcccc",
    "..kkTTTTCCC",
    ".kcckkkkkkk",
    ".kcCkk.....",
    "..kkk......",
  ]

  private static let earDown = [
    "....kkkk.",
    "..kkbbbbk",
    ".kbabbbk.",
    ".kabbbbk.",
    "kbabbbk..",
    "kbabbBk..",
    "kbbbbBk..",
    "kbbbBk...",
    "kbbbBk...",
    "kbbBBk...",
    ".kBBk....",
    "..kk.....",
  ]
  private static let earUp = [
    ".kkkkkkk.",
    "kbbaabbbk",
    "kbabbbbk.",
    "kabbbbBk.",
    "kbbbbBk..",
    "kbbbBk...",
    ".kBBk....",
    "..kk.....",
  ]
  private static let tuft = ["...kkkk", "..kccck", ".kccck.", "kkccckk", "ttccctt"]
  private static let patch = [
    "..pppp.",
    ".pppppp",
    "ppppppp",
    "ppppppp",
    "pppppp.",
    "pppppp.",
    ".pppp..",
    ".ppp...",
  ]
  private static let openEye = [".ee.", "ewee", "eeee", "eeee", ".ee."]
  private static let happyEye = ["....", ".ee.", "e..e", "e..e"]
  private static let cheek = ["rrr", "rrr"]
  private static let nose = ["nn.nn", "nnnnn", ".nnn.", "..n.."]
  private static let smile = ["k..k..k", ".kk.kk."]
  private static let laugh = ["k..k..k", ".kmmmk.", ".kgggk.", "..kkk.."]
  private static let tag = ["ooo", "oOo", "ooo"]
  private static let tailUp = [
    "..kkk.",
    ".kccck",
    ".kccck",
    ".ktttk",
    "kttTk.",
    "ttTk..",
    "kkk...",
  ]
  private static let tailOut = [
    "...kkk.",
    "..kccCk",
    ".kttcCk",
    "kttTkk.",
    "ttTk...",
    "kkk....",
  ]
  private static let heart = [
    ".kk.kk.",
    "kxxkxxk",
    "kxyxxxk",
    "kxxxxXk",
    ".kxxXk.",
    "..kXk..",
    "...k...",
  ]
}

/// A coarse grid of palette keys, eight image pixels to a cell.
private struct PixelGrid {
  private static let side = 51
  private static let cell = Canvas.size / side
  private static let empty: Character = "."

  private var keys = [Character](repeating: empty, count: side * side)

  mutating func stamp(_ rows: [String], x: Int, y: Int) {
    for (row, line) in rows.enumerated() {
      for (column, key) in line.enumerated() where key != PixelGrid.empty {
        keys[(y + row) * PixelGrid.side + x + column] = key
      }
    }
  }

  /// Draws left halves and their mirror images, which share the axis column.
  mutating func stampMirrored(_ halves: [String], x: Int, y: Int) {
    stamp(halves.map { $0 + String($0.reversed().dropFirst()) }, x: x, y: y)
  }

  /// The same picture with a white border of one cell.
  var outlined: PixelGrid {
    var result = self
    let side = PixelGrid.side
    for row in 1..<(side - 1) {
      for column in 1..<(side - 1) where keys[row * side + column] == PixelGrid.empty {
        let touches = (-1...1).contains { down in
          (-1...1).contains { across in
            keys[(row + down) * side + column + across] != PixelGrid.empty
          }
        }
        if touches { result.keys[row * side + column] = "w" }
      }
    }
    return result
  }

  var scaledPixels: [UInt8] {
    var layer = [SIMD4<Float>](repeating: .zero, count: Canvas.size * Canvas.size)
    for index in layer.indices {
      let (row, column) = (index / Canvas.size, index % Canvas.size)
      let key = keys[row / PixelGrid.cell * PixelGrid.side + column / PixelGrid.cell]
      layer[index] = PixelGrid.color(for: key)?.premultiplied ?? .zero
    }
    return StraightAlpha.pixels(layer)
  }

  private static func color(for key: Character) -> Color? {
    switch key {
    case "k": Palette.line
    case "t": Palette.toffee.base
    case "T": Palette.toffee.shade
    case "h": Palette.highlight
    case "b": Palette.baked.base
    case "B": Palette.baked.shade
    case "a", "p": Palette.crumb.base
    case "c": Palette.cream.base
    case "C": Palette.cream.shade
    case "e", "n": Palette.eye
    case "w": Palette.white
    case "r": Palette.paw
    case "m": Palette.mouth
    case "g": Palette.tongue.base
    case "l": Palette.teal.base
    case "L": Palette.teal.shade
    case "o": Palette.gold.base
    case "O": Palette.gold.shade
    case "x": Palette.red.base
    case "X": Palette.red.shade
    case "y": Palette.shine
    default: nil
    }
  }
}
