import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Frames of animated PNG files, compared with a canvas drawn without optimizations.
@Suite struct APNGFrameTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var colorType: Int
    var depth: Int
    var isInterlaced = false
    var hasDefaultImage = false
    var testDescription: String {
      "colour type \(colorType), \(depth) bits" + (isInterlaced ? ", interlaced" : "")
        + (hasDefaultImage ? ", with a picture of its own" : "")
    }
  }

  static let kinds = [
    Kind(colorType: 6, depth: 8), Kind(colorType: 6, depth: 8, hasDefaultImage: true),
    Kind(colorType: 6, depth: 16, isInterlaced: true), Kind(colorType: 3, depth: 4),
    Kind(colorType: 2, depth: 8, isInterlaced: true), Kind(colorType: 0, depth: 2),
    Kind(colorType: 4, depth: 8, isInterlaced: true, hasDefaultImage: true),
  ]

  private static let palette: [[UInt8]] = (0..<16).map {
    [UInt8($0 * 16), UInt8(255 - $0 * 9), 77]
  }
  private static let paletteAlpha: [UInt8] = [0, 255, 128]

  static func samples(_ png: RawPNG, _ size: PixelSize, seed: UInt64) -> [Int] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<size.width * size.height * png.channels).map { index in
      let isAlpha = png.channels % 2 == 0 && index % png.channels == png.channels - 1
      let most = (1 << png.depth) - 1
      if isAlpha, Bool.random(using: &numbers) { return Bool.random(using: &numbers) ? most : 0 }
      return Int.random(in: 0..<1 << png.depth, using: &numbers)
    }
  }

  /// Frames at various places, with seeded random disposals and blending.
  static func animation(_ kind: Kind, seed: UInt64, count: Int = 8) -> APNGWriter {
    var numbers = SeededNumbers(seed: seed)
    var png = RawPNG(
      width: 40, height: 30, colorType: kind.colorType, depth: kind.depth,
      isInterlaced: kind.isInterlaced)
    if kind.colorType == 3 {
      png.chunks = [("PLTE", palette.flatMap { $0 }), ("tRNS", paletteAlpha)]
    }
    let size = PixelSize(width: 40, height: 30)
    let frames = (0..<count).map { index -> APNGWriter.Frame in
      let isWhole = index == 0 || Int.random(in: 0..<4, using: &numbers) == 0
      let x = isWhole ? 0 : Int.random(in: 0..<20, using: &numbers)
      let y = isWhole ? 0 : Int.random(in: 0..<15, using: &numbers)
      let own =
        isWhole
        ? size
        : PixelSize(
          width: Int.random(in: 1...20, using: &numbers),
          height: Int.random(in: 1...15, using: &numbers))
      return APNGWriter.Frame(
        area: PixelRect(minX: x, minY: y, maxX: x + own.width, maxY: y + own.height),
        samples: samples(png, own, seed: seed * 100 + UInt64(index)),
        disposal: Int.random(in: 0...2, using: &numbers),
        blend: Int.random(in: 0...1, using: &numbers))
    }
    return APNGWriter(
      png: png, frames: frames,
      defaultImage: kind.hasDefaultImage ? samples(png, size, seed: 9999) : nil)
  }

  private static func color(_ png: RawPNG) -> APNGReference.Color {
    let most = Double((1 << png.depth) - 1)
    return { samples in
      let values = samples.map { Double($0) / most }
      switch png.colorType {
      case 0: return [values[0], values[0], values[0], 1]
      case 2: return values + [1]
      case 3:
        let index = samples[samples.startIndex]
        let alpha = index < paletteAlpha.count ? paletteAlpha[index] : 255
        return palette[index].map { Double($0) / 255 } + [Double(alpha) / 255]
      case 4: return [values[0], values[0], values[0], values[1]]
      default: return values
      }
    }
  }

  private func decode(
    _ file: [UInt8], frame: Int
  ) throws -> (info: SourceInfo, pixels: Pixels, missing: [String]) {
    let client = try DecoderClient(.png, PictureFile(file))
    let info = try client.open()
    return (info, try client.pixels(of: Level(size: info.size), frame: frame), client.missing)
  }

  @Test(arguments: kinds, [1, 2] as [UInt64])
  func eachFrameIsComposed(_ kind: Kind, _ seed: UInt64) throws {
    let animation = Self.animation(kind, seed: seed)
    let file = animation.bytes
    let canvases = APNGReference.canvases(animation, color: Self.color(animation.png))
    for (index, canvas) in canvases.enumerated() {
      let (info, pixels, missing) = try decode(file, frame: index)
      #expect(info.frameCount == 8 && info.size == animation.size && missing.isEmpty)
      // Integers are rounded down once for each frame blended over another.
      #expect(pixels.difference(canvas) <= 2, "frame \(index)")
    }
    let client = try DecoderClient(.png, PictureFile(file))
    let info = try client.open()
    #expect(throws: CodecError(.unsupported, "the picture has no such frame or layer")) {
      try client.pixels(of: Level(size: info.size), frame: 8)
    }
  }

  @Test func aDefaultImageOutsideTheAnimationIsSkipped() throws {
    let kind = Kind(colorType: 6, depth: 8, hasDefaultImage: true)
    var animation = Self.animation(kind, seed: 3, count: 1)
    animation.frames[0].area = PixelRect(minX: 4, minY: 5, maxX: 6, maxY: 7)
    animation.frames[0].samples = Array(repeatElement([10, 20, 30, 255], count: 4).joined())
    let (info, pixels, _) = try decode(animation.bytes, frame: 0)
    #expect(info.frameCount == 1)
    #expect(pixels.pixel(4, 5) == [10, 20, 30, 255] && pixels.pixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func aDamagedAnimationShowsTheDefaultImage() throws {
    let kind = Kind(colorType: 2, depth: 8, hasDefaultImage: true)
    let animation = Self.animation(kind, seed: 4)
    let whole = animation.bytes
    let still = try decode(animation.png.file(try #require(animation.defaultImage)), frame: 0)
    func place(_ name: String) throws -> Int {
      try #require(
        whole.indices.dropLast(4).first { whole[$0..<$0 + 4].elementsEqual(name.utf8) })
    }
    // No frames; a wrong checksum; a frame that extends beyond the canvas; one out of order.
    var none = animation
    none.statedCount = 0
    var damaged = whole
    damaged[try place("acTL") + 5] ^= 1
    var order = animation.bytes
    let control = try place("fcTL")
    order.replaceSubrange(
      control - 4..<control + 34,
      with: RawPNG.chunk("fcTL", RawPNG.big(5) + order[control + 8..<control + 30]))
    var outside = animation.bytes
    outside.replaceSubrange(
      control - 4..<control + 34,
      with: RawPNG.chunk(
        "fcTL", RawPNG.big(0) + RawPNG.big(41) + outside[control + 12..<control + 30]))
    for file in [none.bytes, damaged, order, outside] {
      let (info, pixels, _) = try decode(file, frame: 0)
      #expect(info.frameCount == 1)
      #expect(pixels == still.pixels)
    }
  }

  @Test func aDamagedFrameLeavesTheCanvasUnchanged() throws {
    let kind = Kind(colorType: 2, depth: 8)
    var animation = Self.animation(kind, seed: 5, count: 2)
    animation.frames[0].disposal = 0
    animation.chunksPerFrame = 1
    var file = animation.bytes
    let place = try #require(
      file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("fdAT".utf8) })
    // Inside the pixels, where only the checksums reveal it.
    file[place + 20] ^= 0xFF
    let (info, _, missing) = try decode(file, frame: 1)
    #expect(info.frameCount == 2)
    #expect(missing == ["parts of the picture are missing or damaged in the file"])
  }

  @Test(arguments: [1, 3]) func chunksWithoutPixelsAddNothing(_ count: Int) throws {
    var animation = Self.animation(Kind(colorType: 6, depth: 8), seed: 8)
    animation.emptyChunks = count
    let canvases = APNGReference.canvases(animation, color: Self.color(animation.png))
    for (index, canvas) in canvases.enumerated() {
      let (info, pixels, missing) = try decode(animation.bytes, frame: index)
      #expect(info.frameCount == animation.frames.count && missing.isEmpty)
      // Rounded down once for each frame blended over another.
      #expect(pixels.difference(canvas) <= 2, "frame \(index)")
    }
  }

  @Test func aFrameOfSequenceNumbersOnlyIsDamaged() throws {
    var animation = Self.animation(Kind(colorType: 2, depth: 8), seed: 5, count: 3)
    animation.chunksPerFrame = 1
    let canvases = APNGReference.canvases(animation, color: Self.color(animation.png))
    let whole = animation.bytes
    let start = try #require(
      whole.indices.dropLast(4).first { whole[$0..<$0 + 4].elementsEqual("fdAT".utf8) })
    let length = whole[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
    let number = RawPNG.chunk("fdAT", Array(whole[start + 4..<start + 8]))
    let file = Array(whole[..<(start - 4)]) + number + whole[(start + 8 + length)...]
    let (info, pixels, _) = try decode(file, frame: 0)
    #expect(info.frameCount == 3 && pixels.difference(canvases[0]) <= 1)
    let (_, _, missing) = try decode(file, frame: 2)
    #expect(missing == ["parts of the picture are missing or damaged in the file"])
  }

  @Test func framesBeyondTheEndAreNotCounted() throws {
    let kind = Kind(colorType: 6, depth: 8)
    let animation = Self.animation(kind, seed: 6)
    let file = animation.bytes
    let canvases = APNGReference.canvases(animation, color: Self.color(animation.png))
    let cut = Array(file.prefix(file.count * 6 / 10))
    let (info, pixels, _) = try decode(cut, frame: 0)
    #expect((2...7).contains(info.frameCount))
    #expect(pixels.difference(canvases[0]) <= 1)
    _ = try decode(cut, frame: info.frameCount - 1)
  }

  @Test func theArenaGivesTheSameFrames() throws {
    let animation = Self.animation(Kind(colorType: 6, depth: 8, hasDefaultImage: true), seed: 7)
    let file = animation.bytes
    let expected = try decode(file, frame: 0).pixels
    #expect(
      try DecoderClient.decodeThroughArena(.png, file, size: animation.size) == expected)
  }
}
