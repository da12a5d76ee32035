internal import SystemLibraries

package enum Processors {
  /// The number of processors that work now.
  package static var count: Int {
    #if hasFeature(Embedded)
      1
    #else
      ProcessInfo.processInfo.activeProcessorCount
    #endif
  }
}
