import Synchronization
import Tiles

/// Names for sources.
extension SourceID {
  /// A name that no other source of this process has, as long as programs number theirs below 2³¹.
  ///
  /// Any thread may ask.
  public static func next() -> SourceID {
    SourceID(number: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  private static let counter = Atomic<UInt32>(1 << 31)
}
