import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Frames of animated WebP files, compared with libwebp's own animation decoder.
@Suite struct WebPFrameTests {
  static let canvas = PixelSize(width: 90, height: 70)

  /// Frames of all kinds, with seeded random places and disposals.
  static func animation(seed: UInt64, count: Int = 9) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    let frames = (0..<count).map { index -> (frame: WebPWriter.Frame, size: PixelSize) in
      let isWhole = Int.random(in: 0..<4, using: &numbers) == 0
      let x = isWhole ? 0 : Int.random(in: 0..<30, using: &numbers) / 2 * 2
      let y = isWhole ? 0 : Int.random(in: 0..<30, using: &numbers) / 2 * 2
      let size =
        isWhole
        ? canvas
        : PixelSize(
          width: Int.random(in: 1...60, using: &numbers),
          height: Int.random(in: 1...40, using: &numbers))
      let samples = WebPWriter.samples(
        size, alpha: Bool.random(using: &numbers), seed: seed * 100 + UInt64(index))
      let file = WebPWriter.file(
        samples, size, WebPWriter.Options(isLossless: Bool.random(using: &numbers)))
      let frame = WebPWriter.Frame(
        file: file, x: x, y: y, clears: Bool.random(using: &numbers),
        isBlended: Bool.random(using: &numbers))
      return (frame, size)
    }
    return WebPWriter.animation(frames, canvas: canvas)
  }

  private func decode(_ file: [UInt8], frame: Int) throws -> (SourceInfo, Pixels) {
    let client = try DecoderClient(.webp, PictureFile(file))
    let info = try client.open()
    return (info, try client.pixels(of: Level(size: info.size), frame: frame))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyFrameEqualsLibwebps(_ seed: UInt64) throws {
    let file = Self.animation(seed: seed)
    let expected = WebPReference.frames(file, canvas: Self.canvas)
    try #require(expected.count == 9)
    for (index, expected) in expected.enumerated() {
      let (info, pixels) = try decode(file, frame: index)
      #expect(info.frameCount == 9 && info.size == Self.canvas)
      #expect(pixels.difference(expected) <= 1, "frame \(index)")
    }
  }

  @Test func aMissingFrameIsRefused() throws {
    let client = try DecoderClient(.webp, PictureFile(Self.animation(seed: 1)))
    let info = try client.open()
    #expect(throws: CodecError(.unsupported, "the picture has no such frame or layer")) {
      try client.pixels(of: Level(size: info.size), frame: 9)
    }
  }

  @Test func framesBeyondTheEndAreNotCounted() throws {
    let file = Self.animation(seed: 2)
    let expected = WebPReference.frames(file, canvas: Self.canvas)
    let (info, pixels) = try decode(Array(file.prefix(file.count / 2)), frame: 1)
    #expect((2...7).contains(info.frameCount))
    #expect(pixels.difference(expected[1]) <= 1)
    // The last frame that has begun is shown as far as it goes.
    let client = try DecoderClient(.webp, PictureFile(Array(file.prefix(file.count / 2))))
    let last = try client.open()
    _ = try client.pixels(of: Level(size: last.size), frame: info.frameCount - 1)
    #expect(client.missing.count == 1)
  }
}
