import CJP2
import DecoderProtocol
import Geometry
import Testing
import Tiles

/// JPEG 2000 files of every kind, compared with the samples that were written, or with openjpeg in
/// the tests' process.
@Suite struct JP2PixelTests {
  private func decode(_ bytes: [UInt8]) throws -> (SourceInfo, Pixels) {
    try DecoderClient.decode(.jp2, PictureFile(bytes))
  }

  @Test(arguments: [1, 4, 8, 10, 12, 16], [nil, 32])
  func losslessPicturesEqualTheSamples(_ depth: Int, _ tile: Int?) throws {
    for channels in [1, 2, 3, 4] {
      var writer = JP2Writer()
      (writer.depth, writer.channels, writer.tile) = (depth, channels, tile)
      writer.hasAlpha = channels % 2 == 0
      writer.space = channels < 3 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB
      for isContainer in [true, false] {
        writer.isContainer = isContainer
        let planes = writer.planes()
        let (info, pixels) = try decode(writer.bytes(planes))
        try #require(info.size == writer.size)
        #expect(info.hasAlpha == writer.hasAlpha)
        #expect(info.isRandomAccess == (tile != nil))
        let expected = Pixels(straight: writer.straight(planes), size: writer.size)
        // Half a step of rounding; the pixels are premultiplied.
        #expect(
          pixels.difference(expected) <= (writer.hasAlpha || depth > 8 ? 1 : 0),
          "\(channels) channels, \(isContainer)")
      }
    }
  }

  @Test func signedSamplesAreOffset() throws {
    var writer = JP2Writer()
    writer.isSigned = true
    let planes = writer.planes()
    let (_, pixels) = try decode(writer.bytes(planes))
    #expect(
      pixels.difference(Pixels(straight: writer.straight(planes), size: writer.size)) == 0)
  }

  @Test(arguments: [nil, 32])
  func lossyPicturesEqualTheLibrarys(_ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.isLossy, writer.tile) = (true, tile)
    let bytes = writer.bytes(writer.planes())
    let (_, pixels) = try decode(bytes)
    let expected = Pixels(
      straight: writer.straight(JP2Reference.planes(bytes).map { $0.map { min(max($0, 0), 255) } }),
      size: writer.size)
    #expect(pixels.difference(expected) == 0)
  }

  /// Tiles needn't begin at the picture's origin, nor the picture at the grid's.
  @Test(arguments: [(0, 0), (5, 3), (31, 30)], [nil, 32])
  func aPictureMayBeginAnywhereOnTheGrid(_ origin: (Int, Int), _ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.origin, writer.tile) = ((origin.0, origin.1), tile)
    let planes = writer.planes()
    let (info, pixels) = try decode(writer.bytes(planes))
    try #require(info.size == writer.size)
    #expect(
      pixels.difference(Pixels(straight: writer.straight(planes), size: writer.size)) == 0)
  }

  /// The `cdef` box says which colour each channel is.
  @Test(arguments: [[2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]], [nil, 32])
  func channelsMayBeInAnyOrder(_ order: [Int], _ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.order, writer.tile) = (order, tile)
    let planes = writer.planes()
    let (info, pixels) = try decode(writer.bytes(planes))
    try #require(info.size == writer.size)
    #expect(!info.hasAlpha)
    var colors = planes
    for (channel, color) in order.enumerated() { colors[color] = planes[channel] }
    let expected = Pixels(straight: writer.straight(colors), size: writer.size)
    #expect(pixels.difference(expected) == 0)
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2)], [nil, 32])
  func luminanceAndChromaBecomeColours(_ thinning: (Int, Int), _ tile: Int?) throws {
    try expectColors(of: OPJ_CLRSPC_SYCC, thinning, tile)
  }

  /// e-sYCC is read like sYCC.
  @Test(arguments: [nil, 32]) func extendedLuminanceAndChromaBecomeColours(_ tile: Int?) throws {
    try expectColors(of: OPJ_CLRSPC_EYCC, (1, 1), tile)
  }

  private func expectColors(
    of space: OPJ_COLOR_SPACE, _ thinning: (Int, Int), _ tile: Int?
  ) throws {
    var writer = JP2Writer()
    (writer.space, writer.thinning, writer.tile) = (space, thinning, tile)
    let planes = writer.planes()
    let (info, pixels) = try decode(writer.bytes(planes))
    try #require(info.size == writer.size)
    let thin = writer.size(ofChannel: 1).width
    var worst = 0.0
    for y in 0..<writer.size.height {
      for x in 0..<writer.size.width {
        let other = y / thinning.1 * thin + x / thinning.0
        let luma = Double(planes[0][y * writer.size.width + x])
        let (blue, red) = (Double(planes[1][other]) - 128, Double(planes[2][other]) - 128)
        let colors = [
          luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
        ]
        for (channel, value) in colors.enumerated() {
          let shown = Double(pixels[x, y, channel])
          worst = max(worst, abs(shown - min(max(value, 0), 255)))
        }
      }
    }
    #expect(worst <= 0.51)
  }

  @Test func inksBecomeColours() throws {
    var writer = JP2Writer()
    (writer.channels, writer.isInks) = (4, true)
    writer.size = PixelSize(width: 40, height: 32)
    let count = 40 * 32
    func shown(_ inks: [Int]) throws -> [UInt8] {
      let bytes = writer.bytes(inks.map { [Int](repeating: $0, count: count) })
      return try decode(bytes).1.pixel(9, 9)
    }
    #expect(try shown([0, 0, 0, 0]) == [255, 255, 255, 255])
    #expect(try shown([0, 0, 0, 255]).prefix(3).allSatisfy { $0 < 50 })
    let red = try shown([0, 255, 255, 0])
    #expect(red[0] > 150 && red[1] < 90 && red[2] < 90, "\(red)")
  }

  /// Alpha after inks counts: the colours are those without it, times alpha.
  @Test(arguments: [8, 12], [nil, 16]) func inksMayHaveAlpha(_ depth: Int, _ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.channels, writer.isInks, writer.depth, writer.tile) = (5, true, depth, tile)
    writer.hasAlpha = true
    writer.resolutions = 3
    let planes = writer.planes()
    let (info, pixels) = try decode(writer.bytes(planes))
    #expect(info.hasAlpha)
    (writer.channels, writer.hasAlpha) = (4, false)
    let (opaqueInfo, opaque) = try decode(writer.bytes(Array(planes.prefix(4))))
    #expect(!opaqueInfo.hasAlpha)
    let most = 1 << depth - 1
    for index in 0..<writer.size.width * writer.size.height {
      let alpha = Double(planes[4][index]) / Double(most)
      for channel in 0..<4 {
        let wanted = Double(opaque.bytes[index * 4 + channel]) * alpha
        let own = Double(pixels.bytes[index * 4 + channel])
        guard abs(own - wanted) > 1.5 else { continue }
        Issue.record("pixel \(index), channel \(channel): \(own), not \(wanted)")
        return
      }
    }
  }

  /// CIE L*a*b* under D50, and the same in sRGB: greys, the reddest red, a blue.
  private static let lab: [([Double], [Double])] = [
    ([100, 0, 0], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]), ([50, 0, 0], [119, 119, 119]),
    ([54.29, 80.80, 69.89], [255, 0, 0]), ([29.57, 68.29, -112.03], [0, 0, 255]),
  ]

  @Test(arguments: [8, 16], [false, true])
  func labBecomesColours(_ depth: Int, _ hasRanges: Bool) throws {
    var writer = JP2Writer()
    writer.size = PixelSize(width: 20, height: 16)
    (writer.depth, writer.isLab, writer.resolutions) = (depth, true, 3)
    let most = Double(1 << depth - 1)
    // Part 2's default ranges; or wider ones, in whole 8-bit steps.
    var ranges = [
      (100.0, 0.0), (170.0, Double(1 << (depth - 1))), (200.0, Double(3 << (depth - 3))),
    ]
    if hasRanges {
      let half = Double(1 << (depth - 1))
      ranges = [(100, 0), (255, half), (255, half)]
      writer.labRanges = ranges.map { (Int($0.0), Int($0.1)) }
    }
    for (lab, wanted) in Self.lab {
      let planes = zip(lab, ranges).map { value, part in
        [Int](
          repeating: Int(min(max(value * most / part.0 + part.1, 0), most).rounded()),
          count: 20 * 16)
      }
      // The default range of b ends at -75: bluer colours can't be stored.
      if !hasRanges, lab[2] < -80 { continue }
      let (info, pixels) = try decode(writer.bytes(planes))
      #expect(!info.hasAlpha)
      let shown = pixels.pixel(9, 9)
      // An 8-bit step is 2/3 of a unit of a.
      let tolerance = depth == 8 ? 4.0 : 2.0
      for (channel, value) in wanted.enumerated() {
        #expect(abs(Double(shown[channel]) - value) <= tolerance, "\(lab): \(shown)")
      }
    }
  }

  @Test(arguments: [nil, 32], [false, true])
  func paletteIndicesBecomeColours(_ tile: Int?, _ isExtended: Bool) throws {
    var writer = JP2Writer()
    (writer.channels, writer.tile, writer.isExtended) = (1, tile, isExtended)
    writer.palette = (0..<256).map { number in
      [UInt8(truncatingIfNeeded: number * 37), UInt8(255 - number), UInt8(number ^ 0x5A)]
    }
    let planes = writer.planes()
    let bytes = writer.bytes(planes)
    let (info, pixels) = try decode(bytes)
    try #require(info.size == writer.size)
    let straight = planes[0].flatMap { number -> [UInt8] in writer.palette[number] + [255] }
    #expect(pixels.difference(Pixels(straight: straight, size: writer.size)) == 0)
    // openjpeg gives the same colours.
    let reference = JP2Reference.planes(bytes)
    try #require(reference.count == 3)
    #expect(reference[1].map { UInt8($0) } == planes[0].map { writer.palette[$0][1] })
  }

  @Test func anExtendedFileGivesTheSamePixels() throws {
    var writer = JP2Writer()
    writer.isExtended = true
    let planes = writer.planes()
    let (_, pixels) = try decode(writer.bytes(planes))
    #expect(
      pixels.difference(Pixels(straight: writer.straight(planes), size: writer.size)) == 0)
  }

  @Test func aProfileApplies() throws {
    var writer = JP2Writer()
    writer.profile = SwappedProfile.bytes(padding: 0)
    let count = writer.size.width * writer.size.height
    let planes = [250, 30, 40].map { [Int](repeating: $0, count: count) }
    let pixel = try decode(writer.bytes(planes)).1.pixel(20, 20)
    #expect(pixel[0] < 60 && pixel[2] > 240, "\(pixel)")
  }

  @Test(arguments: [nil, 64])
  func theFilesSmallerResolutionsArePreviews(_ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.size, writer.tile) = (PixelSize(width: 256, height: 192), tile)
    let bytes = writer.bytes(writer.planes())
    let client = try DecoderClient(.jp2, PictureFile(bytes))
    let info = try client.open()
    #expect(info.preview == .small)
    let level = Level(size: PixelSize(width: 64, height: 48))
    let preview = try client.pixels(of: level, quality: .preview)
    let exact = try client.pixels(of: level)
    #expect(preview != exact)
    #expect(preview.psnr(exact) > 15)
  }

  @Test func aTileDoesNotDependOnEarlierRequests() throws {
    var writer = JP2Writer()
    (writer.size, writer.tile) = (PixelSize(width: 700, height: 600), 128)
    let planes = writer.planes()
    let client = try DecoderClient(.jp2, PictureFile(writer.bytes(planes)))
    let info = try client.open()
    let whole = Pixels(straight: writer.straight(planes), size: writer.size)
    for place in [(512, 512), (0, 256), (256, 0)] {
      let area = PixelRect(
        minX: place.0, minY: place.1, maxX: min(700, place.0 + 256), maxY: min(600, place.1 + 256))
      let pixels = try client.pixels(of: Level(size: info.size), in: area)
      #expect(JXLReference.difference(pixels, JXLReference.cut(area, from: whole)) == 0)
    }
  }

  @Test func aPictureTooLargeForMemoryIsHalved() throws {
    var writer = JP2Writer()
    writer.isContainer = false
    var bytes = writer.bytes(writer.planes())
    // The size of the picture, and that of its only tile.
    for (place, side) in [(8, 9000), (12, 8000), (24, 9000), (28, 8000)] {
      bytes.replaceSubrange(place..<place + 4, with: LongTailWriter.big(side, 4))
    }
    let client = try DecoderClient(.jp2, PictureFile(bytes))
    #expect(try client.open().size == PixelSize(width: 4500, height: 4000))
    // No number of halvings is enough for this one.
    for place in [8, 12, 24, 28] {
      bytes.replaceSubrange(place..<place + 4, with: LongTailWriter.big(1 << 20, 4))
    }
    #expect(throws: CodecError.self) { try decode(bytes) }
  }

  @Test func theArenaGivesTheSameTile() throws {
    let writer = JP2Writer()
    let planes = writer.planes()
    let pixels = try DecoderClient.decodeThroughArena(
      .jp2, writer.bytes(planes), size: writer.size)
    #expect(
      pixels.difference(Pixels(straight: writer.straight(planes), size: writer.size)) == 0)
  }

  @Test(arguments: [nil, 64])
  func truncatedFilesShowTheirTiles(_ tile: Int?) throws {
    var writer = JP2Writer()
    (writer.size, writer.tile) = (PixelSize(width: 256, height: 256), tile)
    let bytes = writer.bytes(writer.planes())
    let client = try DecoderClient(.jp2, PictureFile(Array(bytes.prefix(bytes.count * 2 / 3))))
    let info = try client.open()
    _ = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
    #expect(throws: CodecError.self) { try decode(Array(bytes.prefix(60))) }
    #expect(throws: CodecError.self) { try decode(Array("no picture at all".utf8)) }
  }
}
