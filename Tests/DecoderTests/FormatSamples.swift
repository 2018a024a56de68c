import CJPEG
import CTIFF
import Geometry
import TestSupport

/// Small pictures of each format, for tests that treat all formats alike.
///
/// Each format's files are in a Swift extension of their own; two to five of them cover its kinds.
enum FormatSamples {
  /// The sample files of a format.
  static func files(of format: DecoderClient.Format) -> [PictureFile] {
    switch format {
    case .png: png() + apng()
    case .jpeg: jpeg()
    case .tiff: tiff()
    case .webp: webp()
    case .gif: gif()
    case .avif: avif()
    case .heic: heic()
    case .jxl: jxl()
    case .svg: svg()
    case .pdf: pdf()
    case .djvu: djvu()
    case .classic: bitmaps() + unix() + qoi() + classicTextures()
    case .fits: fits()
    case .jp2: jp2()
    case .exr: exr()
    case .slide: slide()
    case .raw: raw()
    }
  }

  /// Samples that differ from pixel to pixel: smooth, with an edge.
  static func samples(_ size: PixelSize, channels: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size.width * size.height * channels) { samples, count in
      for y in 0..<size.height {
        for x in 0..<size.width {
          for channel in 0..<channels {
            samples[count] = UInt8(
              truncatingIfNeeded: x * (3 + channel) + y * (7 - channel) + (x > 20 ? 60 : 0))
            count += 1
          }
        }
      }
    }
  }

  private static let size = PixelSize(width: 67, height: 45)

  private static func png() -> [PictureFile] {
    var interlaced = RawPNG(width: 67, height: 45, colorType: 6, depth: 8)
    interlaced.isInterlaced = true
    let palette = RawPNG(
      width: 67, height: 45, colorType: 3, depth: 8,
      chunks: [("PLTE", (0..<768).map { UInt8(truncatingIfNeeded: $0) })])
    return [
      .png(samples(size, channels: 3), width: 67, height: 45, channels: 3),
      PictureFile(interlaced.file(samples(size, channels: 4).map { Int($0) })),
      PictureFile(palette.file(samples(size, channels: 1).map { Int($0) })),
    ]
  }

  private static func jpeg() -> [PictureFile] {
    var options = fresnel_jpeg_options.usual(width: 67, height: 45)
    let plain = PictureFile.jpeg(samples(size, channels: 3), options)
    options.horizontal = 2
    options.vertical = 2
    return [
      plain,
      .jpeg(samples(size, channels: 3), options, exif: Exif.block(orientation: 6, isLittle: true)),
    ]
  }

  private static func tiff() -> [PictureFile] {
    let plain = [(COMPRESSION_LZW, nil), (COMPRESSION_ADOBE_DEFLATE, 32), (COMPRESSION_JPEG, 32)]
      .map {
        (compression: Int32, tile: Int?) in
        let writer = TIFFWriter()
        var layout = TIFFWriter.Layout()
        layout.size = size
        layout.compression = compression
        layout.tile = tile
        writer.add(layout, samples: samples(size, channels: 3).map { Int($0) })
        return writer.finish()
      }
    // Numbers whose range is determined before anything is shown.
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.size = size
    layout.compression = COMPRESSION_LZW
    layout.bits = 32
    layout.sampleFormat = SAMPLEFORMAT_IEEEFP
    writer.add(layout, samples: samples(size, channels: 3).map { Int(Float($0).bitPattern) })
    return plain + [writer.finish()] + planes()
  }

  /// Separate planes: odd bit depths, a palette's indices with alpha, and subsampled colour
  /// differences.
  private static func planes() -> [PictureFile] {
    let kinds: [(photometric: Int32, bits: Int, samples: Int)] = [
      (PHOTOMETRIC_RGB, 10, 3), (PHOTOMETRIC_PALETTE, 4, 2), (PHOTOMETRIC_YCBCR, 8, 3),
      (PHOTOMETRIC_SEPARATED, 16, 5),
    ]
    return kinds.map { kind in
      let writer = TIFFWriter()
      var layout = TIFFWriter.Layout()
      layout.size = size
      layout.photometric = kind.photometric
      layout.bits = kind.bits
      layout.samples = kind.samples
      layout.isSeparate = true
      layout.compression = COMPRESSION_LZW
      if kind.samples == 5 || kind.samples == 2 { layout.extraSample = EXTRASAMPLE_UNASSALPHA }
      if kind.photometric == PHOTOMETRIC_YCBCR {
        layout.thinning = PixelSize(width: 2, height: 2)
        layout.isThinnedByWriter = true
      }
      if kind.photometric == PHOTOMETRIC_PALETTE {
        layout.palette = (0..<3).map { channel in (0..<16).map { UInt16($0 * 4000 + channel) } }
      }
      writer.add(
        layout,
        samples: samples(size, channels: kind.samples).map { Int($0) & (1 << kind.bits - 1) })
      return writer.finish()
    }
  }
}
