import Resampling

/// The pixel format of the scratch file.
enum StoredPixels: Hashable {
  /// Straight 8-bit codes in the display's working space: red, green, blue, and alpha if the
  /// picture has any.
  case codes(hasAlpha: Bool)
  /// Light in half floats, as in tiles, with these channels; grey with alpha has two.
  case light(RowFormat.Channels)

  /// The format for caching a picture whose tiles a pipeline makes.
  init(_ color: ColorPipeline, hasAlpha: Bool) {
    switch color.output {
    case .rgba8: self = .codes(hasAlpha: hasAlpha)
    case .rgba16f: self = .light(color.linearFormat.channels)
    }
  }

  /// The memory layout of the rows.
  var format: RowFormat {
    switch self {
    case .codes(let hasAlpha): RowFormat(channels: hasAlpha ? .rgba : .rgb)
    case .light(let channels): .halves(channels)
    }
  }

  /// Bytes per pixel before strips are packed.
  var byteCount: Int { format.bytesPerPixel }
}
