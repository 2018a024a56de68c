import DecoderKit
import Geometry
import Tiles

/// A whole document, drawn once, from which parts are enlarged.
///
/// librsvg repeats a tile (`feTile`) correctly if all of the tile is on its surface, and aborts if
/// none of it is. So documents with tiles are drawn as a whole, as large as memory allows, and
/// enlarged beyond that.
struct SVGOverview {
  private let size: PixelSize
  private let memory: OwnedPixels

  /// The drawing size for a document: the largest surface allowed.
  static func size(of extent: Extent, mostPixels: Int) -> PixelSize {
    let scale = (Double(mostPixels) / (extent.width * extent.height)).squareRoot()
    // Even a long strip must be at least a pixel high.
    return PixelSize(
      width: min(mostPixels, max(1, Int(extent.width * scale))),
      height: min(mostPixels, max(1, Int(extent.height * scale))))
  }

  /// Lets `draw` draw the whole document at a size.
  init<Failure: Error>(
    _ size: PixelSize, _ draw: (DrawnStrip) throws(Failure) -> Void
  ) throws(Failure) {
    self.size = size
    memory = OwnedPixels(count: size.width * size.height * 4)
    let pixels = memory.base.assumingMemoryBound(to: UInt32.self)
    try draw(DrawnStrip(level: size, area: PixelRect(size), pixels: pixels))
  }

  /// Fills a strip with its part, interpolated bilinearly.
  func enlarge(into strip: DrawnStrip) {
    let columns = (strip.area.minX..<strip.area.maxX).map {
      Neighbours($0, of: strip.level.width, among: size.width)
    }
    let source = memory.base.assumingMemoryBound(to: UInt32.self)
    withExtendedLifetime(memory) {
      for y in 0..<strip.area.height {
        let row = Neighbours(strip.area.minY + y, of: strip.level.height, among: size.height)
        let (upper, lower) = (source + row.first * size.width, source + row.second * size.width)
        let target = strip.pixels + y * strip.area.width
        for (x, column) in columns.enumerated() {
          let above = Self.mixed(upper[column.first], upper[column.second], column.share)
          let below = Self.mixed(lower[column.first], lower[column.second], column.share)
          target[x] = Self.mixed(above, below, row.share)
        }
      }
    }
  }

  /// The pixels on both sides of a position, and the second one's weight in 256ths.
  private struct Neighbours {
    let first: Int
    let second: Int
    let share: UInt32

    init(_ pixel: Int, of length: Int, among count: Int) {
      let place = (Double(pixel) + 0.5) / Double(length) * Double(count) - 0.5
      let left = place.rounded(.down)
      first = min(max(Int(left), 0), count - 1)
      second = min(max(Int(left) + 1, 0), count - 1)
      share = UInt32((place - left) * 256)
    }
  }

  /// Two pixels mixed, two channels at a time.
  private static func mixed(_ first: UInt32, _ second: UInt32, _ share: UInt32) -> UInt32 {
    let pair: UInt32 = 0x00FF_00FF
    func channels(_ a: UInt32, _ b: UInt32) -> UInt32 {
      (a &* (256 &- share) &+ b &* share &+ 0x0080_0080) &>> 8 & pair
    }
    return channels(first & pair, second & pair)
      | channels(first &>> 8 & pair, second &>> 8 & pair) &<< 8
  }
}
