package import Basics

extension PackObservation.Kind {
  /// The reason an entry of a folder cannot be read, as a sentence; nil for all other observations.
  package var readProblem: String? {
    switch self {
    case .unreadableFile(let reason): "The file cannot be read: \(reason)."
    case .unreadableFolder(let reason): "The folder cannot be read: \(reason)."
    case .fileInsteadOfFolder: "The folder cannot be read: it is a file."
    case .removed: "The entry cannot be read: it was removed while the folder was listed."
    case .invalidName: "The entry cannot be read: its name is not valid UTF-8."
    case .invalidNames(let first, 1):
      "A file of the archive cannot be read: its name \(first.quoted) is invalid."
    case .invalidNames(let first, let count):
      "\(count) files of the archive cannot be read: their names, such as \(first.quoted), are invalid."
    default: nil
    }
  }

  /// The reason a pack was not read, as sentences; nil for all other observations.
  package var configurationProblem: String? {
    guard case .invalidConfiguration(let reason) = self else { return nil }
    let end = reason.hasSuffix("?") ? "" : "."
    return "The stickers of this folder were not checked: \(reason)\(end)"
  }

  /// The reason a link is not followed, as a sentence; nil for all other observations.
  package var linkProblem: String? {
    guard case .linkOutside = self else { return nil }
    return "The target of the link is missing or outside the folder."
  }
}

/// An entry of a folder that no command can read.
package struct SkippedEntry: Sendable, Equatable, JSONObject {
  package var displayPath: String
  /// The reason it was skipped, as a sentence. The same as in the report of a lint.
  package var reason: String

  /// Nil for an observation about something that can be read.
  package init?(_ kind: PackObservation.Kind, in displayPath: String) {
    guard let reason = kind.readProblem ?? kind.configurationProblem ?? kind.linkProblem else {
      return nil
    }
    (self.displayPath, self.reason) = (displayPath, reason)
  }

  package func addMembers(to json: inout JSONStream) {
    json.add("file", displayPath)
    json.add("reason", reason)
  }
}

extension PackSource {
  /// The entries of the pack's folders that cannot be read.
  package var skippedEntries: [SkippedEntry] {
    observations.compactMap { SkippedEntry($0.kind, in: $0.displayPath) }
  }
}
