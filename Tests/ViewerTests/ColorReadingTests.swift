import Platform
import Testing
import Tiles

@testable import Viewer

/// Which colours that were read are still wanted.
@Suite struct ColorReadingTests {
  private let first = SourceID(number: 1)
  private let second = SourceID(number: 2)

  @Test func theColourOfTheShownPictureIsWantedOnce() throws {
    var reading = ColorReading()
    let number = reading.begin(of: first, cancelledBy: nil)
    #expect(reading.isReading)
    reading.keepOnly(first)
    let isWanted = reading.end(number)
    let isWantedAgain = reading.end(number)
    #expect(isWanted && !isWantedAgain && !reading.isReading)
  }

  @Test(arguments: [2, nil] as [Int?]) func aPictureThatIsLeftCancelsItsColour(next: Int?) throws {
    var reading = ColorReading()
    let cancellation = try Cancellation()
    let number = reading.begin(of: first, cancelledBy: cancellation)
    reading.keepOnly(next.map { SourceID(number: UInt32($0)) })
    #expect(cancellation.isCancelled && !reading.isReading)
    // Even if the user is back when it arrives.
    reading.keepOnly(first)
    let isWanted = reading.end(number)
    #expect(!isWanted)
  }

  @Test func theNextPicturesColourDoesNotWait() throws {
    var reading = ColorReading()
    let former = reading.begin(of: first, cancelledBy: nil)
    reading.keepOnly(second)
    let present = reading.begin(of: second, cancelledBy: nil)
    let isFormerWanted = reading.end(former)
    let isPresentWanted = reading.end(present)
    #expect(!isFormerWanted && isPresentWanted)
  }
}
