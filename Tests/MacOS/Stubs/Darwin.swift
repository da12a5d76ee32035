// swift-format-ignore-file
// The parts of Darwin that Swift's own overlay declares, because C macros and variadic functions are not imported.
public var errno: Int32 {
  get { unsafe __error().pointee }
  set { unsafe __error().pointee = newValue }
}
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { 0 }
public var SIG_DFL: sig_t? { return nil }
public var SIG_IGN: sig_t { return unsafe unsafeBitCast(1, to: sig_t.self) }
public var S_IFMT: mode_t { mode_t(0o170000) }
public var S_IFREG: mode_t { mode_t(0o100000) }
public var S_IFDIR: mode_t { mode_t(0o040000) }
public var S_IFLNK: mode_t { mode_t(0o120000) }
public var TIOCGWINSZ: UInt { 0x40087468 }
// tgmath
public func pow(_ x: Float, _ y: Float) -> Float { powf(x, y) }
public func cos(_ x: Float) -> Float { cosf(x) }
public func sin(_ x: Float) -> Float { sinf(x) }
public func log2(_ x: Float) -> Float { log2f(x) }
public func log10(_ x: Float) -> Float { log10f(x) }
public func exp(_ x: Float) -> Float { expf(x) }
public func log(_ x: Float) -> Float { logf(x) }
public func cbrt(_ x: Float) -> Float { cbrtf(x) }
public func hypot(_ x: Float, _ y: Float) -> Float { hypotf(x, y) }
public var stderr: UnsafeMutablePointer<FILE>! {
  get { unsafe __stderrp }
  set { unsafe __stderrp = newValue }
}
