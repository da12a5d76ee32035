/// How to convert files of other formats to those of stickers, for the rules that report them.
enum FormatConversion {
  /// A sentence with the usual command or menu; empty for formats that
  /// any image editor exports as PNG and for those without a usual converter.
  ///
  /// - Parameters:
  ///   - format: the name in ``FileSignature/unsupported(name:animated:)``.
  ///   - side: the side of the canvas of a drawing, in pixels.
  static func advice(
    for format: String, animated: Bool, side: Int
  ) -> String {
    switch (format, animated) {
    case ("WebP", _): " `stickerpack fit art.webp -o art.png` converts it."
    case ("AVIF", false): " `avifdec art.avif art.png` converts it."
    case ("HEIC", _): " On a Mac, `sips -s format png art.heic --out art.png` converts it."
    case ("SVG", _): " `rsvg-convert -w \(side) -h \(side) art.svg -o art.png` converts it."
    case ("PDF", _): " `pdftocairo -png -transp -singlefile art.pdf art` converts it."
    case ("Photoshop", _):
      " In Photoshop, choose File > Export > Export As, PNG with transparency."
    case ("WebM", _):
      " `stickerpack fit art.webm -o art.png` converts it with its transparency."
    case ("TGS", _):
      " python-lottie's `lottie_convert.py art.tgs art.gif` renders Telegram's animations."
    case ("QuickTime", _): " `stickerpack fit art.mov -o art.png` converts it."
    case ("MPEG-4", _): " `stickerpack fit art.mp4 -o art.png` converts it."
    default: ""
    }
  }
}
