import Geometry
import Gestures
import Testing

@testable import Viewer

/// What a wheel does with the commands that are bound to it.
@Suite struct WheelStepsTests {
  private final class Wheel {
    private var steps = WheelSteps()
    private let bound: [Command]

    init(_ texts: String...) throws { bound = try texts.map { try Command(parsing: $0) } }

    /// Turns the wheel away from the user; a negative distance turns it back.
    func turn(
      _ detents: Double, _ modifiers: Modifiers = .alt, _ source: Trigger.Source = .wheel,
      isContinuous: Bool = false, at time: Double
    ) -> String {
      let event = ScrollEvent(
        detents: Point(x: 0, y: -detents), source: .wheel, isContinuous: isContinuous,
        position: .zero, modifiers: modifiers, time: time)
      return steps.commands(of: bound, source, detents: detents, event)
        .map(\.description).joined(separator: "; ")
    }
  }

  @Test func numbersAreScaled() throws {
    let wheel = try Wheel("expose 0.5", "zoom-by 2")
    #expect(wheel.turn(2, at: 1) == "expose 1; zoom-by 4")
    #expect(wheel.turn(-1, at: 1.1) == "expose -0.5; zoom-by 0.5")
    #expect(wheel.turn(0.5, isContinuous: true, at: 1.2).hasPrefix("expose 0.25; zoom-by 1.41"))
  }

  /// A touchpad that looks like a wheel reports up to 99 detents at once.
  @Test func numbersStayInTheRangesOfTheirCommands() throws {
    let wheel = try Wheel("zoom-by 1000", "pan 2 -2", "expose 0.5")
    #expect(wheel.turn(99, at: 1) == "zoom-by 1000; pan 100 -100; expose 10")
    #expect(wheel.turn(-99, at: 1.1) == "zoom-by 0.001; pan -100 100; expose -10")
  }

  @Test func eachDetentIsAStep() throws {
    let wheel = try Wheel("next")
    #expect(wheel.turn(1, at: 1) == "next 1")
    #expect(wheel.turn(-1, at: 1) == "previous 1")
    #expect(wheel.turn(-2, at: 1) == "previous 1; previous 1")
    #expect(wheel.turn(90, at: 1).split(separator: ";").count == 5, "no hand does that")
  }

  @Test func inOneDirectionCommandsAreWhatTheySay() throws {
    let wheel = try Wheel("next", "expose 0.5")
    #expect(wheel.turn(1, .alt, .wheelUp, at: 1) == "next 1; expose 0.5")
    #expect(wheel.turn(-1, .alt, .wheelDown, at: 1.1) == "next 1; expose 0.5")
    // A turn back begins anew, here, too.
    #expect(wheel.turn(0.75, .alt, .wheelUp, isContinuous: true, at: 2) == "expose 0.375")
    #expect(wheel.turn(-0.75, .alt, .wheelDown, isContinuous: true, at: 2.1) == "expose 0.375")
  }

  @Test func fractionsOfADetentAddUp() throws {
    let wheel = try Wheel("next-page")
    var performed: [String] = []
    // Three detents, each of a hundred and twenty parts.
    for part in 1...360 {
      let command = wheel.turn(1.0 / 120, isContinuous: true, at: Double(part) / 1000)
      if !command.isEmpty { performed.append("\(part) \(command)") }
    }
    #expect(performed == ["120 next-page", "240 next-page", "360 next-page"])
  }

  @Test func anotherTurnBeginsWithoutARest() throws {
    let wheel = try Wheel("faster")
    #expect(wheel.turn(0.75, isContinuous: true, at: 1) == "")
    #expect(wheel.turn(0.75, isContinuous: true, at: 2) == "", "after a pause")
    #expect(wheel.turn(-0.75, isContinuous: true, at: 2.1) == "", "turned back")
    #expect(wheel.turn(-0.75, .control, isContinuous: true, at: 2.2) == "", "with another key")
    #expect(wheel.turn(-0.75, .control, isContinuous: true, at: 2.3) == "slower")
  }

  /// Some touchpads look like wheels.
  @Test func aFlickMakesFewSteps() throws {
    let wheel = try Wheel("next")
    var count = 0
    for event in 0..<30 where !wheel.turn(3, isContinuous: true, at: Double(event) / 100).isEmpty {
      count += 1
    }
    #expect((3...7).contains(count))
  }
}
