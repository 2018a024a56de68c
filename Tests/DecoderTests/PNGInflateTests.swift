import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// PNG's compressed parts, which libpng has inflated by another library than zlib.
@Suite struct PNGInflateTests {
  private static func failure(_ bytes: [UInt8]) throws -> CodecError {
    do {
      _ = try DecoderClient.decode(.png, PictureFile(bytes))
      throw DecoderClient.Unexpected(message: "it was decoded")
    } catch let failure as CodecError {
      return failure
    }
  }

  /// A file whose compressed pixels `change` has modified; the chunks' checksums are right.
  private static func file(change: (inout [UInt8]) -> Void) -> [UInt8] {
    let png = RawPNG(width: 9, height: 7, colorType: 0, depth: 8)
    let whole = png.file(Array(1...63))
    var stream = RawPNG.zlib((0..<7).flatMap { row in [0] + (0..<9).map { row * 9 + $0 + 1 } })
    change(&stream)
    let end = RawPNG.chunk("IEND", [])
    let header = whole.prefix(33)
    return header + RawPNG.chunk("IDAT", stream) + end
  }

  /// The stream is restarted for the pixels.
  @Test func aProfileAndThePixelsInflateSeparately() throws {
    var png = RawPNG(width: 300, height: 2, colorType: 2, depth: 8)
    let profile = RawPNG.zlib(SwappedProfile.bytes(padding: 40_000))
    png.chunks = [("iCCP", Array("swapped".utf8) + [0, 0] + profile)]
    let samples = (0..<1800).map { $0 % 3 == 0 ? 255 : 0 }
    let (_, pixels) = try DecoderClient.decode(.png, PictureFile(png.file(samples)))
    for column in [0, 299] {
      let pixel = pixels.pixel(column, 1)
      #expect(pixel[0] < 3 && pixel[2] > 252, "\(pixel)")
    }
  }

  @Test func aWrongChecksumIsReported() throws {
    let (_, pixels) = try DecoderClient.decode(.png, PictureFile(Self.file { _ in }))
    #expect(pixels.pixel(8, 6) == [63, 63, 63, 255])
    let failure = try Self.failure(Self.file { $0[$0.count - 1] ^= 1 })
    #expect(failure.code == .corrupt && failure.sentence.contains("incorrect data check"))
  }

  @Test func invalidHeadersAreRefused() throws {
    let words: [([UInt8], String)] = [
      ([0x78, 0x02], "incorrect header check"), ([0x77, 0x09], "unknown compression method"),
      ([0x78, 0xBB], "missing LZ dictionary"), ([0x88, 0x1C], "invalid window size"),
    ]
    for (header, sentence) in words {
      let failure = try Self.failure(Self.file { $0.replaceSubrange(0..<2, with: header) })
      #expect(failure.code == .corrupt && failure.sentence.contains(sentence), "\(failure)")
    }
  }

  @Test func aTruncatedStreamIsReported() throws {
    let failure = try Self.failure(Self.file { $0.removeLast(30) })
    #expect(failure.code == .corrupt && failure.sentence.contains("Not enough image data"))
  }
}
