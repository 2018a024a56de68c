/// Decides which item of the bar has a tooltip: the one under the pointer, after a delay.
///
/// A value without a clock: times are passed in, in seconds.
struct BarTip: Hashable, Sendable {
  /// How long the pointer rests on an item before its tooltip appears, in seconds.
  static let delay = 0.5

  private var item: BarState.Item?
  private var due = 0.0

  /// Notes the item under the pointer, or the one with the focus, whose tooltip appears at once.
  ///
  /// While a tooltip is visible, the next item's appears without a delay.
  mutating func point(at item: BarState.Item?, isAtOnce: Bool, at now: Double) {
    guard item != self.item else { return }
    let isShown = shown(at: now) != nil
    self.item = item
    due = isAtOnce || isShown ? now : now + Self.delay
  }

  /// Returns the item whose tooltip is visible.
  func shown(at now: Double) -> BarState.Item? { now >= due ? item : nil }

  /// Returns when a tooltip appears; `nil` if none is pending.
  func deadline(at now: Double) -> Double? { item != nil && now < due ? due : nil }
}
