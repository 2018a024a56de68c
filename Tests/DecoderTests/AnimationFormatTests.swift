import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// All animation formats: the declared durations, and frames in any order.
@Suite struct AnimationFormatTests {
  /// An animation with its expected frames.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: DecoderClient.Format
    var file: PictureFile
    var frames: [Pixels]
    var testDescription: String { "\(format)" }
  }

  private static let samples: [Sample] = [
    apng(seed: 21), webP(seed: 22), avif(), jxl(),
  ]

  private static func apng(seed: UInt64) -> Sample {
    let animation = APNGFrameTests.animation(
      APNGFrameTests.Kind(colorType: 6, depth: 8), seed: seed, count: 12)
    let frames = APNGReference.canvases(animation) { samples in
      samples.map { Double($0) / 255 }
    }
    return Sample(format: .png, file: PictureFile(animation.bytes), frames: frames)
  }

  private static func webP(seed: UInt64) -> Sample {
    let file = WebPFrameTests.animation(seed: seed, count: 12)
    let frames = WebPReference.frames(file, canvas: WebPFrameTests.canvas)
    return Sample(format: .webp, file: PictureFile(file), frames: frames)
  }

  private static func avif() -> Sample {
    var writer = AVIFWriter()
    writer.frames = 7
    writer.hasAlpha = true
    let bytes = writer.bytes()
    let frames = (0..<7).map { AVIFReference(bytes, frame: $0).pixels }
    return Sample(format: .avif, file: PictureFile(bytes), frames: frames)
  }

  private static func jxl() -> Sample {
    let file = JXLFileTests.animation()
    let frames = (0..<3).compactMap { JXLReference.decode(file, frame: $0) }
    return Sample(format: .jxl, file: file, frames: frames)
  }

  private func check(_ sample: Sample, _ order: [Int]) throws {
    let client = try DecoderClient(sample.format, sample.file)
    let info = try client.open()
    try #require(info.isTimed && info.frameCount == sample.frames.count)
    for frame in order {
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      // The tolerance of the tests of single frames: integers are rounded down once for each frame
      // blended over another.
      #expect(pixels.difference(sample.frames[frame]) <= 2, "frame \(frame) of \(order)")
    }
    #expect(client.missing.isEmpty)
  }

  @Test(arguments: samples)
  func framesDecodeInOrder(_ sample: Sample) throws {
    try check(sample, Array(sample.frames.indices) + [0, 1, 2])
  }

  @Test(arguments: samples)
  func framesDecodeBackwards(_ sample: Sample) throws {
    try check(sample, sample.frames.indices.reversed())
  }

  @Test(arguments: samples)
  func framesDecodeInAnyOrder(_ sample: Sample) throws {
    var numbers = SeededNumbers(seed: 31)
    try check(sample, (0..<30).map { _ in Int.random(in: sample.frames.indices, using: &numbers) })
  }

  @Test(arguments: samples)
  func requestsForLevelsAndFramesAreAnsweredTogether(_ sample: Sample) throws {
    let client = try DecoderClient(sample.format, sample.file)
    let info = try client.open()
    let half = Level(
      size: PixelSize(width: info.size.width / 2, height: info.size.height / 2))
    let levels = [Level(size: info.size), half]
    let requests = (0..<6).map { index in
      TileRequest(
        id: UInt32(500 + index),
        key: TileKey(level: levels[index % 2], column: 0, row: 0, frame: 2 - index / 2),
        quality: .exact, slot: index)
    }
    client.send(bytes: requests.flatMap { HostMessage.tile($0).encoded })
    var answers: Set<UInt32> = []
    for _ in requests {
      guard case .report(.tileReady(let id))? = try client.receive() else { break }
      answers.insert(id)
    }
    try #require(answers == Set(requests.map(\.id)))
    // A slot's content equals what a fresh process returns.
    for request in requests {
      let alone = try DecoderClient(sample.format, sample.file)
      _ = try alone.open()
      let level = request.key.level
      let expected = try alone.pixels(of: level, frame: request.key.frame)
      #expect(
        client.tile(request.key, slot: request.slot).difference(expected) == 0,
        "\(level.size) of frame \(request.key.frame)")
    }
  }

  @Test(arguments: samples)
  func theFrameAfterACancelledOneIsCorrect(_ sample: Sample) throws {
    let client = try DecoderClient(sample.format, sample.file)
    let info = try client.open()
    let level = Level(size: info.size)
    var numbers = SeededNumbers(seed: 41)
    for round in 0..<30 {
      let frame = Int.random(in: sample.frames.indices, using: &numbers)
      let id = client.request(TileKey(level: level, column: 0, row: 0, frame: frame), slot: 63)
      client.send(.cancel(id: id))
      let answer = try client.receive()
      #expect(answer == .report(.tileReady(id: id)) || answer == .report(.tileCancelled(id: id)))
      let next = Int.random(in: sample.frames.indices, using: &numbers)
      let pixels = try client.pixels(of: level, frame: next)
      #expect(
        pixels.difference(sample.frames[next]) <= 2, "round \(round): \(frame), then \(next)")
    }
  }

  // MARK: Times

  /// The loop count and frame durations that a decoder reports.
  private func times(
    _ format: DecoderClient.Format, _ file: PictureFile
  ) throws -> (loops: Int, durations: [Int]) {
    let client = try DecoderClient(format, file)
    let info = try client.open()
    _ = try client.pixels(of: Level(size: info.size))
    #expect(info.isTimed && client.hasLastFrame && info.frameCount == client.durations.count)
    return (info.loops, client.durations)
  }

  @Test(arguments: [0, 1, 3])
  func filesReportTheirLoops(_ loops: Int) throws {
    var animation = APNGFrameTests.animation(
      APNGFrameTests.Kind(colorType: 2, depth: 8), seed: 1, count: 2)
    animation.plays = loops
    #expect(try times(.png, PictureFile(animation.bytes)).loops == loops)
    let size = PixelSize(width: 8, height: 8)
    let still = WebPWriter.file(WebPWriter.samples(size, alpha: false), size)
    let frames = [1, 2].map { _ in (frame: WebPWriter.Frame(file: still), size: size) }
    let webP = WebPWriter.animation(frames, canvas: size, loops: loops)
    #expect(try times(.webp, PictureFile(webP)).loops == loops)
    #expect(try times(.jxl, JXLFileTests.animation(loops: loops)).loops == loops)
  }

  /// Repetitions in libavif's terms, and the number of times that the frames are shown.
  @Test(arguments: [(0, 1), (2, 3), (-1, 0)])
  func anAVIFReportsItsLoopsIfTheLibraryDoes(
    _ repetitions: Int, _ loops: Int
  ) throws {
    var writer = AVIFWriter()
    writer.frames = 2
    writer.repetitions = repetitions
    let told = try times(.avif, writer.file()).loops
    #expect(told == (AVIFWriter.knowsRepetitions ? loops : 0))
  }

  @Test func tinyDurationsBecomeATenthOfASecond() throws {
    var animation = APNGFrameTests.animation(
      APNGFrameTests.Kind(colorType: 2, depth: 8), seed: 1, count: 5)
    let delays = [(0, 10), (10, 1000), (1, 50), (1, 1), (7, 0)]
    for (index, delay) in delays.enumerated() {
      animation.frames[index].delay = (part: delay.0, of: delay.1)
    }
    #expect(
      try times(.png, PictureFile(animation.bytes)).durations
        == [100_000, 100_000, 20_000, 1_000_000, 70_000])
    let size = PixelSize(width: 8, height: 8)
    let still = WebPWriter.file(WebPWriter.samples(size, alpha: false), size)
    let frames = [0, 10, 11, 1000].map {
      (frame: WebPWriter.Frame(file: still, milliseconds: $0), size: size)
    }
    #expect(
      try times(.webp, PictureFile(WebPWriter.animation(frames, canvas: size))).durations
        == [100_000, 100_000, 11_000, 1_000_000])
    #expect(
      try times(.jxl, JXLFileTests.animation(durations: [1, 2, 100])).durations
        == [100_000, 20_000, 1_000_000])
    var avif = AVIFWriter()
    avif.frames = 3
    avif.durations = [1, 10, 25]
    #expect(try times(.avif, avif.file()).durations == [100_000, 1_000_000, 2_500_000])
  }

  @Test func oneFrameIsNoAnimation() throws {
    let size = PixelSize(width: 8, height: 8)
    let still = WebPWriter.file(WebPWriter.samples(size, alpha: false), size)
    let webP = WebPWriter.animation(
      [(frame: WebPWriter.Frame(file: still), size: size)], canvas: size)
    let apng = APNGFrameTests.animation(
      APNGFrameTests.Kind(colorType: 2, depth: 8), seed: 1, count: 1)
    let files: [(DecoderClient.Format, PictureFile)] = [
      (.webp, PictureFile(webP)), (.png, PictureFile(apng.bytes)), (.avif, AVIFWriter().file()),
      (.jxl, JXLWriter(width: 1, height: 1).file([0, 0, 0])),
    ]
    for (format, file) in files {
      let client = try DecoderClient(format, file)
      let info = try client.open()
      _ = try client.pixels(of: Level(size: info.size))
      #expect(
        !info.isTimed && info.frameCount == 1 && client.durations.isEmpty, "\(format)")
    }
  }
}
