/// The geometry of a slider: the mapping between positions and fractions of the range.
///
/// Around the default there is a short detent, within which the slider stays at the default, like a
/// knob that clicks at its centre. The rest on either side is stretched, so that every value is
/// reachable.
struct SliderTrack: Hashable, Sendable {
  /// The left end in device pixels.
  var start: Double
  /// The length in device pixels.
  var length: Double
  /// The default as a fraction of the range.
  var neutral: Double
  /// The detent's extent on each side, in device pixels.
  var detent: Double

  /// Returns the fraction at a position, below 0 or above 1 beyond the ends; `nil` for the default.
  func fraction(at x: Double) -> Double? {
    guard length > 0 else { return nil }
    let middle = start + neutral * length
    let distance = x - middle
    let room = distance < 0 ? neutral * length : (1 - neutral) * length
    let catching = min(detent, room / 2)
    if abs(distance) <= catching { return catching > 0 ? nil : neutral }
    guard room > catching else { return neutral + distance / length }
    let stretched = (abs(distance) - catching) * room / (room - catching)
    return neutral + (distance < 0 ? -stretched : stretched) / length
  }

  /// Returns the position of a fraction; that of the default is the centre of its detent.
  func place(of fraction: Double) -> Double {
    let room = (fraction < neutral ? neutral : 1 - neutral) * length
    let catching = min(detent, room / 2)
    let stretched = abs(fraction - neutral) * length
    guard stretched > 0, room > 0 else { return start + neutral * length }
    let distance = stretched * (room - catching) / room + catching
    return start + neutral * length + (fraction < neutral ? -distance : distance)
  }
}
