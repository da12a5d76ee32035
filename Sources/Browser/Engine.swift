// The linter as a WASI reactor: a page or another program calls the exported functions with pointers to bytes in the
// memory of the engine. Files are read through WASI, from whatever file system the caller provides.

// Unsafe: there is one thread. The bytes of a request have the count that the caller states, which allocated them here;
// those of an output stay until the next output is made.

import Basics
import ImageContainers
import StickerLint
import StickerPacks
import StickerReports

/// The last lint. There is one thread.
nonisolated(unsafe) private var session: Session?
/// The bytes of the last output. They stay where they are until the next one.
nonisolated(unsafe) private var output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

/// Reserves memory for the bytes of a request, which the call that gets them frees.
@_expose(wasm, "allocate") @_cdecl("engine_allocate")
func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: max(1, count)) }

/// Lints files and folders.
///
/// - Parameter request: JSON, see ``Request``.
/// - Returns: 0, or 1 if the output `error` says why not.
@_expose(wasm, "lint") @_cdecl("engine_lint")
func lint(_ request: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
  session = Session(Request(taking: request, count))
  return session?.failure == nil ? 0 : 1
}

/// Makes an output of the last lint: `report`, `markdown`, `html` or `error`; or `targets`, which needs none.
/// `fixes` fixes the files and lists them, and their numbers, from 0, are outputs with their new bytes.
///
/// - Returns: the number of its bytes, 0 for an unknown name.
@_expose(wasm, "output") @_cdecl("engine_output")
func output(_ name: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  let name = String(decoding: take(name, count), as: UTF8.self)
  let bytes =
    Int(name).map { session?.fixedBytes(at: $0) ?? [] } ?? Output(rawValue: name)?.bytes ?? []
  output.deallocate()
  output = .allocate(capacity: bytes.count)
  _ = output.initialize(from: bytes)
  return bytes.count
}

/// The bytes of the last output.
@_expose(wasm, "bytes") @_cdecl("engine_bytes")
func outputBytes() -> UnsafeMutablePointer<UInt8>? { output.baseAddress }

/// Returns the bytes at a pointer and frees them.
func take(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> [UInt8] {
  defer { bytes.deallocate() }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Called after each file, with JSON: how many are done, of how many, and what the rules about files found in it.
@_extern(wasm, module: "stickerpack", name: "progress")
@_extern(c)
func reportProgress(_ bytes: UnsafePointer<UInt8>, _ count: Int)

enum Output: String {
  case report, markdown, html, fixes, targets, error

  var bytes: [UInt8] {
    if self == .targets {
      return JSONStream.list(of: Destination.all) {
        $0.add("id", $1.id)
        $0.add("name", $1.name)
      }
    }
    if self == .fixes { return session?.fix() ?? [] }
    guard let session else { return [] }
    switch (self, session.result) {
    case (.error, _): return JSONStream.object { $0.add("error", session.failure) }
    case (.report, let result?):
      return session.destinations.count > 1
        ? DestinationReport.json(of: session.verdicts)
        : JSONReport.bytes(of: ReportContents(result))
    case (.html, let result?): return session.page(of: result).bytes()
    case (.markdown, let result?):
      return Array(MarkdownReport.text(of: ReportContents(result)).utf8)
    default: return []
    }
  }
}
