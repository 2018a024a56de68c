import CTIFF
import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// TIFF files so large that several threads decode their tiles or strips.
@Suite struct TIFFThreadTests {
  struct Store: Sendable, CustomTestStringConvertible {
    var name: String
    var compression = COMPRESSION_ADOBE_DEFLATE
    var bits = 8
    var tile: Int?
    var stripRows = 16
    var isSeparate = false
    var testDescription: String { name }
  }

  static let stores: [Store] = [
    Store(name: "tiles", compression: COMPRESSION_NONE, tile: 64),
    Store(name: "tiles, deflate", tile: 128),
    Store(name: "tiles, LZW, 16 bits", compression: COMPRESSION_LZW, bits: 16, tile: 256),
    Store(name: "separate tiles", tile: 128, isSeparate: true),
    Store(name: "strips, deflate", stripRows: 7),
    Store(name: "strips of a row, LZW", compression: COMPRESSION_LZW, stripRows: 1),
    Store(name: "strips, zstd, 16 bits", compression: COMPRESSION_ZSTD, bits: 16, stripRows: 50),
    Store(name: "two strips", stripRows: 400),
  ]

  private static let size = PixelSize(width: 907, height: 631)

  private static func layout(_ store: Store) -> TIFFWriter.Layout {
    var layout = TIFFWriter.Layout()
    layout.size = size
    layout.bits = store.bits
    layout.compression = store.compression
    layout.tile = store.tile
    layout.stripRows = store.stripRows
    layout.isSeparate = store.isSeparate
    return layout
  }

