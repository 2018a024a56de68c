import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import JPEGReading

/// JPEG files without restart markers, decoded in chunks by several threads.
@Suite struct JPEGParallelTests {
  /// Files of 1610 × 1205 pixels; the defaults have no markers.
  typealias Kind = JPEGSegmentTests.Kind

  static let kinds = [
    Kind(), Kind(horizontal: 1, vertical: 1), Kind(horizontal: 2, vertical: 1),
    Kind(horizontal: 1, vertical: 2), Kind(horizontal: 4, vertical: 2),
    Kind(color: FRESNEL_JPEG_GRAY),
    Kind(horizontal: 1, vertical: 1, color: FRESNEL_JPEG_RGB),
    Kind(isArithmetic: true),
  ]

  /// The part of a file that a pass reads.
  private struct Order {
    private let file: PictureFile
    var eighths = 8
    var rows: Range<Int>?
    var columns = 0..<1610
    var threads = 3
    var chunkBytes = 3 << 19

    init(_ file: PictureFile) { self.file = file }

    func begin() throws(CodecError) -> (reader: JPEGReader, layout: fresnel_jpeg_layout) {
      let input = PictureInput(file: file.descriptor.number)
      let reader = try JPEGReader(input, .first, withMetadata: false)
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
    /// Compares rows without printing their millions of numbers when a test fails.
    func isSame(as other: Rows) -> Bool { self == other }
  }

  /// The rows as decoded by one reader from the top.
  private static func alone(_ order: Order) throws -> Rows {
    let (reader, layout) = try order.begin()
    let stride = Int(layout.column_count) * Int(reader.header.channels)
    let rows = order.rows ?? 0..<Int(layout.height)
    let bytes = Bytes(stride * rows.upperBound)
    let count = try reader.readRows(into: bytes.start, stride: stride, count: rows.upperBound)
    #expect(count == rows.upperBound)
    return Rows(bytes: bytes.all(from: rows.lowerBound * stride), isCut: reader.isCut)
  }

  /// The same rows as decoded by several threads, at most `most` per call.
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
    let made = JPEGParallelReader(
      reader, layout: layout, rows: rows, threads: order.threads, pixelsPerStep: 40_000,
      chunkBytes: order.chunkBytes, begin: begin ?? usual)
    let parallel = try #require(made)
    let bytes = Bytes(stride * rows.count)
    var done = 0
    var progress = 0.0
    while done < rows.count {
      done += try parallel.readRows(
        into: bytes.start + done * stride, stride: stride, most: min(most, rows.count - done))
      #expect(progress <= parallel.progress && parallel.progress <= 1)
      progress = parallel.progress
    }
    return Rows(bytes: bytes.all(), isCut: parallel.isCut)
  }

  @Test(arguments: kinds, [1, 2, 4, 8]) func severalThreadsEqualOne(_ kind: Kind, _ eighths: Int)
    throws
  {
    var order = Order(kind.file)
    order.eighths = eighths
    order.columns = 0..<(1610 * eighths + 7) / 8
    let expected = try Self.alone(order)
    #expect(try Self.together(order).isSame(as: expected))
  }

  /// With any number of threads and any size of chunks, down to one row of MCUs.
  @Test(arguments: kinds, [(1, 1), (2, 1), (2, 400_000), (4, 100_000), (5, 1)])
  func chunksFollowEachOther(_ kind: Kind, _ way: (threads: Int, bytes: Int)) throws {
    var order = Order(kind.file)
    (order.threads, order.chunkBytes) = way
    let expected = try Self.alone(order)
    #expect(try Self.together(order).isSame(as: expected))
    #expect(try Self.together(order, most: 7).isSame(as: expected))
  }

  @Test(arguments: kinds) func anAreaEqualsThatOfTheWhole(_ kind: Kind) throws {
    var order = Order(kind.file)
    order.rows = 403..<1190
    order.columns = 301..<1250
    for bytes in [1, 100_000, 3 << 19] {
      order.chunkBytes = bytes
      let expected = try Self.alone(order)
      #expect(try Self.together(order).isSame(as: expected))
    }
  }

