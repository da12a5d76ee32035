#if hasFeature(Embedded)
  extension Array {
    /// Returns the results of `transform` for all elements, in order: there is one thread.
    package func blockingMap<Value, Failure>(
      jobs: Int, _ transform: (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
      try map(transform)
    }
  }
#endif
