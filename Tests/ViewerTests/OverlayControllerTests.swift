import Controls
import Geometry
import Rendering
import Testing
import Text

@testable import Viewer

@Suite struct OverlayControllerTests {
  let surface = PixelSize(width: 400, height: 300)

  private func look(x: Int = 300, white: Double = 1) -> PanelStyle {
    .drawing(
      PanelDrawing(
        position: PixelRect(minX: x, minY: 10, maxX: x + 4, maxY: 12),
        items: [
          .rectangle(Rect(minX: 0, minY: 0, maxX: 4, maxY: 2), PaintColor(white: white))
        ]))
  }

  private let bitmap = TextBitmap(
    size: PixelSize(width: 4, height: 2), pixels: [UInt8](repeating: 9, count: 32))

  private func asked(_ work: [OverlayController.Work]) -> DrawingRequest? {
    guard case .drawing(let request)? = work.first, work.count == 1 else { return nil }
    return request
  }

  @Test func aDrawingAppearsAtItsPosition() throws {
    var controller = OverlayController()
    let request = try #require(asked(controller.set(.filters, look(), on: surface)))
    #expect(request.size == PixelSize(width: 4, height: 2))
    #expect(controller.overlays(on: surface).isEmpty)
    let work = controller.receive(id: request.id, bitmap: bitmap)
    guard case .show(let id, _)? = work.first else {
      Issue.record("nothing is shown")
      return
    }
    let overlay = Overlay(
      position: PixelRect(minX: 300, minY: 10, maxX: 304, maxY: 12), bitmap: id)
    #expect(controller.overlays(on: surface) == [overlay])
  }

  /// A question must not be answered before its own text is on the screen.
  @Test func aPanelIsNewestOnceItsNewestDrawingIsThere() throws {
    var controller = OverlayController()
    #expect(controller.newest(.failure, on: surface) == nil)
    for white in [1, 0.5] {
      let look = look(white: white)
      let request = try #require(asked(controller.set(.failure, look, on: surface)))
      #expect(controller.newest(.failure, on: surface) == nil)
      _ = controller.receive(id: request.id, bitmap: bitmap)
      #expect(controller.newest(.failure, on: surface) == controller.overlays(on: surface).first)
      #expect(controller.newest(.failure, on: surface) != nil)
    }
    _ = controller.set(.failure, nil, on: surface)
    #expect(controller.newest(.failure, on: surface) == nil)
  }

  @Test func movingADrawingDoesNotRedrawIt() throws {
    var controller = OverlayController()
    let request = try #require(asked(controller.set(.split, look(), on: surface)))
    _ = controller.receive(id: request.id, bitmap: bitmap)
    #expect(controller.set(.split, look(x: 20), on: surface).isEmpty)
    #expect(controller.overlays(on: surface).first?.position.minX == 20)
  }

  @Test func aNewDrawingReplacesTheOldOneWhenReady() throws {
    var controller = OverlayController()
    let first = try #require(asked(controller.set(.filters, look(), on: surface)))
    _ = controller.receive(id: first.id, bitmap: bitmap)
    let before = controller.overlays(on: surface)
    let second = try #require(asked(controller.set(.filters, look(white: 0.5), on: surface)))
    // Of several pending requests, the text thread draws only the newest.
    #expect(second.id == first.id)
    #expect(controller.overlays(on: surface) == before)
    let work = controller.receive(id: second.id, bitmap: bitmap)
    guard case .remove(let old)? = work.first, case .show(let new, _)? = work.last else {
      Issue.record("the bitmap is not replaced")
      return
    }
    #expect(before.first?.bitmap == old && controller.overlays(on: surface).first?.bitmap == new)
    #expect(old != new)
  }

  @Test func aRemovedDrawingStaysRemoved() throws {
    var controller = OverlayController()
    let request = try #require(asked(controller.set(.filters, look(), on: surface)))
    #expect(controller.set(.filters, nil, on: surface).isEmpty)
    #expect(controller.receive(id: request.id, bitmap: bitmap).isEmpty)
    #expect(controller.overlays(on: surface).isEmpty && controller.lost().isEmpty)
  }

