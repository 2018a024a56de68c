import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A frame of a file: what stands before its pixels, and where they lie.
struct GIFFrame {
  var placement: FramePlacement
  let isInterlaced: Bool
  /// Hundredths of a second that it is shown.
  let delay: Int
  /// Where its colours lie: its own, or all frames'; `nil` where there are none.
  let palette: Range<Int>?
  /// The colour that is transparent.
  let transparent: Int?
  /// Where the size of the codes stands, and behind it their blocks.
  let data: Int
  /// Whether the file ends before its blocks do.
  let isCut: Bool
  /// How many of its pixels the file has, where that was counted and is not all of them.
  let pixels: Int?

  /// Whether some of its pixels are known to be missing in the file.
  var hasGaps: Bool { isCut || pixels != nil }

  /// Whether some of its pixels may be transparent.
  var hasAlpha: Bool { transparent != nil || hasGaps }
}

/// What a file says of its next frame, in an extension before it.
struct GIFControl {
  var disposal = FramePlacement.Disposal.keep
  var delay = 0
  var transparent: Int?

  init() {}

  /// The fields of an extension.
  init(flags: Int, delay: Int, transparent: Int) {
    switch flags >> 2 & 7 {
    case 2: disposal = .clear
    // Some writers take the wish for one of the field's bits.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    self.delay = delay
    self.transparent = flags & 1 == 1 ? transparent : nil
  }
}

/// The 256 colours of a frame, as four bytes in memory: red, green, blue, alpha.
struct GIFPalette {
  private let colors: [UInt32]

  /// The colours of a frame; shades of grey where its file has none.
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

  /// Puts the colours of some pixels into a row.
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

/// Which row of a frame each line of it is: interlaced ones come in four sweeps.
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

/// A frame that is drawn onto what was before it.
final class GIFFrameRows: FrameRows {
  private let reader: GIFFrameReader
  private let row: UnsafeMutableRawPointer
  private let linesPerStep: Int

  /// Pixels that are decoded in one call.
  private static let pixelsPerStep = 200_000

  /// Begins at the first line of a frame.
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
