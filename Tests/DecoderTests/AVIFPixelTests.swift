import CAVIF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// AVIF files of every kind, compared with libavif, which decodes and converts them whole.
@Suite struct AVIFPixelTests {
  private func decode(_ bytes: [UInt8]) throws -> (SourceInfo, Pixels) {
    try DecoderClient.decode(.avif, PictureFile(bytes))
  }

  static let layouts = [
    AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420,
    AVIF_PIXEL_FORMAT_YUV400,
  ].map(\.rawValue)

  @Test(arguments: [8, 10, 12], layouts)
  func pixelsEqualTheLibrarys(_ depth: Int, _ layout: UInt32) throws {
    for hasAlpha in [false, true] {
      var writer = AVIFWriter()
      writer.depth = depth
      writer.layout = avifPixelFormat(layout)
      writer.hasAlpha = hasAlpha
      writer.isLimited = hasAlpha
      let bytes = writer.bytes()
      let (info, pixels) = try decode(bytes)
      #expect(info.size == writer.size)
      #expect(info.hasAlpha == hasAlpha)
      #expect(info.frameCount == 1)
      // Half a step of rounding; the pixels are premultiplied.
      #expect(AVIFReference(bytes).difference(pixels) <= 1)
    }
  }

  @Test func losslessPicturesEqualTheSamples() throws {
    var writer = AVIFWriter()
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.isLossless = true
    writer.points.matrix = 0  // red, green and blue themselves
    let (_, pixels) = try decode(writer.bytes())
    let samples = writer.samples()
    #expect(
      samples.indices.allSatisfy { index in
        index % 4 == 3 ? pixels.bytes[index] == 255 : pixels.bytes[index] == samples[index]
      })
  }

  @Test(arguments: [8, 10])
  func premultipliedColoursAreDividedOnce(_ depth: Int) throws {
    var writer = AVIFWriter()
    writer.depth = depth
    writer.hasAlpha = true
    writer.isPremultiplied = true
    writer.isLossless = true
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.points.matrix = 0
    let bytes = writer.bytes()
    let (_, pixels) = try decode(bytes)
    #expect(AVIFReference(bytes).difference(pixels) <= 1)
    // Premultiplied again, they equal what was written.
    let samples = Pixels(straight: writer.samples(), size: writer.size)
    #expect(pixels.difference(samples) <= 1)
  }

  @Test(arguments: [8, 10])
  func bandsHaveNoSeams(_ depth: Int) throws {
    // Two bands. Where the second begins, chroma is interpolated from both sides.
    var writer = AVIFWriter()
    writer.depth = depth
    writer.size = PixelSize(width: 401, height: 757)
    let bytes = writer.bytes()
    let reference = AVIFReference(bytes)
    let (info, pixels) = try decode(bytes)
    #expect(reference.difference(pixels) <= 1)
    // A part from the middle down: the first band begins elsewhere.
    let client = try DecoderClient(.avif, PictureFile(bytes))
    _ = try client.open()
    let area = PixelRect(minX: 256, minY: 512, maxX: 401, maxY: 757)
    let part = try client.pixels(of: Level(size: info.size), in: area)
    #expect(reference.difference(part, crop: area) <= 1)
  }

  /// Every rotation, counterclockwise, and EXIF's number for it: without a mirror, with top and
  /// bottom exchanged, and with left and right exchanged.
  private static let turns: [(rotation: Int?, numbers: [Int])] = [
    (nil, [1, 4, 2]), (0, [1, 4, 2]), (1, [8, 5, 7]), (2, [3, 2, 4]), (3, [6, 7, 5]),
  ]

  @Test func thePictureIsCroppedThenTurnedThenMirrored() throws {
    for (rotation, numbers) in Self.turns {
      for (mirror, number) in zip([nil, 0, 1] as [Int?], numbers) {
        var writer = AVIFWriter()
        writer.rotation = rotation
        writer.mirror = mirror
        // Odd numbers, where no chroma sample begins.
        writer.crop = PixelRect(minX: 5, minY: 3, maxX: 5 + 41, maxY: 3 + 33)
        let bytes = writer.bytes()
        let (info, pixels) = try decode(bytes)
        let name = "\(rotation ?? -1) \(mirror ?? -1)"
        #expect(info.orientation == Orientation(exif: number), "\(name)")
        let difference = AVIFReference(bytes).difference(
          pixels, crop: writer.crop, orientation: number)
        #expect(difference <= 0.51, "\(name)")
      }
    }
  }

  @Test func theOrientationInExifIsIgnored() throws {
    var writer = AVIFWriter()
    writer.exif = Exif.block(orientation: 6, isLittle: true)
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.orientation == .identity)
    #expect(AVIFReference(bytes).difference(pixels) <= 0.51)
  }

  static let oddSizes = [(1, 1), (1, 2), (2, 1), (3, 5), (17, 3), (5, 131), (3, 1400)]

  @Test(arguments: oddSizes, [AVIF_PIXEL_FORMAT_YUV420, AVIF_PIXEL_FORMAT_YUV422].map(\.rawValue))
  func oddSizesAreComplete(_ sides: (Int, Int), _ layout: UInt32) throws {
    var writer = AVIFWriter()
    writer.size = PixelSize(width: sides.0, height: sides.1)
    writer.layout = avifPixelFormat(layout)
    writer.hasAlpha = true
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.size == writer.size)
    #expect(AVIFReference(bytes).difference(pixels) <= 1)
  }

  @Test func aProfileOverridesCodePoints() throws {
    var writer = AVIFWriter()
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.color = [250, 30, 40, 255]
    writer.profile = SwappedProfile.bytes(padding: 100)
    writer.points = (primaries: 9, transfer: 16, matrix: 9)
    let (_, pixels) = try decode(writer.bytes())
    let pixel = pixels.pixel(20, 20)
    #expect(pixel[0] < 60 && pixel[2] > 240, "\(pixel)")
  }

  @Test func codePointsApply() throws {
    // Linear light: half of it is 188 in sRGB.
    var writer = AVIFWriter()
    writer.color = [128, 128, 128, 255]
    writer.points.transfer = 8
    let (_, linear) = try decode(writer.bytes())
    #expect(abs(Int(linear.pixel(9, 9)[0]) - 188) <= 1)
    // Unspecified ones mean sRGB.
    writer.points = (primaries: 2, transfer: 2, matrix: 2)
    let (_, plain) = try decode(writer.bytes())
    #expect(abs(Int(plain.pixel(9, 9)[0]) - 128) <= 1)
  }

  @Test func aProfileAppliesOnlyToItsNumberOfChannels() throws {
    var writer = AVIFWriter()
    writer.layout = AVIF_PIXEL_FORMAT_YUV400
    writer.color = [100, 100, 100, 255]
    writer.profile = SwappedProfile.bytes(padding: 0)
    // Red and blue exchanged, and a gamma of 2.2: grey stays grey.
    let (_, pixels) = try decode(writer.bytes())
    let pixel = pixels.pixel(5, 5)
    #expect(abs(Int(pixel[0]) - Int(pixel[2])) <= 1 && abs(Int(pixel[0]) - 100) <= 4, "\(pixel)")
  }

  @Test(arguments: [false, true])
  func gridsAreOnePicture(_ hasAlpha: Bool) throws {
    var writer = AVIFWriter()
    writer.size = PixelSize(width: 192, height: 256)
    writer.grid = (columns: 3, rows: 4)
    writer.hasAlpha = hasAlpha
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.size == writer.size)
    #expect(AVIFReference(bytes).difference(pixels) <= 1)
  }

  /// A picture beside a grid may be its alpha, or something else.
  @Test(arguments: [true, false]) func onePictureMayHoldAGridsAlpha(isAlpha: Bool) throws {
    var writer = AVIFGridAlphaWriter()
    writer.isAlpha = isAlpha
    let (info, pixels) = try decode(writer.bytes())
    #expect(info.size == writer.size && info.hasAlpha == isAlpha)
    let cells = (0..<4).map { AVIFReference(writer.cellWriter($0).bytes()) }
    let grey = AVIFReference(writer.alphaWriter.bytes())
    var worst = 0.0
    for y in 0..<writer.size.height {
      for x in 0..<writer.size.width {
        let alpha = isAlpha ? grey.pixel(x, y)[0] / 255 : 1
        let cell = cells[y / writer.cell.height * 2 + x / writer.cell.width]
        let color = cell.pixel(x % writer.cell.width, y % writer.cell.height)
        for channel in 0..<3 {
          let own = Double(pixels.bytes[(y * writer.size.width + x) * 4 + channel])
          worst = max(worst, abs(own - color[channel] * alpha))
        }
      }
    }
    #expect(worst <= 1, "\(worst)")
  }

  @Test func aTruncatedGridShowsItsFirstTiles() throws {
    var writer = AVIFWriter()
    writer.size = PixelSize(width: 192, height: 256)
    writer.grid = (columns: 3, rows: 4)
    let bytes = writer.bytes()
    let reference = AVIFReference(bytes)
    let client = try DecoderClient(.avif, PictureFile(Array(bytes.prefix(bytes.count * 3 / 4))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["the file ends too early; the rest of the picture is missing"])
    // Two rows of cells are there. Chroma of the lowest row needs the next one too, and the last
    // one is empty.
    let worst = (0..<127 * 192).reduce(0.0) { worst, index in
      let expected = reference.pixel(index % 192, index / 192)
      return (0..<4).reduce(worst) {
        max($0, abs(Double(pixels.bytes[index * 4 + $1]) - expected[$1]))
      }
    }
    #expect(worst <= 0.51)
    #expect(pixels.pixel(100, 250) == [0, 0, 0, 255])
  }

  @Test func framesAreInOrder() throws {
    var writer = AVIFWriter()
    writer.frames = 3
    writer.hasAlpha = true
    let bytes = writer.bytes()
    for frame in [0, 2] {
      let client = try DecoderClient(.avif, PictureFile(bytes))
      let info = try client.open()
      #expect(info.frameCount == 3 && info.isTimed)
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      #expect(AVIFReference(bytes, frame: frame).difference(pixels) <= 1)
    }
    let client = try DecoderClient(.avif, PictureFile(bytes))
    let info = try client.open()
    #expect(throws: CodecError(.unsupported, "the picture has no such frame or layer")) {
      try client.pixels(of: Level(size: info.size), frame: 3)
    }
  }

  /// A second track that declares itself a depth map.
  @Test func aDepthTrackIsNotAlpha() throws {
    var writer = AVIFWriter()
    writer.frames = 2
    let opaque = try DecoderClient(.avif, PictureFile(writer.bytes()))
    let wanted = try opaque.pixels(of: Level(size: opaque.open().size))
    writer.hasAlpha = true
    var bytes = writer.bytes()
    let name = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
    // The first is the still picture's.
    let place = try #require(
      bytes.indices.dropLast(name.count).last {
        bytes[$0] == name[0] && bytes[$0..<$0 + name.count].elementsEqual(name)
      })
    bytes.replaceSubrange(
      place + name.count - 5..<place + name.count, with: Array("depth".utf8))
    let client = try DecoderClient(.avif, PictureFile(bytes))
    let info = try client.open()
    #expect(info.frameCount == 2 && !info.hasAlpha)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.difference(wanted) <= 2)
  }

  /// A sound track in a sequence isn't a picture, in any position.
  @Test(arguments: [false, true]) func soundTracksAreIgnored(isFirst: Bool) throws {
    var writer = AVIFWriter()
    writer.frames = 3
    writer.durations = [2, 3, 4]
    let silent = writer.bytes()
    let bytes = try #require(SoundTrack.added(to: silent, isFirst: isFirst))
    let client = try DecoderClient(.avif, PictureFile(bytes))
    let info = try client.open()
    #expect(info.frameCount == 3 && info.isTimed && !info.hasAlpha)
    for frame in 0..<3 {
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      #expect(AVIFReference(silent, frame: frame).difference(pixels) <= 1, "frame \(frame)")
    }
    #expect(client.missing.isEmpty)
  }

  /// Colours are restored exactly, even if libavif can't do it.
  @Test(arguments: [false, true]) func reversibleColoursEqualTheSamples(
    _ hasAlpha: Bool
  ) throws {
    var writer = AVIFWriter()
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.isLossless = true
    writer.isReversible = true
    writer.depth = 10
    writer.hasAlpha = hasAlpha
    // Higher than one band.
    writer.size = PixelSize(width: 64, height: 90)
    let (info, pixels) = try decode(writer.bytes())
    #expect(info.hasAlpha == hasAlpha)
    var samples = writer.samples()
    if !hasAlpha { for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = 255 } }
    let worst = pixels.difference(Pixels(straight: samples, size: writer.size))
    #expect(worst <= (hasAlpha ? 1 : 0), "\(worst)")
  }

  @Test func theArenaGivesTheSameTile() throws {
    var writer = AVIFWriter()
    writer.hasAlpha = true
    writer.rotation = 1
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    let tile = try DecoderClient.decodeThroughArena(.avif, bytes, size: info.size)
    #expect(tile == pixels)
    // The bytes after it belong to another picture.
    #expect(throws: CodecError.self) {
      try DecoderClient.decodeThroughArena(.avif, Array(bytes.dropLast(30)), size: info.size)
    }
  }

  @Test func aDamagedFileGivesOneSentence() throws {
    let bytes = AVIFWriter().bytes()
    #expect(
      throws: CodecError(
        .corrupt, "the file ends too early; no part of the picture can be shown")
    ) {
      try decode(Array(bytes.prefix(bytes.count * 3 / 4)))
    }
    #expect(throws: CodecError.self) { try decode(Array(bytes.prefix(100))) }
    #expect(throws: CodecError.self) { try decode(Array("no picture at all".utf8)) }
  }

  @Test func hugeSizesAreRefused() throws {
    var writer = AVIFWriter()
    writer.depth = 12
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    let bytes = writer.bytes()
    // 256 megapixels at 6 bytes each are within libavif's limits, but not within a decoder's.
    #expect {
      try decode(try Self.claiming(16000, 16000, in: bytes))
    } throws: { error in
      (error as? CodecError)?.sentence
        == "the picture is too large to be decoded whole: 16000 × 16000 pixels"
    }
    #expect {
      try decode(try Self.claiming(65000, 65000, in: bytes))
    } throws: { error in
      (error as? CodecError)?.code == .tooLarge
    }
  }

  /// A file whose boxes declare another size.
  private static func claiming(_ width: Int, _ height: Int, in bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    let name = Array("ispe".utf8)
    let place = try #require(
      bytes.indices.dropLast(16).first { bytes[$0..<$0 + 4].elementsEqual(name) })
    for (offset, side) in [(8, width), (12, height)] {
      for index in 0..<4 { bytes[place + offset + index] = UInt8(side >> (24 - 8 * index) & 255) }
    }
    return bytes
  }
}
