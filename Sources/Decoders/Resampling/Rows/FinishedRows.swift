/// Converts rows of samples to encoded pixels of the same size: RGBA8, premultiplied, in the
/// display's colours.
///
/// `TileReducer` makes the same pixels for tiles of the picture's own level. Not thread-safe.
package final class FinishedRows {
  private let color: ColorPipeline
  private let copy: RowCopy
  private let encoder: RowEncoder

  /// Takes rows in a pipeline's format.
  package init(_ color: ColorPipeline) {
    self.color = color
    copy = RowCopy(color)
    encoder = RowEncoder(color)
  }

  /// Converts `count` pixels of a row.
  package func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    copy.convert(source, into: target, count: count, encoder: encoder)
    color.finish(target, count: count)
  }
}

extension ColorPipeline {
  /// Applies the display's lookup tables to encoded pixels, if it has any.
  func finish(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    guard let finish else { return }
    finish.apply(pixels, pixels, count: count)
    if linearFormat.channels.hasAlpha { Self.premultiply(pixels, count: count) }
  }

  private static func premultiply(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = pixels[index]
      let alpha = pixel &>> 24
      func scaled(_ shift: UInt32) -> UInt32 {
        let product = (pixel &>> shift & 0xFF) &* alpha &+ 128
        return ((product &+ product &>> 8) &>> 8) &<< shift
      }
      pixels[index] = scaled(0) | scaled(8) | scaled(16) | alpha &<< 24
    }
  }
}
