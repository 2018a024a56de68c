import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// TIFF's rarer layouts: separate planes of odd depths, palettes with extra samples, inks with
/// alpha, and missing tags.
@Suite struct TIFFLayoutTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var bits = 8
    var samples = 3
    var photometric = PHOTOMETRIC_RGB
    var extraSample: Int32?
    /// The meaning of a fourth sample that no tag describes.
    var impliedExtra: Int32?
    var testDescription: String { name }

    var alpha: Int32? {
      [EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA].first {
        $0 == extraSample || $0 == impliedExtra
      }
    }
    /// The number of samples that are colours.
    var colors: Int {
      switch photometric {
      case PHOTOMETRIC_RGB: 3
      case PHOTOMETRIC_SEPARATED: 4
      default: 1
      }
    }
  }

  static let kinds: [Kind] =
    [1, 2, 4, 10, 12, 14, 24].map { Kind(name: "RGB \($0)", bits: $0) }
    + [2, 12].map {
      Kind(name: "RGBA \($0)", bits: $0, samples: 4, extraSample: EXTRASAMPLE_UNASSALPHA)
    }
    + [4, 8, 10, 16].map {
      Kind(name: "CMYK \($0)", bits: $0, samples: 4, photometric: PHOTOMETRIC_SEPARATED)
    }
    + [8, 12, 16].flatMap { bits in
      [("straight", EXTRASAMPLE_UNASSALPHA), ("multiplied", EXTRASAMPLE_ASSOCALPHA)].map {
        Kind(
          name: "CMYK \(bits) and alpha, \($0.0)", bits: bits, samples: 5,
          photometric: PHOTOMETRIC_SEPARATED, extraSample: $0.1)
      }
    }
    + [2, 4, 8, 12, 16].map {
      Kind(
        name: "palette \($0) and another", bits: $0, samples: 2, photometric: PHOTOMETRIC_PALETTE,
        extraSample: EXTRASAMPLE_UNSPECIFIED)
    }
    + [4, 8, 16].map {
      Kind(
        name: "palette \($0) and alpha", bits: $0, samples: 2, photometric: PHOTOMETRIC_PALETTE,
        extraSample: EXTRASAMPLE_UNASSALPHA)
    }
    + [16, 12].map {
      Kind(name: "palette \($0)", bits: $0, samples: 1, photometric: PHOTOMETRIC_PALETTE)
    }
    + [8, 16, 10].map {
      Kind(
        name: "four of \($0)", bits: $0, samples: 4, impliedExtra: EXTRASAMPLE_ASSOCALPHA)
    }
    + [4, 12].map {
      Kind(
        name: "grey \($0) and others", bits: $0, samples: 3, photometric: PHOTOMETRIC_MINISBLACK,
        extraSample: EXTRASAMPLE_UNSPECIFIED)
    }

  static let stores: [TIFFPixelTests.Store] = [
    TIFFPixelTests.Store(name: "strips"), TIFFPixelTests.Store(name: "tiles", tile: 64),
    TIFFPixelTests.Store(name: "separate strips", isSeparate: true),
    TIFFPixelTests.Store(
      name: "separate tiles, deflate", tile: 64, compression: COMPRESSION_DEFLATE, isSeparate: true),
  ]

  /// A palette's colour for any index.
  private static func entry(_ number: Int) -> [UInt16] {
    [number * 7 % 256, 255 - number % 256, number / 256 * 31 % 256].map { UInt16($0 * 257) }
  }

  private static func samples(_ kind: Kind, _ size: PixelSize) -> [Int] {
    var numbers = SeededNumbers(seed: UInt64(kind.bits * 10 + kind.samples))
    let most = 1 << kind.bits - 1
    var samples = (0..<size.width * size.height * kind.samples).map { _ in
      Int.random(in: 0...most, using: &numbers)
    }
    guard kind.alpha == EXTRASAMPLE_ASSOCALPHA else { return samples }
    for start in stride(from: 0, to: samples.count, by: kind.samples) {
      let alpha = samples[start + kind.colors]
      for channel in start..<start + kind.colors {
        samples[channel] = samples[channel] * alpha / most
      }
    }
    return samples
  }

  /// Premultiplied 8-bit RGBA as real numbers.
  private static func expectation(_ kind: Kind, _ pixel: [Int]) -> [Double] {
    let most = Double(1 << kind.bits - 1)
    let alpha = kind.alpha == nil ? 1 : Double(pixel[kind.colors]) / most
    var values = pixel.map { Double($0) / most }
    if kind.alpha == EXTRASAMPLE_ASSOCALPHA {
      values = values.map { alpha == 0 ? 0 : min(1, $0 / alpha) }
    }
    let colors: [Double] =
      switch kind.photometric {
      case PHOTOMETRIC_PALETTE: entry(pixel[0]).map { Double($0) / 65535 }
      case PHOTOMETRIC_SEPARATED: (0..<3).map { (1 - values[$0]) * (1 - values[3]) }
      case PHOTOMETRIC_RGB: Array(values[0..<3])
      default: [values[0], values[0], values[0]]
      }
    return (colors.map { $0 * alpha } + [alpha]).map { $0 * 255 }
  }

  @Test(arguments: kinds, stores)
  func pixelsEqualTheSamples(_ kind: Kind, _ store: TIFFPixelTests.Store) throws {
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 101, height: 70)
    layout.bits = kind.bits
    layout.samples = kind.samples
    layout.photometric = kind.photometric
    layout.extraSample = kind.extraSample
    layout.compression = store.compression
    layout.tile = store.tile
    layout.isSeparate = store.isSeparate
    if kind.photometric == PHOTOMETRIC_PALETTE {
      let entries = (0..<1 << kind.bits).map(Self.entry)
      layout.palette = (0..<3).map { channel in entries.map { $0[channel] } }
    }
    let samples = Self.samples(kind, layout.size)
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    #expect(info.size == layout.size && info.hasAlpha == (kind.alpha != nil))
    var worst = 0.0
    for index in 0..<layout.size.width * layout.size.height {
      let start = index * kind.samples
      let expected = Self.expectation(kind, Array(samples[start..<start + kind.samples]))
      for channel in 0..<4 {
        worst = max(worst, abs(Double(pixels.bytes[index * 4 + channel]) - expected[channel]))
      }
    }
    // Half a step of rounding, and one for ink and paper that were divided by alpha.
    #expect(worst <= 1.51, "\(worst)")
  }

  // MARK: Colour differences

  /// Separate planes of luma and two colour differences, subsampled by their first sample.
  @Test(arguments: [1, 2, 4], [1, 2, 4])
  func separatePlanesOfChromaDecode(_ across: Int, _ down: Int) throws {
    for (tile, compression) in [
      (nil, COMPRESSION_NONE), (32, COMPRESSION_NONE), (nil, COMPRESSION_LZW),
      (32, COMPRESSION_DEFLATE),
    ] {
      var numbers = SeededNumbers(seed: UInt64(across * 10 + down))
      var layout = TIFFWriter.Layout()
      layout.size = PixelSize(width: 75, height: 50)
      layout.photometric = PHOTOMETRIC_YCBCR
      layout.thinning = PixelSize(width: across, height: down)
      layout.tile = tile
      layout.isSeparate = true
      layout.compression = compression
      layout.isThinnedByWriter = true
      // Each sample of a difference covers a block of pixels.
      let size = layout.size
      let blocks = (0..<size.width * size.height).map { _ in
        (0..<2).map { _ in Int.random(in: 80...176, using: &numbers) }
      }
      let samples = (0..<size.width * size.height).flatMap { pixel -> [Int] in
        let (x, y) = (pixel % size.width / across, pixel / size.width / down)
        return [Int.random(in: 60...200, using: &numbers)] + blocks[y * size.width + x]
      }
      let writer = TIFFWriter()
      writer.add(layout, samples: samples)
      let (_, pixels) = try DecoderClient.decode(.tiff, writer.finish())
      var worst = 0.0
      for pixel in 0..<size.width * size.height {
        let stored = samples[pixel * 3..<pixel * 3 + 3].map { Double($0) }
        let (blueness, redness) = ((stored[1] - 128) * 127 / 127, (stored[2] - 128) * 127 / 127)
        let red = stored[0] + redness * (2 - 2 * 0.299)
        let blue = stored[0] + blueness * (2 - 2 * 0.114)
        let green = (stored[0] - 0.299 * red - 0.114 * blue) / 0.587
        for (channel, value) in [red, green, blue].enumerated() {
          let wanted = min(max(value, 0), 255)
          worst = max(worst, abs(Double(pixels.bytes[pixel * 4 + channel]) - wanted))
        }
      }
      #expect(worst <= 0.51, "\(worst), tile \(tile ?? 0), compression \(compression)")
    }
  }

  // MARK: Missing tags

  /// Kinds of fax, with Group 3 in one and two dimensions and with rows of whole bytes.
  static let faxes: [(compression: Int32, options: Int32)] = [
    (COMPRESSION_CCITTRLE, 0), (COMPRESSION_CCITTFAX3, 0),
    (COMPRESSION_CCITTFAX3, GROUP3OPT_2DENCODING), (COMPRESSION_CCITTFAX3, GROUP3OPT_FILLBITS),
    (COMPRESSION_CCITTFAX3, GROUP3OPT_2DENCODING | GROUP3OPT_FILLBITS), (COMPRESSION_CCITTFAX4, 0),
    (COMPRESSION_NONE, 0),
  ]

  @Test(arguments: faxes)
  func faxesAreBlackOnWhite(_ compression: Int32, _ options: Int32) throws {
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 64, height: 40)
    layout.bits = 1
    layout.samples = 1
    layout.photometric = nil
    (layout.compression, layout.faxOptions) = (compression, options)
    let samples = (0..<64 * 40).map { ($0 % 64 / 8 + $0 / 64 / 8) % 3 == 0 ? 1 : 0 }
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (_, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    let ink: UInt8 = compression == COMPRESSION_NONE ? 255 : 0
    #expect((0..<64 * 40).allSatisfy { pixels.bytes[$0 * 4] == (samples[$0] == 1 ? ink : ~ink) })
  }

  /// A kind of JPEG that libjpeg can't read isn't reported as damaged.
  @Test func anUnknownKindOfJPEGInsideIsNotCalledDamaged() throws {
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 16, height: 16)
    layout.samples = 1
    layout.photometric = PHOTOMETRIC_MINISBLACK
    layout.compression = COMPRESSION_JPEG
    // The header of a differential frame.
    layout.encode = { _, _ in
      [0xFF, 0xD8, 0xFF, 0xC5, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xD9]
    }
    let writer = TIFFWriter()
    writer.add(layout, samples: [Int](repeating: 0, count: 256))
    let failure = #expect(throws: CodecError.self) {
      try DecoderClient.decode(.tiff, writer.finish())
    }
    #expect(failure?.code == .unsupported)
    #expect(failure?.sentence.contains("damaged") == false)
  }
}
