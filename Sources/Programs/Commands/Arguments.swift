import ArgumentParser
import Geometry
import Preferences
import Viewer
import Windowing

/// A colour on the command line: six hexadecimal digits, with or without `#`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  /// The colour.
  let color: OpaqueColor

  init?(argument: String) {
    guard let color = OpaqueColor(hexadecimal: argument) else { return nil }
    self.color = color
  }
}

/// A point of the picture on the command line: `X,Y`, in image pixels.
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

/// A size on the command line: `WxH`, in pixels.
struct SizeArgument: Hashable, ExpressibleByArgument {
  /// The size; neither side is zero.
  let size: PixelSize

  /// The longest side that can be requested: PNG allows more, but memory does not.
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
  /// The default, as the help shows it.
  public var defaultValueDescription: String { "fit" }
}

extension WindowGeometry: ExpressibleByArgument {
  /// Parses `WxH+X+Y`, the format of X programs.
  public init?(argument: String) { self.init(argument) }
}

extension Preferences.NextView: ExpressibleByArgument {}
