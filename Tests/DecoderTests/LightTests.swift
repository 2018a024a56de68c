import CAVIF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Pictures brighter than white, if the viewer accepts light.
@Suite struct LightTests {
  private static let size = PixelSize(width: 300, height: 40)

  /// The light at a position: some negative, some far above white.
  private static func light(_ x: Int, _ y: Int, _ channel: Int) -> Float {
    Float(x * (channel + 1)) / 100 - Float(y) / 400
  }

  private static func samples() -> [Float] {
    (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in (0..<3).map { light(x, y, $0) } }
    }
  }

  private static func pfm(_ samples: [Float]) -> [UInt8] {
    SmallFormatWriter(width: size.width, height: size.height).pfm(samples, channels: 3)
  }

  @Test func floatsAreKept() throws {
    let client = try DecoderClient(.classic, PictureFile(Self.pfm(Self.samples())))
    let info = try client.open(acceptsLight: true)
    #expect(info.size == Self.size && info.levels.shape.format == .rgba16f)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let pixel = light[y * Self.size.width + x]
        for channel in 0..<3 {
          let wanted = Self.light(x, y, channel)
          #expect(abs(pixel[channel] - wanted) <= abs(wanted) / 2048 + 1e-7, "\(x), \(y)")
        }
        #expect(pixel.w == 1)
      }
    }
    // The largest light is 9: all but one in a thousand are below 8.97.
    #expect(client.displays == 1, "each decoder reports the display's curves once")
    let headroom = info.headroom
    #expect(headroom >= 8.8 && headroom <= 9.5)
  }

  @Test func aViewerThatDoesNotAcceptLightGetsFinishedPixels() throws {
    let client = try DecoderClient(.classic, PictureFile(Self.pfm(Self.samples())))
    let info = try client.open()
    #expect(info.levels.shape.format == .rgba8)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.pixel(299, 0) == [255, 255, 255, 255] && pixels.pixel(0, 30) == [0, 0, 0, 255])
    #expect(client.headroom == nil)
  }

  @Test func smallerLevelsAreMeansOfLight() throws {
    // Columns of 16 and 0: their mean is 8, not the mean of their codes.
    let samples = (0..<Self.size.height).flatMap { _ in
      (0..<Self.size.width).flatMap { [Float](repeating: $0 % 2 == 0 ? 16 : 0, count: 3) }
    }
    let client = try DecoderClient(.classic, PictureFile(Self.pfm(samples)))
    let info = try client.open(acceptsLight: true)
    let light = try client.light(of: info.levels.exactLevel(scale: 0.25))
    let middle = light[5 * 75 + 37]
    #expect(abs(middle.x - 8) < 0.05 && abs(middle.y - 8) < 0.05)
  }

  @Test func notANumberIsWhiteAndDoesNotSpread() throws {
    var samples = [Float](repeating: 0.25, count: Self.size.width * Self.size.height * 3)
    samples[(20 * Self.size.width + 150) * 3] = .nan
    samples[(20 * Self.size.width + 50) * 3 + 1] = .infinity
    let client = try DecoderClient(.classic, PictureFile(Self.pfm(samples)))
    let info = try client.open(acceptsLight: true)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    #expect(light[20 * Self.size.width + 150].x == 1)
    #expect(light[20 * Self.size.width + 50].y == 65504)
    #expect(light[20 * Self.size.width + 151] == SIMD4(0.25, 0.25, 0.25, 1))
    let half = try client.light(of: info.levels.exactLevel(scale: 0.5))
    // NaN hasn't spread, and infinity is as bright as possible.
    #expect(half.enumerated().allSatisfy { $0 % 150 < 60 || $1.x >= 0 && $1.x < 0.6 })
  }

  @Test func openEXRKeepsItsLight() throws {
    let part = EXRWriter.Part()
    let client = try DecoderClient(.exr, PictureFile(EXRWriter.bytes([part])))
    let info = try client.open(acceptsLight: true)
    #expect(info.levels.shape.format == .rgba16f)
    #expect(info.headroom > 1.1 && info.headroom < 1.3, "its light reaches 1.2")
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    for (x, y) in [(0, 0), (69, 45), (33, 17)] {
      for channel in 0..<3 {
        let wanted = part.light(channel, x, y)
        #expect(abs(light[y * 70 + x][channel] - wanted) <= wanted / 1024, "\(x), \(y)")
      }
    }
  }

  @Test func perceptualQuantizerGivesLightInAVIF() throws {
    // Codes 148 and 211 of 255 are 203 cd/m², which is white, and 2000 (SMPTE ST 2084).
    for (code, wanted) in [(148, 1.0), (211, 9.85)] as [(UInt8, Double)] {
      var writer = AVIFWriter()
      writer.color = [code, code, code, 255]
      writer.layout = AVIF_PIXEL_FORMAT_YUV444
      writer.points = (primaries: 1, transfer: 16, matrix: 6)
      let client = try DecoderClient(.avif, writer.file())
      let info = try client.open(acceptsLight: true)
      #expect(info.levels.shape.format == .rgba16f)
      #expect(abs(info.headroom - 1000.0 / 203) < 1e-9)
      let light = try client.light(of: info.levels.exactLevel(scale: 1))
      #expect(abs(Double(light[0].x) / wanted - 1) < 0.06, "\(code): \(light[0])")
    }
  }

  @Test func sixteenBitsGiveLightAtAnySize() throws {
    for width in [300, 2300] {
      let png = RawPNG(width: width, height: 2000, colorType: 0, depth: 16)
      let file = png.file((0..<width * 2000).map { $0 & 0xFFFF })
      let info = try DecoderClient(.png, PictureFile(file)).open(acceptsLight: true)
      #expect(info.levels.shape.format == .rgba16f, "\(width)")
      #expect(info.headroom == 1)
    }
  }
}
