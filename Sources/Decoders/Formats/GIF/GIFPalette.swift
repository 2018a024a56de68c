import DecoderProtocol

/// The 256 colours of a frame, as four bytes each: red, green, blue, alpha.
struct GIFPalette {
  private let colors: [UInt32]

  /// A frame's colours; shades of grey if the file has no palette.
  init(of frame: GIFFrame, in bytes: GIFBytes) throws(CodecError) {
    var colors = [UInt32](repeating: UInt32(bigEndian: 0x0000_00FF), count: 256)
    if let palette = frame.palette {
      for index in 0..<palette.count / 3 {
        let place = palette.lowerBound + 3 * index
        guard let red = try bytes.byte(at: place), let green = try bytes.byte(at: place + 1),
          let blue = try bytes.byte(at: place + 2)
        else { break }
        colors[index] = UInt32(bigEndian: UInt32(red << 24 | green << 16 | blue << 8 | 255))
      }
    } else {
      let bits = min(max(try bytes.byte(at: frame.data) ?? 8, 1), 8)
      for index in 0..<256 {
        let grey = UInt32(min(255, index * 255 / ((1 << bits) - 1)))
        colors[index] = UInt32(bigEndian: grey << 24 | grey << 16 | grey << 8 | 255)
      }
    }
    if let transparent = frame.transparent { colors[transparent] = 0 }
    self.colors = colors
  }

  /// Writes pixels' colours to a row.
  func copy(
    _ indices: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutableRawPointer
  ) {
    colors.withUnsafeBufferPointer { colors in
      for x in 0..<count {
        target.storeBytes(of: colors[Int(indices[x])], toByteOffset: x &* 4, as: UInt32.self)
      }
    }
  }
}
