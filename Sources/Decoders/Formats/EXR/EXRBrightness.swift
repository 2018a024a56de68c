import DecoderKit
import DecoderProtocol
import Geometry

/// Measures the headroom of an OpenEXR picture, which its file does not state.
enum EXRBrightness {
  /// The smallest level with at least this many pixels is measured.
  private static let enoughPixels = 1 << 18
  /// The maximum number of pixels to read from a larger level, in evenly spaced bands.
  private static let mostPixels = 1 << 20

  /// Reads a small level of a picture, or parts of it; 1 if it can't be read.
  static func headroom(of file: EXRFile, page: Int, _ layout: EXRLayout) -> Double {
    let number = layout.levels.lastIndex { ($0.data.size.area ?? 0) >= enoughPixels } ?? 0
    let data = layout.levels[number].data
    // Whole tiles across, or whole lines.
    let height = layout.isTiled ? layout.block.height : max(1, layout.block.height)
    let width =
      layout.isTiled
      ? min(data.width, max(1, mostPixels / height / layout.block.width) * layout.block.width)
      : data.width
    let bands = dividedRoundingUp(data.height, by: height)
    let wanted = min(bands, max(1, mostPixels / max(1, width * height)))
    guard let pixels = checkedProduct(width, height, 4), pixels <= 64 << 20 else { return 1 }
    var meter = LightMeter()
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: pixels) { memory in
      guard let base = memory.baseAddress else { return }
      for index in 0..<wanted {
        let top = data.minY + index * bands / wanted * height
        let area = PixelRect(
          minX: data.minX, minY: top, maxX: data.minX + width,
          maxY: min(top + height, data.maxY))
        guard (try? file.read(page, level: number, area, into: base)) != nil else { continue }
        for pixel in 0..<area.width * area.height {
          let colors = base + 4 &* pixel
          meter.add(
            max(
              Float(halfBits: colors[0]),
              max(Float(halfBits: colors[1]), Float(halfBits: colors[2]))))
        }
      }
    }
    return meter.headroom
  }
}
