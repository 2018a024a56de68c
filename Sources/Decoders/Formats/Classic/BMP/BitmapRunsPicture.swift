import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A run-length encoded bitmap, decoded as a whole.
///
/// Pixels that no run sets are black, as in browsers.
struct BitmapRunsPicture {
  static let format = RowFormat(channels: .rgb)
  private let input: PictureInput
  private let runs: BitmapRuns
  private let palette: BitmapPalette?

  /// A bitmap whose runs start at an offset.
  init(_ input: PictureInput, _ header: BitmapHeader, at start: Int) throws(CodecError) {
    self.input = input
    runs = BitmapRuns(header: header, start: start)
    palette = header.bits <= 8 ? try BitmapPalette(input, header, pixels: start) : nil
  }

  /// Decodes all pixels.
  func picture(_ progress: DecodingProgress? = nil) throws(CodecError) -> DecodedPicture {
    let size = runs.header.size
    let picture = try DecodedPicture(size: size, format: Self.format)
    guard let pixels = picture.pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return picture
    }
    let (rowBytes, colors) = (picture.rowBytes, palette?.colors)
    let outcome = try runs.walk(input) { row in
      progress?.fraction = Double(row) / Double(size.height)
    } _: { x, y, value in
      let target = pixels + (y &* rowBytes &+ x &* 3)
      if let color = colors?[value & 255] {
        for channel in 0..<3 { target[channel] = color[channel] }
      } else {
        for channel in 0..<3 {
          target[channel] = UInt8(truncatingIfNeeded: value &>> (16 &- 8 &* channel))
        }
      }
    }
    if outcome.isCut, outcome.count < size.area ?? 0 { picture.missing = .endsTooEarly }
    return picture
  }
}
