/// A slider that is dragged.
struct SliderDrag<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Which.
  let id: ID
  /// Where the pointer was last.
  private var x: Double
  /// How far the pointer was from the value's own place.
  private var offset = 0.0
  /// The share of the range while moving finely, which may be beyond the ends.
  private var fine: Double?

  private init(id: ID, x: Double) {
    self.id = id
    self.x = x
  }

  /// Begins to drag a slider: from where it is if its thumb was pressed, else it comes to the
  /// pointer, as its number says.
  ///
  /// `isElsewhere` says that the thumb is not where it was drawn any more.
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

  /// Moves it: with Shift a tenth as far, and without the stretch around the default.
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

  /// Goes on as finely as Shift says, from where the thumb is.
  mutating func refine(_ isFine: Bool, _ row: Placed<ID>.Row, _ metrics: ControlMetrics) {
    guard isFine != (fine != nil), case .number(let number, let scale, _) = row.node.value
    else { return }
    let fraction = scale.fraction(of: number)
    fine = isFine ? fraction : nil
    offset = x - metrics.track(of: row, scale).place(of: fraction)
  }
}

extension SliderTrack {
  /// The value at a place.
  fileprivate func value(at x: Double, _ scale: SliderScale) -> Double {
    guard let fraction = fraction(at: x) else { return scale.neutral }
    return scale.value(at: fraction, step: scale.step)
  }
}
