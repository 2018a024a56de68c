import CJPEG
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// JPEG files of every kind, compared with libjpeg's decoding of the whole file.
@Suite struct JPEGPixelTests {
  /// A picture with edges in all colours, so that misplaced chroma shows.
  static func scene(width: Int, height: Int, channels: Int = 3) -> [UInt8] {
    var numbers = SeededNumbers(seed: 7)
    var samples = [UInt8](repeating: 0, count: width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        let square = (x / 13 + y / 9) % 5
        for channel in 0..<channels {
          let value = (square * 60 + channel * 70 + x * (channel + 1) / 8 + y / 4) % 256
          let noise = Int.random(in: -6...6, using: &numbers)
          samples[(y * width + x) * channels + channel] = UInt8(clamping: value + noise)
        }
      }
    }
    return samples
  }

  private static let colorScene = scene(width: 1200, height: 1010)
  private static let grayScene = scene(width: 1200, height: 1010, channels: 1)

  struct Kind: Sendable, CustomTestStringConvertible {
    var horizontal = 1
    var vertical = 1
    var color = FRESNEL_JPEG_YCBCR
    var isProgressive = false
    var isArithmetic = false
    var restartRows = 0
    var testDescription: String {
      "\(horizontal)x\(vertical) colour \(color.rawValue) progressive \(isProgressive) "
        + "arithmetic \(isArithmetic) restart \(restartRows)"
    }

    func file(width: Int, height: Int) -> PictureFile {
      var options = fresnel_jpeg_options.usual(width: width, height: height)
      options.horizontal = Int32(horizontal)
      options.vertical = Int32(vertical)
      options.color = color
      options.is_progressive = isProgressive
      options.is_arithmetic = isArithmetic
      options.restart_rows = Int32(restartRows)
      let channels = color == FRESNEL_JPEG_GRAY ? 1 : 3
      let scene = channels == 1 ? JPEGPixelTests.grayScene : JPEGPixelTests.colorScene
      let rows = (0..<height).flatMap {
        scene[$0 * 1200 * channels..<($0 * 1200 + width) * channels]
      }
      return .jpeg(rows, options)
    }
  }

  static let kinds: [Kind] =
    [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4)].flatMap {
      [
        Kind(horizontal: $0.0, vertical: $0.1),
        Kind(horizontal: $0.0, vertical: $0.1, isProgressive: true),
      ]
    } + [
      Kind(color: FRESNEL_JPEG_GRAY), Kind(color: FRESNEL_JPEG_RGB),
      Kind(color: FRESNEL_JPEG_GRAY, isProgressive: true),
      Kind(horizontal: 2, vertical: 2, isArithmetic: true),
      Kind(horizontal: 2, vertical: 2, restartRows: 1),
    ]

  @Test(arguments: kinds) func pixelsEqualLibjpegs(_ kind: Kind) throws {
    let file = kind.file(width: 333, height: 271)
    let (_, pixels) = try DecoderClient.decode(.jpeg, file)
    #expect(pixels == LibjpegReference.pixels(file))
  }

  /// libjpeg walks its list of saved markers to append one, so saving this many would take minutes.
  @Test func manyMarkersDoNotDelayTheDecoder() throws {
    let plain = Kind().file(width: 33, height: 21)
    let empty: [UInt8] = [0xff, 0xe1, 0, 2]
    let markers = Array(repeatElement(empty, count: 800_000).joined())
    let file = PictureFile(Array(plain.bytes.prefix(2)) + markers + plain.bytes.dropFirst(2))
    let (_, pixels) = try DecoderClient.decode(.jpeg, file)
    #expect(pixels == LibjpegReference.pixels(plain))
  }

  @Test(arguments: kinds) func regionsHaveNoSeams(_ kind: Kind) throws {
    let file = kind.file(width: 1111, height: 1007)
    let reference = LibjpegReference.pixels(file)
    let client = try DecoderClient(.jpeg, file)
    let level = Level(size: try client.open().size)
    // Single tiles, each by its own pass: at the edges, at the corners and inside.
    for (column, row) in [(0, 0), (1, 1), (2, 3), (4, 0), (4, 3), (0, 2), (3, 2)] {
      let area = TileKey(level: level, column: column, row: row).area
      let part = try client.pixels(of: level, in: area)
      var expected = Pixels(size: area.size)
      for y in 0..<area.height {
        let start = ((area.minY + y) * 1111 + area.minX) * 4
        let row = reference.bytes[start..<start + area.width * 4]
        expected.bytes.replaceSubrange(y * area.width * 4..<(y + 1) * area.width * 4, with: row)
      }
      #expect(part == expected, "tile \(column), \(row): off by \(part.difference(expected))")
    }
  }

  @Test(arguments: [FRESNEL_JPEG_CMYK, FRESNEL_JPEG_YCCK])
  func adobesInksAreInverted(_ color: fresnel_jpeg_color) throws {
    var options = fresnel_jpeg_options.usual(width: 64, height: 16)
    options.color = color
    options.quality = 100
    // In Adobe's files 255 means no ink: paper, black, cyan, and black over yellow.
    let inks: [[UInt8]] = [
      [255, 255, 255, 255], [255, 255, 255, 0], [0, 255, 255, 255], [255, 255, 0, 128],
    ]
    let samples = (0..<64 * 16).flatMap { inks[$0 % 64 / 16] }
    let (_, pixels) = try DecoderClient.decode(.jpeg, .jpeg(samples, options))
    let expected: [[Int]] = [[255, 255, 255], [0, 0, 0], [0, 255, 255], [128, 128, 0]]
    for (index, wanted) in expected.enumerated() {
      let pixel = pixels.pixel(index * 16 + 8, 8)
      for channel in 0..<3 {
        #expect(abs(Int(pixel[channel]) - wanted[channel]) <= 3, "\(index): \(pixel)")
      }
    }
  }

  @Test(arguments: [FRESNEL_JPEG_CMYK, FRESNEL_JPEG_YCBCR])
  func strayBytesAfterTheStartAreSkipped(_ color: fresnel_jpeg_color) throws {
    var options = fresnel_jpeg_options.usual(width: 64, height: 16)
    options.color = color
    let channels = color == FRESNEL_JPEG_CMYK ? 4 : 3
    let samples = (0..<64 * 16 * channels).map { UInt8($0 * 7 & 255) }
    let file = PictureFile.jpeg(samples, options)
    let expected = try DecoderClient.decode(.jpeg, file).1
    for stray in [[0xFF, 0xFF, 0xFF], [0, 0], [0x0D, 0x0A, 0xFF]] as [[UInt8]] {
      let bytes = Array(file.bytes[..<2]) + stray + file.bytes[2...]
      #expect(try DecoderClient.decode(.jpeg, PictureFile(bytes)).1 == expected, "\(stray)")
    }
  }

  /// Inks are inverted without Adobe's marker too, as in browsers.
  @Test func inksWithoutAdobesMarkerAreInverted() throws {
    var options = fresnel_jpeg_options.usual(width: 64, height: 16)
    options.color = FRESNEL_JPEG_CMYK
    let file = PictureFile.jpeg((0..<64 * 16 * 4).map { UInt8($0 / 64 * 4) }, options)
    let bytes = file.bytes
    let marker = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xEE, 0, 14]) })
    let plain = Array(bytes[..<marker]) + bytes[(marker + 16)...]
    let (_, pixels) = try DecoderClient.decode(.jpeg, PictureFile(plain))
    #expect(pixels == (try DecoderClient.decode(.jpeg, file).1))
  }

  @Test(arguments: 1...8) func theExifOrientationApplies(_ number: Int) throws {
    let samples = Self.scene(width: 300, height: 280)
    let options = fresnel_jpeg_options.usual(width: 300, height: 280)
    let plain = LibjpegReference.pixels(.jpeg(samples, options))
    let exif = Exif.block(orientation: number, isLittle: number % 2 == 0)
    let (info, pixels) = try DecoderClient.decode(.jpeg, .jpeg(samples, options, exif: exif))
    let size = PixelSize(width: 300, height: 280)
    #expect(info.size == EXIFPlace.size(size, number))
    #expect(info.orientation == Orientation(exif: number))
    var wrong = 0
    for y in 0..<280 {
      for x in 0..<300 {
        let there = EXIFPlace.pixel(x, y, of: size, number)
        if pixels.pixel(there.x, there.y) != plain.pixel(x, y) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func aProfileInSeveralSegmentsApplies() throws {
    var options = fresnel_jpeg_options.usual(width: 32, height: 32)
    options.color = FRESNEL_JPEG_RGB
    options.quality = 100
    // The profile's first primary is sRGB's blue and its last one sRGB's red, and it takes three
    // segments.
    let profile = SwappedProfile.bytes(padding: 140_000)
    let samples = (0..<32 * 32).flatMap { _ -> [UInt8] in [240, 130, 90] }
    let (_, pixels) = try DecoderClient.decode(.jpeg, .jpeg(samples, options, icc: profile))
    let pixel = pixels.pixel(16, 16)
    for (value, wanted) in zip(pixel, [90, 130, 240]) {
      #expect(abs(Int(value) - wanted) <= 3, "\(pixel)")
    }
  }

  @Test func aTruncatedFileShowsItsRows() throws {
    let whole = Kind(horizontal: 2, vertical: 2).file(width: 640, height: 480)
    let cut = PictureFile(Array(whole.bytes.prefix(whole.bytes.count * 6 / 10)))
    let client = try DecoderClient(.jpeg, cut)
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(client.missing.count == 1 && client.missing[0].contains("ends too early"))
    let reference = LibjpegReference.pixels(whole)
    let half = 640 * 4 * 200
    #expect(pixels.bytes[..<half].elementsEqual(reference.bytes[..<half]))
    #expect(pixels.pixel(600, 470) != reference.pixel(600, 470))
    #expect(pixels.bytes.count == 640 * 480 * 4)
  }

  @Test func largePicturesHaveScaledPreviews() throws {
    var options = fresnel_jpeg_options.usual(width: 6400, height: 4800)
    options.color = FRESNEL_JPEG_GRAY
    var samples = [UInt8](repeating: 0, count: 6400 * 4800)
    for y in 0..<4800 { for x in 0..<6400 { samples[y &* 6400 &+ x] = UInt8(x / 32 &+ y / 100) } }
    let client = try DecoderClient(.jpeg, .jpeg(samples, options))
    let info = try client.open()
    #expect(info.preview == .small)
    let level = Level(of: info.size, scale: 0.1)
    let preview = try client.pixels(of: level, quality: .preview)
    let exact = try client.pixels(of: level, quality: .exact)
    #expect(preview.difference(exact) <= 3)
    #expect(exact.pixel(320, 240)[0] == 124)
    // Each of the two passes starts at the top, and only moves forwards.
    #expect(client.progress.allSatisfy { (0...1).contains($0) })
    #expect(zip(client.progress, client.progress.dropFirst()).count { $0 > $1 } <= 1)
  }
}
