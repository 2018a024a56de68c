/// A folder that is offered to copy or move files into.
struct OfferedFolder: Hashable, Sendable {
  let path: [UInt8]
  /// The digit that chooses it; `nil` if all are taken.
  let digit: Int?

  /// Returns the folders by their digits: those of the settings under their own, and the last ones
  /// under the others, the latest first.
  static func list(slots: [Int: [UInt8]], recent: [[UInt8]]) -> [OfferedFolder] {
    let named = Set(slots.values)
    var others = recent.filter { !named.contains($0) }[...]
    let folders = (Array(1...9) + [0]).compactMap { digit in
      (slots[digit] ?? others.popFirst()).map { OfferedFolder(path: $0, digit: digit) }
    }
    return folders + others.map { OfferedFolder(path: $0, digit: nil) }
  }
}
