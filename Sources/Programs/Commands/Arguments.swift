import ArgumentParser
import Geometry
import Preferences
import Viewer
import Windowing

/// A colour as the command line writes it: six hexadecimal digits, with or without `#`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  /// The colour.
  let color: OpaqueColor

  init?(argument: String) {
    guard let color = OpaqueColor(hexadecimal: argument) else { return nil }
    self.color = color
  }
}

/// A point of the picture as the command line writes it: `X,Y`, in image pixels.
struct PointArgument: Hashable, ExpressibleByArgument {
  /// The point.
  let point: Point

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite,
      y.isFinite
    else { return nil }
    point = Point(x: x, y: y)
  }
}

/// A size as the command line writes it: `WxH`, in pixels.
struct SizeArgument: Hashable, ExpressibleByArgument {
  /// The size; neither side is zero.
  let size: PixelSize

  /// The longest side that can be asked for: PNG's own limit is higher, memory's is not.
  static let longestSide = 1 << 20

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }
}

extension ZoomArgument: ExpressibleByArgument {
  /// What the help says of it.
  public var defaultValueDescription: String { "fit" }
}

extension WindowGeometry: ExpressibleByArgument {
  /// Reads `WxH+X+Y`, as X programs write it.
  public init?(argument: String) { self.init(argument) }
}

extension Preferences.NextView: ExpressibleByArgument {}
