import Geometry
import Testing

@testable import Viewer

/// Rows are handed out from top to bottom, each once, and no memory is used twice at a time.
@Suite struct CutSlotsTests {
  private static let bytes = 1 << 21

  @Test(arguments: [(1, 1), (12_000, 9_000), (65_535, 100), (262_144, 7), (300, 1_000)])
  func everyRowIsCutOnce(width: Int, height: Int) {
    let area = PixelRect(minX: 3, minY: 5, maxX: 3 + width, maxY: 5 + height)
    var slots = CutSlots(count: 3, slotBytes: Self.bytes, area: area)
    #expect(slots.rowsAtOnce % 2 == 0 && slots.rowsAtOnce * width * 4 <= Self.bytes)
    var next = area.minY
    while next < area.maxY {
      var pieces: [CutSlots.Piece] = []
      while let piece = slots.take() { pieces.append(piece) }
      #expect(Set(pieces.map(\.slot)).count == pieces.count && !pieces.isEmpty)
      for piece in pieces {
        #expect(piece.rows.lowerBound == next)
        #expect(piece.rows.count % 2 == 0 || piece.rows.upperBound == area.maxY)
        next = piece.rows.upperBound
        #expect(slots.handOver(piece.slot) == piece.rows.count)
        #expect(slots.handOver(piece.slot) == nil, "it is handed over once")
      }
      for _ in pieces { #expect(slots.finish()) }
      #expect(!slots.finish(), "nothing is cut that was not handed over")
    }
    #expect(slots.progress == 1 && slots.take() == nil)
  }

  @Test func rowsThatFitIntoNoMemoryAreNone() {
    let area = PixelRect(PixelSize(width: 262_145, height: 10))
    #expect(CutSlots(count: 3, slotBytes: Self.bytes, area: area).rowsAtOnce == 0)
  }
}
