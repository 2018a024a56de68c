import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Frames of animated GIF files, compared with an unoptimized canvas and with ImageMagick.
@Suite struct GIFFrameTests {
  /// Frames at various places, with seeded random disposals and transparency.
  static func animation(seed: UInt64, count: Int = 10) -> GIFWriter {
    var numbers = SeededNumbers(seed: seed)
    let size = PixelSize(width: 70, height: 50)
    var gif = GIFWriter(size: size, palette: GIFWriter.colors(64))
    for index in 0..<count {
      let isWhole = index == 0 || Int.random(in: 0..<4, using: &numbers) == 0
      let x = isWhole ? 0 : Int.random(in: 0..<60, using: &numbers)
      let y = isWhole ? 0 : Int.random(in: 0..<40, using: &numbers)
      // Some extend beyond the screen.
      let own =
        isWhole
        ? size
        : PixelSize(
          width: Int.random(in: 1...30, using: &numbers),
          height: Int.random(in: 1...30, using: &numbers))
      gif.frames.append(
        GIFWriter.Frame(
          area: PixelRect(minX: x, minY: y, maxX: x + own.width, maxY: y + own.height),
          indices: GIFWriter.indices(own, colors: 64, seed: seed * 50 + UInt64(index)),
          palette: Bool.random(using: &numbers) ? GIFWriter.colors(64, seed: index * 20) : [],
          transparent: Bool.random(using: &numbers) ? Int.random(in: 0..<64, using: &numbers) : nil,
          disposal: Int.random(in: 0...3, using: &numbers),
          isInterlaced: Bool.random(using: &numbers)))
    }
    return gif
  }

  private func decode(_ file: [UInt8], frame: Int) throws -> (SourceInfo, Pixels) {
    let client = try DecoderClient(.gif, PictureFile(file))
    let info = try client.open()
    return (info, try client.pixels(of: Level(size: info.size), frame: frame))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func eachFrameIsComposed(_ seed: UInt64) throws {
    let gif = Self.animation(seed: seed)
    let file = gif.bytes
    for (index, canvas) in GIFReference.canvases(gif, size: gif.size).enumerated() {
      let (info, pixels) = try decode(file, frame: index)
      #expect(info.frameCount == 10 && info.size == gif.size)
      #expect(pixels == Pixels(straight: canvas, size: gif.size), "frame \(index)")
    }
  }

  @Test func theFirstFrameNeedNotCoverTheScreen() throws {
    var gif = Self.animation(seed: 5)
    gif.frames.removeFirst()
    for (index, canvas) in GIFReference.canvases(gif, size: gif.size).enumerated() {
      let (_, pixels) = try decode(gif.bytes, frame: index)
      #expect(pixels == Pixels(straight: canvas, size: gif.size), "frame \(index)")
    }
  }

  @Test func aDamagedFrameLeavesTheCanvasUnchanged() throws {
    var gif = Self.animation(seed: 1)
    gif.frames = Array(gif.frames.prefix(1))
    gif.frames[0].disposal = 1
    gif.frames[0].transparent = nil
    let first = gif.bytes.dropLast()
    gif.frames.append(
      GIFWriter.Frame(
        area: PixelRect(minX: 3, minY: 4, maxX: 4, maxY: 5), indices: [7], transparent: 9))
    // Between them is a frame with an impossible code size.
    let bytes =
      first + [0x2C, 1, 0, 1, 0, 30, 0, 20, 0, 0, 12, 3, 255, 255, 255, 0]
      + gif.bytes[first.count...]
    let client = try DecoderClient(.gif, PictureFile(Array(bytes)))
    let info = try client.open()
    #expect(info.frameCount == 3)
    // The previous canvas is shown, with a sentence.
    let canvases = GIFReference.canvases(gif, size: gif.size)
    let damaged = try client.pixels(of: Level(size: info.size), frame: 1)
    #expect(damaged == Pixels(straight: canvases[0], size: gif.size))
    let pixels = try client.pixels(of: Level(size: info.size), frame: 2)
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
    #expect(pixels == Pixels(straight: canvases[1], size: gif.size))
  }

  @Test func aMissingFrameIsRefused() throws {
    let client = try DecoderClient(.gif, PictureFile(Self.animation(seed: 1).bytes))
    let info = try client.open()
    #expect(throws: CodecError(.unsupported, "the picture has no such frame or layer")) {
      try client.pixels(of: Level(size: info.size), frame: 10)
    }
  }

  @Test(.enabled(if: TestProcess.canFind("convert"), "convert is not installed"))
  func framesEqualImageMagicks() throws {
    // Only frames inside the screen; ImageMagick is strict about that.
    var gif = Self.animation(seed: 7, count: 6)
    gif.frames = gif.frames.filter {
      $0.area.intersection(PixelRect(gif.size)) == $0.area
    }
    // ImageMagick's policy may forbid reading from memory files.
    let folder = "/tmp/fresnel-gif-\(getpid())"
    mkdir(folder, 0o700)
    defer {
      for name in ["/in.gif", "/out.rgba", ""] { remove(folder + name) }
    }
    let file = try #require(fopen(folder + "/in.gif", "w"))
    fwrite(gif.bytes, 1, gif.bytes.count, file)
    fclose(file)
    let convert = try PipedProcess(
      "convert", [folder + "/in.gif", "-coalesce", "-depth", "8", "rgba:" + folder + "/out.rgba"])
    let (words, end) = convert.finish()
    try #require(end == .status(0), "\(words)")
    let bytes = try #require(PictureFile(path: folder + "/out.rgba")).bytes
    let canvasBytes = gif.size.width * gif.size.height * 4
    try #require(bytes.count == canvasBytes * gif.frames.count)
    for index in gif.frames.indices {
      let (_, pixels) = try decode(gif.bytes, frame: index)
      let expected = Pixels(
        straight: Array(bytes[index * canvasBytes..<(index + 1) * canvasBytes]), size: gif.size)
      #expect(pixels == expected, "frame \(index)")
    }
  }
}
