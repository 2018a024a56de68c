/// Where a double-click leads to.
///
/// The target is the smallest of 1, 2, 4, … that is at least one and a half times the fit scale: a
/// step that shows clearly more. It is at most eight times the fit scale: a gigapixel scan at 1:1
/// would show a spot that nobody could place.
enum DoubleClickTarget {
  /// The scale that a double-click goes to from the whole picture.
  static func scale(fit: Double) -> Double {
    var scale = 1.0
    while scale < 1.5 * fit { scale *= 2 }
    return min(scale, 8 * fit)
  }

  /// Whether a double-click at a scale goes to the target, not back to the whole picture.
  static func goesIn(from scale: Double, to target: Double) -> Bool { scale <= 0.9 * target }
}
