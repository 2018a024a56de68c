import Platform
import Synchronization

@testable import Text

/// Collects a text renderer's answers, and lets a test wait for them.
final class Collector: Sendable {
  let answers: Mailbox<TextAnswer>
  let renderer: TextRenderer

  init(names: TextLibraries.Names = TextLibraries.Names()) throws {
    let answers = try Mailbox<TextAnswer>()
    self.answers = answers
    let heard = Heard()
    self.heard = heard
    renderer = try TextRenderer(
      names: names, complain: { heard.add($0) }, deliver: { answers.post($0) })
  }

  private let heard: Heard

  /// The messages that the renderer would have printed on standard error.
  var complaints: [String] { heard.sentences.withLock { $0 } }

  private final class Heard: Sendable {
    let sentences = Mutex<[String]>([])
    func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
  }

  /// Sends requests, and waits for as many answers.
  func answers(to requests: [TextRequest]) throws -> [TextAnswer] {
    for request in requests { try renderer.request(request) }
    return try answers(count: requests.count)
  }

  /// Waits for `count` answers.
  func answers(count: Int) throws -> [TextAnswer] {
    var received: [TextAnswer] = []
    var poll = PollSet()
    poll.add(answers.descriptor)
    let limit = MonotonicClock.now() + 30
    while received.count < count {
      poll.wait(timeout: 1)
      received += answers.takeAll()
      if MonotonicClock.now() > limit { throw NoAnswer() }
    }
    return received
  }

  /// Draws one panel.
  func bitmap(
    _ blocks: [TextBlock], alignment: TextAlignment = .leading, width: Int = 600,
    height: Int = 4096, isScrolled: Bool = false, scale: Double = 1
  ) throws -> TextBitmap? {
    let request = TextRequest(
      id: 1, blocks: blocks, alignment: alignment, maximumWidth: width, maximumHeight: height,
      isScrolled: isScrolled, scale: scale)
    return try answers(to: [request])[0].bitmap
  }

  /// Thrown after a timeout of 30 seconds.
  struct NoAnswer: Error {}

  deinit { renderer.stop() }
}

extension TextBitmap {
  /// The highest red value in a rectangle: ink is light, the panel is dark.
  func lightest(columns: Range<Int>, rows: Range<Int>) -> UInt8 {
    var lightest: UInt8 = 0
    for row in rows {
      for column in columns {
        lightest = max(lightest, pixels[(row * size.width + column) * 4])
      }
    }
    return lightest
  }

  /// The number of light pixels, which are text.
  var inkCount: Int { stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 128 } }
}
