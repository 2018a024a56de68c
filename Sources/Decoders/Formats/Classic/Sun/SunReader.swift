import DecoderKit
import DecoderProtocol

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
      // A count of 0 stands for the escape byte itself.
      let more = Int(try bytes.byte())
      guard more > 0 else { continue }
      run = (try bytes.byte(), more)
      row[place] = run.byte
    }
    return row.count
  }
}
