extension Bitmap {
  /// Returns the bitmap transformed to orientation 1 from an Exif orientation; unchanged if it is
  /// not 1 to 8.
  ///
  /// Source: Exif 2.32, 4.6.4 A, which defines the sides of row 0 and column 0 for each value.
  package func upright(fromOrientation orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let turned = orientation > 4
    var result = Bitmap(width: turned ? height : width, height: turned ? width : height)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let place: (x: Int, y: Int) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          default: (width - 1 - y, x)
          }
        result[x, y] = self[place.x, place.y]
      }
    }
    return result
  }
}
