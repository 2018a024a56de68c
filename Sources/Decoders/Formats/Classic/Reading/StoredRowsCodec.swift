import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The layout of an uncompressed picture in a file, with a computable offset for each row.
protocol StoredRows {
  /// Bytes per row in the file without padding; per part if rows have several.
  var rowBytes: Int { get }

  /// The number of parts of a row, one for each plane.
  var parts: Int { get }

  /// The file offset of a row, counted from the picture's top.
  func offset(ofRow row: Int) -> Int

  /// The file offset of a part of a row.
  func offset(ofRow row: Int, part: Int) -> Int

  /// Converts a row's stored bytes to pixels in the header's format.
  ///
  /// `stored` has `rowBytes` bytes for each part, zeros beyond the end of the file; `target` has
  /// room for the row.
  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer)
}

extension StoredRows {
  /// By default a row is contiguous.
  var parts: Int { 1 }

  func offset(ofRow row: Int, part: Int) -> Int { offset(ofRow: row) }
}

/// Reads uncompressed rows in any order; memory does not depend on the picture's height.
final class StoredRowsCodec<Rows: StoredRows>: RowByRowCodec {
  private(set) var header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let rows: Rows
  private let stored: UnsafeMutableRawBufferPointer
  var pass = RowPass()

  /// Serves rows described by `header`, whose memory class and access it sets.
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

  /// The headroom, measured on evenly spaced rows: the file does not state it.
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
      meter.add(floats, count: size.width, step: channels.count)
    }
    return meter.headroom
  }

  /// The number of pixels to measure.
  private static var enoughPixels: Int { 1 << 20 }

  deinit { stored.deallocate() }

  func read(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError) {
    for part in 0..<rows.parts {
      if try read(row, part) < rows.rowBytes { missing = .endsTooEarly }
    }
    let bytes = UnsafeRawBufferPointer(rebasing: stored[..<(rows.rowBytes * rows.parts)])
    rows.convert(bytes, into: target)
  }

  /// Reads a part of a row, with zeros beyond the end of the file; returns the bytes from the file.
  private func read(_ row: Int, _ part: Int) throws(CodecError) -> Int {
    let bytes = UnsafeMutableRawBufferPointer(
      rebasing: stored[part * rows.rowBytes..<(part + 1) * rows.rowBytes])
    let done = try input.readBytes(at: rows.offset(ofRow: row, part: part), into: bytes)
    bytes[done...].initializeMemory(as: UInt8.self, repeating: 0)
    return done
  }
}

extension String {
  /// The message for a file with fewer rows than its header says.
  static let endsTooEarly = "the file ends too early: the rest of the picture is missing"
}
