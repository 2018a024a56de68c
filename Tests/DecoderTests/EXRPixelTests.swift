import CEXRWriter
import DecoderProtocol
import Geometry
import Glibc
import Testing
import Tiles

/// OpenEXR files of every kind, compared with the light that was written.
@Suite struct EXRPixelTests {
  private func open(_ bytes: [UInt8], page: Int = 0) throws -> (SourceInfo, Pixels) {
    let client = try DecoderClient(.exr, PictureFile(bytes))
    let info = try client.open(frame: page)
    return (info, try client.pixels(of: Level(size: info.size)))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 8, 9], [nil, 32])
  func scanLinesAndTilesEqualTheLight(_ compression: Int, _ tile: Int?) throws {
    for type in [1, 2] {
      var part = EXRWriter.Part()
      (part.compression, part.tile, part.type) = (compression, tile, type)
      let (info, pixels) = try open(EXRWriter.bytes([part]))
      try #require(info.size == part.data.size)
      #expect(info.isRandomAccess == (tile != nil))
      #expect(info.hasAlpha == false)
      // DWA is lossy.
      let most = compression >= 8 ? 12 : 1
      #expect(pixels.difference(EXRWriter.shown(part)) <= most, "type \(type)")
    }
  }

  @Test func coloursAreDividedByAlpha() throws {
    var part = EXRWriter.Part()
    part.channels = ["R", "G", "B", "A"]
    let (info, pixels) = try open(EXRWriter.bytes([part]))
    #expect(info.hasAlpha)
    #expect(pixels.difference(EXRWriter.shown(part)) <= 1)
  }

  /// Light without alpha, as in a flame, is kept in 8 bits and as light.
  @Test func lightWithoutAlphaIsVisible() throws {
    var part = EXRWriter.Part()
    part.channels = ["R", "G", "B", "A"]
    part.alpha = 0
    let bytes = EXRWriter.bytes([part])
    let (_, pixels) = try open(bytes)
    #expect(pixels.difference(EXRWriter.shown(part)) <= 1)
    let client = try DecoderClient(.exr, PictureFile(bytes))
    let info = try client.open(acceptsLight: true)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    let width = part.data.size.width
    for (x, y) in [(3, 4), (30, 20), (60, 40)] {
      for channel in 0..<3 {
        // Premultiplied by alpha, as in the file.
        let (made, wanted) = (light[y * width + x][channel], part.light(channel, x, y))
        #expect(abs(made - wanted) <= wanted / 500, "\(x) \(y) \(channel): \(made) \(wanted)")
      }
    }
  }

  @Test(arguments: [nil, 32])
  func theDisplayWindowIsThePicture(_ tile: Int?) throws {
    let displays = [
      PixelRect(minX: -20, minY: -10, maxX: 60, maxY: 90),
      PixelRect(minX: 15, minY: 12, maxX: 45, maxY: 40),
      PixelRect(minX: -50, minY: -90, maxX: -20, maxY: -60),
    ]
    for display in displays {
      var part = EXRWriter.Part()
      part.data = PixelRect(minX: -7, minY: 5, maxX: 63, maxY: 51)
      (part.display, part.tile) = (display, tile)
      let (info, pixels) = try open(EXRWriter.bytes([part]))
      try #require(info.size == display.size)
      #expect(info.hasAlpha == (display.minX != 15))
      #expect(pixels.difference(EXRWriter.shown(part)) <= 1, "\(display)")
    }
  }

  @Test(arguments: [1, 2]) func smallerLevelsAreTheFilesOwn(_ levels: Int) throws {
    var part = EXRWriter.Part()
    part.data = PixelRect(minX: 0, minY: 0, maxX: 256, maxY: 192)
    (part.tile, part.levels) = (32, levels)
    let client = try DecoderClient(.exr, PictureFile(EXRWriter.bytes([part])))
    _ = try client.open()
    // Each level was written with the picture's corner, which no reduction would show.
    let level = Level(size: PixelSize(width: 64, height: 48))
    let pixels = try client.pixels(of: level)
    var corner = part
    corner.data = PixelRect(minX: 0, minY: 0, maxX: 64, maxY: 48)
    #expect(pixels.difference(EXRWriter.shown(corner)) <= 1)
  }

  @Test func layersAndPartsArePages() throws {
    var first = EXRWriter.Part()
    first.channels = ["R", "G", "B", "left.R", "left.G", "left.B", "depth.Z"]
    var second = EXRWriter.Part()
    second.data = PixelRect(minX: 0, minY: 0, maxX: 33, maxY: 21)
    second.channels = ["Y"]
    // All parts of a file share one display window.
    second.display = first.data
    let bytes = EXRWriter.bytes([first, second])
    let (info, pixels) = try open(bytes)
    #expect(info.frameCount == 3)
    #expect(info.pageNames == ["part0", "part0 left", "part1"])
    #expect(pixels.difference(EXRWriter.shown(first)) <= 1)
    let (_, left) = try open(bytes, page: 1)
    #expect(left.pixel(3, 4)[0] == UInt8(EXRWriter.encoded(first.light(3, 3, 4)).rounded()))
    let (grayInfo, gray) = try open(bytes, page: 2)
    #expect(grayInfo.size == first.data.size)
    let code = UInt8(EXRWriter.encoded(second.light(0, 9, 8)).rounded())
    #expect(gray.pixel(9, 8) == [code, code, code, 255])
    #expect(gray.pixel(60, 40) == [0, 0, 0, 0])
    let client = try DecoderClient(.exr, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) { try client.open(frame: 3) }
  }

  @Test func luminanceAndChromaGiveOpenEXRsColours() throws {
    let (width, height) = (64, 48)
    let rgb = (0..<width * height).flatMap { pixel -> [Float] in
      let (x, y) = (Float(pixel % width) / 64, Float(pixel / width) / 48)
      return [0.2 + 0.6 * x, 0.3 + 0.4 * y, 0.8 - 0.5 * x]
    }
    var count = 0
    let file = try #require(
      fresnel_exr_write_luminance(rgb, Int32(width), Int32(height), &count))
    defer { free(file) }
    var expected = [Float](repeating: 0, count: rgb.count)
    try #require(fresnel_exr_read_luminance(file, count, &expected) == 1)
    let bytes = Array(UnsafeRawBufferPointer(start: file, count: count))
    let (_, pixels) = try open(bytes)
    let worst = (0..<width * height).reduce(0.0) { worst, pixel in
      (0..<3).reduce(worst) { worst, channel in
        let shown = Double(pixels.bytes[pixel * 4 + channel])
        return max(worst, abs(shown - EXRWriter.encoded(expected[pixel * 3 + channel])))
      }
    }
    #expect(worst <= 0.6)
  }

  @Test func chromaticitiesApply() throws {
    var part = EXRWriter.Part()
    // Green and blue are exchanged.
    part.chromaticities = [0.64, 0.33, 0.15, 0.06, 0.30, 0.60, 0.3127, 0.3290]
    let (_, pixels) = try open(EXRWriter.bytes([part]))
    part.chromaticities = []
    let plain = EXRWriter.shown(part)
    for (x, y) in [(3, 4), (30, 20), (60, 40)] {
      let (a, b) = (pixels.pixel(x, y), plain.pixel(x, y))
      let isSwapped = zip([a[0], a[1], a[2]], [b[0], b[2], b[1]]).allSatisfy {
        abs(Int($0) - Int($1)) <= 1
      }
      #expect(isSwapped, "\(a) \(b)")
    }
  }

  @Test(arguments: [nil, 32]) func truncatedFilesGiveAPartOrASentence(_ tile: Int?) throws {
    var part = EXRWriter.Part()
    (part.tile, part.compression) = (tile, 0)
    part.data = PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 200)
    let bytes = EXRWriter.bytes([part])
    let client = try DecoderClient(.exr, PictureFile(Array(bytes.prefix(bytes.count * 2 / 3))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
    #expect(pixels.pixel(5, 5) == EXRWriter.shown(part).pixel(5, 5))
    #expect(throws: CodecError.self) {
      try DecoderClient.decode(.exr, PictureFile(Array(bytes.prefix(100))))
    }
  }

  @Test func aFileWithoutColoursGivesASentence() throws {
    var part = EXRWriter.Part()
    part.channels = ["Z"]
    #expect(
      throws: CodecError(
        .unsupported, "the OpenEXR file has no colours, only other channels")
    ) { try open(EXRWriter.bytes([part])) }
  }

  @Test func theArenaGivesTheSameTile() throws {
    let part = EXRWriter.Part()
    let pixels = try DecoderClient.decodeThroughArena(
      .exr, EXRWriter.bytes([part]), size: part.data.size)
    #expect(pixels.difference(EXRWriter.shown(part)) <= 1)
  }
}
