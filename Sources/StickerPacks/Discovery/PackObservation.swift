package import Basics
package import ImageContainers

/// Something that discovery or the catalog reader came across in a pack: what it is, and where. Lint
/// rules decide what is wrong.
package struct PackObservation: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case unreadableFile(reason: String)
    case unreadableFolder(reason: String)
    /// A file with the name of a folder: `.stickerpack` or `.stickersiconset`.
    case fileInsteadOfFolder
    /// A configuration that cannot be used, so the stickers below it are not read; the reason has the line.
    case invalidConfiguration(reason: String)
    /// An entry that was removed while its folder was listed.
    case removed
    /// An entry whose name is not UTF-8.
    case invalidName
    /// Files of an archive whose names are not UTF-8 or lead out of it.
    case invalidNames(first: String, count: Int)
    /// A symbolic link whose target is missing or outside of the folder that is linted.
    case linkOutside
    /// A configuration or catalog that refers to a file or folder, and no such file or folder.
    case missing(String, Reference)
    case noStickers

    /// A glob of a configuration that matches nothing in its folder.
    case unmatchedGlob(String, line: Int)
    /// A folder that is listed as frames and has no two numbered images.
    case noFrames
    /// An image beside frames whose name differs from theirs in more than the number.
    case otherImage(firstFrame: String)
    /// Frames whose numbers are not consecutive: the numbers before and after each gap.
    case missingFrames(gaps: [ClosedRange<Int>])
    /// The art of a sticker that is given at some scales, but not at @3x.
    case missingScale(largest: Int)
    /// A pack of images that differ only in their number, inside another pack.
    case numberedImages(count: Int, parent: String)

    /// A `.strings` file that does not parse.
    case invalidStrings(String)
    /// A label in a `.strings` file for a sticker that the pack does not have.
    case unknownSticker(String)
    /// A `Contents.json` that does not parse.
    case invalidJSON(String)
    /// A key that is not one of the `known` ones.
    case unknownKey(String, known: [String])
    /// A value that its key cannot have; an empty key is the file itself.
    case unexpectedValue(String, key: String, expected: Expected)
    /// A sticker's folder that its pack lists more than once.
    case repeatedEntry(String)
    /// A filename with a path in it, or an empty one.
    case pathAsFilename(String)
    /// A name that differs from that of its file in upper and lower case.
    case otherCase(String, file: String)
    /// A sticker's `Contents.json` without a filename.
    case noImage
    /// An entry for a frame without a filename.
    case emptyFrame
    case emptySequence
    /// A sticker's folder that its pack does not list.
    case unlisted
    /// A file that no `Contents.json` refers to.
    case unusedFile
    /// A folder of a kind that does not belong there.
    case unusedFolder
    /// The packs of a whole catalog by name, and whether it has an icon set.
    case catalog(packs: [String], hasIconSet: Bool)
    /// The slots of an icon set that have no image.
    case emptySlots([IconSlot])
    /// Slots whose images Xcode does not take for them.
    case misplacedIcons([IconSlot], IconSlot.Fault)
  }

  /// The target of a name in a configuration or catalog.
  package enum Reference: Sendable, Equatable {
    case file
    case folder
    /// A folder with the frames of a sequence.
    case frames
    /// An image for all icons, or for one slot.
    case icon(slot: String?)
    /// The sticker that stands for the pack.
    case cover
  }

  /// The value that a key of a catalog expects.
  package enum Expected: Sendable, Equatable {
    case object
    case array
    case string
    case positiveNumber
    /// A whole number, 0 or more.
    case count
    /// The format's only version.
    case version(Int)
    case oneOf([String])
  }

  package var location: Location
  /// The place in the file; nil for an observation about all of it.
  package var place: Place?
  package var kind: Kind

  package var displayPath: String { location.displayPath.string }

  init(_ kind: Kind, in location: Location, at place: Place? = nil) {
    self.kind = kind
    self.location = location
    self.place = place
  }
}
