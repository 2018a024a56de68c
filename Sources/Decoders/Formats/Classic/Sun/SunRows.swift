import DecoderKit
import DecoderProtocol
import Resampling

/// The rows of a Sun raster file, each padded to 16 bits.
struct SunRows: StoredRows {
  let rowBytes: Int
  /// Bytes per row with padding.
  let stride: Int
  private let width: Int
  private let depth: Int
  private let start: Int
  private let isRedFirst: Bool
  private let numbers: PackedNumbers

  init(_ header: SunHeader) {
    width = header.size.width
    depth = header.depth
    start = header.start
    isRedFirst = header.isRedFirst
    rowBytes = (width * depth + 7) / 8
    stride = (rowBytes + 1) / 2 * 2
    let bits = min(depth, 8)
    // Without a palette, 1-bit ones are black, and other numbers are greys.
    let greys = (0..<1 << bits).map { UInt8($0 * 255 / (1 << bits - 1)) }
    numbers = PackedNumbers(
      bits: bits,
      colors: !header.palette.isEmpty ? header.palette : depth == 1 ? [255, 0] : greys,
      channels: header.palette.isEmpty ? 1 : 3)
  }

  func offset(ofRow row: Int) -> Int { start + row * stride }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    guard depth > 8 else {
      numbers.convert(stored, count: width, into: target)
      return
    }
    let bytes = depth / 8
    let first = bytes - 3
    let (red, blue) = isRedFirst ? (first, first + 2) : (first + 2, first)
    for x in 0..<width {
      let from = x &* bytes
      target.storeBytes(of: stored[from &+ red], toByteOffset: from, as: UInt8.self)
      target.storeBytes(of: stored[from &+ first &+ 1], toByteOffset: from &+ 1, as: UInt8.self)
      target.storeBytes(of: stored[from &+ blue], toByteOffset: from &+ 2, as: UInt8.self)
      if bytes == 4 {
        target.storeBytes(of: stored[from], toByteOffset: from &+ 3, as: UInt8.self)
      }
    }
  }
}

/// Decodes a Sun raster file as a whole: uncompressed, or in runs that may cross rows.
struct SunReader {
  private let rows: SunRows
  private let isRuns: Bool
  private var bytes: ByteReader
  /// The byte of the current run, and its remaining count.
  private var run: (byte: UInt8, count: Int) = (0, 0)

  private static let escape: UInt8 = 0x80

  init(_ input: PictureInput, _ rows: SunRows, isRuns: Bool) {
    self.rows = rows
    self.isRuns = isRuns
    bytes = ByteReader(input, at: rows.offset(ofRow: 0))
  }

  /// Decodes all rows; rows missing in the file stay empty.
  mutating func decode(
    into picture: DecodedPicture, _ progress: DecodingProgress
  ) throws(CodecError) {
    let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: rows.stride, alignment: 16)
    defer { stored.deallocate() }
    for row in 0..<picture.size.height {
      let count = isRuns ? try unpack(into: stored) : try bytes.read(into: stored)
      if count < rows.rowBytes { picture.missing = .endsTooEarly }
      guard count > 0, let target = picture.row(row).baseAddress else { return }
      rows.convert(UnsafeRawBufferPointer(stored), into: target)
      progress.fraction = Double(row) / Double(picture.size.height)
    }
  }

  /// Unpacks a row; returns the number of its bytes in the file, the rest being zeros.
  private mutating func unpack(
    into row: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int {
    for place in 0..<row.count {
      if run.count > 0 {
        run.count -= 1
        row[place] = run.byte
        continue
      }
      guard let byte = try bytes.nextByte() else {
        row[place...].initializeMemory(as: UInt8.self, repeating: 0)
        return place
      }
      row[place] = byte
      guard byte == Self.escape else { continue }
      // A count of 0 is the escape byte itself.
      let more = Int(try bytes.byte())
      guard more > 0 else { continue }
      run = (try bytes.byte(), more)
      row[place] = run.byte
    }
    return row.count
  }
}
