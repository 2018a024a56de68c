import Geometry
import Testing

@testable import Commands

/// Rows are assigned from top to bottom, each once, and no memory is used twice at a time.
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
        let handed = slots.handOver(piece.slot)
        let again = slots.handOver(piece.slot)
        #expect(handed == piece.rows.count && again == nil, "it is handed over once")
      }
      let finished = pieces.map { _ in slots.finish() }
      let isMoreDone = slots.finish()
      #expect(!finished.contains(false) && !isMoreDone, "only what was handed over is done")
    }
    let more = slots.take()
    #expect(slots.progress == 1 && more == nil)
  }

  @Test func rowsTooWideForASlotGiveNoBatch() {
    let area = PixelRect(PixelSize(width: 262_145, height: 10))
    #expect(CutSlots(count: 3, slotBytes: Self.bytes, area: area).rowsAtOnce == 0)
  }
}
