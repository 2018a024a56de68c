import DecoderKit
import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// A bitmap's uncompressed pixels, after the search for used alpha.
struct BitmapPixels {
  let rows: BitmapRows
  /// True if the file's alpha is used: at least one pixel's is not zero.
  let usesAlpha: Bool

  /// True if the file ends before its last pixel.
  let isCut: Bool

  /// The rows from an offset on.
  ///
  /// Pixels missing at the end of the file are transparent.
  init(
    _ input: PictureInput, _ header: BitmapHeader, at start: Int, hasAlpha: Bool = false
  ) throws(CodecError) {
    guard max(header.size.width, header.size.height) <= SourceInfo.longestSide,
      let stored = checkedProduct(header.stride, header.size.height)
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let palette = header.bits <= 8 ? try BitmapPalette(input, header, pixels: start) : nil
    // The last row's padding may be missing.
    let padding = header.stride - (header.size.width * header.bits + 7) / 8
    isCut = stored - padding > input.byteCount - start
    usesAlpha = try Self.usesAlpha(input, header, at: start)
    rows = BitmapRows(
      header, palette: palette, at: start, usesAlpha: usesAlpha, hasAlpha: hasAlpha || isCut)
  }

  /// Reads all rows into memory.
  func picture(of input: PictureInput, size: PixelSize) throws(CodecError) -> DecodedPicture {
    let picture = try DecodedPicture(size: size, format: rows.format)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: rows.rowBytes, alignment: 64)
    defer { memory.deallocate() }
    for y in 0..<size.height {
      guard let target = picture.row(y).baseAddress else { continue }
      let done = try input.readBytes(at: rows.offset(ofRow: y), into: memory)
      if done < memory.count {
        memory[done...].initializeMemory(as: UInt8.self, repeating: 0)
        picture.missing = .endsTooEarly
        rows.convert(UnsafeRawBufferPointer(memory), into: target)
        rows.clear(target, from: done)
      } else {
        rows.convert(UnsafeRawBufferPointer(memory), into: target)
      }
    }
    return picture
  }

  /// Searches for a pixel with non-zero alpha, in file order.
  ///
  /// Many programs leave the alpha channel empty and mean an opaque picture.
  private static func usesAlpha(
    _ input: PictureInput, _ header: BitmapHeader, at start: Int
  ) throws(CodecError) -> Bool {
    let alpha = header.masks.alpha
    guard header.bits == 64 || header.bits > 8 && alpha.bits > 0 else { return false }
    let mask = alpha.most << alpha.shift
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: header.stride, alignment: 64)
    defer { memory.deallocate() }
    for row in 0..<header.size.height {
      let done = try input.readBytes(at: start + row * header.stride, into: memory)
      let count = min(header.size.width, done * 8 / header.bits)
      let bytes = UnsafeRawBufferPointer(memory)
      var all: UInt32 = 0
      switch header.bits {
      case 64:
        for x in 0..<count {
          all |= UInt32(bytes[x &* 8 &+ 6]) | UInt32(bytes[x &* 8 &+ 7])
        }
      case 16:
        for x in 0..<count {
          let pixel = bytes.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
          all |= UInt32(UInt16(littleEndian: pixel)) & mask
        }
      default:
        for x in 0..<count {
          let pixel = bytes.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
          all |= UInt32(littleEndian: pixel) & mask
        }
      }
      if all != 0 { return true }
      if done < memory.count { break }
    }
    return false
  }
}
