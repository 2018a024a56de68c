import Filters
import Geometry
import Gestures
import TestSupport
import Testing

@testable import FilterPanel

/// Random input: values stay within their limits, and nothing crashes.
@Suite struct PanelRandomTests {
  @Test(arguments: 0..<12)
  func randomEventsLeaveAValidPanel(_ round: UInt64) throws {
    var generator = SeededNumbers(seed: UInt64.random(in: .min ... .max) &+ round)
    let seed = generator.seed
    var driver = PanelDriver(
      surface: PixelSize(
        width: Int.random(in: 1...1500, using: &generator),
        height: Int.random(in: 1...1200, using: &generator)),
      scale: [0.5, 1, 1.5, 2, 3].randomElement(using: &generator) ?? 1)
    for _ in 0..<1500 {
      driver.time += Double.random(in: 0...0.5, using: &generator)
      driver.send(event(&driver, &generator))
      if !driver.panel.isOpen { driver.panel.open() }
      guard isValid(driver) else {
        Issue.record("seed \(seed), selected \(driver.panel.rows.selected as Any)")
        return
      }
    }
    _ = driver.panel.drawing(surface: driver.surface)
  }

  private func isValid(_ driver: PanelDriver) -> Bool {
    let panel = driver.panel
    let areValuesValid = panel.chain.links.allSatisfy { link in
      link.values.count == link.definition.parameters.count
        && zip(link.definition.parameters, link.values).allSatisfy {
          $0.nearest(to: $1) == $1
        }
    }
    let placed = driver.placed
    return areValuesValid && panel.chain.links.count <= FilterChain.mostLinks
      && (panel.listing != nil || panel.rows.isValid(panel.rows.selected, panel.edited))
      && panel.input.scroll >= 0 && placed.scroll <= placed.mostScroll
  }

  private func event(
    _ driver: inout PanelDriver, _ generator: inout SeededNumbers
  ) -> WindowEvent {
    let modifiers = Modifiers(
      rawValue: Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...15, using: &generator))
    let position = point(driver, &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<4:
      return .button(
        ButtonEvent(
          button: [1, 1, 1, 2, 3, 8].randomElement(using: &generator) ?? 1,
          isPressed: Bool.random(using: &generator), position: position, modifiers: modifiers,
          time: driver.time))
    case 4..<8: return .motion(position: position, time: driver.time)
    case 8..<10:
      return .scroll(
        ScrollEvent(
          detents: Point(
            x: Double.random(in: -3...3, using: &generator),
            y: Double.random(in: -3...3, using: &generator)),
          source: Bool.random(using: &generator) ? .wheel : .touchpad, isContinuous: true,
          position: position, modifiers: modifiers, time: driver.time))
    case 10:
      driver.surface = PixelSize(
        width: Int.random(in: 1...1500, using: &generator),
        height: Int.random(in: 1...1200, using: &generator))
      return .resized(driver.surface)
    case 11:
      return .interfaceScaleChanged(
        [0.1, 1, 2, 2.5, 9, .nan, .infinity].randomElement(using: &generator) ?? 1)
    case 12:
      return .keyReleased(
        KeyPress(
          keysym: key(&generator).rawValue, modifiers: modifiers, position: position,
          time: driver.time))
    default:
      return .key(
        KeyPress(
          keysym: key(&generator).rawValue, modifiers: modifiers, position: position,
          time: driver.time))
    }
  }

  private func point(_ driver: PanelDriver, _ generator: inout SeededNumbers) -> Point {
    if Int.random(in: 0..<4, using: &generator) > 0,
      let rect = driver.placed.parts.randomElement(using: &generator)?.rect
    {
      return Point(
        x: Double.random(in: Double(rect.minX)...Double(rect.maxX), using: &generator),
        y: Double.random(in: Double(rect.minY)...Double(rect.maxY), using: &generator))
    }
    return Point(
      x: Double.random(in: -100...2000, using: &generator),
      y: Double.random(in: -100...2000, using: &generator))
  }

  private func key(_ generator: inout SeededNumbers) -> Keysym {
    let special: [Keysym] = [
      .up, .down, .left, .right, .tab, .enter, .enter, .escape, .home, .end, .pageUp, .pageDown,
      .delete, .backspace, .space, Keysym("a"), Keysym("c"), Keysym("v"), Keysym("s"),
      Keysym(rawValue: 0xffe1), Keysym(rawValue: 0xfe20), .zero, Keysym("."), .minus,
    ]
    if Bool.random(using: &generator) { return special.randomElement(using: &generator) ?? .up }
    return Keysym(rawValue: UInt32.random(in: 0x20...0x7e, using: &generator))
  }
}
