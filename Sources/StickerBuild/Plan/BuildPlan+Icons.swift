internal import Basics
internal import ImageContainers
package import StickerLint
package import StickerPacks

extension BuildPlan {
  /// The sources of a pack's icons.
  package struct Icons: Sendable {
    /// An image that fills slots unchanged.
    package struct Given: Sendable {
      package var facts: AssetFacts
      package var slots: [IconSlot]
    }

    package var given: [Given] = []
    /// The image that the icons of the other slots are made from; without it, a sticker is used.
    package var art: AssetFacts?
    package var settings: IconSettings
    /// All slots of the platform.
    package let slots: [IconSlot]

    init(of pack: PackFacts, skipping skipped: inout [Skipped]) {
      settings = pack.source.settings.icon
      slots = IconSlot.all
      for (icon, facts) in zip(pack.source.icons.given, pack.icons) {
        if let problem = facts.readProblem {
          skipped.append(Skipped(displayPath: facts.source.displayPath, reason: "\(problem)"))
        } else {
          let slots = icon.slots.filter(emptySlots.contains)
          if !slots.isEmpty { given.append(Given(facts: facts, slots: slots)) }
        }
      }
      // A catalog names no image for icons, so its largest icon is used.
      let candidate =
        pack.iconArt ?? given.max { Self.pixels(of: $0) < Self.pixels(of: $1) }?.facts
      guard !emptySlots.isEmpty, let candidate else { return }
      do throws(UnusableImage) {
        guard try candidate.usableImage().picture != nil else {
          throw UnusableImage(reason: "no pixel is visible")
        }
        art = candidate
      } catch {
        skipped.append(
          Skipped(
            displayPath: candidate.source.displayPath,
            reason: "no icon can be made from it: \(error.reason)"))
      }
    }

    private static func pixels(of icon: Given) -> Int {
      icon.slots.map { $0.pixels.width * $0.pixels.height }.max() ?? 0
    }

    /// The slots without an image, in Xcode's order.
    package var emptySlots: [IconSlot] {
      slots.filter { slot in !given.contains { $0.slots.contains(slot) } }
    }
  }
}

extension BuildPlan.Pack {
  /// The sticker that icons are made from if slots are empty and no other image can fill them: the configured cover,
  /// or else the first PNG or JPEG that does not move, or else the first one. A GIF has too few colors for an icon, and
  /// one frame of an animation may show half of a movement. All of them have a visible pixel.
  package var stickerForIcons: BuildPlan.Sticker? {
    guard icons.art == nil, !icons.emptySlots.isEmpty else { return nil }
    let visible = stickers.filter { $0.facts.image?.picture != nil }
    if source.settings.cover != nil, let cover, visible.contains(where: { $0.id == cover.id }) {
      return cover
    }
    return visible.first { $0.facts.image.map { !$0.isAnimated && $0.format != .gif } ?? false }
      ?? visible.first
  }

  /// The files that cannot be used, and missing icons.
  package var skipped: [BuildPlan.Skipped] {
    var skipped = skippedFiles
    if filledSlots.isEmpty {
      let reason = "it has no icon, and no sticker that one could be made from"
      skipped.append(.init(displayPath: displayPath, reason: reason))
    }
    return skipped
  }

  /// The slots that get an icon, with the extension of its file.
  var filledSlots: [(slot: IconSlot, fileExtension: String)] {
    let given = icons.given.flatMap { icon in
      icon.slots.map { (slot: $0, fileExtension: icon.facts.source.path.fileExtension) }
    }
    guard icons.art != nil || stickerForIcons != nil else { return given }
    return given + icons.emptySlots.map { ($0, "png") }
  }

  func iconName(_ slot: IconSlot, _ fileExtension: String) -> String {
    "\(slot.idiom)-\(slot.key).\(fileExtension)"
  }
}
