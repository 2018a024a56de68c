import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The numbers of the bar that can be typed: the zoom and the place in the album.
extension BarStateTests {
  // MARK: The percentage

  @Test func aTypedPercentageIsZoomedTo() {
    for (text, scale) in [
      ("125", 1.25), ("50 %", 0.5), ("33.5%", 0.335), ("12,5", 0.125), ("100000000", 1e6),
    ] {
      var driver = Driver(bar: bar())
      driver.button(true, at: driver.center(.zoom, .value))
      driver.button(false, at: driver.center(.zoom, .value))
      #expect(driver.bar.isTyping)
      driver.type(text)
      #expect(driver.isConsumed && driver.actions.isEmpty)
      driver.key(.enter)
      #expect(driver.actions == [.zoom(scale, isDragged: false)], "\(text)")
      #expect(!driver.bar.isTyping)
    }
  }

  @Test func aWrongPercentageStaysUntilTheUserGoesElsewhere() {
    for text in ["", "%", "nan", "-5", "0", "1e3", "0x10", "inf", "1.2.3"] {
      var driver = Driver(bar: bar())
      driver.button(true, at: driver.center(.zoom, .value))
      driver.button(false, at: driver.center(.zoom, .value))
      if text.isEmpty { driver.key(.backspace) }
      driver.type(text)
      driver.key(.enter)
      #expect(driver.actions.isEmpty && driver.bar.isTyping, "\(text)")
      driver.button(true, at: Point(x: 5, y: 5))
      #expect(!driver.isConsumed && driver.actions.isEmpty && !driver.bar.isTyping)
    }
  }

  @Test func onlyDecimalNumbersArePercentages() {
    let zoom = BarContents.Zoom(scale: 1, limits: 0.125...64, unit: 2)
    #expect(zoom.text == "50 %" && zoom.scale(typed: " 150 % ") == 3)
    for text in [
      "١٢", "1e400", "½", "1,2,3", "12 %%", ".", "+5", "０", String(repeating: "9", count: 400),
    ] {
      #expect(zoom.scale(typed: text) == nil, "\(text)")
    }
  }

  @Test func theShownPercentageChangesNothing() {
    var driver = Driver(bar: bar(scale: 1.2537))
    driver.button(true, at: driver.center(.zoom, .value))
    driver.key(.enter)
    #expect(driver.actions.isEmpty && !driver.bar.isTyping)
    driver.button(false, at: driver.center(.zoom, .value))
    driver.button(true, at: driver.center(.zoom, .value), time: 10)
    driver.type("7")
    driver.key(.escape)
    #expect(driver.isConsumed && driver.actions.isEmpty && !driver.bar.isTyping)
  }

  // MARK: The place

  @Test func aTypedNumberIsGoneTo() {
    for (text, number) in [("57", 57), ("1", 1), (" 120 ", 120), ("007", 7)] {
      var driver = Driver(bar: bar())
      driver.button(true, at: driver.center(.position))
      driver.button(false, at: driver.center(.position))
      #expect(driver.bar.isTyping && driver.isConsumed && driver.actions.isEmpty)
      driver.type(text)
      driver.key(.enter)
      #expect(driver.actions == [.go(number)], "\(text)")
      #expect(!driver.bar.isTyping)
    }
    var driver = Driver(bar: bar())
    driver.touch(.began, at: driver.center(.position))
    driver.touch(.ended, at: driver.center(.position))
    #expect(driver.bar.isTyping, "by a finger")
    #expect(driver.bar.tip(of: .position) == "Go to picture")
  }

  @Test func aWrongNumberStaysUntilTheUserGoesElsewhere() {
    for text in ["", "0", "121", "-1", "+5", "1.5", "x", "١", "½", "99999999999999999999"] {
      #expect(BarContents.Position(number: 3, count: 120).number(typed: text) == nil, "\(text)")
    }
    for text in ["", "0", "121", "x"] {
      var driver = Driver(bar: bar())
      driver.button(true, at: driver.center(.position))
      driver.button(false, at: driver.center(.position))
      if text.isEmpty { driver.key(.backspace) }
      driver.type(text)
      driver.key(.enter)
      #expect(driver.actions.isEmpty && driver.bar.isTyping, "\(text)")
      driver.button(true, at: Point(x: 5, y: 5))
      #expect(!driver.isConsumed && driver.actions.isEmpty && !driver.bar.isTyping)
    }
  }

  @Test func theShownNumberChangesNothing() {
    var driver = Driver(bar: bar())
    driver.button(true, at: driver.center(.position))
    driver.key(.enter)
    #expect(driver.isConsumed && driver.actions.isEmpty && !driver.bar.isTyping)
  }

  /// A press on the other field accepts what was typed into the first.
  @Test func oneFieldFollowsTheOther() {
    var driver = Driver(bar: bar())
    driver.button(true, at: driver.center(.position))
    driver.button(false, at: driver.center(.position))
    driver.type("5")
    driver.button(true, at: driver.center(.zoom, .value))
    #expect(driver.actions == [.go(5)] && driver.bar.isTyping)
    driver.button(false, at: driver.center(.zoom, .value))
    driver.type("x")
    driver.button(true, at: driver.center(.position))
    #expect(driver.actions.isEmpty && driver.bar.isTyping, "what is wrong is given up")
    driver.button(false, at: driver.center(.position))
    driver.type("7")
    driver.key(.enter)
    #expect(driver.actions == [.go(7)] && !driver.bar.isTyping)
  }

  @Test func aPlaceWithoutOthersIsNotTyped() {
    for position in [nil, BarContents.Position(number: 1, count: 1)] {
      var driver = Driver(bar: bar())
      driver.bar.contents.position = position
      let row = driver.placed.row(.position)
      #expect(row?.node.role == .label && row?.node.name == position?.text ?? "…")
      driver.button(true, at: driver.center(.position))
      #expect(driver.isConsumed && driver.actions.isEmpty && !driver.bar.isTyping)
      #expect(driver.bar.tip(of: .position) == nil)
      driver.bar.enter(driver.placed)
      driver.key(.tab)
      #expect(driver.bar.focus == .command(.next), "keys pass it")
    }
  }
}
