/// Records input and frames, so that a frame can be traced from its input to the screen.
package struct InputRecord: Sendable {
  /// A recorded event.
  package enum Entry: Hashable, Sendable {
    /// Input arrived that the next frame will show.
    case inputArrived(Double)
    /// The input changed nothing visible; `stoodStill` is true if something moves, but by less than
    /// can be seen.
    case changedNothing(stoodStill: Bool)
    /// A frame was submitted; `moves` is true if a motion continues after it.
    case made(UInt64, moves: Bool)
  }

  /// The entries that have not been taken yet.
  private(set) var entries: [Entry] = []
  /// True if entries are recorded; `takeAll()` must then be called regularly.
  package var isKept = false

  mutating func inputArrived(at now: Double) { add(.inputArrived(now)) }
  mutating func changedNothing(stoodStill: Bool) { add(.changedNothing(stoodStill: stoodStill)) }
  mutating func made(_ number: UInt64, moves: Bool) { add(.made(number, moves: moves)) }

  private mutating func add(_ entry: Entry) { if isKept { entries.append(entry) } }

  /// Returns all entries, oldest first, and clears them.
  package mutating func takeAll() -> [Entry] {
    defer { entries.removeAll() }
    return entries
  }
}
