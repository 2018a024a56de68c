import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// TIFF samples in floating point, signed, wide and of odd depth, and L*a*b*.
@Suite struct TIFFNumberTests {
  /// A number format.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var bits: Int
    var format = SAMPLEFORMAT_UINT
    /// A number's bits as stored.
    var code: @Sendable (Double) -> Int
    /// The value of full alpha.
    var full: Double
    var testDescription: String { name }
  }

  static let floats: [Kind] = [
    Kind(name: "float 16", bits: 16, format: SAMPLEFORMAT_IEEEFP, code: half, full: 1),
    Kind(
      name: "float 32", bits: 32, format: SAMPLEFORMAT_IEEEFP,
      code: { Int(Float($0).bitPattern) }, full: 1),
    Kind(
      name: "float 64", bits: 64, format: SAMPLEFORMAT_IEEEFP,
      code: { Int(bitPattern: UInt($0.bitPattern)) }, full: 1),
  ]

  static let integers: [Kind] = [
    Kind(
      name: "signed 8", bits: 8, format: SAMPLEFORMAT_INT,
      code: { Int(UInt8(bitPattern: Int8($0.rounded()))) }, full: 127),
    Kind(
      name: "signed 16", bits: 16, format: SAMPLEFORMAT_INT,
      code: { Int(UInt16(bitPattern: Int16($0.rounded()))) }, full: 32767),
    Kind(
      name: "signed 32", bits: 32, format: SAMPLEFORMAT_INT,
      code: { Int(UInt32(bitPattern: Int32($0.rounded()))) }, full: Double(Int32.max)),
    Kind(
      name: "unsigned 32", bits: 32, code: { Int(UInt32($0.rounded())) },
      full: Double(UInt32.max)),
    Kind(
      name: "unsigned 64", bits: 64, code: { Int(bitPattern: UInt($0.rounded())) },
      full: Double(UInt64.max)),
  ]

  /// A half float whose steps are exact: 2⁻¹⁰ of one.
  @Sendable private static func half(_ value: Double) -> Int {
    if value.isNaN { return 0x7e00 }
    if value.isInfinite { return value > 0 ? 0x7c00 : 0xfc00 }
    guard value != 0 else { return 0 }
    let exponent = max(Int(value.exponent), -14)
    let part = value.magnitude / Double(sign: .plus, exponent: exponent, significand: 1)
    let rounded = (part * 1024).rounded()
    let bits = part < 1 ? Int(rounded) : Int(rounded) - 1024 + (exponent + 15) << 10
    return bits | (value < 0 ? 0x8000 : 0)
  }

  private static func file(
    _ layout: TIFFWriter.Layout, _ samples: [Int], isBigEndian: Bool = false
  ) -> PictureFile {
    let writer = TIFFWriter(isBigEndian: isBigEndian)
    writer.add(layout, samples: samples)
    return writer.finish()
  }

  private static func layout(_ kind: Kind, samples: Int = 1) -> TIFFWriter.Layout {
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 90, height: 70)
    layout.bits = kind.bits
    layout.sampleFormat = kind.format
    layout.samples = samples
    layout.photometric = samples < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB
    return layout
  }

  /// The largest difference of a channel from the expectation for each pixel, in steps of 255.
  private static func worst(
    _ pixels: Pixels, _ expected: (_ pixel: Int) -> [Double]
  ) -> Double {
    var worst = 0.0
    for pixel in 0..<pixels.size.width * pixels.size.height {
      for (channel, value) in expected(pixel).enumerated() {
        worst = max(worst, abs(Double(pixels.bytes[pixel * 4 + channel]) - value * 255))
      }
    }
    return worst
  }

  @Test(
    arguments: floats,
    [(1, nil), (3, nil), (4, EXTRASAMPLE_UNASSALPHA), (4, EXTRASAMPLE_ASSOCALPHA)])
  func valuesBetweenZeroAndOneAreUnchanged(
    _ kind: Kind, _ samples: (count: Int, extra: Int32?)
  ) throws {
    var numbers = SeededNumbers(seed: 3)
    var layout = Self.layout(kind, samples: samples.count)
    layout.extraSample = samples.extra
    // 1024ths, which all kinds represent exactly, away from black and white.
    let values = (0..<layout.size.width * layout.size.height * samples.count).map { _ in
      Double(Int.random(in: 200...800, using: &numbers)) / 1024
    }
    for store in 0..<4 {
      layout.tile = store == 1 || store == 3 ? 32 : nil
      layout.isSeparate = samples.count > 1 && store > 1
      layout.compression = store == 2 ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE
      let file = Self.file(layout, values.map(kind.code), isBigEndian: store == 3)
      let (info, pixels) = try DecoderClient.decode(.tiff, file)
      #expect(info.hasAlpha == (samples.extra != nil))
      let worst = Self.worst(pixels) { pixel in
        let stored = values[pixel * samples.count..<(pixel + 1) * samples.count].map { $0 }
        guard let extra = samples.extra else {
          return (samples.count == 1 ? [stored[0], stored[0], stored[0]] : stored) + [1]
        }
        let alpha = stored[3]
        return stored[..<3].map {
          extra == EXTRASAMPLE_ASSOCALPHA ? min($0, alpha) : $0 * alpha
        } + [alpha]
      }
      #expect(worst <= 1.01, "store \(store): \(worst)")
    }
  }

  @Test(arguments: floats + integers)
  func otherValuesAreScaledToTheirRange(_ kind: Kind) throws {
    var numbers = SeededNumbers(seed: 4)
    let isSigned = kind.format != SAMPLEFORMAT_UINT
    let (low, high) = isSigned ? (-100.0, 120.0) : (7.0, 250.0)
    for samples in [1, 3] {
      var layout = Self.layout(kind, samples: samples)
      let count = layout.size.width * layout.size.height * samples
      var values = (0..<count).map { _ in
        Double(Int.random(in: Int(low)...Int(high), using: &numbers))
      }
      values[count - 1] = low
      values[count / 2] = high
      for tile in [nil, 32] {
        layout.tile = tile
        let (_, pixels) = try DecoderClient.decode(
          .tiff, Self.file(layout, values.map(kind.code), isBigEndian: tile == nil))
        let worst = Self.worst(pixels) { pixel in
          let parts = values[pixel * samples..<(pixel + 1) * samples].map {
            ($0 - low) / (high - low)
          }
          return (samples == 1 ? [parts[0], parts[0], parts[0]] : parts) + [1]
        }
        #expect(worst <= 1.01, "\(samples) samples: \(worst)")
      }
    }
  }

  /// A view of a part uses the whole picture's range.
  @Test func aPartHasTheWholePicturesRange() throws {
    var layout = Self.layout(Self.floats[1])
    layout.size = PixelSize(width: 1100, height: 1000)
    layout.tile = 256
    var values = [Double](repeating: 50, count: 1_100_000)
    values[1_099_999] = 100
    values[1_000_000] = 0
    let client = try DecoderClient(.tiff, Self.file(layout, values.map(Self.floats[1].code)))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.pixel(3, 3) == [128, 128, 128, 255])
    #expect(pixels.pixel(1099, 999) == [255, 255, 255, 255])
  }

  @Test func notANumberIsBlackAndIgnored() throws {
    for kind in Self.floats {
      let layout = Self.layout(kind)
      var values: [Double] = (0..<90 * 70).map { Double(2 + $0 % 5) }
      values[0] = .nan
      values[1] = .infinity
      values[2] = -.infinity
      let (_, pixels) = try DecoderClient.decode(.tiff, Self.file(layout, values.map(kind.code)))
      #expect((0..<5).map { pixels[$0, 0, 0] } == [0, 255, 0, 191, 255], "\(kind.name)")
    }
  }

  @Test func theFilesDeclaredRangeApplies() throws {
    let kind = Self.floats[1]
    var layout = Self.layout(kind)
    var values: [Double] = (0..<90 * 70).map { Double(10 + $0 % 3) }
    values[7] = -32768
    layout.missingValue = "-32768"
    let missing = try DecoderClient.decode(.tiff, Self.file(layout, values.map(kind.code))).1
    #expect((5..<9).map { missing[$0, 0, 0] } == [255, 0, 0, 255])
    layout.saidRange = 0...20
    let said = try DecoderClient.decode(.tiff, Self.file(layout, values.map(kind.code))).1
    #expect((5..<9).map { said[$0, 0, 0] } == [153, 128, 0, 153])
  }

  @Test func aUniformPictureIsShown() throws {
    let greys: [Double: UInt8] = [0.5: 128, 0: 0, 5: 255, -5: 0]
    for (value, grey) in greys {
      let values = [Double](repeating: value, count: 90 * 70)
      let kind = Self.floats[1]
      let (_, pixels) = try DecoderClient.decode(
        .tiff, Self.file(Self.layout(kind), values.map(kind.code)))
      #expect(pixels.pixel(40, 40) == [grey, grey, grey, 255], "\(value)")
    }
  }

  @Test(arguments: [2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 20, 24, 31])
  func oddDepthsScaleToTheirMaximum(_ bits: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(bits))
    let most = 1 << bits - 1
    for samples in [1, 3] {
      var layout = Self.layout(
        Kind(name: "", bits: bits, code: { Int($0) }, full: 1), samples: samples)
      let values = (0..<90 * 70 * samples).map { _ in Int.random(in: 0...most, using: &numbers) }
      for (tile, photometric) in [(nil, PHOTOMETRIC_MINISBLACK), (16, PHOTOMETRIC_MINISWHITE)] {
        layout.tile = tile
        if samples == 1 { layout.photometric = photometric }
        let (_, pixels) = try DecoderClient.decode(.tiff, Self.file(layout, values))
        let worst = Self.worst(pixels) { pixel in
          let parts = values[pixel * samples..<(pixel + 1) * samples].map {
            let part = Double($0) / Double(most)
            return layout.photometric == PHOTOMETRIC_MINISWHITE ? 1 - part : part
          }
          return (samples == 1 ? [parts[0], parts[0], parts[0]] : parts) + [1]
        }
        #expect(worst <= 1.01, "\(samples) samples: \(worst)")
      }
    }
  }

  /// The corners of sRGB under D50, as in ICC profiles.
  static let labs: [(lab: [Double], rgb: [UInt8])] = [
    ([100, 0, 0], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]), ([53.39, 0, 0], [127, 127, 127]),
    ([54.29, 80.81, 69.89], [255, 0, 0]), ([87.82, -79.27, 80.99], [0, 255, 0]),
    ([29.57, 68.30, -112.03], [0, 0, 255]),
  ]

  @Test(
    arguments: [PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB], [8, 16])
  func labBecomesColors(_ photometric: Int32, _ bits: Int) throws {
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: Self.labs.count * 10, height: 12)
    layout.bits = bits
    layout.photometric = photometric
    let isICC = photometric == PHOTOMETRIC_ICCLAB
    let codes = Self.labs.map { color -> [Int] in
      let (lightness, a, b) = (color.lab[0], color.lab[1], color.lab[2])
      let white = bits == 8 ? 255.0 : isICC ? 65280 : 65535
      let step = bits == 8 ? 1.0 : 256
      return [Int((lightness / 100 * white).rounded())]
        + [a, b].map { value in
          let number = Int((value * step).rounded())
          return isICC ? number + 128 * Int(step) : number & ((1 << bits) - 1)
        }
    }
    let samples = (0..<12).flatMap { _ in
      codes.flatMap { code in Array(repeatElement(code, count: 10).joined()) }
    }
    let (_, pixels) = try DecoderClient.decode(.tiff, Self.file(layout, samples))
    for (index, color) in Self.labs.enumerated() {
      let shown = pixels.pixel(index * 10 + 5, 6)
      // One 8-bit step of a or b changes a channel near the gamut's edge by up to ten.
      let isNear = zip(shown, color.rgb + [255]).allSatisfy {
        abs(Int($0) - Int($1)) <= (bits == 8 ? 10 : 2)
      }
      #expect(isNear, "\(color.lab): \(shown)")
    }
  }

  /// The same colours under D65.
  static let labsOfDay: [(lab: [Double], rgb: [UInt8])] = [
    ([100, 0, 0], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]), ([53.39, 0, 0], [127, 127, 127]),
    ([53.24, 80.09, 67.20], [255, 0, 0]), ([87.73, -86.18, 83.18], [0, 255, 0]),
    ([32.30, 79.19, -107.86], [0, 0, 255]),
  ]

  /// Floating point stores the numbers themselves; libvips writes them that way, under D65.
  @Test(arguments: floats) func floatingPointLabBecomesColors(_ kind: Kind) throws {
    for tile in [nil, 32] {
      for isSeparate in [false, true] {
        var layout = Self.layout(kind, samples: 3)
        layout.size = PixelSize(width: Self.labsOfDay.count * 10, height: 12)
        layout.photometric = PHOTOMETRIC_CIELAB
        (layout.tile, layout.isSeparate) = (tile, isSeparate)
        // The precision of a half float for these numbers.
        let steps = kind.bits == 16 ? 16.0 : 4096
        let samples = (0..<12).flatMap { _ -> [Int] in
          Self.labsOfDay.flatMap { color -> [Int] in
            let codes: [Int] = color.lab.map { kind.code(($0 * steps).rounded() / steps) }
            return Array(repeatElement(codes, count: 10).joined())
          }
        }
        let (_, pixels) = try DecoderClient.decode(.tiff, Self.file(layout, samples))
        for (index, color) in Self.labsOfDay.enumerated() {
          let shown = pixels.pixel(index * 10 + 5, 6)
          let isNear = zip(shown, color.rgb + [255]).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
          #expect(isNear, "\(color.lab): \(shown), tile \(tile ?? 0), separate \(isSeparate)")
        }
      }
    }
  }

  @Test func notANumberAsLightnessIsBlack() throws {
    var layout = Self.layout(Self.floats[1], samples: 3)
    layout.photometric = PHOTOMETRIC_CIELAB
    let numbers = [[Double.nan, .nan, .nan], [.infinity, 0, 0], [-20, 0, 0], [100, 0, 0]]
    let samples = (0..<90 * 70).flatMap { pixel -> [Int] in
      numbers[pixel % 4].map { Int(Float($0).bitPattern) }
    }
    let (_, pixels) = try DecoderClient.decode(.tiff, Self.file(layout, samples))
    #expect((0..<4).map { pixels[$0, 0, 1] } == [0, 255, 0, 255])
  }

  /// Bio-Formats' pyramids: each page contains its reductions.
  @Test func versionsInsideAPageAreItsOwn() throws {
    let kind = Self.floats[1]
    let writer = TIFFWriter(isBig: true)
    for page in 0..<2 {
      for version in 0..<3 {
        var layout = Self.layout(kind)
        layout.size = PixelSize(width: 1024 >> version, height: 768 >> version)
        layout.tile = 128
        layout.isReduction = version > 0
        layout.pagesInside = version == 0 ? 2 : 0
        let value = Double(page * 3 + version + 1) / 8
        writer.add(
          layout,
          samples: [Int](
            repeating: kind.code(value), count: layout.size.width * layout.size.height))
      }
    }
    let file = writer.finish()
    for page in 0..<2 {
      let client = try DecoderClient(.tiff, file)
      let info = try client.open(frame: page)
      #expect(info.frameCount == 2 && info.size == PixelSize(width: 1024, height: 768))
      for version in 0..<3 {
        let level = Level(size: PixelSize(width: 1024 >> version, height: 768 >> version))
        let expected = UInt8((Double(page * 3 + version + 1) / 8 * 255).rounded())
        let grey = try client.pixels(of: level)[30, 30, 1]
        #expect(abs(Int(grey) - Int(expected)) <= 1, "page \(page), version \(version): \(grey)")
      }
    }
  }

  @Test func complexNumbersGiveOneSentence() throws {
    var layout = Self.layout(Self.floats[1])
    layout.bits = 64
    layout.sampleFormat = SAMPLEFORMAT_COMPLEXIEEEFP
    let file = Self.file(layout, [Int](repeating: 1, count: 90 * 70))
    let failure = #expect(throws: CodecError.self) { try DecoderClient.decode(.tiff, file) }
    #expect(failure?.code == .unsupported)
  }
}
