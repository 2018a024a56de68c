import CJXL
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Frames, truncated and damaged files, declared sizes and memory, tiles through the arena,
/// caching.
@Suite struct JXLFileTests {
  /// Three frames: a whole one, one blended over it, and one added to a part.
  static func animation(loops: Int = 0, durations: [Int] = [10, 20, 10]) -> PictureFile {
    var writer = JXLWriter(width: 120, height: 90, channels: 4)
    writer.isAnimated = true
    writer.loops = loops
    func color(_ pixels: Int, _ rgba: [Float]) -> [Float] {
      (0..<pixels).flatMap { _ in rgba }
    }
    return writer.file([
      JXLWriter.Frame(numbers: JXLPixelTests.noise(120 * 90 * 4), duration: durations[0]),
      JXLWriter.Frame(
        numbers: color(50 * 40, [1, 0, 0, 0.5]),
        crop: PixelRect(minX: 20, minY: 30, maxX: 70, maxY: 70), blend: JXL_BLEND_BLEND,
        duration: durations[1]),
      // A layer that is never shown on its own.
      JXLWriter.Frame(
        numbers: color(30 * 30, [0, 0, 1, 1]),
        crop: PixelRect(minX: 0, minY: 0, maxX: 30, maxY: 30), blend: JXL_BLEND_REPLACE),
      JXLWriter.Frame(
        numbers: color(40 * 40, [0, 0.5, 0, 0]),
        crop: PixelRect(minX: 60, minY: 40, maxX: 100, maxY: 80), blend: JXL_BLEND_ADD,
        duration: durations[2]),
    ])
  }

