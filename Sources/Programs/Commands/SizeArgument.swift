import ArgumentParser
import Geometry

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
