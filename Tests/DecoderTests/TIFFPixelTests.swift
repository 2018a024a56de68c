import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// TIFF files of every kind, compared with the samples that were written.
@Suite struct TIFFPixelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var bits = 8
    var samples = 3
    var photometric = PHOTOMETRIC_RGB
    var extraSample: Int32?
    var testDescription: String { name }
  }

  struct Store: Sendable, CustomTestStringConvertible {
    var name: String
    var tile: Int?
    var compression = COMPRESSION_NONE
    var isSeparate = false
    var isBig = false
    var isBigEndian = false
    var stripRows = 16
    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(name: "grey 1 bit", bits: 1, samples: 1, photometric: PHOTOMETRIC_MINISBLACK),
    Kind(name: "grey 4 bits, white 0", bits: 4, samples: 1, photometric: PHOTOMETRIC_MINISWHITE),
    Kind(name: "grey 8", samples: 1, photometric: PHOTOMETRIC_MINISBLACK),
    Kind(name: "grey 8, white 0", samples: 1, photometric: PHOTOMETRIC_MINISWHITE),
    Kind(name: "grey 16", bits: 16, samples: 1, photometric: PHOTOMETRIC_MINISBLACK),
    Kind(
      name: "grey and alpha", samples: 2, photometric: PHOTOMETRIC_MINISBLACK,
      extraSample: EXTRASAMPLE_UNASSALPHA),
    Kind(name: "palette 8", samples: 1, photometric: PHOTOMETRIC_PALETTE),
    Kind(name: "palette 4", bits: 4, samples: 1, photometric: PHOTOMETRIC_PALETTE),
    Kind(name: "RGB 8"), Kind(name: "RGB 16", bits: 16),
    Kind(name: "RGBA straight", samples: 4, extraSample: EXTRASAMPLE_UNASSALPHA),
    Kind(name: "RGBA premultiplied", samples: 4, extraSample: EXTRASAMPLE_ASSOCALPHA),
    Kind(
      name: "RGBA 16 premultiplied", bits: 16, samples: 4, extraSample: EXTRASAMPLE_ASSOCALPHA),
    Kind(name: "RGB and something else", samples: 4, extraSample: EXTRASAMPLE_UNSPECIFIED),
    Kind(name: "CMYK", samples: 4, photometric: PHOTOMETRIC_SEPARATED),
  ]

  static let stores: [Store] = [
    Store(name: "strips"), Store(name: "one strip", stripRows: 200), Store(name: "tiles", tile: 64),
    Store(name: "big-endian tiles", tile: 128, isBigEndian: true),
    Store(name: "BigTIFF tiles, LZW", tile: 64, compression: COMPRESSION_LZW, isBig: true),
    Store(name: "strips, deflate", compression: COMPRESSION_ADOBE_DEFLATE),
    Store(name: "tiles, zstd", tile: 256, compression: COMPRESSION_ZSTD),
    Store(name: "separate strips", isSeparate: true),
    Store(
      name: "separate tiles, deflate", tile: 64, compression: COMPRESSION_DEFLATE, isSeparate: true),
  ]

  private static let palette: [[UInt16]] = [
    (0..<256).map { UInt16($0 * 7 % 256 * 257) }, (0..<256).map { UInt16((255 - $0) * 257) },
    (0..<256).map { UInt16($0 * 31 % 256 * 257) },
  ]

  private static func samples(_ kind: Kind, _ size: PixelSize) -> [Int] {
    var numbers = SeededNumbers(seed: UInt64(kind.bits * 10 + kind.samples))
    let most = (1 << kind.bits) - 1
    var samples = (0..<size.width * size.height * kind.samples).map { _ in
      Int.random(in: 0...most, using: &numbers)
    }
    if kind.extraSample == EXTRASAMPLE_ASSOCALPHA {
      for pixel in 0..<size.width * size.height {
        let start = pixel * kind.samples
        let alpha = samples[start + kind.samples - 1]
        for channel in start..<start + kind.samples - 1 {
          samples[channel] = samples[channel] * alpha / most
        }
      }
    }
    return samples
  }

  /// Premultiplied 8-bit RGBA as real numbers.
  private static func expectation(_ kind: Kind, _ pixel: ArraySlice<Int>) -> [Double] {
    let most = Double((1 << kind.bits) - 1)
    let first = pixel.startIndex
    let values = pixel.map { Double($0) / most }
    let alpha: Double
    switch kind.extraSample {
    case EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA: alpha = values[kind.samples - 1]
    default: alpha = 1
    }
    var colors: [Double]
    switch kind.photometric {
    case PHOTOMETRIC_PALETTE:
      // Entries of a short palette are at its beginning.
      colors = palette.map { Double($0[pixel[first]] >> 8) / 255 }
    case PHOTOMETRIC_MINISWHITE: colors = [Double](repeating: 1 - values[0], count: 3)
    case PHOTOMETRIC_MINISBLACK: colors = [Double](repeating: values[0], count: 3)
    case PHOTOMETRIC_SEPARATED: colors = (0..<3).map { (1 - values[$0]) * (1 - values[3]) }
    default: colors = Array(values[0..<3])
    }
    if kind.extraSample != EXTRASAMPLE_ASSOCALPHA { colors = colors.map { $0 * alpha } }
    return (colors + [alpha]).map { $0 * 255 }
  }

  @Test(arguments: kinds, stores)
  func pixelsEqualTheSamples(_ kind: Kind, _ store: Store) throws {
    if store.isSeparate && kind.bits < 8 { return }
    var layout = TIFFWriter.Layout()
    layout.bits = kind.bits
    layout.samples = kind.samples
    layout.photometric = kind.photometric
    layout.extraSample = kind.extraSample
    layout.compression = store.compression
    layout.tile = store.tile
    layout.isSeparate = store.isSeparate
    layout.stripRows = store.stripRows
    if kind.photometric == PHOTOMETRIC_PALETTE {
      layout.palette = Self.palette.map { Array($0.prefix(1 << kind.bits)) }
    }
    let samples = Self.samples(kind, layout.size)
    let writer = TIFFWriter(isBig: store.isBig, isBigEndian: store.isBigEndian)
    writer.add(layout, samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    #expect(info.size == layout.size)
    #expect(info.isRandomAccess == (store.tile != nil))
    #expect(
      info.hasAlpha
        == [EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA].contains(kind.extraSample ?? 0))
    var worst = 0.0
    for index in 0..<layout.size.width * layout.size.height {
      let start = index * kind.samples
      let expected = Self.expectation(kind, samples[start..<start + kind.samples])
      for channel in 0..<4 {
        worst = max(worst, abs(Double(pixels.bytes[index * 4 + channel]) - expected[channel]))
      }
    }
    // Half a step of rounding; ink and 16 bits are rounded twice.
    #expect(worst <= 1.01, "\(worst)")
  }

  /// BigTIFF's offsets reach beyond four gigabytes.
  @Test(arguments: [nil, 64]) func offsetsHave64Bits(_ tile: Int?) throws {
    var layout = TIFFWriter.Layout()
    layout.tile = tile
    let samples = Self.samples(Kind(name: ""), layout.size)
    // The gap takes no space.
    let writer = TIFFWriter(isBig: true, gap: 5 << 30)
    writer.add(layout, samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    try #require(info.size == layout.size)
    let straight = stride(from: 0, to: samples.count, by: 3).flatMap { start -> [UInt8] in
      samples[start..<start + 3].map { UInt8($0) } + [255]
    }
    #expect(pixels.difference(Pixels(straight: straight, size: layout.size)) == 0)
  }

  @Test(arguments: 1...8)
  func theOrientationApplies(_ orientation: Int) throws {
    var layout = TIFFWriter.Layout()
    layout.tile = 64
    layout.orientation = orientation
    let samples = Self.samples(Kind(name: ""), layout.size)
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    #expect(info.size == EXIFPlace.size(layout.size, orientation))
    for (x, y) in [(0, 0), (299, 0), (17, 133), (299, 199)] {
      let place = EXIFPlace.pixel(x, y, of: layout.size, orientation)
      let start = (y * layout.size.width + x) * 3
      let expected = samples[start..<start + 3].map { UInt8($0) } + [255]
      #expect(pixels.pixel(place.x, place.y) == expected, "\(x), \(y)")
    }
  }

  /// A picture of 1024 × 768 and reductions of it, each half as large as the previous one and with
  /// its own colour, which shows which one was read.
  private func pyramid(_ colors: [[Int]], halvings: [Int]) -> PictureFile {
    let writer = TIFFWriter()
    for (color, halvings) in zip(colors, halvings) {
      var layout = TIFFWriter.Layout()
      layout.size = PixelSize(width: 1024 >> halvings, height: 768 >> halvings)
      layout.tile = 256
      layout.isReduction = halvings > 0
      writer.add(
        layout,
        samples: Array(repeatElement(color, count: layout.size.width * layout.size.height).joined())
      )
    }
    return writer.finish()
  }

  private let colors = [[200, 10, 10], [10, 200, 10], [10, 10, 200]]

  @Test func aPyramidServesEachLevelFromItsOwnVersion() throws {
    let client = try DecoderClient(.tiff, pyramid(colors, halvings: [0, 1, 2]))
    let info = try client.open()
    #expect(info.frameCount == 1 && info.isRandomAccess)
    for (scale, index) in [(1.0, 0), (0.6, 0), (0.5, 1), (0.3, 0), (0.25, 2), (0.24, 1), (0.1, 2)] {
      let pixels = try client.pixels(of: Level(of: info.size, scale: scale))
      #expect(pixels.pixel(5, 5) == colors[index].map { UInt8($0) } + [255], "\(scale)")
    }
  }

  @Test func aPyramidPreviewsLevelsFromTheNextFinerVersion() throws {
    let client = try DecoderClient(.tiff, pyramid(colors, halvings: [0, 1, 2]))
    let info = try client.open()
    #expect(info.preview == .reduction)
    for (scale, index) in [(0.5, 1), (0.4, 1), (0.26, 1), (0.25, 2), (0.24, 2), (0.1, 2)] {
      let pixels = try client.pixels(of: Level(of: info.size, scale: scale), quality: .preview)
      #expect(pixels.pixel(5, 5) == colors[index].map { UInt8($0) } + [255], "\(scale)")
    }
  }

  @Test("Reductions with a gap between them, or with no small one, give no preview")
  func versionsThatAreNoPyramid() throws {
    for halvings in [[0, 2], [0]] {
      let client = try DecoderClient(.tiff, pyramid(colors, halvings: halvings))
      #expect(try client.open().preview == .none, "\(halvings)")
    }
  }

  @Test func pagesAreCountedAndTheFirstIsShown() throws {
    let writer = TIFFWriter()
    for grey in [50, 100, 150] {
      var layout = TIFFWriter.Layout()
      layout.samples = 1
      layout.photometric = PHOTOMETRIC_MINISBLACK
      writer.add(
        layout,
        samples: [Int](repeating: grey, count: layout.size.width * layout.size.height))
    }
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    #expect(info.frameCount == 3)
    #expect(pixels.pixel(100, 100) == [50, 50, 50, 255])
  }

  @Test func eachPageIsItsOwnPicture() throws {
    // A reduction of the second page follows it; tiled ones of the first would too.
    let pages = [
      (50, 300, 200, false), (100, 420, 90, false), (101, 210, 45, true), (150, 30, 500, false),
    ]
    let writer = TIFFWriter()
    for (grey, width, height, isReduction) in pages {
      var layout = TIFFWriter.Layout()
      layout.samples = 1
      layout.photometric = PHOTOMETRIC_MINISBLACK
      layout.size = PixelSize(width: width, height: height)
      layout.isReduction = isReduction
      writer.add(layout, samples: [Int](repeating: grey, count: width * height))
    }
    let file = writer.finish()
    for (number, page) in pages.filter({ !$0.3 }).enumerated() {
      let client = try DecoderClient(.tiff, file)
      let info = try client.open(frame: number)
      #expect(info.frameCount == 3 && info.size == PixelSize(width: page.1, height: page.2))
      let pixels = try client.pixels(of: Level(size: info.size))
      let grey = UInt8(page.0)
      #expect(pixels.pixel(20, 80) == [grey, grey, grey, 255])
      if number == 1 {
        let small = try client.pixels(of: Level(size: PixelSize(width: 210, height: 45)))
        #expect(small.pixel(20, 20) == [101, 101, 101, 255])
      }
    }
    for frame in [3, 70000] {
      let client = try DecoderClient(.tiff, file)
      #expect(throws: CodecError.self) { try client.open(frame: frame) }
    }
  }

  @Test func jpegInsideStaysWithinItsLoss() throws {
    var layout = TIFFWriter.Layout()
    layout.tile = 128
    layout.compression = COMPRESSION_JPEG
    layout.photometric = PHOTOMETRIC_YCBCR
    let samples = (0..<layout.size.height).flatMap { y in
      (0..<layout.size.width).flatMap { x in [x * 255 / 299, y * 255 / 199, 128] }
    }
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (_, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    var sum = 0
    for index in 0..<layout.size.width * layout.size.height {
      for channel in 0..<3 {
        sum += abs(Int(pixels.bytes[index * 4 + channel]) - samples[index * 3 + channel])
      }
    }
    #expect(Double(sum) / Double(samples.count) < 2)
  }

  @Test func aDamagedFileGivesOneSentence() throws {
    var layout = TIFFWriter.Layout()
    layout.compression = COMPRESSION_LZW
    let writer = TIFFWriter()
    writer.add(layout, samples: Self.samples(Kind(name: ""), layout.size))
    let whole = writer.finish().bytes
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...12, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(
          in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
      }
      // The file is shown, or refused with a sentence: anything else throws another error.
      do { _ = try DecoderClient.decode(.tiff, PictureFile(bytes)) } catch let failure
        as CodecError
      {
        #expect(!failure.sentence.isEmpty)
      }
    }
  }
}
