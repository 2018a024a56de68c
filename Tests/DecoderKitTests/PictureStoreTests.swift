import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling
import TestSupport
import Testing
import Tiles

@testable import DecoderKit

/// What is read from a scratch file, compared with what was written.
@Suite struct PictureStoreTests {
  /// A picture whose rows come from a function, written to a store row by row.
  private final class Bench {
    let store: PictureStore
    let file: FileDescriptor
    let header: PictureHeader
    let pixels: [UInt32]

    init(
      _ size: PixelSize, hasAlpha: Bool = false, capacity: Int = 1 << 30, isThreaded: Bool = true,
      pixel: (Int, Int) -> UInt32
    ) throws {
      header = PictureHeader(
        size: size, format: RowFormat(channels: hasAlpha ? .rgba : .rgb), color: .sRGB,
        hasAlpha: hasAlpha, memory: .streaming(rowBytes: size.width * 4))
      let color = ColorPipeline(format: header.format, source: .sRGB)
      file = try UnnamedFile.create(in: ["/tmp"])
      let scratch = StripFile(descriptor: file.number, capacity: capacity)
      store = PictureStore(of: header, color: color, file: scratch)
      let packer = StorePacker(store.layout, file: scratch, index: store.index)
      if isThreaded { packer.start() }
      defer { packer.finish() }
      let writer = CodeWriter(store.layout, packer: packer, color: color)
      var pixels: [UInt32] = []
      for y in 0..<size.height {
        let row = (0..<size.width).map { pixel($0, y) }
        pixels += row
        writer.add(row, hasAlpha: hasAlpha)
      }
      self.pixels = pixels
    }

    /// Reads some columns and rows of a version.
    func read(_ level: Int, columns: Range<Int>, rows: Range<Int>) throws -> [[UInt8]] {
      let layout = try store.codec.beginPass(
        PassRequest(rows: rows, columns: columns, source: .reduction(level)))
      let bytes = store.layout.pixelBytes
      let stride = layout.columns.count * bytes
      var memory = [UInt8](repeating: 0, count: stride * rows.count)
      var done = 0
      try memory.withUnsafeMutableBytes { memory in
        while done < rows.count, let base = memory.baseAddress {
          done += try store.codec.readRows(
            into: base + done * stride, stride: stride, most: rows.count - done)
        }
      }
      store.codec.endPass()
      return (0..<rows.count).map { row in
        let first = row * stride + (columns.lowerBound - layout.columns.lowerBound) * bytes
        return Array(memory[first..<first + columns.count * bytes])
      }
    }
  }

  private func noise(_ x: Int, _ y: Int) -> UInt32 {
    var value = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
    value ^= value >> 13
    value = value &* 0x5bd1_e995
    return value | 0xFF00_0000
  }

