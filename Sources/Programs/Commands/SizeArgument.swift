import ArgumentParser
import Geometry

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
