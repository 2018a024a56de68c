import DecoderKit
import Geometry

/// Shows a picture at its own size and gives its pixels, R, G, B, A.
func shown(
  _ picture: SamplePicture, _ source: SourceColor, display: [UInt8] = []
) -> [UInt8] {
  var run = ReducerRun(level: picture.size)
  run.source = source
  run.display = display
  return run(picture).joined(picture.size)
}

/// The largest difference of shown colours from red, green and blue as fractions of 1, in codes.
func largestError(_ pixels: [UInt8], from colors: [Double]) -> Double {
  var largest = 0.0
  for index in 0..<(pixels.count / 4) {
    for channel in 0..<3 {
      let wanted = (min(max(colors[index * 3 + channel], 0), 1) * 255).rounded()
      largest = max(largest, abs(Double(pixels[index * 4 + channel]) - wanted))
    }
  }
  return largest
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
