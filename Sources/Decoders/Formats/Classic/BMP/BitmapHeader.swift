import DecoderKit
import DecoderProtocol
import Geometry

/// A bitmap's header, from OS/2's 12 bytes to Windows' 124.
///
/// Layouts: Microsoft's BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER and BITMAPV5HEADER, and
/// OS/2's BITMAPINFOHEADER2, which may be truncated anywhere.
struct BitmapHeader {
  /// How the pixels are stored.
  enum Storage: Hashable {
    /// Rows of pixels, each padded to four bytes.
    case rows
    /// Run-length encoded: indices of 4 or 8 bits, or pixels of 24 bits.
    case runs
    /// A complete JPEG file.
    case jpeg
    /// A complete PNG file.
    case png
  }

  /// The header's offset in the file.
  let start: Int
  /// The header's size in bytes.
  let byteCount: Int
  /// The picture's size; an icon's header includes the rows of its mask.
  private(set) var size: PixelSize
  /// The height in the header.
  let fullHeight: Int
  /// True if the first row in the file is the picture's top.
  let isTopDown: Bool
  /// Bits per pixel: 1, 2, 4, 8, 16, 24, 32 or 64.
  let bits: Int
  let storage: Storage
  /// The palette entries in the header; 0 means as many as `bits` allow.
  let colorsUsed: Int
  /// The masks of red, green, blue and alpha in 16-bit or 32-bit pixels.
  let masks: BitmapMasks
  /// Bytes of the masks after the header.
  let maskBytes: Int

  /// True if palette entries have three bytes.
  var isCore: Bool { byteCount < 16 }

  /// The palette's offset in the file.
  var paletteStart: Int { start + byteCount + maskBytes }

  /// Bytes from one stored row to the next.
  var stride: Int { (size.width * bits + 31) / 32 * 4 }

  /// Reads the header at an offset; in an icon, its height counts two pictures, and 32-bit pixels
  /// have alpha.
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
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    // Fields missing in a short header are zero.
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
    // The masks follow a short header and are part of a long one; except for odd headers, the
    // offset is the same.
    let place = maskBytes > 0 ? start + byteCount : start + 40
    reader.seek(to: place)
    if hasMasks {
      let (red, green, blue) = (
        try reader.little32(), try reader.little32(), try reader.little32()
      )
      masks = BitmapMasks(red: red, green: green, blue: blue)
    }
    // From version 3 on the header has an alpha mask; before, only compression 6 has one. OS/2 uses
    // these fields for something else.
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

  /// Compression numbers: 4 is RLE24 in OS/2, and JPEG in Windows.
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
        .unsupported, "this kind of BMP file is not supported (\(bits) bits per pixel)")
    default:
      throw CodecError(
        .unsupported, "this kind of BMP file is not supported (compression \(compression))")
    }
  }

  /// The header with another height, for icons whose directory entry has the right one.
  func with(height: Int) -> BitmapHeader {
    var header = self
    header.size.height = height
    return header
  }
}
