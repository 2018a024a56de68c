/// A slider on the screen: which of its places means which share of the range.
///
/// Around the default is a short stretch in which the slider stays there, as a knob clicks into
/// its middle. What is left on either side is stretched, so that no value is out of reach.
struct SliderTrack: Hashable, Sendable {
  /// Where it begins, in device pixels.
  var start: Double
  /// How long it is.
  var length: Double
  /// The default's share of the range.
  var neutral: Double
  /// How far the stretch goes to each side, in device pixels.
  var detent: Double

  /// The share at a place, below 0 or above 1 beyond the ends; `nil` for the default itself.
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

  /// Where a share lies; the default's own place is the middle of its stretch.
  func place(of fraction: Double) -> Double {
    let room = (fraction < neutral ? neutral : 1 - neutral) * length
    let catching = min(detent, room / 2)
    let stretched = abs(fraction - neutral) * length
    guard stretched > 0, room > 0 else { return start + neutral * length }
    let distance = stretched * (room - catching) / room + catching
    return start + neutral * length + (fraction < neutral ? -distance : distance)
  }
}
