import Gestures

/// Converts the turns of a wheel to the commands that are bound to it.
///
/// Numbers are scaled by the detents. All other commands are steps, one for each whole detent, as
/// half a picture forward is none.
struct WheelSteps: Hashable, Sendable {
  /// The seconds after which fractions of a detent are forgotten: another turn begins.
  private static let pause = 0.5
  /// The minimum number of seconds between the steps of a device that reports fractions.
  ///
  /// Some touchpads look like wheels. A flick on them is dozens of detents, and must not page
  /// through a whole folder.
  private static let shortestInterval = 0.05
  /// The most steps of one event.
  private static let mostSteps = 5.0

  private var remainder = 0.0
  private var modifiers: Modifiers = []
  private var time = -Double.infinity
  private var lastStep = -Double.infinity

  /// Returns the commands of a turn by a number of detents, negative ones towards the user.
  ///
  /// `source` is what they are bound to: the wheel in both directions, or in the one of this turn.
  mutating func commands(
    of bound: [Command], _ source: Trigger.Source = .wheel, detents: Double, _ event: ScrollEvent
  ) -> [Command] {
    var (steps, detents) = (wholeSteps(detents, event), detents)
    if source != .wheel { (steps, detents) = (abs(steps), abs(detents)) }
    return bound.flatMap { command -> [Command] in
      if command.name.definition.traits.contains(.scalable) {
        return [command.scaled(by: detents)]
      }
      guard let step = steps < 0 ? command.opposite : command else { return [] }
      return Array(repeating: step, count: abs(steps))
    }
  }

  private mutating func wholeSteps(_ detents: Double, _ event: ScrollEvent) -> Int {
    let elapsed = event.time - time
    let goesOn = elapsed >= 0 && elapsed < Self.pause && event.modifiers == modifiers
    if !goesOn || detents * remainder < 0 { remainder = 0 }
    time = event.time
    modifiers = event.modifiers
    let turned = remainder + detents
    // A hundred and twenty parts of a detent add up to a little less than one.
    let whole = (abs(turned) + 1e-6).rounded(.down)
    remainder = turned < 0 ? turned + whole : turned - whole
    guard whole > 0 else { return 0 }
    let sign = turned < 0 ? -1 : 1
    guard event.isContinuous else { return sign * Int(min(whole, Self.mostSteps)) }
    let sinceLast = event.time - lastStep
    guard sinceLast < 0 || sinceLast >= Self.shortestInterval else { return 0 }
    lastStep = event.time
    return sign
  }
}
