package import ImageContainers

/// A place for one icon in an icon set.
///
/// Source: Apple, Asset Catalog Format Reference: Messages Extension Icon Type; the slots that Xcode
/// writes; Technical Q&A QA1686, table 8, for what the App Store requires.
package struct IconSlot: Sendable, Equatable {
  /// `iphone`, `ipad`, `universal` or `ios-marketing`.
  package var idiom: String
  /// The width in points.
  package var width: Int
  /// The height in points.
  package var height: Int
  /// Pixels per point: 1, 2 or 3.
  package var scale: Int
  /// Whether the App Store requires it.
  package var isRequired: Bool

  package static let all = [
    IconSlot("iphone", 29, 29, 2, isRequired: false),
    IconSlot("iphone", 29, 29, 3, isRequired: false),
    IconSlot("iphone", 60, 45, 2), IconSlot("iphone", 60, 45, 3),
    IconSlot("ipad", 29, 29, 2, isRequired: false),
    IconSlot("ipad", 67, 50, 2), IconSlot("ipad", 74, 55, 2),
    square, IconSlot("universal", 27, 20, 2), IconSlot("universal", 27, 20, 3),
    IconSlot("universal", 32, 24, 2), IconSlot("universal", 32, 24, 3),
    IconSlot("ios-marketing", 1024, 768, 1),
  ]

  /// The App Store's square icon.
  package static let square = IconSlot("ios-marketing", 1024, 1024, 1, isRequired: false)

  init(_ idiom: String, _ width: Int, _ height: Int, _ scale: Int, isRequired: Bool = true) {
    self.idiom = idiom
    self.width = width
    self.height = height
    self.scale = scale
    self.isRequired = isRequired
  }

  /// The size of its image, in pixels.
  package var pixels: CanvasSize {
    CanvasSize(clampingWidth: width * scale, height: height * scale)
  }
  /// Its size in points as catalogs write it: `60x45`.
  package var size: String { "\(width)x\(height)" }
  /// Its name in a configuration: `60x45@2x`. The Settings icons of iPhone and iPad share one.
  package var key: String { "\(size)@\(scale)x" }
  /// Its name in messages: `iphone 60x45@2x`.
  package var name: String { "\(idiom) \(key)" }
  /// The platform that Xcode writes for some slots.
  package var platform: String? { idiom == "universal" || size == "1024x768" ? "ios" : nil }
  /// Whether the App Store shows it.
  package var isForStore: Bool { idiom == "ios-marketing" }

  /// The reason Xcode does not use the image of an entry for its slot.
  package enum Fault: Sendable, CaseIterable {
    /// The platform is missing where Xcode writes one.
    case platform
    /// The idiom is `universal` instead of the slot's. Xcode's editor can write it when it saves a set.
    case idiom
  }

  /// The slot that an entry of an icon set is for.
  ///
  /// Source of faults: projects whose icons were missing after a build without warnings (ITMS-90649, ITMS-90642),
  /// 2026; edwardofclt/bufo-keyboard, a script that repairs icon sets.
  struct Match {
    let slot: IconSlot
    let fault: Fault?

    /// Nil if no slot has the size or the platform.
    init?(idiom: String, size: String, scale: Int, platform: String?) {
      let alike = all.filter { $0.size == size && $0.scale == scale }
      if let own = alike.first(where: { $0.idiom == idiom }),
        own.platform == nil || platform == nil || own.platform == platform
      {
        (slot, fault) = (own, own.platform != nil && platform == nil ? .platform : nil)
      } else if idiom == "universal", alike.count == 1, alike[0].isRequired,
        [nil, "ios"].contains(platform)
      {
        (slot, fault) = (alike[0], .idiom)
      } else {
        // Such as one at @1x, which Xcode 8 had. A slot for another platform is none of these.
        guard let kind = all.first(where: { $0.size == size }),
          !alike.contains(where: { $0.idiom == idiom })
        else { return nil }
        slot = IconSlot(idiom, kind.width, kind.height, scale, isRequired: false)
        fault = nil
      }
    }
  }
}