  /// Gradients with some noise, so that compressed strips are neither tiny nor larger than raw
  /// ones.
  private static func samples(bits: Int) -> [Int] {
    var numbers = SeededNumbers(seed: 41)
    let most = (1 << bits) - 1
    var samples: [Int] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        for slope in [x * most / 1000, y * most / 700, (x + y) * most / 1600] {
          samples.append(slope + .random(in: 0...most / 40, using: &numbers))
        }
      }
    }
    return samples
  }

  @Test(arguments: stores) func everyBlockIsInPlace(_ store: Store) throws {
    let samples = Self.samples(bits: store.bits)
    let writer = TIFFWriter()
    writer.add(Self.layout(store), samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    try #require(info.size == Self.size)
    let most = Double((1 << store.bits) - 1)
    var worst = 0.0
    for pixel in 0..<Self.size.width * Self.size.height {
      for channel in 0..<3 {
        let expected = Double(samples[pixel * 3 + channel]) * 255 / most
        worst = max(worst, abs(Double(pixels.bytes[pixel * 4 + channel]) - expected))
      }
    }
    #expect(worst <= 0.51, "\(worst)")
  }

  /// The lowest part begins inside a strip, and inside a tile.
  @Test(arguments: stores) func aPartEqualsThatOfTheWhole(_ store: Store) throws {
    let writer = TIFFWriter()
    writer.add(Self.layout(store), samples: Self.samples(bits: store.bits))
    let file = writer.finish()
    let (_, whole) = try DecoderClient.decode(.tiff, file)
    let client = try DecoderClient(.tiff, file)
    let level = Level(size: try client.open().size)
    let area = PixelRect(minX: 331, minY: 395, maxX: 831, maxY: 631)
    let part = try client.pixels(of: level, in: area)
    var differences = 0
    for y in 0..<area.height {
      for x in 0..<area.width where part.pixel(x, y) != whole.pixel(area.minX + x, area.minY + y) {
        differences += 1
      }
    }
    #expect(differences == 0)
  }

  private static func open(_ file: PictureFile) throws -> OpaquePointer {
    // libtiff closes the descriptor, and reads from its current position.
    let descriptor = dup(file.descriptor.number)
    lseek(descriptor, 0, SEEK_SET)
    return try #require(TIFFFdOpen(descriptor, "picture", "r"))
  }

  /// The rows that libtiff reads line by line; black where it can't.
  private static func lines(of file: PictureFile) throws -> Pixels {
    let handle = try open(file)
    defer { TIFFClose(handle) }
    let ignore: TIFFErrorHandler = { _, _, _ in }
    let before = TIFFSetErrorHandler(ignore)
    defer { TIFFSetErrorHandler(before) }
    var bytes: [UInt8] = []
    var line = [UInt8](repeating: 0, count: size.width * 3)
    for y in 0..<size.height {
      let isThere = TIFFReadScanline(handle, &line, UInt32(y), 0) == 1
      bytes += isThere ? line : [UInt8](repeating: 0, count: line.count)
    }
    let straight = stride(from: 0, to: bytes.count, by: 3).flatMap { bytes[$0..<$0 + 3] + [255] }
    return Pixels(straight: straight, size: size)
  }

  @Test(arguments: [COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE], [41, 42, 43] as [UInt64])
  func damagedStripsShowTheirFirstLines(_ compression: Int32, seed: UInt64) throws {
    let store = Store(name: "", compression: compression, stripRows: 16)
    let writer = TIFFWriter()
    writer.add(Self.layout(store), samples: Self.samples(bits: 8))
    var bytes = writer.finish().bytes
    var numbers = SeededNumbers(seed: seed)
    // The directory follows the strips.
    for _ in 0..<6 {
      let start = Int.random(in: bytes.count / 20..<bytes.count * 9 / 10, using: &numbers)
      for place in start..<start + 40 { bytes[place] = .random(in: 0...255, using: &numbers) }
    }
    let file = PictureFile(bytes)
    let expected = try Self.lines(of: file)
    let client = try DecoderClient(.tiff, file)
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    // libtiff may decode a strip's last line from data after the strip.
    let differences = (0..<Self.size.height).filter { y in
      y % 16 != 15
        && (0..<Self.size.width).contains { pixels.pixel($0, y) != expected.pixel($0, y) }
    }
    #expect(differences.isEmpty, "seed \(seed)")
    #expect(
      client.missing == ["parts of the picture are missing or damaged in the file"],
      "seed \(seed)")
  }

  /// A damaged first tile must not hide the others, whichever thread decodes them.
  @Test func aDamagedFirstTileLeavesAGap() throws {
    let writer = TIFFWriter()
    writer.add(Self.layout(Store(name: "", tile: 128)), samples: Self.samples(bits: 8))
    var file = writer.finish()
    let (_, whole) = try DecoderClient.decode(.tiff, file)
    // Tiles are written in order, right after the header.
    var bytes = file.bytes
    for place in 8..<200 { bytes[place] = 0xFF }
    file = PictureFile(bytes)
    let client = try DecoderClient(.tiff, file)
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
    #expect(pixels.pixel(100, 100) == [0, 0, 0, 255])
    for (x, y) in [(128, 20), (20, 128), (906, 630)] {
      #expect(pixels.pixel(x, y) == whole.pixel(x, y))
    }
  }

  /// A damaged first strip must not hide the others, whether one thread reads lines or several read
  /// strips.
  @Test(arguments: [COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD], [1, 3])
  func aDamagedFirstStripLeavesAGap(_ compression: Int32, strips: Int) throws {
    for size in [PixelSize(width: 90, height: 64), Self.size] {
      let store = Store(name: "", compression: compression, stripRows: 16)
      var layout = Self.layout(store)
      layout.size = size
      let samples = (0..<size.width * size.height * 3).map { ($0 * 7 + $0 / 400) & 255 }
      let writer = TIFFWriter()
      writer.add(layout, samples: samples)
      var bytes = writer.finish().bytes
      let (_, whole) = try DecoderClient.decode(.tiff, PictureFile(bytes))
      let handle = try Self.open(PictureFile(bytes))
      for strip in 0..<UInt32(strips) {
        let start = Int(TIFFGetStrileOffset(handle, strip))
        for place in start..<start + Int(TIFFGetStrileByteCount(handle, strip)) {
          bytes[place] = 0xFF
        }
      }
      TIFFClose(handle)
      let client = try DecoderClient(.tiff, PictureFile(bytes))
      let pixels = try client.pixels(of: Level(size: try client.open().size))
      #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
      #expect(pixels.pixel(9, strips * 16 - 1) == [0, 0, 0, 255])
      for y in [strips * 16, strips * 16 + 1, size.height - 1] {
        #expect(pixels.pixel(9, y) == whole.pixel(9, y), "row \(y)")
      }
    }
  }

  /// If nothing can be read, nothing is shown.
  @Test func aFullyDamagedFileShowsNothing() throws {
    let writer = TIFFWriter()
    writer.add(Self.layout(Store(name: "", tile: 128)), samples: Self.samples(bits: 8))
    var bytes = writer.finish().bytes
    let handle = try Self.open(PictureFile(bytes))
    var end = 8
    for number in 0..<TIFFNumberOfTiles(handle) {
      let last = TIFFGetStrileOffset(handle, number) + TIFFGetStrileByteCount(handle, number)
      end = max(end, Int(last))
    }
    TIFFClose(handle)
    for place in 8..<end { bytes[place] = 0xFF }
    #expect(throws: CodecError.self) { try DecoderClient.decode(.tiff, PictureFile(bytes)) }
  }
}
