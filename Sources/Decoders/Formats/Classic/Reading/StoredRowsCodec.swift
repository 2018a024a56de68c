import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// How a picture lies in a file whose rows are not compressed: each at a place that can be
/// computed.
protocol StoredRows {
  /// Bytes of one row in the file, padding left out; of one of its parts where it has several.
  var rowBytes: Int { get }

  /// Places that a row is read from, one for each of its planes.
  var parts: Int { get }

  /// Where a row of the picture, counted from its top, begins in the file.
  func offset(ofRow row: Int) -> Int

  /// Where a part of a row begins in the file.
  func offset(ofRow row: Int, part: Int) -> Int

  /// Makes one row's pixels, in the header's format, of its stored bytes.
  ///
  /// `stored` has `rowBytes` bytes of each part, zeros where the file has ended; `target` has room
  /// for the row.
  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer)
}

extension StoredRows {
  /// A row lies in one place.
  var parts: Int { 1 }

  func offset(ofRow row: Int, part: Int) -> Int { offset(ofRow: row) }
}

/// Reads uncompressed rows from where they lie: any row without those before it, and the file's
/// height costs no memory.
final class StoredRowsCodec<Rows: StoredRows>: PictureCodec {
  private(set) var header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let rows: Rows
  private let stored: UnsafeMutableRawBufferPointer
  private var pass: (next: Int, end: Int, count: Int) = (0, 0, 1)

  /// Serves rows as `header` describes them; its memory class and access are set here.
  init(_ header: PictureHeader, of input: PictureInput, rows: Rows) throws(CodecError) {
    guard let rowBytes = checkedProduct(rows.rowBytes, rows.parts) else { throw .noMemory }
    try PictureInput.checkRow(max(rowBytes, header.size.width * header.format.bytesPerPixel))
    var header = header
    header.memory = .streaming(
      rowBytes: max(rowBytes, header.size.width * header.format.bytesPerPixel))
    header.skipsRows = true
    self.header = header
    self.input = input
    self.rows = rows
    stored = .allocate(byteCount: max(rowBytes, 1), alignment: 64)
    if header.isLight { self.header.headroom = try measuredHeadroom() }
  }

  /// How bright it is, by rows at equal distances: the file does not say it.
  private func measuredHeadroom() throws(CodecError) -> Double {
    var meter = LightMeter()
    let (size, channels) = (header.size, header.format.channels)
    let row = UnsafeMutableBufferPointer<Float>.allocate(
      capacity: size.width * header.format.bytesPerPixel / 4)
    defer { row.deallocate() }
    let wanted = min(size.height, max(1, Self.enoughPixels / max(1, size.width)))
    for index in 0..<wanted {
      let bytes = UnsafeMutableRawBufferPointer(rebasing: stored[..<rows.rowBytes])
      let place = rows.offset(ofRow: index * size.height / wanted)
      guard try input.readBytes(at: place, into: bytes) == bytes.count else { continue }
      guard let floats = row.baseAddress else { continue }
      rows.convert(UnsafeRawBufferPointer(bytes), into: floats)
      if channels.count < 3 {
        for x in 0..<size.width { meter.add(floats[x * channels.count]) }
      } else {
        meter.add(floats, count: size.width, step: channels.count)
      }
    }
    return meter.headroom
  }

  /// Pixels that tell how bright a picture is.
  private static var enoughPixels: Int { 1 << 20 }

  deinit { stored.deallocate() }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = (request.rows.lowerBound, request.rows.upperBound, max(1, request.rows.count))
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = min(most, pass.end - pass.next)
    for index in 0..<max(0, count) {
      let row = pass.next + index
      for part in 0..<rows.parts {
        if try read(row, part) < rows.rowBytes { missing = .endsTooEarly }
      }
      let bytes = UnsafeRawBufferPointer(rebasing: stored[..<(rows.rowBytes * rows.parts)])
      rows.convert(bytes, into: target + index * stride)
    }
    pass.next += max(0, count)
    return max(0, count)
  }

  /// Reads a part of a row, zeros where the file has ended, and returns how much the file has.
  private func read(_ row: Int, _ part: Int) throws(CodecError) -> Int {
    let bytes = UnsafeMutableRawBufferPointer(
      rebasing: stored[part * rows.rowBytes..<(part + 1) * rows.rowBytes])
    let done = try input.readBytes(at: rows.offset(ofRow: row, part: part), into: bytes)
    bytes[done...].initializeMemory(as: UInt8.self, repeating: 0)
    return done
  }

  var passProgress: Double { 1 - Double(pass.end - pass.next) / Double(pass.count) }

  func endPass() {}
}

extension String {
  /// What is said of a file that has fewer rows than its header promises.
  static let endsTooEarly = "the file ends too early: the rest of the picture is missing"
}
