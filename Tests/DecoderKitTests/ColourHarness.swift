import DecoderKit
import DecoderProtocol
import Geometry

/// Converts a picture at its own size and returns its pixels, R, G, B, A.
func shown(
  _ picture: SamplePicture, _ source: SourceColor, display: [UInt8] = [],
  rendering: ColorRendering = ColorRendering()
) -> [UInt8] {
  var run = ReducerRun(level: picture.size)
  run.source = source
  run.display = display
  run.rendering = rendering
  return run(picture).joined(picture.size)
}

/// The differences of displayed colours from red, green and blue as fractions of 1, in codes.
private func errors(_ pixels: [UInt8], from colors: [Double]) -> [Double] {
  colors.enumerated().map { index, color in
    let wanted = (min(max(color, 0), 1) * 255).rounded()
    return abs(Double(pixels[index / 3 * 4 + index % 3]) - wanted)
  }
}

/// The largest difference of displayed colours from red, green and blue as fractions of 1, in
/// codes.
func largestError(_ pixels: [UInt8], from colors: [Double]) -> Double {
  errors(pixels, from: colors).max() ?? .infinity
}

/// The mean difference of displayed colours from red, green and blue as fractions of 1, in codes.
func meanError(_ pixels: [UInt8], from colors: [Double]) -> Double {
  errors(pixels, from: colors).reduce(0, +) / Double(max(colors.count, 1))
}

extension SamplePicture {
  /// All samples as fractions of 1.
  var fractions: [Double] {
    let full = format.depth == 8 ? 255.0 : 65535.0
    return (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in
        (0..<format.channels.count).map { Double(sample(x, y, $0)) / full }
      }
    }
  }
}
