import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import JPEGReading
import SeededNumbers
import Testing

/// JPEG files without restart markers, of which a second thread decodes rows ahead.
@Suite struct JPEGPairTests {
  /// Files of 1610 × 1205 pixels; their kind without markers.
  typealias Kind = JPEGSegmentTests.Kind

  static let kinds = [
    Kind(), Kind(horizontal: 1, vertical: 1), Kind(horizontal: 2, vertical: 1),
    Kind(horizontal: 1, vertical: 2), Kind(horizontal: 4, vertical: 2),
    Kind(color: FRESNEL_JPEG_GRAY),
    Kind(horizontal: 1, vertical: 1, color: FRESNEL_JPEG_RGB),
    Kind(isArithmetic: true),
  ]

  /// What a pass is to read of a file.
  private struct Order {
    private let file: PictureFile
    var eighths = 8
    var rows: Range<Int>?
    var columns = 0..<1610
    var bytesAhead = 6 << 20

    init(_ file: PictureFile) { self.file = file }

    func begin() throws(CodecError) -> (reader: JPEGReader, layout: fresnel_jpeg_layout) {
      let input = PictureInput(file: file.descriptor.number)
      let reader = try JPEGReader(input, withMetadata: false)
      return (reader, try reader.start(eighths: eighths, columns: columns))
    }
  }

