import DecoderKit
import Geometry
import Resampling
import TestSupport
import Testing

/// Smaller levels, compared with the filter's definition in Double.
@Suite struct ReducerFilterTests {
  @Test(
    "Fractional ratios agree with Lanczos 3 in linear light",
    arguments: [
      RowFormat(channels: .gray), RowFormat(channels: .grayAlpha), RowFormat(channels: .rgb),
      RowFormat(channels: .rgba), RowFormat(channels: .gray, depth: 16),
      RowFormat(channels: .rgba, depth: 16),
    ])
  func fractional(format: RowFormat) {
    let scale = format.depth == 8 ? 1 : 257
    let picture = SamplePicture(150, 110, format) { x, y, channel in
      TestPattern.photograph(x, y, channel) * scale
    }
    for level in [
      PixelSize(width: 137, height: 101), PixelSize(width: 88, height: 65),
      PixelSize(width: 41, height: 30), PixelSize(width: 150, height: 47),
      PixelSize(width: 60, height: 110),
    ] {
      let pixels = ReducerRun(level: level)(picture).joined(level)
      let psnr = pixels.psnr(ReducerReference.reduce(picture, to: level))
      #expect(psnr >= 56, "\(level.width) × \(level.height): \(psnr) dB")
    }
  }

  @Test("A source slightly smaller than the level is enlarged by the same kernel")
  func enlarged() {
    let picture = SamplePicture(90, 70, RowFormat(channels: .rgb)) { x, y, channel in
      TestPattern.photograph(2 * x, 2 * y, channel)
    }
    let level = PixelSize(width: 104, height: 71)
    let pixels = ReducerRun(level: level)(picture).joined(level)
    let psnr = pixels.psnr(ReducerReference.reduce(picture, to: level))
    #expect(psnr >= 56, "\(psnr) dB")
  }

  @Test("Box and Lanczos stay close to Lanczos alone on a photograph", arguments: [1, 6])
  func boxOnPhotograph(exif: Int) {
    for format in [RowFormat(channels: .rgb), RowFormat(channels: .rgba)] {
      let picture = SamplePicture(403, 301, format) { x, y, channel in
        channel == 3 ? 255 - x / 2 : TestPattern.photograph(x / 2, y / 2, channel)
      }
      for width in [92, 50, 41] {
        let stored = PixelSize(width: width, height: width * 301 / 403)
        let level = exif >= 5 ? stored.transposed : stored
        var run = ReducerRun(level: level)
        run.orientation = Orientation(exif: exif)
        let pixels = run(picture).joined(level)
        let psnr = pixels.psnr(ReducerReference.reduce(picture, to: level, exif: exif))
        #expect(psnr >= 50, "\(width) wide: \(psnr) dB")
      }
    }
  }

  // Near the finest detail that a level can hold, a box filter loses a few hundredths of the
  // contrast, as libvips' does. A picture of nothing else differs from plain Lanczos (39 dB), but
  // matches the definition with the box filter.
  @Test(
    "A zone plate of every frequency matches the filter's definition",
    arguments: [
      (level: PixelSize(width: 162, height: 108), box: 1, alone: 56.0),
      (level: PixelSize(width: 120, height: 80), box: 2, alone: 38),
      (level: PixelSize(width: 60, height: 40), box: 5, alone: 38),
    ])
  func zonePlate(level: PixelSize, box: Int, alone: Double) {
    let size = PixelSize(width: 600, height: 400)
    let picture = SamplePicture(600, 400, RowFormat(channels: .gray)) { x, y, _ in
      TestPattern.zonePlate(x, y, size)
    }
    let pixels = ReducerRun(level: level)(picture).joined(level)
    let defined = pixels.psnr(ReducerReference.reduce(picture, to: level, box: box))
    #expect(defined >= 56, "\(defined) dB")
    let lanczos = pixels.psnr(ReducerReference.reduce(picture, to: level))
    #expect(lanczos >= alone, "\(lanczos) dB")
  }

  @Test("A flat picture keeps its value at every ratio and in every corner")
  func flat() {
    for format in [RowFormat(channels: .rgb), RowFormat(channels: .gray)] {
      for value in stride(from: 0, through: 255, by: format.channels == .gray ? 1 : 17) {
        let picture = SamplePicture(29, 23, format) { _, _, channel in (value + 60 * channel) % 256
        }
        let last = format.channels == .gray ? 0 : 1
        let wanted = (0..<3).map { UInt8((value + 60 * $0 * last) % 256) } + [255]
        for level in [PixelSize(width: 17, height: 20), PixelSize(width: 3, height: 2)] {
          let pixels = ReducerRun(level: level)(picture).joined(level)
          let flat = (0..<(level.width * level.height)).flatMap { _ in wanted }
          #expect(pixels == flat, "value \(value)")
        }
      }
    }
  }

  @Test("Hidden colours of transparent pixels do not bleed")
  func transparency() {
    // Opaque red beside fully transparent green: no green may show, and red stays pure.
    let picture = SamplePicture(64, 64, RowFormat(channels: .rgba)) { x, _, channel in
      x < 32 ? [255, 0, 0, 255][channel] : [0, 255, 0, 0][channel]
    }
    for level in [PixelSize(width: 23, height: 23), PixelSize(width: 9, height: 9)] {
      let pixels = ReducerRun(level: level)(picture).joined(level)
      for index in stride(from: 0, to: pixels.count, by: 4) {
        #expect(pixels[index + 1] == 0 && pixels[index + 2] == 0)
        #expect(pixels[index] == pixels[index + 3])
      }
    }
  }
}
