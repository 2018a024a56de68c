import Synchronization

/// Identifiers for markers.
extension MarkerID {
  /// Returns an ID that no other marker of this process has, provided that programs use only
  /// numbers below 2⁶³.
  ///
  /// Any thread may call it.
  public static func next() -> MarkerID {
    MarkerID(counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  private static let counter = Atomic<UInt64>(1 << 63)
}
