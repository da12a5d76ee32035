#if hasFeature(Embedded)
  extension Array {
    /// Returns the results of `transform` for all elements, in order: there is one thread.
    package func blockingMap<Value, Failure>(
      jobs: Int, _ transform: (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
      try map(transform)
    }
  }

  /// A value that one thread uses, as there is no other: that is why it is Sendable without a check.
  package final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&value)
    }
  }
#endif
