internal import CFolderSwap

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder that is written beside its place and put there whole, or not at all.
struct OutputFolder: Sendable {
  /// Where it will stand.
  let path: String
  /// Where it is written: beside its place, so that a rename can put it there.
  private let draft: String

  /// Begins a draft for `path`, whose parent folders are made.
  init(at path: String) throws(BuildFailure) {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last ?? ""
    guard !["", ".", ".."].contains(name) else {
      throw BuildFailure("“\(path)” names no folder that could be made", isUsage: true)
    }
    let parent = parts.dropLast().map { $0 + "/" }.joined()
    self.path = trimmed
    draft = "\(parent).\(name).draft-\(ProcessInfo.processInfo.processIdentifier)"
    discard()
    try attempt("make the folder \(draft)") {
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    }
  }

  /// Writes a file of the draft and makes its folders.
  func write(_ bytes: [UInt8], to name: String) throws(BuildFailure) {
    let target = draft + "/" + name
    try attempt("write \(name)") {
      try FileManager.default.createDirectory(
        atPath: String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)]),
        withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: target))
    }
  }

  /// Puts the draft in its place and removes what stood there.
  func commit() throws(BuildFailure) {
    if unsafe rename(draft, path) == 0 { return }
    // A folder with content is in the way. Both change places in one step, so that at no moment
    // there is none.
    switch unsafe cfs_swap(draft, path) {
    case 0: break
    case EINVAL, ENOTSUP, ENOSYS:
      // The file system cannot do it in one step; in two, the old folder is never far.
      let aside = draft + "-old"
      try attempt("replace \(path)") {
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        try FileManager.default.moveItem(atPath: draft, toPath: path)
        try FileManager.default.removeItem(atPath: aside)
      }
      return
    case let code:
      throw BuildFailure("cannot replace \(path): \(unsafe String(cString: strerror(code)))")
    }
    try attempt("remove the old \(path)") { try FileManager.default.removeItem(atPath: draft) }
  }

  /// Removes the draft after a failure.
  func discard() { try? FileManager.default.removeItem(atPath: draft) }

  private func attempt(_ what: String, _ work: () throws -> Void) throws(BuildFailure) {
    do {
      try work()
    } catch {
      throw BuildFailure("cannot \(what): \(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    if let code = (error.underlying as? POSIXError)?.code {
      return unsafe String(cString: strerror(code.rawValue)).lowercased()
    }
    return error.code == .fileWriteOutOfSpace ? "the disk is full" : "\(error)"
  }
}
