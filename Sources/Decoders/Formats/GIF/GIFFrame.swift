import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A frame's properties, and the location of its pixels.
struct GIFFrame {
  var placement: FramePlacement
  let isInterlaced: Bool
  /// The delay in hundredths of a second.
  let delay: Int
  /// The location of its palette, local or global; `nil` if there is none.
  let palette: Range<Int>?
  /// The transparent colour's index.
  let transparent: Int?
  /// The offset of the code size, which is followed by the sub-blocks.
  let data: Int
  /// True if the file ends within its sub-blocks.
  let isCut: Bool
  /// The number of its pixels in the file, if it was counted and is incomplete.
  let pixels: Int?

  /// True if some of its pixels are known to be missing.
  var hasGaps: Bool { isCut || pixels != nil }

  /// True if some of its pixels may be transparent.
  var hasAlpha: Bool { transparent != nil || hasGaps }
}

/// The graphic control extension before a frame.
struct GIFControl {
  var disposal = FramePlacement.Disposal.keep
  var delay = 0
  var transparent: Int?

  init() {}

  /// The fields of an extension.
  init(flags: Int, delay: Int, transparent: Int) {
    switch flags >> 2 & 7 {
    case 2: disposal = .clear
    // Some writers take the value for a bit of the field.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    self.delay = delay
    self.transparent = flags & 1 == 1 ? transparent : nil
  }
}

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

/// Maps lines to rows: interlaced frames have four passes.
struct GIFRowOrder {
  private let height: Int
  private let isInterlaced: Bool

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    self.isInterlaced = isInterlaced
  }

  /// The row of a line.
  func row(of line: Int) -> Int {
    guard isInterlaced else { return line }
    var line = line
    for (first, step) in [(0, 8), (4, 8), (2, 4)] {
      let rows = height > first ? (height - first + step - 1) / step : 0
      if line < rows { return first + line * step }
      line -= rows
    }
    return 1 + line * 2
  }
}

/// A frame to be composed on a canvas.
final class GIFFrameRows: FrameRows {
  private let reader: GIFFrameReader
  private let row: UnsafeMutableRawPointer
  private let linesPerStep: Int

  /// Pixels decoded in one call.
  private static let pixelsPerStep = 200_000

  /// Starts at a frame's first line.
  init(_ frame: GIFFrame, in input: PictureInput) throws(CodecError) {
    reader = try GIFFrameReader(frame, in: input)
    let width = frame.placement.area.width
    row = .allocate(byteCount: width * 4, alignment: 4)
    linesPerStep = max(1, Self.pixelsPerStep / width)
  }

  deinit { row.deallocate() }

  var missing: String? { reader.missing }

  func read(
    _ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void
  ) throws(CodecError) -> Bool {
    for _ in 0..<linesPerStep {
      guard let number = try reader.readLine() else { break }
      reader.copyLine(to: row)
      draw(number, UnsafeRawPointer(row))
    }
    return !reader.isAtEnd
  }
}
