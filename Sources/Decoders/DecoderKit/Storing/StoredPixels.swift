import Resampling

/// What stands in the scratch file for a pixel.
enum StoredPixels: Hashable {
  /// Straight codes of 8 bits in the display's working space: red, green, blue, and alpha where the
  /// picture has any.
  case codes(hasAlpha: Bool)
  /// Light in half floats, as tiles have it: these values, which are two for a grey with alpha.
  case light(RowFormat.Channels)

  /// What of a picture is cached whose tiles a pipeline makes.
  init(_ color: ColorPipeline, hasAlpha: Bool) {
    switch color.output {
    case .rgba8: self = .codes(hasAlpha: hasAlpha)
    case .rgba16f: self = .light(color.linearFormat.channels)
    }
  }

  /// How rows of it look in memory.
  var format: RowFormat {
    switch self {
    case .codes(let hasAlpha): RowFormat(channels: hasAlpha ? .rgba : .rgb)
    case .light(let channels): .halves(channels)
    }
  }

  /// Bytes of a pixel before strips are packed.
  var byteCount: Int { format.bytesPerPixel }
}
