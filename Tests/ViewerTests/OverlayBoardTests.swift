import Geometry
import Rendering
import Testing
import Text

@testable import FilterPanel
@testable import Viewer

@Suite struct OverlayBoardTests {
  let surface = PixelSize(width: 400, height: 300)

  private func drawing(x: Int = 300, white: Double = 1) -> PanelDrawing {
    PanelDrawing(
      position: PixelRect(minX: x, minY: 10, maxX: x + 4, maxY: 12),
      items: [.rectangle(Rect(minX: 0, minY: 0, maxX: 4, maxY: 2), DrawingColor(white: white))])
  }

  private let bitmap = TextBitmap(
    size: PixelSize(width: 4, height: 2), pixels: [UInt8](repeating: 9, count: 32))

  private func asked(_ work: [OverlayBoard.Work]) -> DrawingRequest? {
    guard case .drawing(let request)? = work.first, work.count == 1 else { return nil }
    return request
  }

  @Test func aDrawingIsShownWhereItStands() throws {
    var board = OverlayBoard()
    let request = try #require(asked(board.set(.panel, drawing: drawing())))
    #expect(request.size == PixelSize(width: 4, height: 2))
    #expect(board.overlays(on: surface).isEmpty)
    let work = board.receive(id: request.id, bitmap: bitmap)
    guard case .show(let id, _)? = work.first else {
      Issue.record("nothing is shown")
      return
    }
    let overlay = Overlay(
      position: PixelRect(minX: 300, minY: 10, maxX: 304, maxY: 12), bitmap: id)
    #expect(board.overlays(on: surface) == [overlay])
  }

  @Test func aDrawingThatOnlyMovesIsNotDrawnAgain() throws {
    var board = OverlayBoard()
    let request = try #require(asked(board.set(.split, drawing: drawing())))
    _ = board.receive(id: request.id, bitmap: bitmap)
    #expect(board.set(.split, drawing: drawing(x: 20)).isEmpty)
    #expect(board.overlays(on: surface).first?.position.minX == 20)
  }

  @Test func anotherDrawingTakesThePlaceOfTheOneBeforeWhenItIsThere() throws {
    var board = OverlayBoard()
    let first = try #require(asked(board.set(.panel, drawing: drawing())))
    _ = board.receive(id: first.id, bitmap: bitmap)
    let before = board.overlays(on: surface)
    let second = try #require(asked(board.set(.panel, drawing: drawing(white: 0.5))))
    // Of several that wait, the text thread draws the newest alone.
    #expect(second.id == first.id)
    #expect(board.overlays(on: surface) == before)
    let work = board.receive(id: second.id, bitmap: bitmap)
    guard case .remove(let old)? = work.first, case .show(let new, _)? = work.last else {
      Issue.record("the bitmap is not replaced")
      return
    }
    #expect(before.first?.bitmap == old && board.overlays(on: surface).first?.bitmap == new)
    #expect(old != new)
  }

  @Test func aDrawingThatIsGoneStaysGone() throws {
    var board = OverlayBoard()
    let request = try #require(asked(board.set(.panel, drawing: drawing())))
    #expect(board.set(.panel, drawing: nil).isEmpty)
    #expect(board.receive(id: request.id, bitmap: bitmap).isEmpty)
    #expect(board.overlays(on: surface).isEmpty && !board.isShowing(.panel))
  }

  @Test func whatIsLostIsDrawnAgain() throws {
    var board = OverlayBoard()
    let first = try #require(asked(board.set(.panel, drawing: drawing())))
    _ = board.receive(id: first.id, bitmap: bitmap)
    let again = try #require(asked(board.lost()))
    #expect(again == first)
    #expect(board.overlays(on: surface).isEmpty)
  }

  @Test func theSplitLineIsBelowThePanelAndTextsAreAboveIt() throws {
    var board = OverlayBoard()
    var ids: [UInt64] = []
    for place in [OverlayBoard.Place.panel, .split] {
      let request = try #require(asked(board.set(place, drawing: drawing())))
      for case .show(let id, _) in board.receive(id: request.id, bitmap: bitmap) { ids.append(id) }
    }
    guard
      case .draw(let text)? = board.set(.caption, [.body("a")], on: surface).first
    else {
      Issue.record("no text is asked for")
      return
    }
    _ = board.receive(id: text.id, bitmap: bitmap)
    #expect(board.overlays(on: surface).map(\.bitmap) == [ids[1], ids[0], text.id])
  }
}