  @Test func framesAreInOrder() throws {
    let file = Self.animation()
    var seen: [Pixels] = []
    for frame in 0..<3 {
      let client = try DecoderClient(.jxl, file)
      let info = try client.open()
      #expect(info.frameCount == 3 && info.isTimed)
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      let expected = try #require(JXLReference.decode(file, frame: frame))
      #expect(JXLReference.difference(pixels, expected) <= 1, "frame \(frame)")
      seen.append(pixels)
    }
    #expect(seen[0].difference(seen[1]) > 50 && seen[1].difference(seen[2]) > 50)
    let client = try DecoderClient(.jxl, file)
    let info = try client.open()
    #expect(throws: CodecError(.unsupported, "the picture has no such frame or layer")) {
      try client.pixels(of: Level(size: info.size), frame: 3)
    }
    let still = try DecoderClient(.jxl, JXLWriter(width: 1, height: 1).file([0, 0, 0]))
    #expect(throws: CodecError(.other, "the file has only one picture")) {
      try still.open(frame: 1)
    }
  }

  @Test func pagesAreNotAnimationFrames() throws {
    // In libjxl, a duration of all ones means a page.
    let file = Self.animation(durations: [Int(UInt32.max), Int(UInt32.max), Int(UInt32.max)])
    for page in 0..<3 {
      let client = try DecoderClient(.jxl, file)
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3 && !info.isTimed && client.durations.isEmpty)
      let pixels = try client.pixels(of: Level(size: info.size))
      let expected = try #require(JXLReference.decode(file, frame: page))
      #expect(JXLReference.difference(pixels, expected) <= 1, "page \(page)")
    }
    let client = try DecoderClient(.jxl, file)
    #expect(throws: CodecError(.other, "the file has only 3 frames")) {
      try client.open(frame: 3)
    }
  }

  @Test func aTruncatedFileShowsItsPart() throws {
    var writer = JXLWriter(width: 600, height: 900)
    let numbers = JXLPixelTests.noise(600 * 900 * 3)
    let whole = writer.file(numbers)
    let expected = try #require(JXLReference.decode(whole))
    let cut = PictureFile(Array(whole.bytes.prefix(whole.bytes.count / 2)))
    let client = try DecoderClient(.jxl, cut)
    let info = try client.open()
    #expect(info.size == writer.size)
    let pixels = try client.pixels(of: Level(size: info.size))
    // A quarter of the rows must be there, and the last ones can't be.
    let quarter = 600 * 4 * 225
    #expect(pixels.bytes[..<quarter] == expected.bytes[..<quarter])
    #expect(pixels.bytes[(600 * 4 * 800)...] != expected.bytes[(600 * 4 * 800)...])
    #expect(
      client.missing == ["the file ends too early; the rest of the picture is missing"])
    // A lossy picture is blurred where its detail is missing.
    writer.isLossless = false
    let lossy = writer.file(JXLPixelTests.waves(writer.size, channels: 3)).bytes
    let blurred = try DecoderClient(.jxl, PictureFile(Array(lossy.prefix(lossy.count * 2 / 3))))
    let last = try blurred.pixels(of: Level(size: try blurred.open().size))
    #expect(blurred.missing.count == 1)
    #expect(last.bytes[(600 * 4 * 899)...].contains { $0 != 0 && $0 != 255 })
  }

  @Test func aFileOfAFewBytesGivesASentence() throws {
    let bytes = JXLWriter(width: 600, height: 400).file(JXLPixelTests.noise(600 * 400 * 3)).bytes
    for count in [0, 1, 2, 5, 12, 30] {
      #expect(throws: CodecError.self, "\(count) bytes") {
        try DecoderClient.decode(.jxl, PictureFile(Array(bytes.prefix(count))))
      }
    }
    #expect(throws: CodecError(.corrupt, "the JPEG XL file is damaged")) {
      try DecoderClient.decode(.jxl, PictureFile(Array("no picture at all".utf8)))
    }
  }

  @Test func aDamagedFileGivesAPictureAPartOrASentence() throws {
    var writer = JXLWriter(width: 300, height: 280, channels: 4)
    var numbers = SeededNumbers(seed: 12)
    for isLossless in [true, false] {
      writer.isLossless = isLossless
      let whole = writer.file(JXLPixelTests.waves(writer.size, channels: 4)).bytes
      for _ in 0..<25 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
          bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(
            in: 0...255, using: &numbers)
        }
        do {
          let client = try DecoderClient(.jxl, PictureFile(bytes))
          let info = try client.open()
          guard max(info.size.width, info.size.height) <= 2000 else { continue }
          _ = try client.pixels(of: Level(size: info.size))
        } catch let failure as CodecError {
          #expect(!failure.sentence.isEmpty)
        }
      }
    }
  }

  /// A codestream's header and nothing else, for an ordinary picture of this size.
  private static func claim(width: Int, height: Int) -> PictureFile {
    var bits: [Int] = []
    func put(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1) } }
    put(0, 1)  // not in multiples of eight
    for (index, side) in [height, width].enumerated() {
      put(3, 2)  // 30 bits follow
      put(side - 1, 30)
      if index == 0 { put(0, 3) }  // no fixed aspect ratio
    }
    put(1, 1)  // all defaults
    put(1, 1)  // the default transform
    put(0, (8 - bits.count % 8) % 8)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
    }
    return PictureFile([0xFF, 0x0A] + bytes)
  }

  @Test func hugeDeclaredSizesAreRefused() throws {
    // A possible size is accepted.
    let fair = try DecoderClient(.jxl, Self.claim(width: 4000, height: 3000))
    #expect(try fair.open().size == PixelSize(width: 4000, height: 3000))
    for (width, height) in [(20_000, 20_000), (1 << 30, 1 << 30), (1 << 30, 1), (1, 1 << 30)] {
      let client = try DecoderClient(.jxl, Self.claim(width: width, height: height))
      do {
        _ = try client.open()
        Issue.record("\(width) × \(height) was believed")
      } catch let failure as CodecError {
        #expect(failure.code == .tooLarge, "\(failure)")
      }
    }
  }

  @Test func theArenaGivesTheSameTile() throws {
    var writer = JXLWriter(width: 250, height: 130, channels: 4)
    writer.isLossless = false
    writer.orientation = 6
    let file = writer.file(JXLPixelTests.waves(writer.size, channels: 4))
    let bytes = file.bytes
    let size = PixelSize(width: 130, height: 250)
    let expected = try DecoderClient.decode(.jxl, file).1
    let client = try DecoderClient(.jxl, PictureFile(), slots: 4)
    guard case .hello? = try client.receive() else { throw DecoderClient.Unexpected(message: "") }
    client.send(
      .open(
        OpenRequest(arenaBytes: client.arena.count, slotCount: 1, surfaceEdge: 1, origin: .encoded))
    )
    // The second one is truncated, and the first one's end follows it immediately.
    let start = TileShape.usual.slotBytes
    for (index, count) in [bytes.count, bytes.count / 2, bytes.count].enumerated() {
      (client.arena.base + start).copyMemory(from: bytes, byteCount: bytes.count)
      client.send(
        .source(
          SourceRequest(
            id: UInt32(index + 1), bytes: ArenaRange(offset: start, count: count), slot: 0,
            size: size)))
      let answer = try client.receive()
      guard index != 1 else {
        guard case .report(.tileFailed(2, let failure))? = answer else {
          Issue.record("a cut tile was made")
          continue
        }
        #expect(failure.code == .corrupt)
        continue
      }
      guard case .report(.tileReady(UInt32(index + 1)))? = answer else {
        Issue.record("no tile: \(String(describing: answer))")
        continue
      }
      let layout = TileLayout(area: size)
      var pixels = Pixels(size: size)
      for y in 0..<size.height {
        for offset in 0..<size.width * 4 {
          pixels.bytes[y * size.width * 4 + offset] = client.arena.base.load(
            fromByteOffset: (y + 1) * layout.stride + 4 + offset, as: UInt8.self)
        }
      }
      #expect(pixels == expected)
    }
  }

  @Test func cachingLetsOtherRequestsTakeTurns() throws {
    var writer = JXLWriter(width: 2200, height: 1500)
    writer.settings = [(JXL_ENC_FRAME_SETTING_EFFORT, 1)]
    let file = writer.file(JXLPixelTests.waves(writer.size, channels: 3))
    let expected = try #require(JXLReference.decode(file))
    let client = try DecoderClient(.jxl, file, scratch: 64 << 20)
    let info = try client.open()
    _ = try client.pixels(of: Level(size: PixelSize(width: 1100, height: 750)))
    // A close view has it cached; meanwhile a smaller version takes its own pass.
    let area = PixelRect(minX: 300, minY: 200, maxX: 556, maxY: 456)
    let near = try client.pixels(of: Level(size: info.size), in: area)
    let small = try client.pixels(of: Level(size: PixelSize(width: 275, height: 188)))
    #expect(small.pixel(137, 94)[3] == 255)
    try client.awaitCached()
    let far = PixelRect(minX: 1900, minY: 1300, maxX: 2200, maxY: 1500)
    let last = try client.pixels(of: Level(size: info.size), in: far)
    for (pixels, place) in [(near, area), (last, far)] {
      #expect(JXLReference.difference(pixels, JXLReference.cut(place, from: expected)) <= 1)
    }
    #expect(client.missing.isEmpty)
  }
}
