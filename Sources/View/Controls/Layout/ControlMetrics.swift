import Geometry

/// Lengths of a panel in device pixels, at a scale at which it fits its surface.
struct ControlMetrics: Hashable, Sendable {
  /// Device pixels per unit: the interface's scale, less where the window is tiny.
  let scale: Double
  /// The interface's scale: how far a hand trembles is the same in any window.
  let interfaceScale: Double

  init(interfaceScale: Double, surface: PixelSize) {
    let fitting = min(
      interfaceScale, Double(surface.width) / Self.narrowest,
      Double(surface.height) / Self.lowest)
    scale = max(fitting, 0.25)
    self.interfaceScale = interfaceScale
  }

  private static let narrowest = 232.0
  private static let lowest = 150.0

  /// A length in whole device pixels.
  func px(_ units: Double) -> Int { Int((units * scale).rounded()) }

  var width: Int { px(300) }
  var padding: Int { px(14) }
  var margin: Int { px(8) }
  var radius: Double { 10 * scale }
  var header: Int { px(42) }
  var field: Int { px(40) }
  var button: Int { px(28) }
  /// Half the size of a slider's thumb: how far its grip reaches beyond the track's ends.
  var grip: Int { px(7) }
  var footerPadding: Int { px(6) }
  var messageLine: Int { px(16) }
  /// Two lines that say what the selected row means.
  var tooltip: Int { px(42) }
  var listItem: Int { px(30) }
  /// How tall the rows are that a panel must still have room for to keep a group below them.
  var leastRows: Int { px(180) }

  /// The size of letters.
  var titleSize: Double { (14 * scale).rounded() }
  var nameSize: Double { (13 * scale).rounded() }
  var textSize: Double { (12 * scale).rounded() }
  var smallSize: Double { (11 * scale).rounded() }

  /// How many lines a sentence probably takes; letters are half as wide as they are tall, and a
  /// bit.
  func lines(of sentence: String, width: Int) -> Int {
    let perLine = max(8, Int(Double(width) / (smallSize * 0.58)))
    return sentence.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + max(1, ($1.count + perLine - 1) / perLine) }
  }
}
