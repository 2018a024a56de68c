import TestSupport
import Testing

@testable import DecoderKit

/// The places of half a million strips, in two bytes each.
@Suite struct StripOffsetsTests {
  @Test func everyPlaceIsFoundWhereItWasStored() {
    var numbers = SeededNumbers()
    print(numbers.origin)
    var expected: [StripFile.Place] = []
    var places = StripOffsets(reserving: 1000)
    var offset: UInt64 = 1 << 40
    for _ in 0..<1000 {
      // Now and then another version's strips lie between, or the next strip takes a freed place.
      if Int.random(in: 0..<40, using: &numbers) == 0 {
        offset = UInt64.random(in: 0..<1 << 41, using: &numbers)
      }
      let count = UInt32.random(in: 1...UInt32(StripFile.bound(16 * 256 * 4)), using: &numbers)
      let place = StripFile.Place(offset: offset, count: count)
      places.append(place)
      expected.append(place)
      offset += UInt64(count)
    }
    #expect((0..<1000).map { places[$0] } == expected)
    #expect(places[1000] == nil)
    #expect(places[-1] == nil)
    var bytes: UInt64 = 0
    for range in places.ranges { bytes += UInt64(range.count) }
    #expect(bytes == expected.reduce(0) { $0 + UInt64($1.count) })
    #expect(expected.allSatisfy { place in places.ranges.contains { $0.contains(place.offset) } })
  }

  @Test func anEmptyListHasNoPlaces() {
    let places = StripOffsets(reserving: 0)
    #expect(places[0] == nil)
    #expect(places.ranges.isEmpty)
  }
}
