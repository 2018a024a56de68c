import Geometry
import Gestures
import Testing
import Text

@testable import FilterPanel

@Suite struct PanelDrawingTests {
  private func texts(_ items: [DrawingItem]) -> [DrawingText] {
    items.flatMap { item -> [DrawingText] in
      switch item {
      case .text(let text): [text]
      case .clipped(_, let inner): texts(inner)
      default: []
      }
    }
  }

  private func words(_ driver: PanelDriver) throws -> [String] {
    let drawing = try #require(driver.panel.drawing(surface: driver.surface))
    return texts(drawing.items).map(\.text)
  }

  @Test func namesAndValuesAreDrawn() throws {
    let words = try words(PanelDriver())
    for word in [
      "Filters", "Exposure", "Stops", "0.0", "Show clipping", "#ff3300", "viridis",
      "choose a file", "Add a filter", "Save at 100 %", "Ctrl+S", "Save the view",
      "Ctrl+Shift+S", "Keep across starts",
    ] {
      #expect(words.contains(word), "\(word)")
    }
  }

  @Test func typedTextAndNoticesAreDrawn() throws {
    var driver = PanelDriver()
    driver.panel.select(.parameter(link: 0, parameter: 0))
    driver.key(.enter)
    driver.type("77")
    driver.key(.enter)
    let found = try words(driver)
    #expect(found.contains("77"))
    #expect(found.contains { $0.contains("from -5 to 5") })
    driver.key(.escape)
    driver.panel.setNotices(["film.frag:12: no such name"])
    #expect(try words(driver).contains("film.frag:12: no such name"))
    try driver.click(.notice)
    #expect(try !words(driver).contains("film.frag:12: no such name"))
  }

  @Test func theListOfFiltersIsDrawn() throws {
    var driver = PanelDriver()
    driver.key(Keysym("a"))
    driver.type("false")
    let found = try words(driver)
    #expect(found.contains("false") && found.contains("False colour"))
    #expect(!found.contains("Sharpen"))
    driver.type("xyz")
    #expect(try words(driver).contains("No filter matches"))
  }

  @Test(arguments: [1.0, 2, 3])
  func everythingIsDrawnInsideItsBitmap(_ scale: Double) throws {
    let driver = PanelDriver(surface: PixelSize(width: 1200, height: 3000), scale: scale)
    let drawing = try #require(driver.panel.drawing(surface: driver.surface))
    #expect(drawing.request(id: 7).size == driver.placed.frame.size)
    for text in texts(drawing.items) {
      #expect(text.frame.minX >= 0 && text.frame.maxX <= Double(drawing.position.width))
      #expect(text.size >= 11 * scale)
    }
  }

  @Test func onlyVisibleChangesRedraw() throws {
    var driver = PanelDriver([SampleFilters.exposure])
    let row = FilterControl.parameter(link: 0, parameter: 0)
    let place = try driver.place(row, 0.7)
    func isRedrawn(_ work: (inout PanelDriver) -> PanelDriver.Outcome) -> Bool {
      let before = driver.panel.drawing(surface: driver.surface)
      _ = work(&driver)
      return driver.panel.drawing(surface: driver.surface) != before
    }
    #expect(isRedrawn { $0.press(place) })
    #expect(driver.effects == [.chainChanged])
    #expect(!isRedrawn { $0.move(Point(x: place.x, y: place.y + 1)) })
    #expect(isRedrawn { $0.release(place) }, "the thumb is small again")
    #expect(isRedrawn { $0.move(place) })
    #expect(!isRedrawn { $0.move(Point(x: place.x + 1, y: place.y)) })
    #expect(isRedrawn { $0.send(.pointerLeft) })
    #expect(isRedrawn { $0.send(.interfaceScaleChanged(2)) })
    #expect(!isRedrawn { $0.send(.exposed) })
    #expect(driver.effects == [.chainChanged])
  }

  @Test func theSplitLineLooksTheSameAtAnyColumn() throws {
    var driver = PanelDriver(surface: PixelSize(width: 1000, height: 600))
    driver.panel.toggleSplit()
    let first = try #require(driver.panel.splitDrawing(surface: driver.surface))
    #expect((first.position.minX + first.position.maxX) / 2 == 500)
    #expect(first.position.minY == 0 && first.position.maxY == 600)
    driver.press(Point(x: 500, y: 40))
    driver.move(Point(x: 123, y: 40))
    let second = try #require(driver.panel.splitDrawing(surface: driver.surface))
    #expect((second.position.minX + second.position.maxX) / 2 == 123)
    #expect(second.request(id: 1) == first.request(id: 1))
  }
}