  /// Memory for rows.
  private final class Bytes {
    let start: UnsafeMutableRawPointer
    private let count: Int
    init(_ count: Int) {
      start = .allocate(byteCount: count, alignment: 16)
      self.count = count
    }
    deinit { start.deallocate() }
    func all(from first: Int = 0) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: start, count: count)[first...])
    }
  }

  private struct Rows: Equatable {
    var bytes: [UInt8]
    var isCut: Bool
    /// Their comparison without their millions of numbers in the message of a test that fails.
    func isSame(as other: Rows) -> Bool { self == other }
  }

  /// The rows as one reader makes them from the top.
  private static func alone(_ order: Order) throws -> Rows {
    let (reader, layout) = try order.begin()
    let stride = Int(layout.column_count) * Int(reader.header.channels)
    let rows = order.rows ?? 0..<Int(layout.height)
    let bytes = Bytes(stride * rows.upperBound)
    let count = try reader.readRows(into: bytes.start, stride: stride, count: rows.upperBound)
    #expect(count == rows.upperBound)
    return Rows(bytes: bytes.all(from: rows.lowerBound * stride), isCut: reader.isCut)
  }

  /// The same rows as two threads make them, `most` in a call.
  private static func together(
    _ order: Order, most: Int = 24,
    begin: (@Sendable () throws(CodecError) -> JPEGReader)? = nil
  ) throws -> Rows {
    let (reader, layout) = try order.begin()
    let stride = Int(layout.column_count) * Int(reader.header.channels)
    let rows = order.rows ?? 0..<Int(layout.height)
    let usual: @Sendable () throws(CodecError) -> JPEGReader = { () throws(CodecError) in
      try order.begin().reader
    }
    let pair = try #require(
      JPEGPairReader(
        reader, layout: layout, rows: rows, pixelsPerStep: 40_000, bytesAhead: order.bytesAhead,
        begin: begin ?? usual))
    let bytes = Bytes(stride * rows.count)
    var done = 0
    var progress = 0.0
    while done < rows.count {
      done += try pair.readRows(
        into: bytes.start + done * stride, stride: stride, most: min(most, rows.count - done))
      #expect(progress <= pair.progress && pair.progress <= 1)
      progress = pair.progress
    }
    return Rows(bytes: bytes.all(), isCut: pair.isCut)
  }

  @Test(arguments: kinds, [1, 2, 4, 8]) func equalsOneReader(_ kind: Kind, _ eighths: Int) throws {
    var order = Order(kind.file)
    order.eighths = eighths
    order.columns = 0..<(1610 * eighths + 7) / 8
    let expected = try Self.alone(order)
    #expect(try Self.together(order).isSame(as: expected))
  }

  /// With little memory the threads take turns in many parts.
  @Test(arguments: kinds, [100_000, 400_000]) func partsFollowEachOther(_ kind: Kind, _ bytes: Int)
    throws
  {
    var order = Order(kind.file)
    order.bytesAhead = bytes
    let expected = try Self.alone(order)
    #expect(try Self.together(order).isSame(as: expected))
    #expect(try Self.together(order, most: 7).isSame(as: expected))
  }

  @Test(arguments: kinds) func anAreaIsThatOfTheWhole(_ kind: Kind) throws {
    var order = Order(kind.file)
    order.rows = 403..<1190
    order.columns = 301..<1250
    for bytes in [100_000, 6 << 20] {
      order.bytesAhead = bytes
      let expected = try Self.alone(order)
      #expect(try Self.together(order).isSame(as: expected))
    }
  }

  /// The part that a thread decodes next, or `nil` after ten seconds.
  private static func waitForPart(of ahead: JPEGRowsAhead) -> Range<Int>? {
    for _ in 0..<10_000 {
      if let part = ahead.part { return part }
      usleep(1000)
    }
    return nil
  }

  /// A thread is as far ahead as the part is long that it decodes: of a picture that nobody has
  /// begun the lower half, and of parts that are shorter each second one.
  @Test(arguments: [(6 << 20, [608..<1205]), (64 * 1610 * 3, [64..<128, 192..<256, 320..<384])])
  func decodesAsFarAheadAsAPartIsLong(_ bytes: Int, _ parts: [Range<Int>]) throws {
    let order = Order(Kind().file)
    let expected = try Self.alone(order)
    let stride = 1610 * 3
    let ahead = try #require(
      JPEGRowsAhead(
        rows: 0..<1205, stride: stride, rowsPerStep: 16, mostRows: bytes / stride
      ) { () throws(CodecError) in try order.begin().reader })
    defer { ahead.stop() }
    let rows = Bytes(stride * 700)
    for part in parts {
      try #require(Self.waitForPart(of: ahead) == part)
      #expect(ahead.take(from: part.lowerBound - 10, most: 16) == 10)
      #expect(ahead.take(from: part.lowerBound, most: 16) == 0)
      // The first thread stays where it was: at the top.
      _ = ahead.take(from: 0, most: 0)
      var done = 0
      while done < part.count {
        done += try ahead.copyRows(
          from: part.lowerBound + done, most: part.count - done,
          into: rows.start + done * stride, stride: stride, waits: true)
      }
      let own = expected.bytes[part.lowerBound * stride..<part.upperBound * stride]
      #expect(own.elementsEqual(rows.all().prefix(own.count)))
      ahead.finishPart()
    }
  }

  /// Both threads make of a damaged file what libjpeg makes of it from its top on.
  @Test(arguments: 51...58 as ClosedRange<UInt64>) func damageIsTheSame(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var bytes = Kind().file.bytes
    for _ in 0..<5 {
      let place = Int.random(in: 1000..<bytes.count - 10, using: &numbers)
      for place in place..<place + 9 { bytes[place] = .random(in: 0...255, using: &numbers) }
    }
    let file = PictureFile(bytes)
    let order = Order(file)
    let expected = try Self.alone(order)
    #expect(try Self.together(order).isSame(as: expected), "seed \(seed)")
  }

  @Test(arguments: [0.05, 0.4, 0.71, 0.995]) func aCutFileSaysSo(_ share: Double) throws {
    let bytes = Kind().file.bytes
    let cut = PictureFile(Array(bytes.prefix(Int(Double(bytes.count) * share))))
    var order = Order(cut)
    for bytes in [100_000, 6 << 20] {
      order.bytesAhead = bytes
      let expected = try Self.alone(order)
      #expect(expected.isCut)
      #expect(try Self.together(order).isSame(as: expected))
    }
  }

  /// A thread that can't read the file is missed by nobody.
  @Test func withoutTheOtherReaderOneDecodesAll() throws {
    let order = Order(Kind().file)
    let expected = try Self.alone(order)
    let rows = try Self.together(order) { () throws(CodecError) in
      throw CodecError(.unreadable, "nothing can be read")
    }
    #expect(rows.isSame(as: expected))
  }

  /// Nor is one that gets no memory for its part.
  @Test func withoutMemoryNoPartIsKeptFromTheFirstReader() throws {
    let order = Order(Kind().file)
    // No machine holds a part of such rows.
    let ahead = try #require(
      JPEGRowsAhead(rows: 0..<1205, stride: 1 << 40, rowsPerStep: 16, mostRows: 1205) {
        () throws(CodecError) in try order.begin().reader
      })
    defer { ahead.stop() }
    let rows = Bytes(1)
    #expect(throws: CodecError.self) {
      for _ in 0..<1000 {
        _ = try ahead.copyRows(from: 0, most: 1, into: rows.start, stride: 1, waits: true)
      }
    }
    #expect(ahead.part == nil)
    #expect(ahead.take(from: 0, most: 1205) == 1205)
  }

  /// What fails in the middle of a part fails the pass: here a file that has become shorter.
  @Test func aPartThatFailsIsTold() throws {
    var options = fresnel_jpeg_options.usual(width: 1610, height: 1000)
    (options.horizontal, options.vertical) = (2, 2)
    let short = Order(.jpeg(Array(JPEGSegmentTests.colorScene[..<(1610 * 3 * 1000)]), options))
    let ahead = try #require(
      JPEGRowsAhead(rows: 0..<1205, stride: 1610 * 3, rowsPerStep: 16, mostRows: 1205) {
        () throws(CodecError) in try short.begin().reader
      })
    defer { ahead.stop() }
    try #require(Self.waitForPart(of: ahead) == 608..<1205)
    let rows = Bytes(1610 * 3 * 700)
    var done = 608
    let error = #expect(throws: CodecError.self) {
      while true {
        done += try ahead.copyRows(
          from: done, most: 100, into: rows.start, stride: 1610 * 3, waits: true)
      }
    }
    #expect(done == 1000)
    #expect(error?.code == .corrupt)
    #expect(error?.sentence.contains("fewer rows") == true)
  }

  /// A pass that somebody cancels leaves nothing behind that reads the file.
  @Test func anEndedPassReadsNothingMore() throws {
    let order = Order(Kind().file)
    for rows in 0..<20 {
      let (reader, layout) = try order.begin()
      // Written by the other thread before its first row, read when that thread has ended.
      nonisolated(unsafe) weak var second: JPEGReader?
      var pair = JPEGPairReader(reader, layout: layout, rows: 0..<1205, pixelsPerStep: 40_000) {
        () throws(CodecError) in
        let reader = try order.begin().reader
        second = reader
        return reader
      }
      let bytes = Bytes(1610 * 3 * 32)
      for _ in 0..<rows {
        _ = try pair?.readRows(into: bytes.start, stride: 1610 * 3, most: 32)
      }
      try #require(pair != nil)
      pair = nil
      #expect(second == nil)
    }
  }
}
