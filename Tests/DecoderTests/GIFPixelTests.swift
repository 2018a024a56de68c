import CGIF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// GIF files of every kind, compared with the indices and colours that were written.
@Suite struct GIFPixelTests {
  static let sizes = [(1, 1), (1, 2), (3, 5), (17, 3), (2, 9), (301, 203)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  /// A file with one frame that covers the screen.
  static func still(
    _ size: PixelSize, colors: Int, isInterlaced: Bool = false, transparent: Int? = nil
  ) -> GIFWriter {
    let indices = GIFWriter.indices(size, colors: colors, seed: UInt64(colors))
    var gif = GIFWriter(size: size, palette: GIFWriter.colors(colors))
    gif.frames = [
      GIFWriter.Frame(
        area: PixelRect(size), indices: indices, transparent: transparent,
        isInterlaced: isInterlaced)
    ]
    return gif
  }

  private func expect(
    _ gif: GIFWriter, bytes: [UInt8]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (info, pixels) = try DecoderClient.decode(.gif, PictureFile(bytes ?? gif.bytes))
    let canvases = GIFReference.canvases(gif, size: info.size)
    #expect(info.frameCount == gif.frames.count, sourceLocation: sourceLocation)
    #expect(
      pixels == Pixels(straight: canvases[0], size: info.size), sourceLocation: sourceLocation)
  }

  @Test(arguments: sizes, [false, true])
  func pixelsHaveThePalettesColours(_ size: PixelSize, _ isInterlaced: Bool) throws {
    for colors in [2, 4, 7, 200, 256] {
      try expect(Self.still(size, colors: colors, isInterlaced: isInterlaced))
      try expect(Self.still(size, colors: colors, isInterlaced: isInterlaced, transparent: 1))
    }
  }

  @Test func theTallestPictureDecodes() throws {
    let size = PixelSize(width: 3, height: 65000)
    let gif = Self.still(size, colors: 16)
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    let info = try client.open()
    let area = PixelRect(minX: 0, minY: 64000, maxX: 3, maxY: 65000)
    let pixels = try client.pixels(of: Level(size: info.size), in: area)
    for y in 0..<1000 {
      let index = Int(gif.frames[0].indices[(64000 + y) * 3 + 1])
      guard pixels.pixel(1, y) == gif.palette[index] + [255] else {
        Issue.record("row \(y)")
        return
      }
    }
  }

  @Test func aFrameMayHaveItsOwnPalette() throws {
    var gif = Self.still(PixelSize(width: 40, height: 30), colors: 64)
    gif.frames[0].palette = GIFWriter.colors(64, seed: 99)
    try expect(gif)
    gif.palette = []
    try expect(gif)
  }

  @Test func withoutAPaletteIndicesAreGreys() throws {
    var gif = Self.still(PixelSize(width: 20, height: 10), colors: 16)
    gif.palette = []
    let (_, pixels) = try DecoderClient.decode(.gif, PictureFile(gif.bytes))
    for (place, index) in gif.frames[0].indices.enumerated() {
      #expect(pixels.pixel(place % 20, place / 20) == [index * 17, index * 17, index * 17, 255])
    }
  }

