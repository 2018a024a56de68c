import DecoderKit
import DecoderProtocol
import Geometry

/// How much brighter than white a picture of OpenEXR is: its files say nothing of it.
enum EXRBrightness {
  /// A version with as many pixels tells enough.
  private static let enoughPixels = 1 << 18
  /// What is read of a larger one, in bands that lie at equal distances.
  private static let mostPixels = 1 << 20

  /// Looks at a small version of a picture, or at parts of it; 1 where it can't be read.
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
