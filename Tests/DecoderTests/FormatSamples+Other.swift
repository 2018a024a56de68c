import CFITSIO
import CJP2
import CJPEG
import CTIFF
import Geometry
import TestSupport

/// Pictures of each format that differ from its samples in what determines memory: size, channels,
/// depth, compression and pages.
extension FormatSamples {
  /// The pictures of a format; documents and slides have only their samples.
  static func others(of format: DecoderClient.Format) -> [PictureFile] {
    switch format {
    case .png: Self.sizes.enumerated().map { otherPNG($1, kind: $0) }
    case .jpeg: Self.sizes.flatMap { otherJPEG($0) }
    case .tiff: Self.sizes.enumerated().flatMap { otherTIFF($1, kind: $0) }
    case .webp: Self.sizes.flatMap { otherWebP($0) }
    case .gif: Self.sizes.map { PictureFile(GIFPixelTests.still($0, colors: 9).bytes) }
    case .avif: Self.moderate.flatMap { otherAVIF($0) }
    case .heic: Self.moderate.flatMap { otherHEIC($0) }
    case .jxl: Self.sizes.enumerated().map { otherJXL($1, channels: 1 + $0 % 4) }
    case .classic: Self.sizes.flatMap { otherClassic($0) }
    case .fits: Self.sizes.flatMap { otherFITS($0) }
    case .jp2: Self.moderate.flatMap { otherJP2($0) }
    case .exr: Self.sizes.enumerated().map { otherEXR($1, isTiled: $0 % 2 == 0) }
    case .raw: Self.moderate.map { otherRaw($0) }
    case .slide: [otherSlide(PixelSize(width: 420, height: 300)), otherSlide(Self.sizes[1])]
    case .svg, .pdf, .djvu: []
    }
  }

