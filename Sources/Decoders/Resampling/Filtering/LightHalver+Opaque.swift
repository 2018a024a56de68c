/// Halves opaque pixels of four bytes, whose fourth byte is ignored; their light has four values
/// per pixel, so that two pixels fill one vector.
extension LightHalver {
  /// Computes the light and codes of a half-width row from two rows of codes.
  ///
  /// `pixels` are the pixels of the new row; in an odd row the last column counts twice. The fourth
  /// byte of each code is 255.
  package func halveOpaque(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, width: Int, pixels: Range<Int>,
    light target: UnsafeMutablePointer<UInt16>, codes: UnsafeMutablePointer<UInt8>
  ) {
    let (red, green, blue) = lightTables
    let (toRed, toGreen, toBlue) = codeTables
    for pixel in pixels {
      let left = 8 &* pixel
      let right = 2 &* pixel &+ 1 < width ? left &+ 4 : left
      @inline(__always)
      func mean(_ table: UnsafePointer<UInt16>, _ channel: Int) -> Int {
        let upper =
          UInt32(table[Int(first[left &+ channel])]) &+ UInt32(table[Int(first[right &+ channel])])
        let lower =
          UInt32(table[Int(second[left &+ channel])])
          &+ UInt32(table[Int(second[right &+ channel])])
        return Int(truncatingIfNeeded: (upper &+ lower &+ 2) &>> 2)
      }
      let (r, g, b) = (mean(red, 0), mean(green, 1), mean(blue, 2))
      let start = 4 &* pixel
      target[start] = UInt16(truncatingIfNeeded: r)
      target[start &+ 1] = UInt16(truncatingIfNeeded: g)
      target[start &+ 2] = UInt16(truncatingIfNeeded: b)
      target[start &+ 3] = 65535
      codes[start] = toRed[r]
      codes[start &+ 1] = toGreen[g]
      codes[start &+ 2] = toBlue[b]
      codes[start &+ 3] = 255
    }
  }

  /// Encodes a row of opaque light with four values per pixel; the fourth byte becomes 255.
  package func encodeOpaque(
    _ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt8>, pixels: Range<Int>
  ) {
    let (toRed, toGreen, toBlue) = codeTables
    for pixel in pixels {
      let start = 4 &* pixel
      target[start] = toRed[Int(row[start])]
      target[start &+ 1] = toGreen[Int(row[start &+ 1])]
      target[start &+ 2] = toBlue[Int(row[start &+ 2])]
      target[start &+ 3] = 255
    }
  }
}
