import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// Cuts drawn pixels into finished tiles: in the display's colours, with overlap.
struct StripCutter {
  /// The pixels of the level that the tiles need.
  let area: PixelRect
  private let reducer: TileReducer
  private let isStraight: Bool

  /// A cutter for tiles of one level, in their slots.
  init(_ targets: [TileReducer.Target], level: Level, color: DrawnColor) {
    reducer = TileReducer(
      source: level.size, orientation: .identity, level: level, targets: targets,
      color: color.pipeline)
    isStraight = color.isStraight
    area = PixelRect(
      minX: reducer.sourceColumns.lowerBound, minY: reducer.sourceRows.lowerBound,
      maxX: reducer.sourceColumns.upperBound, maxY: reducer.sourceRows.upperBound)
    reducer.setFedColumns(reducer.sourceColumns)
  }

  /// Writes the tiles; overwrites the drawn pixels.
  func cut(_ pixels: UnsafeMutablePointer<UInt32>) {
    let count = area.width * area.height
    if isStraight {
      for index in 0..<count { pixels[index] = Self.straight(pixels[index]) }
    } else {
      for index in 0..<count { pixels[index] = Self.exchanged(pixels[index]) }
    }
    _ = reducer.consume(
      rows: UnsafeRawBufferPointer(start: pixels, count: count * 4), stride: area.width * 4,
      firstRow: area.minY, count: area.height)
  }

  /// Swaps red and blue.
  private static func exchanged(_ pixel: UInt32) -> UInt32 {
    pixel & 0xFF00_FF00 | (pixel &>> 16) & 0xFF | (pixel & 0xFF) &<< 16
  }

  /// Swaps red and blue, and divides by alpha.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel &>> 24
    let pixel = exchanged(pixel)
    if alpha == 255 || alpha == 0 { return pixel }
    func divided(_ shift: UInt32) -> UInt32 {
      min(255, ((pixel &>> shift & 0xFF) &* 255 &+ alpha &>> 1) / alpha) &<< shift
    }
    return divided(0) | divided(8) | divided(16) | alpha &<< 24
  }
}

/// The conversion from sRGB, in which documents are drawn, to the display.
struct DrawnColor {
  let pipeline: ColorPipeline
  /// True if the pipeline takes straight alpha.
  let isStraight: Bool

  /// The conversion for a display's profile; empty means sRGB.
  init(displayProfile: [UInt8], rendering: ColorRendering) {
    let own = ColorPipeline(
      format: RowFormat(channels: .rgba), source: .sRGB, displayProfile: displayProfile,
      rendering: rendering)
    isStraight = !own.isIdentity || own.finish != nil
    pipeline = isStraight ? own : .finished(hasAlpha: true)
  }
}
