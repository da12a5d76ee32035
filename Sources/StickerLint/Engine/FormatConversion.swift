internal import ImageContainers

extension FileFormat {
  /// A sentence with the usual command or menu that converts a file to a format of stickers; empty for
  /// formats that any image editor exports as PNG and for those without a usual converter.
  ///
  /// - Parameter side: the side of the canvas of a drawing, in pixels.
  package func conversionAdvice(side: Int) -> String {
    switch self {
    case .webP, .animatedWebP: " `stickerpack fit art.webp -o art.png` converts it."
    case .avif: " `avifdec art.avif art.png` converts it."
    case .heic: " On a Mac, `sips -s format png art.heic --out art.png` converts it."
    case .svg: " `rsvg-convert -w \(side) -h \(side) art.svg -o art.png` converts it."
    case .pdf: " `pdftocairo -png -transp -singlefile art.pdf art` converts it."
    case .photoshop: " In Photoshop, choose File > Export > Export As, PNG with transparency."
    case .webM: " `stickerpack fit art.webm -o art.png` converts it with its transparency."
    case .tgs: " python-lottie's `lottie_convert.py art.tgs art.gif` renders Telegram's animations."
    case .quickTime: " `stickerpack fit art.mov -o art.png` converts it."
    case .mpeg4: " `stickerpack fit art.mp4 -o art.png` converts it."
    case .animatedAVIF, .bmp, .heics, .ico, .jpegXL, .lottie, .tiff: ""
    case .png, .apng, .gif, .jpeg: ""
    }
  }
}
