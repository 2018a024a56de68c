import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Bitmaps that are too large for GraphicsMagick are FreeImage's.
@Suite struct LargeBitmapTests {
  private let writer = LongTailWriter()

  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (info, pixels) = try DecoderClient.decode(.freeImage, PictureFile(bytes))
    guard info.size == writer.size else { return 999 }
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  @Test func freeImageReadsTheSamePixels() throws {
    let samples = writer.samples()
    let files = [
      "BMP": writer.bmp(samples), "BMP from the top": writer.bmp(samples, isTopDown: true),
      "Sun raster": writer.sun(samples),
    ]
    for (name, bytes) in files { #expect(try difference(bytes, samples) == 0, "\(name)") }
    let palette: [[UInt8]] = [[255, 0, 0], [3, 250, 17], [0, 0, 255], [255, 255, 255]]
    let numbers = (0..<writer.size.width * writer.size.height).map { UInt8(($0 * 7 + $0 / 5) % 4) }
    let colors = numbers.flatMap { number -> [UInt8] in palette[Int(number)] + [255] }
    for bits in [4, 8] {
      let bytes = writer.bmp(numbers: numbers, palette: palette, bits: bits)
      #expect(try difference(bytes, colors) == 0, "\(bits) bits")
    }
  }

  /// A bitmap in runs that ends with its first row, so that it is small; its colours are white.
  private func bitmap(_ size: PixelSize) -> [UInt8] {
    let pixels: [UInt8] = [4, 0, 0, 1]
    var bytes = Array("BM".utf8) + LongTailWriter.little(54 + 8 + pixels.count, 4)
    bytes += LongTailWriter.little(0, 4) + LongTailWriter.little(62, 4)
    bytes += LongTailWriter.little(40, 4) + LongTailWriter.little(size.width, 4)
    bytes += LongTailWriter.little(size.height, 4) + LongTailWriter.little(1, 2)
    bytes += LongTailWriter.little(8, 2) + LongTailWriter.little(1, 4)
    bytes += LongTailWriter.little(pixels.count, 4) + LongTailWriter.little(0, 8)
    bytes += LongTailWriter.little(2, 4) + LongTailWriter.little(0, 4)
    return bytes + [255, 255, 255, 0, 255, 255, 255, 0] + pixels
  }

  private func answer(
    _ size: PixelSize, origin: OpenRequest.Origin = .file
  ) throws -> DecoderMessage? {
    let client = try DecoderClient(.magick, PictureFile(bitmap(size)))
    guard case .hello? = try client.receive() else { return nil }
    client.send(
      .open(
        OpenRequest(
          arenaBytes: client.arena.count, slotCount: 64, surfaceEdge: 1280, origin: origin)))
    return try client.receive()
  }

  @Test func whatGraphicsMagickHasNoMemoryForIsPassedOn() throws {
    let large = PixelSize(width: 12_000, height: 9000)
    #expect(try answer(large) == .insteadUse(format: "large bitmap"))
    guard case .info(let info)? = try answer(PixelSize(width: 1200, height: 900)) else {
      Issue.record("no info of a small one")
      return
    }
    #expect(info.size == PixelSize(width: 1200, height: 900))
  }

  @Test func whatNobodyHasMemoryForIsASentence() throws {
    for (size, origin) in [
      (PixelSize(width: 12_000, height: 9000), OpenRequest.Origin.fileAlone),
      (PixelSize(width: 40_000, height: 40_000), .file),
    ] {
      guard case .failure(let failure)? = try answer(size, origin: origin) else {
        Issue.record("no failure of \(size)")
        continue
      }
      #expect(failure.code == .tooLarge)
      #expect(
        failure.sentence.hasPrefix(
          "the picture is too large to be decoded: \(size.width) × \(size.height) pixels"))
    }
  }
}
