import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Animations: what decoders report about them, and that a frame's pixels don't depend on which
/// frames were requested before.
@Suite struct AnimationTests {
  private static let gif = GIFFrameTests.animation(seed: 11, count: 24)

  private static func canvases() -> [Pixels] {
    GIFReference.canvases(gif, size: gif.size).map { Pixels(straight: $0, size: gif.size) }
  }

  private func client(_ gif: GIFWriter = gif) throws -> (DecoderClient, SourceInfo) {
    let client = try DecoderClient(.gif, PictureFile(gif.bytes))
    return (client, try client.open())
  }

  /// Requests frames one after the other, each once the previous one has arrived.
  private func check(_ frames: [Int], _ comment: Comment? = nil) throws {
    let canvases = Self.canvases()
    let (client, info) = try client()
    for frame in frames {
      let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
      #expect(pixels.difference(canvases[frame]) == 0, "frame \(frame) of \(frames)")
    }
  }

  @Test func framesDecodeInOrder() throws { try check(Array(0..<24) + Array(0..<5)) }

  @Test func framesDecodeBackwards() throws { try check(Array((0..<24).reversed())) }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func framesDecodeInAnyOrder(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    try check((0..<40).map { _ in Int.random(in: 0..<24, using: &numbers) })
  }

  @Test func levelsOfAFrameShareItsCanvas() throws {
    let (client, info) = try client()
    let half = Level(size: PixelSize(width: 35, height: 25))
    for frame in [3, 4, 9] {
      // The frame from a fresh process.
      let (alone, _) = try self.client()
      let expected = try alone.pixels(of: half, frame: frame)
      let whole = try client.pixels(of: Level(size: info.size), frame: frame)
      #expect(whole.difference(Self.canvases()[frame]) == 0)
      #expect(try client.pixels(of: half, frame: frame).difference(expected) == 0)
    }
  }

  @Test func pendingFramesAreDecodedInOrder() throws {
    let (client, info) = try client()
    _ = try client.pixels(of: Level(size: info.size), frame: 20)
    let key = { TileKey(level: Level(size: info.size), column: 0, row: 0, frame: $0) }
    // All in one write, so that the decoder knows all requests before it begins.
    let frames = [2, 23, 1, 21, 0, 22, 21]
    let requests = frames.enumerated().map { index, frame in
      TileRequest(id: UInt32(100 + index), key: key(frame), quality: .exact, slot: index)
    }
    client.send(bytes: requests.flatMap { HostMessage.tile($0).encoded })
    var answers: [Int] = []
    for _ in frames {
      guard case .report(.tileReady(let id))? = try client.receive() else {
        Issue.record("no tile")
        return
      }
      answers.append(frames[Int(id) - 100])
    }
    #expect(answers == [21, 21, 22, 23, 0, 1, 2])
  }

  @Test func aCancelledFrameLeavesTheCanvasCorrect() throws {
    let canvases = Self.canvases()
    let (client, info) = try client()
    let level = Level(size: info.size)
    var numbers = SeededNumbers(seed: 5)
    for round in 0..<60 {
      let frame = Int.random(in: 0..<24, using: &numbers)
      let request = client.request(
        TileKey(level: level, column: 0, row: 0, frame: frame), slot: 63)
      client.send(.cancel(id: request))
      let next = Int.random(in: 0..<24, using: &numbers)
      // The first may have arrived before it was cancelled; then it is not a tile of the second.
      let answer = try client.receive()
      #expect(
        answer == .report(.tileReady(id: request)) || answer == .report(.tileCancelled(id: request))
      )
      let pixels = try client.pixels(of: level, frame: next)
      #expect(pixels.difference(canvases[next]) == 0, "round \(round): \(frame), then \(next)")
    }
  }

  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (3, 4), (65535, 65536)] as [(Int?, Int)])
  func aGIFReportsItsLoops(_ said: Int?, _ loops: Int) throws {
    var gif = Self.gif
    gif.repetitions = said
    let (_, info) = try client(gif)
    #expect(info.isTimed && info.loops == loops && info.frameCount == 24)
  }

  @Test func tinyDurationsBecomeATenthOfASecond() throws {
    var gif = Self.gif
    for (index, delay) in [0, 1, 2, 100, 65535].enumerated() { gif.frames[index].delay = delay }
    let (client, info) = try client(gif)
    _ = try client.pixels(of: Level(size: info.size))
    #expect(client.durations.count == 24 && client.hasLastFrame)
    #expect(
      client.durations.prefix(6) == [100_000, 100_000, 20_000, 1_000_000, 655_350_000, 100_000])
  }

  @Test func oneFrameIsNoAnimation() throws {
    var gif = Self.gif
    gif.frames = [gif.frames[0]]
    let (client, info) = try client(gif)
    _ = try client.pixels(of: Level(size: info.size))
    #expect(!info.isTimed && info.frameCount == 1 && client.durations.isEmpty)
  }

  @Test func theFrameInTheOpenRequestDoesNotMatter() throws {
    let client = try DecoderClient(.gif, PictureFile(Self.gif.bytes))
    let info = try client.open(frame: 7)
    #expect(info.isTimed && info.frameCount == 24)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.difference(Self.canvases()[0]) == 0)
  }
}
