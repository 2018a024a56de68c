import CutPlan
import Geometry
import TestSupport
import Testing

/// Messages between the cutting process and its parent survive encoding, and invalid ones are
/// rejected.
@Suite struct CutMessageTests {
  private func order() throws -> CutOrder {
    CutOrder(
      pyramid: try #require(
        CutPyramid(
          size: PixelSize(width: 1001, height: 613), edge: 254, overlap: 1, rounding: .down,
          end: .pixel, isPadded: true)),
      format: .webp, quality: 73, kernel: .lanczos, hasAlpha: true, jobs: 7, rowsAtOnce: 32)
  }

  @Test func messagesRoundTrip() throws {
    var messages: [CutMessage] = [
      .begin(try order()), .rows(offset: 1 << 33, count: 16), .taken(offset: 64),
      .hello(version: 1), .rowsDone, .tile(index: 5, offset: 1 << 40, count: 9), .finished,
    ]
    messages += CutMessage.Failure.allCases.map { .failure($0) }
    for message in messages {
      #expect(message.encoded.count == CutMessage.byteCount)
      #expect(CutMessage(message.encoded) == message)
    }
  }

  @Test func invalidMessagesAreRefused() throws {
    let good = CutMessage.begin(try order()).encoded
    #expect(CutMessage(good.dropLast()) == nil)
    for byte in [0, 7, 11, 19, 26, 32, 40, 41, 49, 57] {
      var bad = good
      bad[byte] = 0xFF
      #expect(CutMessage(bad) == nil, "byte \(byte)")
    }
  }

  @Test func noiseDoesNotCrash() {
    let row = SoakRow("fuzzed messages of cutting", target: 1_000_000, sample: 20_000, parts: 3)
    var random = SeededNumbers(seed: SoakRow.seed)
    while row.goesOn {
      defer { row.done() }
      var bytes = (0..<CutMessage.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes[0] = [1, 2, 3, 129, 130, 131, 132, 133].randomElement(using: &random) ?? 1
      for index in 1..<8 { bytes[index] = 0 }
      // Make numbers small, and so plausible, most of the time.
      for index in 8..<64 where index % 8 > Int.random(in: 1...8, using: &random) {
        bytes[index] = 0
      }
      guard let message = CutMessage(bytes) else { continue }
      row.check(CutMessage(message.encoded) == message, "\(message) is another")
    }
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }
}
