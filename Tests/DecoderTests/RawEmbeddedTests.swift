import CJPEG
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// The camera's picture embedded in a raw file: it is shown first, sets the brightness of the
/// developed one, and may be all that is shown.
@Suite struct RawEmbeddedTests {
  private static let size = PixelSize(width: 480, height: 320)

  /// Samples that increase from left to right.
  private static func ramp(_ size: PixelSize, from dark: Int, to bright: Int) -> [UInt8] {
    (0..<size.height).flatMap { _ in
      (0..<size.width).flatMap { x in
        let code = UInt8(dark + (bright - dark) * x / size.width)
        return [code, code, code]
      }
    }
  }

  private static func jpeg(_ samples: [UInt8], _ size: PixelSize) -> [UInt8] {
    PictureFile.jpeg(samples, .usual(width: size.width, height: size.height)).bytes
  }

  /// A raw file with an embedded picture that is brighter than the developed one, or darker.
  private func file(
    codes: ClosedRange<Int> = 120...220,
    preview size: PixelSize = PixelSize(width: 240, height: 160),
    orientation: Int = 1, isBitmap: Bool = false
  ) -> DNGWriter {
    var dng = DNGWriter()
    (dng.size, dng.orientation) = (Self.size, orientation)
    dng.light = { x, _, _ in 0.02 + 0.3 * Double(x) / 480 }
    let samples = Self.ramp(size, from: codes.lowerBound, to: codes.upperBound)
    if isBitmap {
      dng.bitmap = (samples, size)
    } else {
      dng.preview = (Self.jpeg(samples, size), size)
    }
    return dng
  }

  /// The median of a picture's green samples.
  private func median(_ pixels: Pixels) -> Int {
    let greens = stride(from: 1, to: pixels.bytes.count, by: 4).map { pixels.bytes[$0] }.sorted()
    return Int(greens[greens.count / 2])
  }

  @Test(arguments: [false, true]) func theEmbeddedPictureIsShownFirst(_ isBitmap: Bool) throws {
    let client = try DecoderClient(.raw, PictureFile(file(isBitmap: isBitmap).bytes))
    let info = try client.open()
    #expect(info.size == Self.size)
    #expect(info.preview == .embedded)
    let level = Level(size: PixelSize(width: 240, height: 160))
    let first = try client.pixels(of: level, quality: .preview)
    let expected = Pixels(
      straight: Self.ramp(level.size, from: 120, to: 220).enumerated().flatMap {
        $0.offset % 3 == 2 ? [$0.element, 255] : [$0.element]
      }, size: level.size)
    #expect(first.difference(expected) <= 3)
    let developed = try client.pixels(of: level)
    #expect(developed.difference(first) > 3)
  }

  @Test(arguments: [60...110, 120...220, 20...240])
  func theDevelopedPictureIsAsBright(_ codes: ClosedRange<Int>) throws {
    let client = try DecoderClient(.raw, PictureFile(file(codes: codes).bytes))
    let info = try client.open()
    let wanted = (codes.lowerBound + codes.upperBound) / 2
    for scale in [0.4, 1] {
      let pixels = try client.pixels(of: Level(of: info.size, scale: scale))
      #expect(abs(median(pixels) - wanted) <= 2, "\(median(pixels)) at \(scale)")
    }
  }

  @Test func withoutAnEmbeddedPictureTheBrightnessStays() throws {
    var dng = file()
    let bright = try DecoderClient.decode(.raw, PictureFile(dng.bytes)).1
    dng.preview = nil
    let (info, plain) = try DecoderClient.decode(.raw, PictureFile(dng.bytes))
    #expect(info.preview == .none)
    #expect(median(bright) > median(plain) + 20)
  }

  @Test func whiteStaysWhiteAndHighlightsAreKept() throws {
    var dng = file(codes: 150...250)
    dng.light = { x, _, _ in Double(x) / 479 }
    let (_, pixels) = try DecoderClient.decode(.raw, PictureFile(dng.bytes))
    let row = (0..<480).map { pixels[$0, 100, 1] }
    #expect(zip(row.dropFirst(2), row.dropFirst(6)).allSatisfy { $0 <= $1 })
    #expect(row[479] == 255)
    #expect(row[400] < 253)
  }

  @Test func bothPicturesAreUpright() throws {
    let client = try DecoderClient(.raw, PictureFile(file(orientation: 6).bytes))
    let info = try client.open()
    #expect(info.size == PixelSize(width: 320, height: 480))
    let level = Level(size: PixelSize(width: 160, height: 240))
    let first = try client.pixels(of: level, quality: .preview)
    // What was on the left is now at the top.
    #expect(first[80, 5, 1] < 130)
    #expect(first[80, 235, 1] > 210)
  }

  @Test func blackBarsAreCropped() throws {
    var dng = file()
    let size = PixelSize(width: 160, height: 120)
    var samples = [UInt8](repeating: 0, count: 160 * 120 * 3)
    for index in 160 * 3 * 5..<160 * 3 * 115 { samples[index] = 200 }
    dng.preview = (Self.jpeg(samples, size), size)
    let client = try DecoderClient(.raw, PictureFile(dng.bytes))
    #expect(try client.open().preview == .embedded)
    let first = try client.pixels(
      of: Level(size: PixelSize(width: 150, height: 100)), quality: .preview)
    #expect((0..<100).allSatisfy { first[75, $0, 1] > 190 })
  }

  @Test func anEmbeddedPictureOfAnotherShapeIsNotShownFirst() throws {
    let dng = file(preview: PixelSize(width: 400, height: 100))
    #expect(try DecoderClient(.raw, PictureFile(dng.bytes)).open().preview == .none)
  }

  @Test func theUserMayChooseTheEmbeddedPictureOnly() throws {
    for orientation in [1, 6] {
      let dng = file(orientation: orientation)
      let client = try DecoderClient(.raw, PictureFile(dng.bytes))
      let info = try client.open(choices: PictureChoices(rawPictures: .embedded))
      #expect(info.size == EXIFPlace.size(PixelSize(width: 240, height: 160), orientation))
      #expect(info.preview == .none)
      let pixels = try client.pixels(of: Level(size: info.size))
      let exif = Exif.block(orientation: orientation, isLittle: true)
      let (_, expected) = try DecoderClient.decode(
        .jpeg,
        .jpeg(
          Self.ramp(PixelSize(width: 240, height: 160), from: 120, to: 220),
          .usual(width: 240, height: 160), exif: exif))
      #expect(pixels.difference(expected) == 0)
    }
  }

  @Test func withoutAnEmbeddedPictureTheDevelopedOneIsShown() throws {
    let dng = DNGWriter()
    let client = try DecoderClient(.raw, PictureFile(dng.bytes))
    #expect(try client.open(choices: PictureChoices(rawPictures: .embedded)).size == dng.size)
  }

  @Test func aDamagedEmbeddedPictureIsIgnored() throws {
    var dng = file()
    dng.preview = ([UInt8](repeating: 7, count: 5000), PixelSize(width: 240, height: 160))
    let (info, _) = try DecoderClient.decode(.raw, PictureFile(dng.bytes))
    #expect(info.preview == .none)
  }
}
