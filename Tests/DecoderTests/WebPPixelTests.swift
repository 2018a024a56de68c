import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// WebP files of every kind, compared with libwebp's own decoder.
@Suite struct WebPPixelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var alpha = false
    var isLossless = false
    var partitions: Int32 = 0
    var packsAlpha = true
    var testDescription: String { name }

    var options: WebPWriter.Options {
      WebPWriter.Options(
        isLossless: isLossless, partitions: partitions, packsAlpha: packsAlpha)
    }
  }

  static let kinds = [
    Kind(name: "lossy"), Kind(name: "lossy, eight partitions", partitions: 3),
    Kind(name: "lossy with alpha", alpha: true),
    Kind(name: "lossy with plain alpha", alpha: true, packsAlpha: false),
    Kind(name: "lossless", isLossless: true),
    Kind(name: "lossless with alpha", alpha: true, isLossless: true),
  ]

  static let sizes = [(1, 1), (1, 2), (2, 1), (3, 5), (17, 3), (16, 16), (201, 103)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  private static func file(_ kind: Kind, _ size: PixelSize, seed: UInt64 = 1) -> [UInt8] {
    WebPWriter.file(
      WebPWriter.samples(size, alpha: kind.alpha, seed: seed), size, kind.options)
  }

  @Test(arguments: kinds, sizes)
  func pixelsEqualLibwebps(_ kind: Kind, _ size: PixelSize) throws {
    let file = Self.file(kind, size)
    let (info, pixels) = try DecoderClient.decode(.webp, PictureFile(file))
    let expected = try #require(WebPReference.pixels(file))
    #expect(info.size == size && info.frameCount == 1)
    if kind.alpha {
      #expect(pixels.difference(expected) <= 1)
    } else {
      #expect(pixels == expected)
      #expect(!info.hasAlpha)
    }
    if kind.alpha, size.width > 16 { #expect(info.hasAlpha) }
  }

  @Test(arguments: kinds) func theTallestPictureIsComplete(_ kind: Kind) throws {
    let size = PixelSize(width: 3, height: 16383)
    let file = Self.file(kind, size)
    let (_, pixels) = try DecoderClient.decode(.webp, PictureFile(file))
    let expected = try #require(WebPReference.pixels(file))
    #expect(pixels.difference(expected) <= (kind.alpha ? 1 : 0))
  }

  @Test func palettesAndTilesInTheMiddleDecode() throws {
    // A palette packs several pixels into one; lower tiles begin in the middle of the picture.
    let size = PixelSize(width: 700, height: 500)
    let colors: [[UInt8]] = [[9, 8, 7, 255], [200, 100, 50, 255], [0, 255, 1, 255]]
    let samples = (0..<size.width * size.height).flatMap { colors[($0 / 5 + $0 / 4900) % 3] }
    let file = WebPWriter.file(samples, size, WebPWriter.Options(isLossless: true))
    let client = try DecoderClient(.webp, PictureFile(file))
    let info = try client.open()
    let area = PixelRect(minX: 300, minY: 290, maxX: 400, maxY: 490)
    let pixels = try client.pixels(of: Level(size: info.size), in: area)
    for (x, y) in [(0, 0), (99, 199), (50, 77)] {
      let index = (area.minY + y) * size.width + area.minX + x
      #expect(pixels.pixel(x, y) == colors[(index / 5 + index / 4900) % 3], "\(x), \(y)")
    }
  }

  @Test(arguments: 1...8)
  func theOrientationApplies(_ orientation: Int) throws {
    let size = PixelSize(width: 60, height: 40)
    let plain = Self.file(Kind(name: "", isLossless: true), size)
    let exif = Exif.block(orientation: orientation, isLittle: orientation % 2 == 0)
    let named = orientation > 4 ? Array("Exif".utf8) + [0, 0] + exif : exif
    let file = WebPWriter.extended(plain, size, exif: named)
    let (info, pixels) = try DecoderClient.decode(.webp, PictureFile(file))
    let stored = try #require(WebPReference.pixels(file))
    #expect(info.size == EXIFPlace.size(size, orientation))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = EXIFPlace.pixel(x, y, of: size, orientation)
        guard pixels.pixel(place.x, place.y) == stored.pixel(x, y) else {
          Issue.record("\(x), \(y)")
          return
        }
      }
    }
  }

  @Test(arguments: kinds) func theProfileApplies(_ kind: Kind) throws {
    let size = PixelSize(width: 40, height: 30)
    let plain = Self.file(kind, size)
    let file = WebPWriter.extended(
      plain, size, icc: SwappedProfile.bytes(padding: 3), alpha: kind.alpha)
    let (_, pixels) = try DecoderClient.decode(.webp, PictureFile(file))
    let stored = try #require(WebPReference.pixels(plain))
    // Red and blue are exchanged; the profile's curve hardly differs from sRGB's.
    var worst = 0
    for index in stride(from: 0, to: stored.bytes.count, by: 4) where stored.bytes[index + 3] == 255
    {
      worst = max(worst, abs(Int(pixels.bytes[index]) - Int(stored.bytes[index + 2])))
      worst = max(worst, abs(Int(pixels.bytes[index + 2]) - Int(stored.bytes[index])))
    }
    #expect(worst < 12, "\(worst)")
  }

  @Test(arguments: kinds) func theArenaGivesTheSamePixels(_ kind: Kind) throws {
    let size = PixelSize(width: 250, height: 121)
    let file = Self.file(kind, size)
    let (_, expected) = try DecoderClient.decode(.webp, PictureFile(file))
    #expect(try DecoderClient.decodeThroughArena(.webp, file, size: size) == expected)
    let cut = Array(file.prefix(file.count / 2))
    #expect(throws: CodecError.self) {
      try DecoderClient.decodeThroughArena(.webp, cut, size: size)
    }
  }

  @Test(arguments: kinds) func aTruncatedFileShowsItsRows(_ kind: Kind) throws {
    if kind.partitions > 0 { return }  // The first rows need the last bytes.
    let size = PixelSize(width: 200, height: 400)
    let file = Self.file(kind, size)
    let (_, whole) = try DecoderClient.decode(.webp, PictureFile(file))
    // An uncompressed alpha channel takes most of the file, and comes first.
    let cut = Array(file.prefix(file.count * (kind.packsAlpha ? 70 : 95) / 100))
    let client = try DecoderClient(.webp, PictureFile(cut))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["the file ends too early; the rest of the picture is missing"])
    #expect(pixels.bytes.prefix(200 * 100 * 4) == whole.bytes.prefix(200 * 100 * 4))
    let last = pixels.pixel(100, 399)
    #expect(last == (kind.alpha ? [0, 0, 0, 0] : [0, 0, 0, 255]))
  }

  @Test func aFileWithoutPixelsGivesOneSentence() throws {
    let file = Self.file(Kind(name: ""), PixelSize(width: 64, height: 64))
    for count in [11, 20, 25, 40] {
      let client = try DecoderClient(.webp, PictureFile(Array(file.prefix(count))))
      #expect(throws: CodecError.self) {
        let info = try client.open()
        _ = try client.pixels(of: Level(size: info.size))
      }
    }
  }

  @Test func aPictureThatNeedsTooMuchMemoryIsRefused() throws {
    // 16384 × 16384 pixels in a few bytes: they refer to each other, so all must stay in memory.
    let claim = WebPWriter.chunk(
      "VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F] + [UInt8](repeating: 7, count: 30))
    let body = Array("WEBP".utf8) + claim
    let file = Array("RIFF".utf8) + WebPWriter.little(body.count, 4) + body
    let client = try DecoderClient(.webp, PictureFile(file))
    let failure = #expect(throws: CodecError.self) { try client.open() }
    #expect(failure?.code == .tooLarge)
  }
}
