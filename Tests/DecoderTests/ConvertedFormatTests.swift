import Geometry
import TestSupport
import Testing
import Tiles

/// Rare formats as ImageMagick writes them, in each kind and depth, compared with the source
/// samples or with what ImageMagick and GraphicsMagick read.
@Suite(.enabled(if: ConversionReference.isThere, "convert or gm is not installed"))
struct ConvertedFormatTests {
  /// A file, and its expected pixels.
  struct Kind: Sendable, CustomTestStringConvertible {
    enum Truth: Sendable {
      /// The source samples.
      case source
      /// What the programs read.
      case reading([ConversionReference.Reader])
    }

    var file: String
    var options = ""
    var hasAlpha = false
    var truth = Truth.source
    var decoder = DecoderClient.Format.classic
    var testDescription: String { options.isEmpty ? file : "\(file) \(options)" }
  }

  private static let both = Kind.Truth.reading([.imageMagick, .graphicsMagick])
  private static let few = "+dither -colors 14 -type palette"
  private static let many = "+dither -colors 200 -type palette"
  private static let black = "-monochrome -type bilevel"
  private static let grey = "-colorspace gray"
  private static let greyAlpha = "-colorspace gray -type GrayscaleMatte"
  private static let stores = ["-compress None", "-compress RLE"]

  static let bitmapFiles: [Kind] =
    ["BMP2:a.bmp", "BMP3:a.bmp", "BMP:a.bmp"].map { Kind(file: $0) }
    + [Kind(file: "BMP:a.bmp", hasAlpha: true), Kind(file: "a.bmp", options: grey, truth: both)]
    + [black, "+dither -colors 4 -type palette", few, many].map {
      Kind(file: "BMP3:a.bmp", options: $0, truth: both)
    }
    + [few, many].map { Kind(file: "BMP3:a.bmp", options: $0 + " -compress RLE", truth: both) }

  /// ImageMagick writes rows from the top but declares that they come from the bottom.
  ///
  /// It reads its own files as written, but no other program does.
  static let targaFiles: [Kind] = stores.flatMap { store in
    ["", grey, many, black].map { options in
      Kind(
        file: "a.tga", options: options + " " + store, truth: .reading([.graphicsMagick]))
    }
      + [
        Kind(
          file: "a.tga", options: store, hasAlpha: true, truth: .reading([.graphicsMagick]))
      ]
  }

  static let anymapFiles: [Kind] =
    ["a.pbm", "a.pgm", "a.ppm", "a.pnm", "a.pam"].flatMap { file in
      ["", "-compress None", "-depth 16"].map { Kind(file: file, options: $0, truth: both) }
    } + ["", "-depth 16"].map { Kind(file: "a.pam", options: $0, hasAlpha: true) }
    + [Kind(file: "a.pam", options: greyAlpha, hasAlpha: true, truth: both)]
    + [Kind(file: "a.pam", options: "-colorspace CMYK", truth: both)]

  static let unixFiles: [Kind] = stores.flatMap { store in
    [
      Kind(file: "a.sgi", options: "-type truecolor \(store)"),
      Kind(file: "a.sgi", options: store, hasAlpha: true),
      Kind(file: "a.sgi", options: "-type truecolor -depth 16 \(store)"),
      Kind(file: "a.sgi", options: "\(grey) \(store)", truth: both),
      Kind(file: "a.sgi", options: "\(greyAlpha) \(store)", hasAlpha: true, truth: both),
      Kind(file: "a.ras", options: "-type truecolor \(store)"),
      Kind(file: "a.ras", options: store, hasAlpha: true),
    ]
      + [grey, many, black].map {
        Kind(file: "a.ras", options: "\($0) \(store)", truth: both)
      }
  }

  /// ImageMagick 7 exchanges the two colours of a PCX, both when writing and when reading.
  static let otherFiles: [Kind] =
    [grey, few, many].map { Kind(file: "a.pcx", options: $0, truth: both) }
    + [
      Kind(file: "a.pcx", options: black, truth: .reading([.graphicsMagick])),
      Kind(file: "a.pcx", options: "-type truecolor"), Kind(file: "a.pcx", hasAlpha: true),
      Kind(file: "a.xpm", truth: both), Kind(file: "a.xpm", options: few, truth: both),
      Kind(
        file: "a.xpm", options: "-channel A -threshold 50%", hasAlpha: true, truth: both),
      Kind(file: "a.xbm", options: black, truth: both),
      Kind(file: "a.wbmp", options: black, truth: both),
      Kind(file: "a.wbmp", options: "-resize 300x200! \(black)", truth: both),
    ]

  static let photoshopFiles: [Kind] = (stores + ["-compress Zip"]).flatMap { store in
    [
      Kind(file: "a.psd", options: store),
      Kind(file: "a.psd", options: store, hasAlpha: true),
      Kind(file: "a.psd", options: "-depth 16 \(store)"),
      Kind(file: "a.psd", options: "-depth 16 \(store)", hasAlpha: true),
    ]
      + [grey, "\(grey) -depth 16", "-colorspace CMYK", "-colorspace Lab", black].map {
        Kind(file: "a.psd", options: "\($0) \(store)", truth: .reading([.imageMagick]))
      }
  }

  static let iconFiles: [Kind] = ["a.ico", "a.cur"].flatMap { file in
    [Kind(file: file), Kind(file: file, hasAlpha: true)]
      + [few, many, black].map { Kind(file: file, options: $0, truth: both) }
  }

  static let textureFiles: [Kind] = ["none", "dxt1", "dxt5"].flatMap { compression in
    [false, true].map { hasAlpha in
      Kind(
        file: "a.dds", options: "-define dds:compression=\(compression)", hasAlpha: hasAlpha,
        truth: .reading([.imageMagick]))
    }
  }

  private func expectPixels(_ kind: Kind, most: Int = 1) throws {
    // ImageMagick miscounts a Sun rasterfile of odd width and even height.
    let writer = LongTailWriter(width: 54, height: 37)
    let samples = writer.samples(isOpaque: !kind.hasAlpha)
    let reference = try ConversionReference()
    let path = try reference.make(kind.file, of: writer.pam(samples), kind.options)
    let file = try #require(PictureFile(path: path))
    let (info, pixels) = try DecoderClient.decode(kind.decoder, file)
    let expected: [[UInt8]] =
      switch kind.truth {
      case .source: [samples]
      case .reading(let readers):
        try readers.map { try ConversionReference.samples(path, $0) }
      }
    for samples in expected {
      try #require(samples.count == info.size.width * info.size.height * 4)
      #expect(pixels.difference(Pixels(straight: samples, size: info.size)) <= most)
    }
  }

  @Test(arguments: bitmapFiles + targaFiles) func bitmapsEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: anymapFiles) func anymapsEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: unixFiles) func workstationFormatsEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: otherFiles) func otherFormatsEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: photoshopFiles) func photoshopFilesEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: iconFiles) func iconsEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    try expectPixels(kind)
  }

  @Test(arguments: textureFiles) func texturesEqualTheReference(_ kind: Kind) throws {
    var kind = kind
    kind.decoder = .classic
    // Decoders differ in how they round interpolated colours.
    try expectPixels(kind, most: 2)
  }
}
