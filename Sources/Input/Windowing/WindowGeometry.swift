import Geometry

/// A window's size and position as X geometry: `WxH+X+Y`, or either half alone.
///
/// As in every X program, a minus sign counts from the screen's right or bottom edge.
package struct WindowGeometry: Hashable, Sendable {
  /// A distance from an edge of the screen.
  package struct Offset: Hashable, Sendable {
    /// Pixels inwards from the edge; negative values lie outside the screen.
    package var distance: Int
    /// True if it counts from the right or bottom edge.
    package var isFromEnd: Bool

    /// Returns the position of a window of `length` on a screen of `extent` pixels.
    func position(of length: Int, in extent: Int) -> Int {
      isFromEnd ? extent - length - distance : distance
    }
  }

  /// The size, if given.
  package var size: PixelSize?
  /// The horizontal position; given together with `y` or not at all.
  package var x: Offset?
  /// The vertical position.
  package var y: Offset?

  /// Creates a geometry from its parts.
  package init(size: PixelSize? = nil, x: Offset? = nil, y: Offset? = nil) {
    self.size = size
    self.x = x
    self.y = y
  }

  /// Parses `WxH+X+Y`, `WxH` or `+X+Y`; `nil` for anything else.
  ///
  /// Numbers have at most five digits: X windows have at most 32 767 pixels a side.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "=") { rest.removeFirst() }
    if let first = rest.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") {
      guard let width = Self.number(&rest),
        rest.popFirst().map({ $0 | 0x20 }) == UInt8(ascii: "x"), let height = Self.number(&rest),
        (1...32_767).contains(width), (1...32_767).contains(height)
      else { return nil }
      size = PixelSize(width: width, height: height)
    }
    if !rest.isEmpty {
      guard let x = Self.offset(&rest), let y = Self.offset(&rest), rest.isEmpty else { return nil }
      self.x = x
      self.y = y
    }
    if size == nil && x == nil { return nil }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Offset? {
    guard let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    var isNegative = false
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    guard let distance = number(&rest) else { return nil }
    return Offset(
      distance: isNegative ? -distance : distance, isFromEnd: sign == UInt8(ascii: "-"))
  }
}

/// Returns the initial window size: the picture's own, limited by the monitor.
///
/// It keeps the picture's aspect ratio and takes at most 80 % of the monitor, so that the desktop
/// remains visible. It is at least 320 × 240, so that an icon's window is visible and its messages
/// are legible.
package func initialWindowSize(picture: PixelSize, monitor: PixelRect) -> PixelSize {
  let roomX = max(1, Double(monitor.width) * 0.8)
  let roomY = max(1, Double(monitor.height) * 0.8)
  let width = Double(max(1, picture.width))
  let height = Double(max(1, picture.height))
  let scale = min(1, roomX / width, roomY / height)
  let fitted = PixelSize(
    width: min(Int((width * scale).rounded()), Int(roomX)),
    height: min(Int((height * scale).rounded()), Int(roomY)))
  return PixelSize(width: max(320, fitted.width), height: max(240, fitted.height))
}

/// Returns the initial window size for a drawing, which has no pixels of its own.
///
/// It is that of a picture of the drawing's size, except that a small one is enlarged until it is
/// half as wide or half as high as the monitor.
package func initialWindowSize(drawing: Extent, monitor: PixelRect) -> PixelSize {
  let enlarged = max(
    1,
    min(
      Double(monitor.width) / 2 / drawing.width, Double(monitor.height) / 2 / drawing.height))
  func pixels(_ length: Double) -> Int { Int(min(0x1p44, (length * enlarged).rounded(.up))) }
  return initialWindowSize(
    picture: PixelSize(width: pixels(drawing.width), height: pixels(drawing.height)),
    monitor: monitor)
}