  private func light(_ code: UInt8) -> Double {
    let value = Double(code) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private func code(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  @Test(arguments: [
    PixelSize(width: 700, height: 130), PixelSize(width: 513, height: 33),
    PixelSize(width: 1, height: 300),
  ])
  func thePictureRoundTrips(_ size: PixelSize) throws {
    let bench = try Bench(size, pixel: noise)
    for (columns, rows) in [
      (0..<size.width, 0..<size.height),
      (size.width / 2..<size.width, size.height / 3..<size.height),
    ] {
      let read = try bench.read(0, columns: columns, rows: rows)
      for (index, row) in rows.enumerated() {
        let expected = columns.flatMap { column -> [UInt8] in
          let pixel = bench.pixels[row * size.width + column]
          return [0, 8, 16].map { UInt8(truncatingIfNeeded: pixel >> $0) }
        }
        #expect(read[index] == expected, "row \(row)")
      }
    }
  }

  @Test func everyVersionIsAMeanInLinearLight() throws {
    let size = PixelSize(width: 1030, height: 517)
    let bench = try Bench(size, pixel: noise)
    let layout = bench.store.layout
    #expect(layout.levels.map(\.width) == [1030, 515, 258, 129])
    #expect(layout.levels.map(\.height) == [517, 259, 130, 65])
    for level in 1..<layout.levels.count {
      let own = layout.levels[level]
      let read = try bench.read(level, columns: 0..<own.width, rows: 0..<own.height)
      let edge = 1 << level
      // Away from the edges, where odd columns count twice, a pixel is the mean of edge² pixels.
      for (x, y) in [(0, 0), (5, 7), (own.width - 3, own.height - 3), (own.width / 2, 1)] {
        for channel in 0..<3 {
          var sum = 0.0
          for row in y * edge..<(y + 1) * edge {
            for column in x * edge..<(x + 1) * edge {
              let pixel = bench.pixels[row * size.width + column]
              sum += light(UInt8(truncatingIfNeeded: pixel >> UInt32(8 * channel)))
            }
          }
          let expected = code(sum / Double(edge * edge))
          #expect(abs(Double(read[y][x * 3 + channel]) - expected) <= 0.6, "\(level): \(x), \(y)")
        }
      }
    }
  }

  @Test func transparentPixelsAddNoColour() throws {
    // Every second column is transparent and bright; only the dark ones may count.
    let size = PixelSize(width: 600, height: 40)
    let bench = try Bench(size, hasAlpha: true) { x, _ in
      x % 2 == 0 ? 0xFF40_2010 : 0x00FF_FFFF
    }
    let read = try bench.read(1, columns: 0..<300, rows: 0..<20)
    for pixel in stride(from: 0, to: 300 * 4, by: 4) {
      #expect(Array(read[3][pixel..<pixel + 3]) == [0x10, 0x20, 0x40])
      #expect(abs(Int(read[3][pixel + 3]) - 128) <= 1)
    }
  }

  @Test func aFullFileKeepsTheSmallerVersions() throws {
    let size = PixelSize(width: 1024, height: 768)
    // Noise doesn't compress: the whole picture takes 2.4 MB, the rest a third of that.
    let bench = try Bench(size, capacity: 1_200_000, pixel: noise)
    #expect(bench.store.index.firstKept == 1)
    #expect(bench.store.index.completeRows(0) == 0)
    #expect(bench.store.index.completeRows(1) == 384)
    let plenty = try Bench(size, pixel: noise)
    for level in 1..<plenty.store.layout.levels.count {
      let own = plenty.store.layout.levels[level]
      let read = try bench.read(level, columns: 0..<own.width, rows: 0..<own.height)
      let whole = try plenty.read(level, columns: 0..<own.width, rows: 0..<own.height)
      let isSame = read == whole
      #expect(isSame, "\(level)")
    }
    #expect(!bench.store.holds(TileKey(level: Level(size: size), column: 0, row: 0)))
    let half = Level(of: size, scale: 0.5)
    #expect(bench.store.holds(TileKey(level: half, column: 1, row: 1)))
  }

  @Test func evictionWaitsForReaders() throws {
    // The largest version is written, read and evicted at the same time, over and over.
    let size = PixelSize(width: 2048, height: 96)
    var reads = 0
    for round in 0..<40 {
      let shift = round * 1000
      let bench = try Bench(PixelSize(width: 1, height: 1), pixel: noise)
      let header = PictureHeader(
        size: size, format: RowFormat(channels: .rgb), color: .sRGB, hasAlpha: false,
        memory: .streaming(rowBytes: size.width * 4))
      let color = ColorPipeline(format: header.format, source: .sRGB)
      let scratch = StripFile(descriptor: bench.file.number, capacity: 300_000 + round * 5000)
      let store = PictureStore(of: header, color: color, file: scratch)
      let rows = (0..<size.height).map { y in
        (0..<size.width).map { noise($0 + shift, y) }
      }
      let packer = StorePacker(store.layout, file: scratch, index: store.index)
      if round % 2 == 0 { packer.start() }
      let writer = WriterThread(
        CodeWriter(store.layout, packer: packer, color: color), rows)
      let thread = try JoinableThread(name: "reduce") { writer.run() }
      let expected = rows[3].prefix(256).flatMap { word in
        [0, 8, 16].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
      while store.index.firstKept == 0 {
        store.index.beginReading()
        defer { store.index.endReading() }
        guard store.index.completeRows(0) >= 16 else { continue }
        let layout = try store.codec.beginPass(
          PassRequest(rows: 3..<4, columns: 0..<256, source: .reduction(0)))
        var row = [UInt8](repeating: 0, count: layout.columns.count * 3)
        _ = try row.withUnsafeMutableBytes { bytes in
          try bytes.baseAddress.map {
            try store.codec.readRows(into: $0, stride: bytes.count, most: 1)
          }
        }
        store.codec.endPass()
        #expect(row == expected, "round \(round)")
        reads += 1
      }
      thread.join()
      packer.finish()
      #expect(store.index.firstKept >= 1)
    }
    #expect(reads > 0)
  }

  /// Feeds a writer all rows of a picture on another thread.
  // Sendable without a check: the writer is that thread's alone, and the rows do not change.
  private final class WriterThread: @unchecked Sendable {
    private let writer: CodeWriter
    private let rows: [[UInt32]]

    init(_ writer: CodeWriter, _ rows: [[UInt32]]) {
      self.writer = writer
      self.rows = rows
    }

    func run() {
      for row in rows { writer.add(row, hasAlpha: false) }
    }
  }

  @Test func anIdleDecoderCachesOnlyWhatFits() throws {
    let size = PixelSize(width: 1024, height: 768)
    // Packed noise is larger than the noise itself.
    let bench = try Bench(size, pixel: noise)
    var status = stat()
    #expect(fstat(bench.file.number, &status) == 0)
    let layout = bench.store.layout
    #expect(status.st_size > size.width * size.height * 3)
    #expect(Int(status.st_size) <= layout.mostBytes)
    #expect(layout.mayBeFilledAtRest(in: layout.mostBytes))
    #expect(!layout.mayBeFilledAtRest(in: layout.mostBytes - 1))
    let codes = StoredPixels.codes(hasAlpha: false)
    func mayBeFilled(_ width: Int, _ height: Int) -> Bool {
      StoreLayout(picture: PixelSize(width: width, height: height), pixels: codes)
        .mayBeFilledAtRest(in: 8 << 30)
    }
    #expect(mayBeFilled(12000, 9000))
    #expect(!mayBeFilled(32768, 32768), "three gigabytes are too much for a glance")
  }

  @Test func tilesAreCutFromTheVersionTwiceTheirSize() throws {
    let bench = try Bench(PixelSize(width: 2048, height: 1024), pixel: noise)
    func version(_ scale: Double) -> Int {
      bench.store.storedLevel(for: Level(of: PixelSize(width: 2048, height: 1024), scale: scale))
    }
    #expect(version(1) == 0)
    #expect(version(0.6) == 0)
    #expect(version(0.5) == 0)
    #expect(version(0.25) == 1)
    #expect(version(0.2) == 1)
    #expect(version(0.125) == 2)
  }
}

extension CodeWriter {
  /// Adds a row of pixels, red in the lowest byte, as samples of three or four bytes.
  fileprivate func add(_ pixels: [UInt32], hasAlpha: Bool) {
    let samples = pixels.flatMap { pixel in
      (0..<(hasAlpha ? 4 : 3)).map { UInt8(truncatingIfNeeded: pixel >> (8 * $0)) }
    }
    samples.withUnsafeBytes { if let base = $0.baseAddress { add(base) } }
  }
}
