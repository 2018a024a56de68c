import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// The rows of one frame of an animation, as straight 8-bit RGBA.
final class APNGFrameRows: FrameRows {
  private let reader: PNGReader
  private let size: PixelSize
  private let convert: PNGRowToRGBA
  private let rowBytes: Int
  /// The rows of one call; the whole frame if it is interlaced.
  private let rows: UnsafeMutableRawPointer
  private let isInterlaced: Bool
  private let rowsPerStep: Int
  private let row: UnsafeMutableRawPointer
  private var nextRow = 0
  private var sweep = 0
  private(set) var missing: String?

  private static let pixelsPerStep = 200_000
  private static let sweeps = 7

  /// Starts at the top of a frame.
  init(
    _ frame: APNGAnimation.Frame, of animation: APNGAnimation, in input: PictureInput
  ) throws(CodecError) {
    // IHDR is known, but the other chunks are read again.
    reader = try PNGReader(input, .first, as: RebuiltPNG(frame, of: animation, in: input))
    let header = reader.header
    let size = frame.placement.area.size
    rowBytes = Int(header.row_bytes)
    isInterlaced = header.is_interlaced
    rowsPerStep = min(size.height, max(1, Self.pixelsPerStep / size.width))
    convert = PNGRowToRGBA(channels: Int(header.channels), depth: Int(header.depth))
    guard Int(header.width) == size.width, Int(header.height) == size.height else {
      throw .changed
    }
    guard let bytes = checkedProduct(rowBytes, isInterlaced ? size.height : 1),
      let rowMemory = checkedProduct(size.width, 4), let rows = calloc(1, bytes)
    else { throw CodecError(.tooLarge, "there is not enough memory to decode the picture") }
    self.size = size
    self.rows = rows
    row = .allocate(byteCount: rowMemory, alignment: 4)
  }

  deinit {
    free(rows)
    row.deallocate()
  }

  func read(
    _ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void
  ) throws(CodecError) -> Bool {
    let count = min(rowsPerStep, size.height - nextRow)
    let isLast = !isInterlaced || sweep == Self.sweeps - 1
    for index in nextRow..<nextRow + count {
      let target = rows + (isInterlaced ? index * rowBytes : 0)
      _ = try reader.readRows(into: target, stride: rowBytes, count: 1)
      if reader.isCut { missing = "the file ends too early; the rest of the picture is missing" }
      // Missing rows of a truncated frame leave the canvas unchanged; an interlaced frame becomes
      // coarse.
      guard isLast, !reader.isCut || isInterlaced && reader.hasRead else { continue }
      convert.convert(UnsafeRawPointer(target), to: row, count: size.width)
      draw(index, UnsafeRawPointer(row))
    }
    nextRow += count
    if reader.isCut, !isInterlaced { return false }
    if nextRow == size.height, isInterlaced, !isLast {
      nextRow = 0
      sweep += 1
    }
    return nextRow < size.height
  }
}

/// Converts rows of any libpng format to straight 8-bit RGBA.
struct PNGRowToRGBA {
  let channels: Int
  let depth: Int

  /// Converts `count` pixels.
  func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    let hasAlpha = channels % 2 == 0
    let isGray = channels < 3
    for pixel in 0..<count {
      let first = pixel &* channels
      let red = sample(source, first)
      let green = isGray ? red : sample(source, first &+ 1)
      let blue = isGray ? red : sample(source, first &+ 2)
      let alpha = hasAlpha ? sample(source, first &+ channels &- 1) : 255
      target.storeBytes(
        of: (red | green << 8 | blue << 16 | alpha << 24).littleEndian, toByteOffset: pixel &* 4,
        as: UInt32.self)
    }
  }

  /// A sample as 8 bits, rounded to nearest.
  private func sample(_ source: UnsafeRawPointer, _ index: Int) -> UInt32 {
    if depth == 8 { return UInt32(source.load(fromByteOffset: index, as: UInt8.self)) }
    let value = UInt32(source.load(fromByteOffset: index &* 2, as: UInt16.self))
    return (value &* 255 &+ 32767) / 65535
  }
}
