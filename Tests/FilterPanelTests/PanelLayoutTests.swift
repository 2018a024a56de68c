import Filters
import Geometry
import Testing

@testable import FilterPanel

@Suite struct PanelLayoutTests {
  static let surfaces = [
    PixelSize(width: 1280, height: 800), PixelSize(width: 320, height: 240),
    PixelSize(width: 320, height: 2000), PixelSize(width: 3840, height: 2160),
    PixelSize(width: 1000, height: 90), PixelSize(width: 40, height: 600),
    PixelSize(width: 1, height: 1),
  ]

  @Test(arguments: surfaces, [1, 1.5, 2, 3])
  func everythingIsInsideAndNothingOverlaps(_ surface: PixelSize, _ scale: Double) {
    var driver = PanelDriver(surface: surface, scale: scale)
    driver.panel.select(.parameter(link: 4, parameter: 2))
    driver.panel.setNotices(["film.frag:12: a sentence that takes more than one line to say it"])
    check(driver.layout, surface)
    driver.panel.scroll = Int.max / 4
    check(driver.layout, surface)
    driver.panel.openListing()
    check(driver.layout, surface)
  }

  private func check(_ layout: PanelLayout, _ surface: PixelSize) {
    let frame = layout.frame
    #expect(!frame.isEmpty)
    #expect(frame.intersection(PixelRect(surface)) == frame)
    // The strips follow one another and fill the frame.
    let strips = [
      layout.header, layout.notice, layout.search, layout.viewport, layout.hint, layout.footer,
    ]
    var y = frame.minY
    for strip in strips {
      #expect(strip.minY == y && strip.maxY >= y)
      #expect(strip.minX == frame.minX && strip.maxX == frame.maxX)
      y = strip.maxY
    }
    #expect(y == frame.maxY)
    for pair in zip(layout.rows, layout.rows.dropFirst())
    where pair.0.isScrolled == pair.1.isScrolled {
      #expect(pair.0.rect.maxY == pair.1.rect.minY)
    }
    for (place, control) in layout.controls.enumerated() {
      #expect(control.rect.intersection(frame) == control.rect)
      if case .row = control.control { continue }
      for other in layout.controls[(place + 1)...] {
        if case .row = other.control { continue }
        #expect(
          control.rect.intersection(other.rect).isEmpty,
          "\(control.control) and \(other.control) overlap")
      }
    }
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func lengthsAreTimesTheScale(_ scale: Double) throws {
    let layout = PanelDriver(surface: PixelSize(width: 4000, height: 6000), scale: scale).layout
    #expect(layout.frame.width == Int((300 * scale).rounded()))
    #expect(layout.frame.maxX == 4000 - Int((8 * scale).rounded()))
    #expect(layout.header.height == Int((42 * scale).rounded()))
    let row = try #require(layout.rect(of: PanelRow.parameter(link: 0, parameter: 0)))
    #expect(row.height == Int((42 * scale).rounded()))
  }

  @Test func aShortChainTakesNoMoreThanItNeeds() {
    let layout = PanelDriver([SampleFilters.exposure]).layout
    #expect(layout.mostScroll == 0)
    #expect(layout.frame.height < 400)
    let empty = PanelDriver([]).layout
    #expect(empty.frame.height < layout.frame.height)
    #expect(empty.rows.map(\.row) == [.add, .savePicture, .saveView, .keep])
  }

  @Test func everyRowOfALongChainCanBeScrolledTo() throws {
    var driver = PanelDriver(surface: PixelSize(width: 1000, height: 500))
    let layout = driver.layout
    #expect(layout.mostScroll > 500)
    #expect(layout.frame.height == 484)
    for row in driver.panel.chainRows {
      driver.panel.reveal(row, driver.surface)
      let shown = driver.layout
      let rect = try #require(shown.rect(of: row))
      #expect(rect.intersection(shown.viewport) == rect)
    }
  }

  @Test func hitsFindWhatIsThere() throws {
    let driver = PanelDriver()
    let layout = driver.layout
    for control in layout.controls {
      if case .row = control.control { continue }
      #expect(layout.control(at: Rect(control.rect).center) == control.control)
    }
    let name = try #require(layout.rect(of: PanelRow.parameter(link: 0, parameter: 0)))
    #expect(
      layout.control(at: Point(x: Double(name.minX + 20), y: Double(name.minY + 8)))
        == .row(.parameter(link: 0, parameter: 0)))
    #expect(layout.control(at: Point(x: 5, y: 5)) == nil)
    #expect(!layout.contains(Point(x: Double(layout.frame.maxX), y: 20)))
  }

  @Test func aClosedPanelIsNowhere() {
    var driver = PanelDriver()
    driver.panel.close()
    #expect(driver.layout.frame.isEmpty)
    #expect(driver.layout.controls.isEmpty)
    #expect(driver.panel.drawing(surface: driver.surface) == nil)
  }
}
