import Basics
import StickerLint
import StickerPacks
import StickerReports

/// The files of a lint after the fixes that change nothing that viewers see.
///
/// Renamed files are left out: a list of stickers may have the old name, and only a command that writes to the folder
/// changes both at once.
struct Fixes {
  /// The files with new content.
  private(set) var files: [RepairedFile]

  init(of result: LintResult, by linter: Linter) {
    let repairer = FileRepairer(linter, allowsUnsafe: false)
    files = result.repairTasks(allowsUnsafe: false).map { repairer.repair($0) }
      .filter { $0.bytes != nil && $0.newName == nil }
  }

  /// The files as a list of JSON objects: the path, and what was fixed.
  var json: [UInt8] {
    JSONStream.list(of: files) { json, file in
      json.add("file", file.source.location.displayPath.string)
      json.add("fixes", file.repairs.map { $0.summary })
    }
  }
}
