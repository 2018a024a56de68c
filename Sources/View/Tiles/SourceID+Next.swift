import Synchronization

/// Identifiers for sources.
extension SourceID {
  /// Returns an identifier that no other source of this process has, provided that programs use
  /// only numbers below 2³¹.
  ///
  /// Any thread may call it.
  public static func next() -> SourceID {
    SourceID(number: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  private static let counter = Atomic<UInt32>(1 << 31)
}
