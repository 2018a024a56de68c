import Filters
import Geometry
import Testing

@testable import Controls
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
    check(driver.placed, surface)
    check(
      Placed(driver.panel.tree, scale: scale, scroll: Int.max / 4, surface: surface), surface)
    driver.panel.openListing()
    check(driver.placed, surface)
  }

  private func isRow(
    _ part: Placed<FilterControl>.Part, _ placed: Placed<FilterControl>
  ) -> Bool { part.target.part == .whole && placed.row(part.target.id) != nil }

  private func check(_ placed: Placed<FilterControl>, _ surface: PixelSize) {
    let frame = placed.frame
    #expect(!frame.isEmpty)
    #expect(frame.intersection(PixelRect(surface)) == frame)
    // The strips follow one another and fill the frame.
    let strips = [
      placed.header, placed.message, placed.field, placed.viewport, placed.tooltip,
      placed.footer,
    ]
    var y = frame.minY
    for strip in strips {
      #expect(strip.minY == y && strip.maxY >= y)
      #expect(strip.minX == frame.minX && strip.maxX == frame.maxX)
      y = strip.maxY
    }
    #expect(y == frame.maxY)
    for pair in zip(placed.rows, placed.rows.dropFirst())
    where pair.0.isScrolled == pair.1.isScrolled {
      #expect(pair.0.rect.maxY == pair.1.rect.minY)
    }
    for part in placed.parts { #expect(part.rect.intersection(frame) == part.rect) }
    let smaller = placed.parts.filter { !isRow($0, placed) }
    for (place, part) in smaller.enumerated() {
      for other in smaller[(place + 1)...] {
        #expect(
          part.rect.intersection(other.rect).isEmpty,
          "\(part.target) and \(other.target) overlap")
      }
    }
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func lengthsFollowTheScale(_ scale: Double) throws {
    let placed = PanelDriver(surface: PixelSize(width: 4000, height: 6000), scale: scale).placed
    #expect(placed.frame.width == Int((300 * scale).rounded()))
    #expect(placed.frame.maxX == 4000 - Int((8 * scale).rounded()))
    #expect(placed.header.height == Int((42 * scale).rounded()))
    let row = try #require(placed.row(.parameter(link: 0, parameter: 0))?.rect)
    #expect(row.height == Int((42 * scale).rounded()))
  }

  @Test func aShortChainTakesOnlyTheHeightItNeeds() {
    let placed = PanelDriver([SampleFilters.exposure]).placed
    #expect(placed.mostScroll == 0)
    #expect(placed.frame.height < 400)
    let empty = PanelDriver([]).placed
    #expect(empty.frame.height < placed.frame.height)
    #expect(empty.rows.map(\.node.id) == [.add, .savePicture, .saveView, .keep])
  }

  @Test func everyRowOfALongChainCanBeScrolledTo() throws {
    let driver = PanelDriver(surface: PixelSize(width: 1000, height: 500))
    let placed = driver.placed
    #expect(placed.mostScroll > 500)
    #expect(placed.frame.height == 484)
    for row in placed.rows where row.isScrolled {
      let shown = Placed(
        placed.tree, scale: 1, scroll: placed.scroll(revealing: row.node.id),
        surface: driver.surface)
      let rect = try #require(shown.row(row.node.id)?.rect)
      #expect(rect.intersection(shown.viewport) == rect)
    }
  }

  @Test func hitTestsFindEveryPart() throws {
    let driver = PanelDriver()
    let placed = driver.placed
    for part in placed.parts where !isRow(part, placed) {
      #expect(placed.target(at: Rect(part.rect).center) == part.target)
    }
    let name = try #require(placed.row(.parameter(link: 0, parameter: 0))?.rect)
    #expect(
      placed.target(at: Point(x: Double(name.minX + 20), y: Double(name.minY + 8)))
        == Target(.parameter(link: 0, parameter: 0)))
    #expect(placed.target(at: Point(x: 5, y: 5)) == nil)
    #expect(!placed.contains(Point(x: Double(placed.frame.maxX), y: 20)))
  }

  @Test func aClosedPanelHasNoParts() {
    var driver = PanelDriver()
    driver.panel.close()
    #expect(driver.placed.frame.isEmpty)
    #expect(driver.placed.parts.isEmpty)
    #expect(driver.panel.drawing(surface: driver.surface) == nil)
  }
}
