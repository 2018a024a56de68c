import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Pictures of every format, reduced as in a window.
@Suite struct FitViewTests {
  /// Raster formats only: drawings are redrawn at each scale, and raw pictures are developed at
  /// half size (`RawPixelTests`).
  private static let rasters = DecoderClient.Format.allCases.filter {
    ![.svg, .pdf, .raw].contains($0)
  }

  /// A tile's source must not be visible: a decoder's rows, a canvas, bands in any order.
  @Test(arguments: rasters)
  func levelsAreReducedInLinearLight(_ format: DecoderClient.Format) throws {
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

  /// Pixels with straight alpha.
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
