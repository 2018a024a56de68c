import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Raw pictures, compared with LibRaw's own program.
@Suite(.enabled(if: RawReference.isThere, "dcraw_emu is not installed"))
struct RawPixelTests {
  /// Compares the whole picture, and the one at half size, with the reference.
  private func expectReference(_ dng: DNGWriter, _ what: String) throws {
    let reference = try RawReference.picture(dng.bytes)
    let (info, pixels) = try DecoderClient.decode(.raw, PictureFile(dng.bytes))
    try #require(info.size == reference.size, "\(what)")
    let difference = pixels.difference(reference.shown)
    #expect(difference <= 1, "\(what)")
    #expect(info.preview == .none)
    #expect(!info.hasAlpha)
  }

  @Test(arguments: [
    DNGWriter.redGreen, DNGWriter.blueGreen, DNGWriter.greenBlue, DNGWriter.greenRed,
  ])
  func mosaicsEqualLibRaws(_ samples: DNGWriter.Samples) throws {
    for bits in [8, 12, 14, 16] {
      var dng = DNGWriter()
      (dng.samples, dng.bits) = (samples, bits)
      try expectReference(dng, "\(bits) bits")
    }
  }

  @Test func theFilesBlackAndWhiteApply() throws {
    var dng = DNGWriter()
    (dng.bits, dng.black, dng.white) = (14, 512, 15000)
    dng.light = { x, y, channel in
      // Above white at the right.
      Double(x) / 60 + 0.01 * Double((y + channel) % 7)
    }
    try expectReference(dng, "levels")
  }

  @Test func masksAroundThePictureAreCropped() throws {
    var dng = DNGWriter()
    dng.active = PixelRect(minX: 6, minY: 4, maxX: 90, maxY: 60)
    try expectReference(dng, "an active area")
    // The mosaic begins with another colour.
    dng.active = PixelRect(minX: 7, minY: 3, maxX: 90, maxY: 60)
    try expectReference(dng, "an odd active area")
  }

  @Test(arguments: 1...8) func orientationsApply(_ number: Int) throws {
    var dng = DNGWriter()
    dng.orientation = number
    try expectReference(dng, "orientation \(number)")
    let info = try DecoderClient(.raw, PictureFile(dng.bytes)).open()
    #expect(info.orientation == Orientation(exif: number))
  }

  @Test func losslessJPEGDecodes() throws {
    for bits in [12, 14, 16] {
      var dng = DNGWriter()
      (dng.bits, dng.isJPEG) = (bits, true)
      try expectReference(dng, "\(bits) bits")
    }
  }

  @Test func linearLightAndGreysDecode() throws {
    for samples in [DNGWriter.Samples.light, .greys] {
      var dng = DNGWriter()
      dng.samples = samples
      if samples == .greys { dng.neutral = [1, 1, 1] }
      try expectReference(dng, "\(samples)")
    }
  }

  @Test func aFileWithoutAMatrixDecodes() throws {
    var dng = DNGWriter()
    dng.hasMatrix = false
    try expectReference(dng, "no matrix")
  }

  @Test func smallLevelsAreDevelopedAtHalfSize() throws {
    var dng = DNGWriter()
    dng.size = PixelSize(width: 320, height: 240)
    dng.orientation = 6
    let half = try RawReference.picture(dng.bytes, isHalf: true)
    let client = try DecoderClient(.raw, PictureFile(dng.bytes))
    let info = try client.open()
    #expect(info.size == PixelSize(width: 240, height: 320))
    try #require(half.size == PixelSize(width: 120, height: 160))
    #expect(try client.pixels(of: Level(size: half.size)).difference(half.shown) <= 1)
    // Smaller levels are reduced from the half-size picture, larger ones from the whole.
    let whole = try RawReference.picture(dng.bytes)
    for (scale, source) in [(0.3, half), (0.45, half), (0.7, whole)] {
      let level = Level(of: info.size, scale: scale)
      let reference = LanczosReference(source.shown.bytes, size: source.size, channels: 4)
      let quality = try client.pixels(of: level).psnr(
        reference.pixels(of: level, in: PixelRect(level.size)))
      #expect(quality >= 50, "\(quality) dB at \(scale)")
    }
  }

  @Test func aPartEqualsThatOfTheWhole() throws {
    var dng = DNGWriter()
    dng.size = PixelSize(width: 900, height: 700)
    let reference = try RawReference.picture(dng.bytes).shown
    let client = try DecoderClient(.raw, PictureFile(dng.bytes))
    let info = try client.open()
    let area = PixelRect(minX: 512, minY: 256, maxX: 768, maxY: 512)
    for _ in 0..<2 {
      let pixels = try client.pixels(of: Level(size: info.size), in: area)
      let worst = (0..<area.size.height).reduce(0) { worst, y in
        (0..<area.size.width).reduce(worst) { worst, x in
          zip(pixels.pixel(x, y), reference.pixel(area.minX + x, area.minY + y)).reduce(worst) {
            max($0, abs(Int($1.0) - Int($1.1)))
          }
        }
      }
      #expect(worst <= 1)
      // Make another request in between.
      _ = try client.pixels(of: Level(of: info.size, scale: 0.25))
    }
  }
}
