/// A slider being dragged.
struct SliderDrag<ID: Hashable & Sendable>: Hashable, Sendable {
  let id: ID
  /// The pointer's last position.
  private var x: Double
  /// The distance from the thumb to the pointer.
  private var offset = 0.0
  /// The fraction of the range during a fine drag; it may be beyond the ends.
  private var fine: Double?

  private init(id: ID, x: Double) {
    self.id = id
    self.x = x
  }

  /// Starts a drag.
  ///
  /// If the thumb is pressed, it keeps its distance from the pointer; otherwise it jumps to the
  /// pointer, and the new value is returned. `isElsewhere` is true if the thumb is no longer where
  /// it was drawn.
  static func grabbing(
    _ row: Placed<ID>.Row, at x: Double, finely isFine: Bool, isElsewhere: Bool,
    _ metrics: ControlMetrics
  ) -> (drag: SliderDrag, number: Double?)? {
    guard case .number(let number, let scale, _) = row.node.value else { return nil }
    let track = metrics.track(of: row, scale)
    let fraction = scale.fraction(of: number)
    let distance = x - track.place(of: fraction)
    var slider = SliderDrag(id: row.node.id, x: x)
    if isFine {
      slider.fine = fraction
    } else if !isElsewhere, abs(distance) <= Double(metrics.grip) {
      slider.offset = distance
    } else {
      return (slider, track.value(at: x, scale))
    }
    return (slider, nil)
  }

  /// Moves the slider; with Shift by a tenth, and without the detent around the default.
  mutating func pull(
    to x: Double, _ row: Placed<ID>.Row, _ metrics: ControlMetrics
  ) -> Double? {
    guard case .number(_, let scale, _) = row.node.value else { return nil }
    let track = metrics.track(of: row, scale)
    defer { self.x = x }
    guard let fine else { return track.value(at: x - offset, scale) }
    let moved = fine + (x - self.x) / track.length / 10
    self.fine = moved
    return x == self.x ? nil : scale.value(at: moved, step: scale.fineStep)
  }

  /// Switches between a normal and a fine drag, from the thumb's current position.
  mutating func refine(_ isFine: Bool, _ row: Placed<ID>.Row, _ metrics: ControlMetrics) {
    guard isFine != (fine != nil), case .number(let number, let scale, _) = row.node.value
    else { return }
    let fraction = scale.fraction(of: number)
    fine = isFine ? fraction : nil
    offset = x - metrics.track(of: row, scale).place(of: fraction)
  }
}

extension SliderTrack {
  /// Returns the value at a position.
  fileprivate func value(at x: Double, _ scale: SliderScale) -> Double {
    guard let fraction = fraction(at: x) else { return scale.neutral }
    return scale.value(at: fraction, step: scale.step)
  }
}
