/// Follows frames from the input that asked for them to the screen.
package struct InputLedger: Sendable {
  /// What has happened.
  package enum Entry: Hashable, Sendable {
    /// Input arrived that the next frame will show.
    case inputArrived(Double)
    /// Nothing came of the input; `stoodStill` where something moves by less than can be seen.
    case changedNothing(stoodStill: Bool)
    /// A frame was submitted; `moves` tells whether another will follow it by itself.
    case made(UInt64, moves: Bool)
  }

  /// Entries that nobody has taken.
  private(set) var entries: [Entry] = []
  /// Whether entries are kept for somebody who takes them.
  package var isKept = false

  mutating func inputArrived(at now: Double) { add(.inputArrived(now)) }
  mutating func changedNothing(stoodStill: Bool) { add(.changedNothing(stoodStill: stoodStill)) }
  mutating func made(_ number: UInt64, moves: Bool) { add(.made(number, moves: moves)) }

  private mutating func add(_ entry: Entry) { if isKept { entries.append(entry) } }

  /// Takes all entries, oldest first.
  package mutating func takeAll() -> [Entry] {
    defer { entries.removeAll() }
    return entries
  }
}
