import Testing
import Tiles

@testable import Rendering

struct BookkeepingTests {
  @Test func theFourthLossInAMinuteIsFinal() {
    var counter = ContextLossCounter()
    let answers = [0.0, 10, 20, 30].map { counter.record(at: $0) }
    #expect(answers == [false, false, false, true])
    var slow = ContextLossCounter()
    let slowAnswers = (0..<100).map { slow.record(at: Double($0) * 30) }
    #expect(!slowAnswers.contains(true))
  }

  @Test func aDroppedPictureStaysUnwantedUntilItsLastTileArrives() {
    let tracker = UploadTracker()
    let picture = SourceID(number: 7)
    tracker.begin(picture)
    tracker.begin(picture)
    #expect(tracker.finish(picture))
    tracker.drop(picture)
    #expect(!tracker.finish(picture))
    // With no upload in progress, there is nothing to remember.
    tracker.drop(picture)
    tracker.begin(picture)
    #expect(tracker.finish(picture))
  }

  @Test func percentilesComeFromTheLatestFrames() {
    let counters = RenderCounters()
    #expect(counters.statistics.frameMilliseconds(percentile: 0.5) == nil)
    for time in 1...101 { counters.addFrame(milliseconds: Double(time)) }
    #expect(counters.statistics.frameMilliseconds(percentile: 0.5) == 51)
    #expect(counters.statistics.frameMilliseconds(percentile: 1) == 101)
    for _ in 0..<5000 { counters.addFrame(milliseconds: 3) }
    #expect(counters.statistics.frames == 5101)
    #expect(counters.statistics.frameMilliseconds.count == 4096)
    #expect(counters.statistics.frameMilliseconds(percentile: 1) == 3)
  }
}
