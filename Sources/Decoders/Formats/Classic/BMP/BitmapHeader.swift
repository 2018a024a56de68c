import DecoderKit
import DecoderProtocol
import Geometry

/// What the header of a bitmap says, from OS/2's 12 bytes to Windows' 124.
///
/// Layouts: Microsoft's BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER and BITMAPV5HEADER, and
/// OS/2's BITMAPINFOHEADER2, of which any first part may stand alone.
struct BitmapHeader {
  /// How the pixels are stored.
  enum Storage: Hashable {
    /// Rows of pixels, each filled up to four bytes.
    case rows
    /// Runs of indices of 4 or 8 bits, or of pixels of 24 bits.
    case runs
    /// A whole JPEG file.
    case jpeg
    /// A whole PNG file.
    case png
  }

  /// Where the header begins in the file.
  let start: Int
  /// Bytes of the header itself.
  let byteCount: Int
  /// Of the picture; an icon's header counts its mask's rows too.
  private(set) var size: PixelSize
  /// The height that the header says.
  let fullHeight: Int
  /// True if the first row in the file is the picture's top.
  let isTopDown: Bool
  /// Bits of a pixel: 1, 2, 4, 8, 16, 24, 32 or 64.
  let bits: Int
  let storage: Storage
  /// Entries that the header gives the palette; 0 for all that `bits` allow.
  let colorsUsed: Int
  /// Where red, green, blue and alpha lie in a pixel of 16 or 32 bits.
  let masks: BitmapMasks
  /// Bytes of the masks that follow the header.
  let maskBytes: Int

  /// True if the palette's entries have three bytes.
  var isCore: Bool { byteCount < 16 }

  /// Where the palette begins in the file.
  var paletteStart: Int { start + byteCount + maskBytes }

  /// Bytes from one stored row to the next.
  var stride: Int { (size.width * bits + 31) / 32 * 4 }

  /// Reads the header at a place of a file; in an icon, its height counts two pictures, and four
  /// bytes a pixel have alpha.
  init(_ input: PictureInput, at start: Int, inIcon: Bool = false) throws(CodecError) {
    var reader = ByteReader(input, at: start)
    let byteCount = try reader.little32()
    guard byteCount >= 12, byteCount <= Self.mostBytes else {
      throw CodecError(.corrupt, "the BMP file is damaged (its header has \(byteCount) bytes)")
    }
    self.start = start
    self.byteCount = byteCount
    let isCore = byteCount < 16
    let width = isCore ? try reader.little16() : Self.signed(try reader.little32())
    let height = isCore ? try reader.little16() : Self.signed(try reader.little32())
    _ = try reader.little16()
    bits = try reader.little16()
    isTopDown = height < 0
    fullHeight = abs(height)
    size = PixelSize(width: max(0, width), height: inIcon ? abs(height) / 2 : abs(height))
    guard !reader.isPastEnd else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    }
    // Fields that a short header leaves out are zero.
    func field(_ offset: Int) throws(CodecError) -> Int {
      guard offset + 4 <= byteCount else { return 0 }
      reader.seek(to: start + offset)
      return try reader.little32()
    }
    let compression = try field(16)
    colorsUsed = try field(32)
    storage = try Self.storage(compression, bits: bits)
    let hasMasks = compression == 3 || compression == 6
    let expected = compression == 6 ? 16 : 12
    maskBytes = hasMasks && byteCount < 52 && storage == .rows ? expected : 0
    guard bits == 16 || bits == 32, storage == .rows else {
      masks = BitmapMasks(bits: 32)
      return
    }
    var masks = BitmapMasks(bits: bits)
    // Behind a short header, or in a long one: the same place, unless the header is odd.
    let place = maskBytes > 0 ? start + byteCount : start + 40
    reader.seek(to: place)
    if hasMasks {
      let (red, green, blue) = (
        try reader.little32(), try reader.little32(), try reader.little32()
      )
      masks = BitmapMasks(red: red, green: green, blue: blue)
    }
    // Version 3 and later say their alpha whatever else they do; before, only one kind does. OS/2's
    // fields there are something else.
    reader.seek(to: place + 12)
    if compression == 6 || (byteCount >= 56 && byteCount != 64) {
      masks.alpha = BitmapMasks.Channel(try reader.little32())
    }
    if inIcon, bits == 32, !hasMasks { masks.alpha = BitmapMasks.Channel(0xFF00_0000) }
    self.masks = masks
  }

  /// More than any header has.
  private static let mostBytes = 4096

  private static func signed(_ number: Int) -> Int { Int(Int32(truncatingIfNeeded: number)) }

  /// Compression's numbers: 4 is RLE24 in OS/2's, and JPEG in Windows'.
  private static func storage(_ compression: Int, bits: Int) throws(CodecError) -> Storage {
    let known = [1, 2, 4, 8, 16, 24, 32, 64].contains(bits)
    switch (compression, bits) {
    case (4, 24), (1, 8), (1, 4), (2, 4), (2, 8): return .runs
    case (4, _): return .jpeg
    case (5, _): return .png
    case (3, 1):
      throw CodecError(
        .unsupported, "this kind of BMP file is not supported (OS/2's Huffman coding)")
    case (0, _) where known, (3, _) where known, (6, _) where known: return .rows
    case (0, _), (3, _), (6, _):
      throw CodecError(
        .unsupported, "this kind of BMP file is not supported (\(bits) bits a pixel)")
    default:
      throw CodecError(
        .unsupported, "this kind of BMP file is not supported (compression \(compression))")
    }
  }

  /// The same picture in another height, where that of an icon's entry is right.
  func with(height: Int) -> BitmapHeader {
    var header = self
    header.size.height = height
    return header
  }
}
