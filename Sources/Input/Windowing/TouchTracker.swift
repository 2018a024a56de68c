import Geometry
import Gestures

/// The touches of this window that are in progress.
///
/// A sequence can end more than once or not at all: its finger is lifted while another client may
/// still claim it, its device is unplugged, its window is hidden. Through the tracker, each touch
/// begins once and ends once.
struct TouchTracker {
  private struct Touch {
    var source: Int
    var position: Point
  }

  private var touches: [Int: Touch] = [:]
  private var lastTime = 0.0

  /// Returns the event for a step of a touch; `nil` if its sequence is unknown or over.
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

  /// Cancels the touches of removed devices, by default all, in the order of their numbers.
  mutating func cancel(where isGone: (_ source: Int) -> Bool = { _ in true }) -> [TouchEvent] {
    let lost = touches.filter { isGone($0.value.source) }.sorted { $0.key < $1.key }
    for (id, _) in lost { touches[id] = nil }
    return lost.map {
      TouchEvent(id: $0.key, phase: .cancelled, position: $0.value.position, time: lastTime)
    }
  }
}