  /// One pixel, smaller, larger and very wide.
  private static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 33, height: 18),
    PixelSize(width: 420, height: 310), PixelSize(width: 9001, height: 3),
  ]
  /// Sizes that every library accepts.
  private static let moderate = [
    PixelSize(width: 34, height: 18), PixelSize(width: 300, height: 210),
    PixelSize(width: 2000, height: 16),
  ]

  private static func otherPNG(_ size: PixelSize, kind: Int) -> PictureFile {
    let types = [(0, 8), (2, 16), (6, 16), (4, 8)]
    var png = RawPNG(
      width: size.width, height: size.height, colorType: types[kind % 4].0, depth: types[kind % 4].1
    )
    png.isInterlaced = kind % 2 == 1
    return PictureFile(png.file(samples(size, channels: png.channels).map { Int($0) }))
  }

  private static func otherJPEG(_ size: PixelSize) -> [PictureFile] {
    let kinds: [(color: fresnel_jpeg_color, channels: Int)] = [
      (FRESNEL_JPEG_GRAY, 1), (FRESNEL_JPEG_YCBCR, 3), (FRESNEL_JPEG_CMYK, 4),
    ]
    return kinds.enumerated().map { number, kind in
      var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
      options.color = kind.color
      options.is_progressive = number == 1
      return .jpeg(samples(size, channels: kind.channels), options)
    }
  }

  private static func otherTIFF(_ size: PixelSize, kind: Int) -> [PictureFile] {
    let kinds: [(photometric: Int32, samples: Int, bits: Int, tile: Int?)] = [
      (PHOTOMETRIC_MINISBLACK, 1, 8, nil), (PHOTOMETRIC_RGB, 3, 16, 64),
      (PHOTOMETRIC_SEPARATED, 4, 8, nil), (PHOTOMETRIC_MINISBLACK, 1, 1, nil),
    ]
    return [kinds[kind % 4], kinds[(kind + 1) % 4]].map { kind in
      let writer = TIFFWriter()
      var layout = TIFFWriter.Layout()
      layout.size = size
      (layout.photometric, layout.samples) = (kind.photometric, kind.samples)
      (layout.bits, layout.tile) = (kind.bits, kind.tile)
      let most = (1 << kind.bits) - 1
      // Two pages, unlike in the samples.
      for _ in 0..<2 {
        writer.add(layout, samples: samples(size, channels: kind.samples).map { Int($0) & most })
      }
      return writer.finish()
    }
  }

  private static func otherWebP(_ size: PixelSize) -> [PictureFile] {
    [
      WebPWriter.file(WebPWriter.samples(size, alpha: false), size),
      WebPWriter.file(WebPWriter.samples(size, alpha: true), size, .init(isLossless: true)),
      WebPWriter.file(WebPWriter.samples(size, alpha: true), size),
    ].map { PictureFile($0) }
  }

  private static func otherAVIF(_ size: PixelSize) -> [PictureFile] {
    var (plain, deep) = (AVIFWriter(), AVIFWriter())
    (plain.size, deep.size) = (size, size)
    (deep.depth, deep.hasAlpha) = (10, true)
    return [plain.file(), deep.file()]
  }

  private static func otherHEIC(_ size: PixelSize) -> [PictureFile] {
    var (plain, deep) = (HEICWriter(), HEICWriter())
    (plain.size, deep.size) = (size, size)
    (deep.depth, deep.hasAlpha) = (10, true)
    return [plain.file(), deep.file()]
  }

  private static func otherJXL(_ size: PixelSize, channels: Int) -> PictureFile {
    var writer = JXLWriter(width: size.width, height: size.height, channels: channels)
    writer.bits = channels % 2 == 0 ? 16 : 8
    return writer.file(JXLPixelTests.noise(size.width * size.height * channels))
  }

  /// One of each group, and bitmaps that contain a JPEG of other colours.
  private static func otherClassic(_ size: PixelSize) -> [PictureFile] {
    let writer = LongTailWriter(width: size.width, height: size.height)
    let small = SmallFormatWriter(width: size.width, height: size.height)
    let samples = writer.samples()
    let jpegs = otherJPEG(size).prefix(2).map { embedded(4, $0.bytes, size: size) }
    return
      (jpegs + [
        embedded(5, otherPNG(size, kind: 3).bytes, size: size),
        writer.bmp(samples), writer.tga(samples, isRuns: true), writer.pnm(6, samples),
        small.qoi(small.samples(channels: 4), channels: 4),
        small.radiance(small.light()).bytes,
        small.photoshop(small.samples(channels: 3), channels: 3, isRuns: true),
        TextureWriter(size: size).plain(small.samples(channels: 4), hasAlpha: true),
      ]).map { PictureFile($0) }
  }

  private static func otherFITS(_ size: PixelSize) -> [PictureFile] {
    let writer = FITSWriter(size: size)
    let values = samples(size, channels: 3).map { Double($0) }
    let units: [FITSWriter.Unit] = [
      .init(type: DOUBLE_IMG, values: Array(values.prefix(size.width * size.height))),
      .init(type: SHORT_IMG, values: values, planes: 3),
    ]
    return units.compactMap { try? writer.file([$0]) }.map { PictureFile($0) }
  }

  private static func otherJP2(_ size: PixelSize) -> [PictureFile] {
    var (plain, tiled, gray) = (JP2Writer(), JP2Writer(), JP2Writer())
    (plain.size, tiled.size, gray.size) = (size, size, size)
    (tiled.tile, tiled.channels, tiled.hasAlpha) = (48, 4, true)
    (gray.channels, gray.depth, gray.space) = (1, 12, OPJ_CLRSPC_GRAY)
    return [plain, tiled, gray].map { PictureFile($0.bytes($0.planes())) }
  }

  private static func otherEXR(_ size: PixelSize, isTiled: Bool) -> PictureFile {
    var part = EXRWriter.Part()
    part.data = PixelRect(size)
    if isTiled { (part.tile, part.type) = (16, 1) } else { part.channels = ["R", "G", "B", "A"] }
    return PictureFile(EXRWriter.bytes([part]))
  }

  private static func otherRaw(_ size: PixelSize) -> PictureFile {
    var writer = DNGWriter()
    writer.size = size
    return PictureFile(writer.bytes)
  }

  private static func otherSlide(_ size: PixelSize) -> PictureFile {
    var writer = SlideWriter()
    writer.sizes = [
      size, PixelSize(width: max(1, size.width / 4), height: max(1, size.height / 4)),
    ]
    writer.tile = 64
    return writer.file()
  }
}
