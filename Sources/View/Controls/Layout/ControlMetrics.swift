import Geometry

/// The dimensions of a panel in device pixels, at a scale at which it fits the surface.
struct ControlMetrics: Hashable, Sendable {
  /// Device pixels per unit: the interface scale, or less in a tiny window.
  let scale: Double
  /// The interface scale, for distances of hand movement, which don't depend on the window.
  let interfaceScale: Double
  /// True if rows are high enough for fingers.
  let isForFingers: Bool

  init(interfaceScale: Double, surface: PixelSize, isForFingers: Bool = false) {
    let fitting = min(
      interfaceScale, Double(surface.width) / Self.narrowest,
      Double(surface.height) / Self.lowest)
    scale = max(fitting, 0.25)
    self.interfaceScale = interfaceScale
    self.isForFingers = isForFingers
  }

  /// The least heights of rows for a pointer and for fingers.
  private static let leastHeights = (pointer: 24.0, finger: 44.0)
  private static let narrowest = 232.0
  private static let lowest = 150.0

  /// Returns a length in whole device pixels.
  func px(_ units: Double) -> Int { Int((units * scale).rounded()) }

  var width: Int { px(300) }
  var padding: Int { px(14) }
  var margin: Int { px(8) }
  var radius: Double { 10 * scale }
  var header: Int { px(42) }
  var field: Int { px(40) }
  var button: Int { px(28) }
  /// Half the size of a slider's thumb, by which it reaches beyond the track's ends.
  var grip: Int { px(7) }
  var footerPadding: Int { px(6) }
  var messageLine: Int { px(16) }
  /// The height of the tooltip: two lines that describe the selected row.
  var tooltip: Int { px(42) }
  var listItem: Int { max(px(30), leastRow) }
  var leastRow: Int { px(isForFingers ? Self.leastHeights.finger : Self.leastHeights.pointer) }
  /// The minimum height of the rows above a fixed group.
  var leastRows: Int { px(180) }

  /// Font sizes.
  var titleSize: Double { (14 * scale).rounded() }
  var nameSize: Double { (13 * scale).rounded() }
  var textSize: Double { (12 * scale).rounded() }
  var smallSize: Double { (11 * scale).rounded() }

  /// Estimates the number of lines of a text; a letter is slightly wider than half its height.
  func lines(of sentence: String, width: Int) -> Int {
    let perLine = max(8, Int(Double(width) / (smallSize * 0.58)))
    return sentence.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + max(1, ($1.count + perLine - 1) / perLine) }
  }
}
