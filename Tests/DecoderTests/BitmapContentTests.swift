import CJPEG
import DecoderProtocol
import Geometry
import Testing
import Tiles

/// The content of newer BMP headers: colours, and whole files of other formats.
@Suite struct BitmapContentTests {
  private let size = PixelSize(width: 37, height: 23)

  private func pixels(_ bytes: [UInt8]) throws -> Pixels {
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(bytes))
    try #require(info.size == size)
    return pixels
  }

  private func writer() -> BitmapWriter {
    var writer = BitmapWriter()
    writer.headerBytes = 124
    return writer
  }

  /// A picture of one colour, blue first.
  private func plain(_ color: [UInt8]) -> [UInt8] {
    let row = (0..<size.width).flatMap { _ -> [UInt8] in color } + [0]
    return (0..<size.height).flatMap { _ -> [UInt8] in row }
  }

  @Test func anEmbeddedProfileApplies() throws {
    let profile = SwappedProfile.bytes(padding: 0)
    var writer = writer()
    let body = plain([40, 30, 250])
    writer.tail = LongTailWriter.little(0x4D42_4544, 4) + [UInt8](repeating: 0, count: 52)
    // After the pixels, counted from the header.
    writer.tail += LongTailWriter.little(124 + body.count, 4)
    writer.tail += LongTailWriter.little(profile.count, 4)
    let pixel = try pixels(writer.file(body) + profile).pixel(20, 20)
    #expect(pixel[0] < 60 && pixel[2] > 240, "\(pixel)")
  }

  @Test func aLinkedProfileIsNotOpened() throws {
    let name = Array("/etc/passwd\0".utf8)
    var writer = writer()
    let body = plain([40, 30, 250])
    writer.tail = LongTailWriter.little(0x4C49_4E4B, 4) + [UInt8](repeating: 0, count: 52)
    writer.tail += LongTailWriter.little(124 + body.count, 4) + LongTailWriter.little(name.count, 4)
    #expect(try pixels(writer.file(body) + name).pixel(20, 20) == [250, 30, 40, 255])
  }

  @Test func theHeadersGammaAndPrimariesApply() throws {
    var writer = writer()
    writer.headerBytes = 108
    writer.tail = LongTailWriter.little(0, 4)
    // sRGB's primaries as fractions of X, Y and Z; the samples are linear.
    for share in [0.64, 0.33, 0.03, 0.30, 0.60, 0.10, 0.15, 0.06, 0.79] {
      writer.tail += LongTailWriter.little(Int(share * Double(1 << 30)), 4)
    }
    for _ in 0..<3 { writer.tail += LongTailWriter.little(65536, 4) }
    let pixel = try pixels(writer.file(plain([128, 128, 64]))).pixel(3, 3)
    // sRGB codes of linear 64 and 128 of 255.
    for (channel, code) in [137, 188, 188].enumerated() {
      #expect(abs(Int(pixel[channel]) - code) <= 1, "\(pixel)")
    }
  }

  @Test func anEmbeddedPNGIsThePicture() throws {
    let samples = FormatSamples.samples(size, channels: 4)
    let png = PictureFile.png(samples, width: 37, height: 23, channels: 4).bytes
    var writer = writer()
    writer.bits = 0
    writer.compression = 5
    let difference = try pixels(writer.file(png)).difference(Pixels(straight: samples, size: size))
    #expect(difference <= 1)
  }

  @Test(arguments: [40, 124]) func anEmbeddedJPEGIsThePicture(_ headerBytes: Int) throws {
    let samples = FormatSamples.samples(size, channels: 3)
    let jpeg = PictureFile.jpeg(samples, .usual(width: 37, height: 23))
    var writer = writer()
    writer.headerBytes = headerBytes
    writer.bits = 0
    writer.compression = 4
    let expected = try DecoderClient.decode(.jpeg, jpeg).1
    #expect(try pixels(writer.file(jpeg.bytes)).difference(expected) == 0)
    // Truncated in the middle, it is still a picture.
    let client = try DecoderClient(
      .classic, PictureFile(Array(writer.file(jpeg.bytes).dropLast(jpeg.bytes.count / 3))))
    let info = try client.open()
    _ = try client.pixels(of: Level(size: info.size))
    #expect(client.missing.count == 1)
  }

  @Test func pixelsOf64BitsAreLight() throws {
    var writer = writer()
    writer.headerBytes = 40
    writer.bits = 64
    // Blue, green, red, alpha: 8192 is white; values below black and above white.
    let pixel = [-5, 2048, 20_000, 4096].flatMap { (number: Int) -> [UInt8] in
      LongTailWriter.little(number, 2)
    }
    let body = (0..<37 * 23).flatMap { _ -> [UInt8] in pixel }
    let shown = try pixels(writer.file(body)).pixel(9, 9)
    // A quarter of white's light is 137 in sRGB; alpha is one half.
    for (channel, code) in [128, 69, 0, 128].enumerated() {
      #expect(abs(Int(shown[channel]) - code) <= 1, "\(shown)")
    }
  }
}
