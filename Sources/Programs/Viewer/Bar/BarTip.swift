/// Decides which item of the bar has its name shown: the one under the pointer, after a moment.
///
/// A value without a clock: times are passed in, in seconds.
struct BarTip: Hashable, Sendable {
  /// How long the pointer rests on an item before its name is shown, in seconds.
  static let delay = 0.5

  private var item: BarState.Item?
  private var due = 0.0

  /// Takes note of the item under the pointer, or with the focus, whose name is shown at once.
  ///
  /// While a name is shown, that of the next item needs no delay.
  mutating func point(at item: BarState.Item?, isAtOnce: Bool, at now: Double) {
    guard item != self.item else { return }
    let isShown = shown(at: now) != nil
    self.item = item
    due = isAtOnce || isShown ? now : now + Self.delay
  }

  /// Returns the item whose name is shown.
  func shown(at now: Double) -> BarState.Item? { now >= due ? item : nil }

  /// Returns when a name appears; `nil` if none is waited for.
  func deadline(at now: Double) -> Double? { item != nil && now < due ? due : nil }
}
