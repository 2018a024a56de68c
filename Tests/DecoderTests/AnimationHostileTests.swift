import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Animations that are truncated, damaged, or declare more than they have.
@Suite struct AnimationHostileTests {
  private static let dot = PixelSize(width: 1, height: 1)

  /// A GIF of tiny, different frames.
  private static func dots(_ count: Int) -> [UInt8] {
    var gif = GIFWriter(size: PixelSize(width: 4, height: 1), palette: GIFWriter.colors(4))
    gif.frames = (0..<4).map { index in
      GIFWriter.Frame(
        area: PixelRect(minX: index, minY: 0, maxX: index + 1, maxY: 1),
        indices: [UInt8(index)], transparent: 9)
    }
    let four = gif.bytes
    gif.frames = []
    let none = gif.bytes
    let body = four[(none.count - 1)..<(four.count - 1)]
    return Array(none.dropLast()) + Array(repeatElement(body, count: count / 4).joined()) + [0x3B]
  }

  @Test func theNumberOfFramesIsBounded() throws {
    let client = try DecoderClient(.gif, PictureFile(Self.dots(1_000_000)))
    let info = try client.open()
    #expect(info.isTimed && info.frameCount == 65536)
    let pixels = try client.pixels(of: Level(size: info.size), frame: 5)
    #expect(pixels.pixel(3, 0)[3] == 255 && client.durations.count == 65536)
  }

  @Test func theLastOf40000FramesDecodes() throws {
    let client = try DecoderClient(.gif, PictureFile(Self.dots(40_000)))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size), frame: 39_999)
    #expect((0..<4).allSatisfy { pixels.pixel($0, 0)[3] == 255 })
    #expect(client.progress == client.progress.sorted())
  }

  @Test func aWebPWithoutFramesIsRefused() throws {
    let webP = WebPWriter.animation([], canvas: PixelSize(width: 10, height: 10))
    let client = try DecoderClient(.webp, PictureFile(webP))
    #expect(throws: CodecError.self) { try client.open() }
  }

  @Test func framesFarOutsideTheCanvasShowNothing() throws {
    var gif = GIFWriter(size: PixelSize(width: 20, height: 10), palette: GIFWriter.colors(4))
    let whole = PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 10)
    let far = PixelRect(minX: 65535, minY: 65535, maxX: 65537, maxY: 65537)
    for (area, disposal) in [(whole, 1), (far, 1), (far, 2), (far, 3), (whole, 1)] {
      gif.frames.append(
        GIFWriter.Frame(
          area: area, indices: [UInt8](repeating: 1, count: area.width * area.height),
          transparent: 3, disposal: disposal))
    }
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    let info = try client.open()
    #expect(info.frameCount == 5)
    let first = try client.pixels(of: Level(size: info.size))
    for frame in [1, 2, 3, 4, 2] {
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      #expect(pixels.difference(first) == 0, "frame \(frame)")
    }
  }

  @Test func aHugeCanvasIsRefused() throws {
    var gif = GIFWriter(size: PixelSize(width: 65535, height: 65535), palette: GIFWriter.colors(4))
    gif.frames = (0..<2).map { _ in
      GIFWriter.Frame(area: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), indices: [0])
    }
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    #expect(
      throws: CodecError(
        .tooLarge, "the picture is too large to be decoded whole: 65535 × 65535 pixels")
    ) { try client.open() }
  }

  @Test func aTruncatedFileShowsItsCompleteFrames() throws {
    let apng = APNGFrameTests.animation(
      APNGFrameTests.Kind(colorType: 6, depth: 8), seed: 6
    ).bytes
    let files: [(DecoderClient.Format, [UInt8])] = [
      (.gif, GIFFrameTests.animation(seed: 12).bytes), (.png, apng),
      (.webp, WebPFrameTests.animation(seed: 2)),
    ]
    for (format, bytes) in files {
      let whole = try DecoderClient(format, PictureFile(bytes))
      let all = try whole.open().frameCount
      let cut = try DecoderClient(format, PictureFile(Array(bytes.prefix(bytes.count * 6 / 10))))
      let info = try cut.open()
      #expect(info.isTimed && (2..<all).contains(info.frameCount), "\(format)")
      for frame in 0..<info.frameCount - 1 {
        let expected = try whole.pixels(of: Level(size: info.size), frame: frame)
        let pixels = try cut.pixels(of: Level(size: info.size), frame: frame)
        #expect(pixels.difference(expected) == 0, "\(format), frame \(frame)")
      }
      #expect(cut.missing.count == 1, "\(format)")
      #expect(cut.durations.count == info.frameCount, "\(format)")
    }
  }

  @Test func aTruncatedFrameFailsAlone() throws {
    var writer = AVIFWriter()
    writer.frames = 5
    let bytes = writer.bytes()
    // The last frame of either is longer than the part that is cut off.
    for (format, bytes, missing) in [
      (DecoderClient.Format.avif, bytes, 100), (.jxl, JXLFileTests.animation().bytes, 10),
    ] {
      let whole = try DecoderClient(format, PictureFile(bytes))
      let level = Level(size: try whole.open().size)
      let expected = try whole.pixels(of: level)
      let cut = try DecoderClient(format, PictureFile(Array(bytes.dropLast(missing))))
      let info = try cut.open()
      try #require(info.isTimed)
      let last = info.frameCount - 1
      do {
        _ = try cut.pixels(of: level, frame: last)
        #expect(cut.missing.count == 1, "\(format)")
      } catch let failure as CodecError {
        #expect(failure.code == .corrupt, "\(format)")
      }
      #expect(try cut.pixels(of: level).difference(expected) == 0, "\(format)")
    }
  }
}
