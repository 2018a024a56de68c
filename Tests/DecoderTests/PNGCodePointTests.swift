import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Colours that a PNG specifies by code points (cICP, from the third edition).
@Suite struct PNGCodePointTests {

  private func client(
    _ points: [UInt8], samples: [Int], depth: Int = 8, also: [(String, [UInt8])] = []
  ) throws -> DecoderClient {
    var png = RawPNG(width: samples.count / 3, height: 1, colorType: 2, depth: depth)
    png.chunks = [("cICP", points)] + also.map { ($0.0, $0.1) }
    return try DecoderClient(.png, PictureFile(png.file(samples)))
  }

  @Test func perceptualQuantizerGivesLight() throws {
    // 16-bit codes for 203, 20.3 and 1015 cd/m² (SMPTE ST 2084), where 203 is white.
    let codes = [(38055, 1.0), (23481, 0.1), (49377, 5.0)]
    let client = try client(
      [1, 16, 0, 1], samples: codes.flatMap { [$0.0, $0.0, $0.0] }, depth: 16)
    let info = try client.open(acceptsLight: true)
    #expect(info.levels.shape.format == .rgba16f)
    #expect(abs(info.headroom - 1000.0 / 203) < 1e-9)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    for (pixel, code) in zip(light, codes) {
      #expect(abs(Double(pixel.y) / code.1 - 1) < 0.01, "\(code): \(pixel)")
    }
  }

  @Test func hybridLogGammaGivesLightAt8Bits() throws {
    let client = try client([9, 18, 0, 1], samples: [255, 255, 255, 191, 191, 191])
    let info = try client.open(acceptsLight: true)
    #expect(info.levels.shape.format == .rgba16f)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    #expect(abs(light[0].x - 1000 / 203) < 0.02)
    // 0.75 of the signal is white.
    #expect(abs(light[1].x - 1) < 0.02)
  }

  @Test func primariesApply() throws {
    // Display P3's green is outside sRGB's gamut, so it is clipped to the edge.
    let client = try client([12, 13, 0, 1], samples: [0, 180, 0, 128, 128, 128])
    _ = try client.open()
    let pixels = try client.pixels(of: Level(size: .init(width: 2, height: 1)))
    #expect(pixels.pixel(0, 0)[0] == 0 && pixels.pixel(0, 0)[1] > 180)
    #expect(pixels.pixel(1, 0) == [128, 128, 128, 255])
  }

  @Test func codePointsOverrideOtherColourChunks() throws {
    // A gamma of 1 would be much lighter.
    let client = try client(
      [1, 13, 0, 1], samples: [100, 100, 100], also: [("gAMA", RawPNG.big(100_000))])
    _ = try client.open()
    #expect(try client.pixels(of: Level(size: .init(width: 1, height: 1))).pixel(0, 0)[0] == 100)
  }

  @Test(arguments: [[1, 16, 9, 1], [1, 16, 0, 0], [1, 16, 0], [1, 16, 0, 1, 1]] as [[UInt8]])
  func codePointsForOtherKindsOfPicturesAreIgnored(points: [UInt8]) throws {
    let client = try client(points, samples: [100, 100, 100])
    let info = try client.open(acceptsLight: true)
    #expect(info.levels.shape.format == .rgba8)
    #expect(try client.pixels(of: Level(size: .init(width: 1, height: 1))).pixel(0, 0)[0] == 100)
  }
}
