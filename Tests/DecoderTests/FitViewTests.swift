import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Pictures of every format, reduced as a window shows them.
@Suite struct FitViewTests {
  /// Those that are made of pixels: drawings are drawn anew at each scale, and raw pictures are
  /// developed at half of their size (`RawPixelTests`).
  private static let rasters = DecoderClient.Format.allCases.filter {
    ![.svg, .pdf, .raw].contains($0)
  }

  /// What a tile is made of must not tell: a decoder's rows, a canvas, bands in any order.
  @Test(arguments: rasters)
  func aReducedPictureIsTheWholeOneReducedInLinearLight(_ format: DecoderClient.Format) throws {
    for (index, file) in FormatSamples.files(of: format).enumerated() {
      let client = try DecoderClient(format, file)
      let info = try client.open()
      let whole = try client.pixels(of: Level(size: info.size))
      let reference = LanczosReference(
        Self.straight(whole.bytes), size: whole.size, channels: 4)
      for scale in [0.9, 0.61, 0.37] {
        let level = Level(of: info.size, scale: scale)
        let area = PixelRect(level.size)
        let quality = try client.pixels(of: level).psnr(reference.pixels(of: level, in: area))
        #expect(quality >= 50, "file \(index) at \(scale): \(quality) dB")
      }
    }
  }

  /// Pixels whose colours are not multiplied by alpha any more.
  private static func straight(_ premultiplied: [UInt8]) -> [UInt8] {
    var pixels = premultiplied
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[pixel + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in pixel..<pixel + 3 {
        pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return pixels
  }
}
