import Geometry

/// How far drawn pixels are from a formula's, in steps of 1/255.
struct Difference: CustomStringConvertible {
  /// The largest difference of any channel of any pixel, premultiplied.
  var largest = 0.0
  /// The pixel with the largest difference.
  var place = (x: 0, y: 0)
  /// The filter's input there: straight, encoded.
  var given = SIMD4<Double>.zero
  /// The drawn pixel there: premultiplied, 0 to 255.
  var drawn = SIMD4<Double>.zero
  /// The formula's result there: premultiplied, 0 to 255.
  var expected = SIMD4<Double>.zero
  /// The number of pixels that are right only for a slightly different colour, at a jump of the
  /// formula.
  var pixelsOnSteps = 0

  var description: String {
    """
    \(largest) at (\(place.x), \(place.y)) of the straight colour \(given): \
    drawn \(drawn), expected \(expected)
    """
  }

  /// A straight encoded colour as displayed: clipped to 0 and 1, premultiplied, 0 to 255.
  static func displayed(_ color: SIMD4<Double>) -> SIMD4<Double> {
    let cut = color.clamped(lowerBound: .zero, upperBound: .one)
    return SIMD4(cut.x * cut.w, cut.y * cut.w, cut.z * cut.w, cut.w) * 255
  }
}

extension FilterBench {
  /// Compares drawn pixels of the whole picture with a formula that maps straight encoded colours.
  ///
  /// The values are compared premultiplied, and the drawn ones are bytes: rounding makes half a
  /// step inevitable at any alpha, and translucent pixels need no further tolerance. `step` is for
  /// formulas with jumps: there the GPU's single precision decides which side a colour is on, so a
  /// pixel may also equal the formula for a colour that far away.
  func difference(
    of drawn: FilteredPixels, step: Double = 0,
    from formula: (_ color: SIMD4<Double>, _ x: Int, _ y: Int) -> SIMD4<Double>
  ) -> Difference {
    var result = Difference()
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let given = picture.straight(x, y)
        let pixel = SIMD4<Double>(drawn.premultiplied(x, y))
        func compare(_ color: SIMD4<Double>) -> (distance: Double, expected: SIMD4<Double>) {
          let expected = Difference.displayed(formula(color, x, y))
          let apart = pixel - expected
          // A formula that returns NaN or infinity must not pass.
          guard (apart * apart).sum().isFinite else { return (.infinity, expected) }
          return (max(apart.max(), -apart.min()), expected)
        }
        var (distance, expected) = compare(given)
        if step > 0 && distance > 1 {
          let nudge = SIMD4(step, step, step, 0)
          let nearby = min(compare(given - nudge).distance, compare(given + nudge).distance)
          if nearby <= 1 {
            distance = nearby
            result.pixelsOnSteps += 1
          }
        }
        if distance > result.largest {
          result.largest = distance
          result.place = (x, y)
          result.given = given
          result.drawn = pixel
          result.expected = expected
        }
      }
    }
    return result
  }
}
