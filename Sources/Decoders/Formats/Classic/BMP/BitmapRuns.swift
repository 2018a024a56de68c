import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes a bitmap's runs (RLE4, RLE8 or OS/2's RLE24).
///
/// Pixels come in order, possibly with gaps; runs are clipped at the end of a row.
struct BitmapRuns {
  /// The result of decoding.
  struct Outcome {
    /// The number of pixels set.
    var count = 0
    /// True if the file ended early or was invalid.
    var isCut = false
  }

  let header: BitmapHeader
  let start: Int

  /// Calls `put` for each pixel that is set: column, row from the top, index or colour (0xRRGGBB).
  ///
  /// `tick` is called with the row, in file order, from time to time.
  func walk(
    _ input: PictureInput, tick: (Int) -> Void = { _ in },
    _ put: (_ x: Int, _ y: Int, _ value: Int) -> Void
  ) throws(CodecError) -> Outcome {
    var reader = ByteReader(input, at: start)
    var outcome = Outcome()
    let (width, height, bits) = (header.size.width, header.size.height, header.bits)
    var (x, row) = (0, 0)
    func place(_ value: Int) {
      guard x < width, row < height else { return }
      put(x, header.isTopDown ? row : height - 1 - row, value)
      x += 1
      outcome.count += 1
    }
    func color() throws(CodecError) -> Int {
      let (blue, green, red) = (try reader.byte(), try reader.byte(), try reader.byte())
      return Int(red) << 16 | Int(green) << 8 | Int(blue)
    }
    while row < height {
      let count = Int(try reader.byte())
      if reader.isPastEnd {
        outcome.isCut = true
        break
      }
      if count > 0 {
        if bits == 24 {
          let value = try color()
          if reader.isPastEnd { continue }
          for _ in 0..<count { place(value) }
        } else {
          let byte = Int(try reader.byte())
          if reader.isPastEnd { continue }
          for index in 0..<count {
            place(bits == 8 ? byte : index & 1 == 0 ? byte >> 4 : byte & 15)
          }
        }
        continue
      }
      let code = Int(try reader.byte())
      switch code {
      case 0:
        x = 0
        row += 1
        tick(row)
      case 1:
        // Runs may end early; the remaining pixels are not set.
        return outcome
      case 2:
        x += Int(try reader.byte())
        row += Int(try reader.byte())
        if x > width { x = width }
        tick(row)
      default:
        try literal(code, &reader, place)
      }
    }
    return outcome
  }

  /// Decodes uncompressed pixels, padded to two bytes.
  private func literal(
    _ count: Int, _ reader: inout ByteReader, _ place: (Int) -> Void
  ) throws(CodecError) {
    switch header.bits {
    case 24:
      for _ in 0..<count {
        let (blue, green, red) = (try reader.byte(), try reader.byte(), try reader.byte())
        if reader.isPastEnd { return }
        place(Int(red) << 16 | Int(green) << 8 | Int(blue))
      }
      if count & 1 == 1 { reader.skip(1) }
    case 8:
      for _ in 0..<count {
        let byte = Int(try reader.byte())
        if reader.isPastEnd { return }
        place(byte)
      }
      if count & 1 == 1 { reader.skip(1) }
    default:
      var byte = 0
      for index in 0..<count {
        if index & 1 == 0 { byte = Int(try reader.byte()) }
        if reader.isPastEnd { return }
        place(index & 1 == 0 ? byte >> 4 : byte & 15)
      }
      if (count + 1) / 2 & 1 == 1 { reader.skip(1) }
    }
  }
}