  @Test(arguments: [false, true])
  func theArenaGivesTheSamePixels(_ isInterlaced: Bool) throws {
    let size = PixelSize(width: 200, height: 90)
    let gif = Self.still(size, colors: 200, isInterlaced: isInterlaced, transparent: 5).bytes
    let (_, expected) = try DecoderClient.decode(.gif, PictureFile(gif))
    #expect(try DecoderClient.decodeThroughArena(.gif, gif, size: size) == expected)
    #expect(throws: CodecError.self) {
      try DecoderClient.decodeThroughArena(.gif, Array(gif.prefix(gif.count / 2)), size: size)
    }
  }

  @Test func giflibsOwnEncoderIsUnderstood() throws {
    let size = PixelSize(width: 120, height: 80)
    let gif = Self.still(size, colors: 256)
    try expect(gif, bytes: GIFEncoder.bytes(of: gif))
  }

  // MARK: Broken files.

  @Test func aTruncatedFileShowsItsRows() throws {
    let gif = Self.still(PixelSize(width: 200, height: 200), colors: 200)
    let whole = Pixels(
      straight: GIFReference.canvases(gif, size: gif.size)[0], size: gif.size)
    let client = try DecoderClient(.gif, PictureFile(Array(gif.bytes.prefix(gif.bytes.count / 2))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing == ["the file ends too early; the rest of the picture is missing"])
    #expect(pixels.bytes.prefix(200 * 60 * 4) == whole.bytes.prefix(200 * 60 * 4))
    #expect(pixels.pixel(100, 199) == [0, 0, 0, 0])
  }

  @Test func aTruncatedInterlacedFileIsCoarse() throws {
    let size = PixelSize(width: 64, height: 256)
    var gif = Self.still(size, colors: 256, isInterlaced: true)
    gif.frames[0].indices = (0..<64 * 256).map { UInt8($0 / 64) }
    gif.palette = (0..<256).map { [UInt8($0), 0, 0] }
    let client = try DecoderClient(
      .gif, PictureFile(Array(gif.bytes.prefix(gif.bytes.count * 2 / 3))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    // No row is empty: a missing one repeats the row above it.
    for y in 0..<256 { #expect((max(0, y - 7)...y).contains(Int(pixels[30, y, 0])), "\(y)") }
    #expect(client.missing.count == 1)
  }

  @Test func aFileWithoutATrailerIsComplete() throws {
    var gif = Self.still(PixelSize(width: 40, height: 30), colors: 64)
    gif.hasTrailer = false
    try expect(gif)
    try expect(gif, bytes: gif.bytes + [0x99, 0x2C, 1, 2, 3])
  }

  @Test func theFirstFrameEnlargesTheScreen() throws {
    for screen in [
      PixelSize.zero, PixelSize(width: 10, height: 100), PixelSize(width: 65, height: 5),
    ] {
      var gif = Self.still(PixelSize(width: 40, height: 30), colors: 64)
      gif.size = screen
      gif.frames[0].area = PixelRect(minX: 20, minY: 6, maxX: 60, maxY: 36)
      let (info, _) = try DecoderClient.decode(.gif, PictureFile(gif.bytes))
      #expect(
        info.size
          == PixelSize(width: max(screen.width, 60), height: max(screen.height, 36)))
      try expect(gif)
    }
  }

  @Test func aFrameWithoutASizeFillsTheScreen() throws {
    let gif = Self.still(PixelSize(width: 40, height: 30), colors: 64)
    var bytes = gif.bytes
    let place = try #require(bytes.indices.first { bytes[$0] == 0x2C && bytes[$0 + 5] == 40 })
    for index in 5...8 { bytes[place + index] = 0 }
    try expect(gif, bytes: bytes)
  }

  @Test func badCodesEndTheFrame() throws {
    let gif = Self.still(PixelSize(width: 200, height: 200), colors: 200)
    var bytes = gif.bytes
    for index in bytes.count / 2..<bytes.count / 2 + 100 { bytes[index] = 255 }
    do {
      let client = try DecoderClient(.gif, PictureFile(bytes))
      let info = try client.open()
      let pixels = try client.pixels(of: Level(size: info.size))
      let whole = GIFReference.canvases(gif, size: gif.size)[0]
      #expect(pixels.bytes.prefix(200 * 40 * 4).elementsEqual(whole.prefix(200 * 40 * 4)))
    }
  }

  /// The pixels of a file with other codes, and the report of missing data.
  private func shown(
    _ gif: GIFWriter, codes: [UInt8], isCut: Bool = false
  ) throws -> (pixels: Pixels, missing: [String]) {
    let bytes = gif.bytes
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x2C, 0, 0, 0, 0]) })
    let file = Array(bytes[..<(place + 10)]) + codes + (isCut ? [] : [0x3B])
    let client = try DecoderClient(.gif, PictureFile(file))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    return (pixels, client.missing)
  }

  /// Pixels of which only the first `count` are there; the others are transparent.
  private static func prefix(_ count: Int, of gif: GIFWriter) -> Pixels {
    var straight = GIFReference.canvases(gif, size: gif.size)[0]
    for index in count * 4..<straight.count { straight[index] = 0 }
    return Pixels(straight: straight, size: gif.size)
  }

  private static let damaged = "parts of the picture are missing or damaged in the file"
  private static let cut = "the file ends too early; the rest of the picture is missing"

  /// Four two-bit pixels: a clear code, then 1, 2, 3 in three bits each, and the rest of a byte,
  /// where a fourth code is 0.
  private static let fourPixels = GIFWriter.codes([4, 1, 2, 3], width: 3)

  @Test(
    arguments: [
      // No data at all; an end without data; too little, terminated and not; an undefined code.
      ([2, 0], 0), ([2] + GIFWriter.block(GIFWriter.codes([4, 5], width: 3)) + [0], 0),
      ([2] + GIFWriter.block(fourPixels) + [0], 4),
      ([2] + GIFWriter.block(GIFWriter.codes([4, 1, 2, 5], width: 3)) + [0], 2),
      ([2] + GIFWriter.block(GIFWriter.codes([4, 1, 7], width: 3)) + [0], 1),
      // Codes of an impossible size.
      ([12, 3, 255, 255, 255, 0], 0),
    ] as [([UInt8], Int)])
  func aDamagedFrameShowsItsFirstPixels(_ codes: [UInt8], _ count: Int) throws {
    var gif = GIFWriter(
      size: PixelSize(width: 3, height: 3),
      palette: [[255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 9, 9]])
    gif.frames = [
      GIFWriter.Frame(
        area: PixelRect(PixelSize(width: 3, height: 3)), indices: [1, 2, 3, 0, 0, 0, 0, 0, 0])
    ]
    for isCut in [false, true] {
      let (pixels, missing) = try shown(gif, codes: codes, isCut: isCut)
      #expect(pixels == Self.prefix(count, of: gif), "\(codes)")
      #expect(missing == [Self.damaged], "\(codes)")
    }
    // The same pixels are shown if the file ends in the middle.
    let (pixels, missing) = try shown(gif, codes: codes.dropLast(), isCut: true)
    #expect(pixels == Self.prefix(count, of: gif), "\(codes), cut")
    #expect(missing == [Self.cut], "\(codes), cut")
  }

  @Test func anInterlacedFrameWithoutDataIsEmpty() throws {
    var gif = Self.still(PixelSize(width: 20, height: 20), colors: 4, isInterlaced: true)
    gif.frames[0].transparent = nil
    let (pixels, missing) = try shown(gif, codes: [2, 0])
    #expect(pixels == Self.prefix(0, of: gif) && missing == [Self.damaged])
  }

  @Test func aScreenWithoutFramesIsEmpty() throws {
    var gif = Self.still(PixelSize(width: 40, height: 30), colors: 4)
    gif.frames = []
    for bytes in [gif.bytes, Array(gif.bytes.dropLast()), Array(gif.bytes.prefix(13))] {
      let client = try DecoderClient(.gif, PictureFile(bytes))
      let info = try client.open()
      #expect(info.size == gif.size && info.hasAlpha)
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(pixels == Pixels(size: gif.size))
      #expect(client.missing == ["the GIF file has no frames; the picture is empty"])
    }
    // Without a screen there is nothing to show.
    gif.size = .zero
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    #expect(throws: CodecError.self) { try client.open() }
  }

  @Test func aHugeScreenIsRefused() throws {
    // A small frame on the largest screen: the canvas would take 16 GiB.
    var gif = Self.still(PixelSize(width: 4, height: 4), colors: 4)
    gif.size = PixelSize(width: 65535, height: 65535)
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    let failure = #expect(throws: CodecError.self) { try client.open() }
    #expect(failure?.code == .tooLarge)
  }
}
