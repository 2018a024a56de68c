import CJP2
import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// JPEG 2000 and WebP inside TIFF, compared with the samples that were written.
@Suite struct TIFFWaveletTests {
  /// Compression numbers in TIFF.
  private static let (differences, colors, general): (Int32, Int32, Int32) = (33003, 33005, 34712)
  private static let lossy: Int32 = 33004

  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var compression: Int32
    var bits = 8
    var samples = 3
    var tile: Int?
    var isSeparate = false
    var isContainer = false
    var software = ""
    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(name: "Aperio's RGB tiles", compression: colors, tile: 64),
    Kind(name: "RGB in strips", compression: general),
    Kind(name: "RGB of 16 bits", compression: general, bits: 16, tile: 64),
    Kind(name: "grey strips of 16 bits", compression: general, bits: 16, samples: 1),
    Kind(name: "separate planes", compression: general, tile: 128, isSeparate: true),
    Kind(name: "Bio-Formats' tiles", compression: lossy, tile: 64, software: "OME Bio-Formats 6.7"),
    Kind(name: "Bio-Formats' strips", compression: lossy, software: "OME Bio-Formats 6.7"),
    Kind(name: "libvips's greys", compression: lossy, samples: 1, tile: 64),
    Kind(name: "libvips's planes", compression: lossy, tile: 64, isSeparate: true),
    Kind(name: "whole files as tiles", compression: general, tile: 64, isContainer: true),
  ]

  private func samples(_ layout: TIFFWriter.Layout) -> [Int] {
    var numbers = SeededNumbers(seed: UInt64(layout.bits * 10 + layout.samples))
    return (0..<layout.size.width * layout.size.height * layout.samples).map { _ in
      Int.random(in: 0..<1 << layout.bits, using: &numbers)
    }
  }

  private func expectedPixels(_ layout: TIFFWriter.Layout, _ samples: [Int]) -> Pixels {
    let scale = Double((1 << layout.bits) - 1)
    var straight: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: layout.samples) {
      for channel in 0..<3 {
        let value = samples[start + (layout.samples == 1 ? 0 : channel)]
        straight.append(UInt8((Double(value) * 255 / scale).rounded()))
      }
      straight.append(255)
    }
    return Pixels(straight: straight, size: layout.size)
  }

  private func layout(_ kind: Kind) -> TIFFWriter.Layout {
    var layout = TIFFWriter.Layout()
    layout.compression = kind.compression
    layout.bits = kind.bits
    layout.samples = kind.samples
    layout.tile = kind.tile
    layout.isSeparate = kind.isSeparate
    if !kind.software.isEmpty { layout.texts[TIFFTAG_SOFTWARE] = kind.software }
    if kind.samples == 1 { layout.photometric = PHOTOMETRIC_MINISBLACK }
    layout.encode = { size, values in
      var writer = JP2Writer()
      writer.size = size
      writer.channels = kind.isSeparate ? 1 : kind.samples
      writer.space = writer.channels == 1 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB
      writer.depth = kind.bits
      writer.isContainer = kind.isContainer
      writer.resolutions = 3
      return writer.bytes(
        (0..<writer.channels).map { channel in
          stride(from: channel, to: values.count, by: writer.channels).map { values[$0] }
        })
    }
    return layout
  }

  @Test(arguments: kinds) func losslessWaveletsEqualTheSamples(_ kind: Kind) throws {
    let layout = layout(kind)
    let samples = samples(layout)
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (info, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    try #require(info.size == layout.size)
    #expect(info.isRandomAccess == (kind.tile != nil))
    #expect(pixels.difference(expectedPixels(layout, samples)) <= 1)
  }

  /// Aperio's variant: luma and colour differences, the latter for every second column only.
  ///
  /// If the file declares the subsampling too, libtiff assumes smaller blocks than there are.
  @Test(
    arguments: [1, 2],
    [
      (differences, PHOTOMETRIC_RGB, 64), (differences, PHOTOMETRIC_YCBCR, 64),
      (lossy, PHOTOMETRIC_RGB, 64), (lossy, PHOTOMETRIC_RGB, nil),
    ])
  func lumaAndChromaBecomeColors(
    _ thinning: Int, _ kind: (compression: Int32, photometric: Int32, tile: Int?)
  ) throws {
    var layout = TIFFWriter.Layout()
    layout.compression = kind.compression
    layout.photometric = kind.photometric
    layout.tile = kind.tile
    // Neighbours share their differences, so that subsampling loses nothing.
    var stored: [Int] = []
    for y in 0..<layout.size.height {
      for x in 0..<layout.size.width {
        stored += [(x * 3 + y) % 256, x / 2 * 5 % 256, y * 2 % 256]
      }
    }
    layout.encode = { size, values in
      var writer = JP2Writer()
      writer.size = size
      writer.space = OPJ_CLRSPC_UNSPECIFIED
      writer.isContainer = false
      writer.resolutions = 3
      writer.thinning = (thinning, 1)
      var planes: [[Int]] = [[], [], []]
      for (index, sample) in values.enumerated() {
        let channel = index % 3
        let column = index / 3 % size.width
        if channel == 0 || column % thinning == 0 { planes[channel].append(sample) }
      }
      return writer.bytes(planes)
    }
    let writer = TIFFWriter()
    writer.add(layout, samples: stored)
    let (_, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    // BT.601 over the full range, as in JPEG.
    var straight: [UInt8] = []
    for start in stride(from: 0, to: stored.count, by: 3) {
      let y = Double(stored[start])
      let blue = Double(stored[start + 1]) - 128
      let red = Double(stored[start + 2]) - 128
      let green = y - 0.344136 * blue - 0.714136 * red
      for value in [y + 1.402 * red, green, y + 1.772 * blue] {
        straight.append(UInt8(min(max(value, 0), 255).rounded()))
      }
      straight.append(255)
    }
    #expect(pixels.difference(Pixels(straight: straight, size: layout.size)) <= 1)
  }

  /// libvips's own L*a*b* gives the picture that it was made from.
  @Test(
    .enabled(if: TestProcess.canFind("vips"), "vips is not installed"), arguments: ["lab", "labs"])
  func libvipsLabFilesEqualTheirSource(_ space: String) throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 300, height: 200)
    let source = PictureFile.png(
      FormatSamples.samples(size, channels: 3), width: 300, height: 200, channels: 3)
    let path = try folder.file("a.png", source.bytes)
    try vips(["colourspace", path, folder["b.v"], space])
    try vips(["tiffsave", folder["b.v"], folder["a.tif"]])
    let (info, pixels) = try DecoderClient.decode(
      .tiff, #require(PictureFile(path: folder["a.tif"])))
    try #require(info.size == size)
    #expect(try pixels.difference(DecoderClient.decode(.png, source).1) <= 2)
  }

  private func vips(_ words: [String]) throws {
    let process = try TestProcess("vips", words)
    let exit = process.wait(limit: 60)
    try #require(exit == .status(0), "\(words): \(process.standardError)")
  }

  /// libvips's own files, compared with libvips's reading of them.
  @Test(
    .enabled(if: TestProcess.canFind("vips"), "vips is not installed"),
    arguments: ["srgb", "b-w", "rgb16"], [[], ["--lossless"], ["--Q", "90"]])
  func libvipsTilesEqualLibvips(_ space: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 300, height: 200)
    let source = PictureFile.png(
      FormatSamples.samples(size, channels: 3), width: 300, height: 200, channels: 3)
    let path = try folder.file("a.png", source.bytes)
    try vips(["colourspace", path, folder["b.v"], space])
    try vips(
      ["tiffsave", folder["b.v"], folder["a.tif"], "--compression", "jp2k", "--tile"] + options)
    try vips(["colourspace", folder["a.tif"], folder["c.png"], "srgb"])
    let (info, pixels) = try DecoderClient.decode(
      .tiff, #require(PictureFile(path: folder["a.tif"])))
    let (_, expected) = try DecoderClient.decode(
      .png, #require(PictureFile(path: folder["c.png"])))
    try #require(info.size == size)
    #expect(pixels.difference(expected) <= 1)
  }

  @Test func anOversizedTileIsDamage() throws {
    var layout = layout(Kind(name: "", compression: Self.general, tile: 64))
    layout.encode = { size, values in
      var writer = JP2Writer()
      writer.size = PixelSize(width: 2 * size.width, height: size.height)
      writer.isContainer = false
      writer.resolutions = 3
      return writer.bytes(
        (0..<3).map { _ in values.prefix(size.width * size.height * 2).map { $0 } })
    }
    let writer = TIFFWriter()
    writer.add(layout, samples: samples(layout))
    #expect(
      throws: CodecError(
        .corrupt, "the TIFF file is damaged (its JPEG 2000 tiles do not match its header)")
    ) { try DecoderClient.decode(.tiff, writer.finish()) }
  }

  @Test func aDamagedTileLeavesAGap() throws {
    var layout = layout(Kind(name: "", compression: Self.general, tile: 64))
    let good = layout.encode
    var count = 0
    layout.encode = { size, values in
      count += 1
      return count == 3 ? [UInt8](repeating: 7, count: 100) : good?(size, values) ?? []
    }
    let samples = samples(layout)
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let client = try DecoderClient(.tiff, writer.finish())
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
    let expected = expectedPixels(layout, samples)
    #expect(pixels.pixel(150, 20) == [0, 0, 0, 255])
    #expect(pixels.pixel(100, 20) == expected.pixel(100, 20))
    #expect(pixels.pixel(200, 20) == expected.pixel(200, 20))
  }

  @Test(arguments: [3, 4]) func losslessWebPInsideEqualsTheSamples(_ channels: Int) throws {
    var layout = TIFFWriter.Layout()
    layout.compression = COMPRESSION_WEBP
    layout.tile = 128
    layout.samples = channels
    if channels == 4 { layout.extraSample = EXTRASAMPLE_UNASSALPHA }
    let samples = samples(layout)
    let writer = TIFFWriter()
    writer.add(layout, samples: samples)
    let (_, pixels) = try DecoderClient.decode(.tiff, writer.finish())
    var worst = 0.0
    for pixel in 0..<layout.size.width * layout.size.height {
      let alpha = channels == 4 ? Double(samples[pixel * 4 + 3]) / 255 : 1
      // WebP keeps no colours in transparent pixels.
      for channel in 0..<3 {
        let shown = Double(samples[pixel * channels + channel]) * alpha
        worst = max(worst, abs(Double(pixels.bytes[pixel * 4 + channel]) - shown))
      }
    }
    #expect(worst <= 1.01)
  }
}