  /// For a damaged file, several threads give the same rows as libjpeg from its top.
  @Test(arguments: 51...58 as ClosedRange<UInt64>) func damagedFilesGiveLibjpegsRows(seed: UInt64)
    throws
  {
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

  @Test(arguments: [0.05, 0.4, 0.71, 0.995]) func aTruncatedFileIsReported(_ share: Double) throws {
    let bytes = Kind().file.bytes
    let cut = PictureFile(Array(bytes.prefix(Int(Double(bytes.count) * share))))
    var order = Order(cut)
    for bytes in [1, 100_000, 3 << 19] {
      order.chunkBytes = bytes
      let expected = try Self.alone(order)
      #expect(expected.isCut)
      #expect(try Self.together(order).isSame(as: expected))
    }
  }

  /// Threads that can't read the file aren't needed.
  @Test(arguments: 1...3) func oneThreadDecodesAllIfOthersCannotReadTheFile(_ failing: Int) throws {
    let order = Order(Kind().file)
    let expected = try Self.alone(order)
    let begun = Atomic(0)
    let rows = try Self.together(order) { () throws(CodecError) in
      if begun.add(1, ordering: .relaxed).oldValue < failing {
        throw CodecError(.unreadable, "nothing can be read")
      }
      return try order.begin().reader
    }
    #expect(begun.load(ordering: .relaxed) == 3)
    #expect(rows.isSame(as: expected))
  }

  private static func chunks(
    _ order: Order, stride: Int = 1610 * 3, rowsPerChunk: Int = 64
  ) throws -> JPEGChunks {
    let layout = JPEGChunks.Layout(
      rows: 0..<1205, stride: stride, rowsPerChunk: rowsPerChunk, rowsPerStep: 16)
    let chunks = JPEGChunks(layout, threads: 2) { () throws(CodecError) in
      try order.begin().reader
    }
    return try #require(chunks)
  }

  /// Threads that get no memory for a chunk aren't needed either: the caller decodes its rows.
  @Test func withoutMemoryNoChunkIsKept() throws {
    // No machine has memory for a chunk of such rows.
    let chunks = try Self.chunks(Order(Kind().file), stride: 1 << 40)
    defer { chunks.stop() }
    let rows = Bytes(1)
    for _ in 0..<1000 {
      guard
        case .copied(let count, _) = try chunks.copyRows(
          after: 0, most: 1, into: rows.start, stride: 1)
      else { return }
      #expect(count == 0)
    }
    Issue.record("no thread gave up its chunk")
  }

  /// Chunks are decoded ahead of the caller, but only within the memory limit.
  @Test func chunksDecodedAheadUseBoundedMemory() throws {
    let order = Order(Kind().file)
    let chunks = try Self.chunks(order)
    defer { chunks.stop() }
    // Both threads wait: nothing more is begun before a chunk is taken.
    #expect(waitUntil(60) { chunks.counts.waiting == 2 })
    #expect(chunks.counts.begun == 4)
    let rows = Bytes(1610 * 3 * 64)
    var done = 0
    while done < 64 {
      if case .copied(let count, _) = try chunks.copyRows(
        after: done, most: 64, into: rows.start + done * 1610 * 3, stride: 1610 * 3)
      {
        done += count
      }
    }
    #expect(try Self.alone(order).bytes.starts(with: rows.all()))
    chunks.finishChunk()
    #expect(chunks.counts.begun <= 4)
    #expect(waitUntil(60) { chunks.counts == (begun: 4, waiting: 2) })
  }

  /// A failure in the middle of a chunk fails the pass: here the file has become shorter.
  @Test func aFailedChunkFailsThePass() throws {
    var options = fresnel_jpeg_options.usual(width: 1610, height: 1000)
    (options.horizontal, options.vertical) = (2, 2)
    let short = Order(.jpeg(Array(JPEGSegmentTests.colorScene[..<(1610 * 3 * 1000)]), options))
    let (reader, layout) = try Order(Kind().file).begin()
    let made = JPEGParallelReader(
      reader, layout: layout, rows: 0..<1205, threads: 2, pixelsPerStep: 40_000
    ) { () throws(CodecError) in try short.begin().reader }
    let parallel = try #require(made)
    let rows = Bytes(1610 * 3 * 100)
    var done = 0
    let error = #expect(throws: CodecError.self) {
      while true {
        done += try parallel.readRows(into: rows.start, stride: 1610 * 3, most: 100)
      }
    }
    #expect(done == 1000)
    #expect(error?.code == .corrupt)
    #expect(error?.sentence.contains("fewer rows") == true)
  }

  /// After a pass is cancelled, nothing reads the file.
  @Test func aCancelledPassReadsNothingMore() throws {
    let order = Order(Kind().file)
    for rows in 0..<20 {
      let (reader, layout) = try order.begin()
      // Written by the other thread before its first row, read after that thread has ended.
      nonisolated(unsafe) weak var second: JPEGReader?
      var parallel = JPEGParallelReader(
        reader, layout: layout, rows: 0..<1205, threads: 1, pixelsPerStep: 40_000
      ) {
        () throws(CodecError) in
        let reader = try order.begin().reader
        second = reader
        return reader
      }
      let bytes = Bytes(1610 * 3 * 32)
      for _ in 0..<rows {
        _ = try parallel?.readRows(into: bytes.start, stride: 1610 * 3, most: 32)
      }
      try #require(parallel != nil)
      parallel = nil
      #expect(second == nil)
    }
  }
}