  @Test func lostDrawingsAreDrawnAgain() throws {
    var controller = OverlayController()
    let first = try #require(asked(controller.set(.filters, look(), on: surface)))
    _ = controller.receive(id: first.id, bitmap: bitmap)
    let again = try #require(asked(controller.lost()))
    #expect(again == first)
    #expect(controller.overlays(on: surface).isEmpty)
  }

  @Test func aBarAppearsAtOnceAndAgainAfterALoss() {
    func shown(_ work: [OverlayController.Work]) -> [UInt64] {
      work.compactMap { if case .show(let id, _) = $0 { id } else { nil } }
    }
    var controller = OverlayController()
    let bar = PanelStyle.bar(0.5, width: 400, thickness: 6)
    let first = shown(controller.set(.seek, bar, on: surface))
    #expect(first.count == 1 && controller.overlays(on: surface).map(\.bitmap) == first)
    #expect(controller.overlays(on: surface).first?.position.minY == 294)
    #expect(controller.set(.seek, bar, on: surface).isEmpty, "it looks the same")
    let again = shown(controller.lost())
    #expect(again.count == 1 && again != first)
    #expect(controller.set(.seek, nil, on: surface).count == 1)
    #expect(controller.overlays(on: surface).isEmpty && controller.lost().isEmpty)
  }

  @Test func aDrawingsOpacityAndPlaceNeedNoNewBitmap() throws {
    var controller = OverlayController()
    var drawing = PanelDrawing(
      position: PixelRect(minX: 100, minY: 250, maxX: 300, maxY: 292),
      items: [.rectangle(Rect(minX: 0, minY: 0, maxX: 9, maxY: 9), PaintColor(white: 1))])
    let request = try #require(asked(controller.set(.bar, .drawing(drawing), on: surface)))
    _ = controller.receive(id: request.id, bitmap: bitmap)
    #expect(controller.overlays(on: surface).first?.opacity == 1)
    drawing.opacity = 0.25
    drawing.position.minY += 8
    drawing.position.maxY += 8
    #expect(controller.set(.bar, .drawing(drawing), on: surface).isEmpty)
    let overlay = controller.overlays(on: surface).first
    #expect(overlay?.opacity == 0.25 && overlay?.position.minY == 258)
  }

  @Test func captionsAndNamesLieAboveTheBar() throws {
    var controller = OverlayController()
    let drawing = PanelDrawing(
      position: PixelRect(minX: 10, minY: 250, maxX: 390, maxY: 292), items: [])
    let request = try #require(asked(controller.set(.bar, .drawing(drawing), on: surface)))
    _ = controller.receive(id: request.id, bitmap: bitmap)
    func top(of id: PanelID, above anchor: Point?) -> PixelRect? {
      let text = PanelStyle.text([.body("a")], .center)
      guard case .draw(let request)? = controller.set(id, text, on: surface, above: anchor).first
      else { return nil }
      _ = controller.receive(id: request.id, bitmap: bitmap)
      defer { _ = controller.set(id, nil, on: surface) }
      return controller.overlays(on: surface).last?.position
    }
    let caption = try #require(top(of: .caption, above: nil))
    #expect(caption.maxY <= 250)
    for x in [10.0, 200, 390] {
      let tip = try #require(top(of: .barTip, above: Point(x: x, y: 250)))
      #expect(tip.maxY <= 250 && tip.minY > 200, "\(x)")
      #expect(tip.intersection(PixelRect(surface)) == tip, "\(x)")
    }
    _ = controller.set(.bar, nil, on: surface)
    let alone = try #require(top(of: .caption, above: nil))
    #expect(alone.maxY > 250)
  }

  @Test func theSplitLineIsBelowThePanelAndTextsAreAboveIt() throws {
    var controller = OverlayController()
    var ids: [UInt64] = []
    for place in [PanelID.filters, .split] {
      let request = try #require(asked(controller.set(place, look(), on: surface)))
      for case .show(let id, _) in controller.receive(id: request.id, bitmap: bitmap) {
        ids.append(id)
      }
    }
    guard
      case .draw(let text)? = controller.set(
        .caption, .text([.body("a")], .leading), on: surface
      ).first
    else {
      Issue.record("no text is asked for")
      return
    }
    _ = controller.receive(id: text.id, bitmap: bitmap)
    #expect(controller.overlays(on: surface).map(\.bitmap) == [ids[1], ids[0], text.id])
  }
}
