import Geometry
import Gestures
import TestSupport

@testable import Zooming

/// Random input in any order, as devices would report it.
///
/// It contains nothing impossible: a button is released only if it was pressed. Beginnings and ends
/// may be missing, since servers lose them.
struct RandomHands {
  private var random: SeededNumbers
  private var surface: PixelSize
  private var pointer = Point(x: 50, y: 50)
  private var isPressed = false
  private var fingers: [Int: Point] = [:]
  private var pinchScale: Double?
  private var isSwiping = false
  private var now = 1.0

  init(seed: UInt64, surface: PixelSize) {
    random = SeededNumbers(seed: seed)
    self.surface = surface
  }

  /// Inputs with their times, in order.
  mutating func inputs(_ count: Int) -> [(input: HandInput, time: Double)] {
    (0..<count).map { _ in
      now += [0.0, 0.004, 0.008, 0.016, 0.05, 0.6].randomElement(using: &random) ?? 0
      return (next(), now)
    }
  }

  private mutating func step(_ range: Double) -> Point {
    Point(
      x: .random(in: -range...range, using: &random),
      y: .random(in: -range...range, using: &random))
  }

  private mutating func next() -> HandInput {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<10: .event(mouse())
    case 10..<17: .event(scroll())
    case 17..<22: .event(pinch())
    case 22..<25: .event(swipe())
    case 25..<36: .event(touch())
    case 36: .tick
    default: command()
    }
  }

  private mutating func mouse() -> WindowEvent {
    pointer = pointer + step(isPressed ? 250 : 60)
    if Int.random(in: 0..<3, using: &random) > 0 { return .motion(position: pointer, time: now) }
    isPressed.toggle()
    return .button(
      ButtonEvent(
        button: 1, isPressed: isPressed, position: pointer, modifiers: [], time: now))
  }

  private mutating func scroll() -> WindowEvent {
    let isPad = Bool.random(using: &random)
    let isEnd = isPad && Int.random(in: 0..<4, using: &random) == 0
    let modifiers = [Modifiers(), Modifiers(), .control, .shift].randomElement(using: &random)
    return .scroll(
      ScrollEvent(
        detents: isEnd ? .zero : step(3), source: isPad ? .touchpad : .wheel,
        isContinuous: isPad || Bool.random(using: &random), isEnd: isEnd, position: pointer,
        modifiers: modifiers ?? [], time: now))
  }

  private mutating func pinch() -> WindowEvent {
    var phase = GesturePhase.changed
    let chance = Int.random(in: 0..<8, using: &random)
    if pinchScale == nil { phase = chance == 0 ? .ended : .began }
    if pinchScale != nil, chance < 2 { phase = chance == 0 ? .ended : .cancelled }
    let scale = (pinchScale ?? 1) * (phase == .changed ? .random(in: 0.4...2.5, using: &random) : 1)
    pinchScale = phase == .began || phase == .changed ? scale : nil
    return .pinch(
      PinchEvent(
        phase: phase, scale: scale, delta: phase == .changed ? step(80) : .zero,
        position: pointer, time: now))
  }

  private mutating func swipe() -> WindowEvent {
    var phase = GesturePhase.changed
    let chance = Int.random(in: 0..<5, using: &random)
    if !isSwiping { phase = chance == 0 ? .ended : .began }
    if isSwiping, chance < 2 { phase = chance == 0 ? .ended : .cancelled }
    isSwiping = phase == .began || phase == .changed
    return .swipe(
      SwipeEvent(phase: phase, fingers: 3, delta: phase == .began ? .zero : step(200), time: now))
  }

  private mutating func touch() -> WindowEvent {
    let id = Int.random(in: 0..<3, using: &random)
    guard let place = fingers[id] else {
      let place = random.point(in: surface)
      fingers[id] = place
      return .touch(TouchEvent(id: id, phase: .began, position: place, time: now))
    }
    let chance = Int.random(in: 0..<10, using: &random)
    let moved = place + (chance < 2 ? .zero : step(120))
    fingers[id] = chance < 3 ? nil : moved
    let phase: GesturePhase = chance == 0 ? .cancelled : chance < 3 ? .ended : .changed
    return .touch(TouchEvent(id: id, phase: phase, position: moved, time: now))
  }

  private mutating func command() -> HandInput {
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      surface = random.size(1...1600, 1...1200)
      return .resize(surface)
    case 1: return .turn(.random(in: -3...3, using: &random))
    case 2: return .mirror
    case 3: return .fit
    case 4: return .enlarge
    case 5: return .actualSize
    case 6: return .zoom(.random(in: 0.05...20, using: &random))
    case 7: return .scale(.random(in: 0.001...100, using: &random))
    default: return .arrow(step(500))
    }
  }
}
