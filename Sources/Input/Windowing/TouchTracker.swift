import Geometry
import Gestures

/// The fingers that are on the screen, as far as this window has been told.
///
/// A sequence can end more than once, or not at all: its finger is lifted while somebody else still
/// decides whose it is, its device is unplugged, its window hidden. Whoever recognises gestures
/// sees each begin once and end once.
struct TouchTracker {
  private struct Touch {
    var source: Int
    var position: Point
  }

  private var touches: [Int: Touch] = [:]
  private var lastTime = 0.0

  /// The event that a step of a finger means; `nil` where its sequence is not known, or over.
  mutating func step(
    _ id: Int, source: Int, phase: GesturePhase, position: Point, time: Double
  ) -> TouchEvent? {
    lastTime = time
    switch phase {
    case .began: touches[id] = Touch(source: source, position: position)
    case .changed:
      guard touches[id] != nil else { return nil }
      touches[id]?.position = position
    case .ended, .cancelled:
      guard touches.removeValue(forKey: id) != nil else { return nil }
    }
    return TouchEvent(id: id, phase: phase, position: position, time: time)
  }

  /// Takes away the fingers of devices that are gone, or all of them, in the order of their
  /// numbers.
  mutating func cancel(where isGone: (_ source: Int) -> Bool = { _ in true }) -> [TouchEvent] {
    let lost = touches.filter { isGone($0.value.source) }.sorted { $0.key < $1.key }
    for (id, _) in lost { touches[id] = nil }
    return lost.map {
      TouchEvent(id: $0.key, phase: .cancelled, position: $0.value.position, time: lastTime)
    }
  }
}
