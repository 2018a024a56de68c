import Geometry

/// A press of a pointer button on the picture.
struct Drag: Sendable {
  /// The button's number.
  var button: Int
  /// Where the button was pressed.
  var start: Point
  /// The pointer's last position.
  var last: Point
  /// True once the movement exceeds that of a click.
  var isMoving = false
  /// True for the second press of a double-click, which pans only after a clear movement.
  var isDoubleClick = false
  /// The pointer's velocity.
  var meter = VelocityMeter()
}

/// A click that the next press may turn into a double-click.
struct Click: Sendable {
  var position: Point
  /// The time of the press.
  var time: Double
}

/// Measures a velocity over the last 0.1 s of a movement.
///
/// With a shorter window, one late event would make the picture fly; with a longer one, a flick at
/// the end of a slow drag would be lost.
package struct VelocityMeter: Hashable, Sendable {
  /// The length of the window in seconds.
  static let window = 0.1
  /// The time without movement, in seconds, after which the velocity is zero: the hand has stopped
  /// before releasing.
  static let pause = 0.05
  // A server that delivers a burst of events within a millisecond has not measured a speed.
  private static let shortestSpan = 0.008

  private struct Sample: Hashable, Sendable {
    var time: Double
    var travelled: Point
  }

  private var samples: [Sample] = []

  /// Creates a meter without movement.
  package init() {}

  /// Resets the meter; the movement begins at `time`.
  package mutating func begin(at time: Double) {
    samples.removeAll(keepingCapacity: true)
    samples.append(Sample(time: time, travelled: .zero))
  }

  /// Adds a distance travelled since the last call.
  package mutating func move(by distance: Point, at time: Double) {
    let travelled = (samples.last?.travelled ?? .zero) + distance
    samples.append(Sample(time: time, travelled: travelled))
    // Keep one sample from before the window: the path from it into the window counts.
    while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
  }

  /// The velocity at a moment, in units per second; zero after a pause.
  package func velocity(at time: Double) -> Point {
    guard let last = samples.last, time - last.time <= Self.pause else { return .zero }
    let recent = samples.filter { $0.time >= last.time - Self.window }
    guard let first = recent.first, recent.count > 1 else { return .zero }
    let span = max(last.time - first.time, Self.shortestSpan)
    return (last.travelled - first.travelled) * (1 / span)
  }
}

/// A touchpad pinch in progress.
struct PadPinch: Sendable {
  /// The initial pointer position, which stands for the fingers' midpoint.
  let start: Point
  /// The last finger distance relative to the initial one.
  var scale = 1.0
}

/// One finger on a touch screen.
struct TouchPan: Sendable {
  /// The number of the touch sequence.
  var id: Int
  /// Where and when the finger was put down.
  var start: Point
  var startTime: Double
  /// The finger's last position.
  var last: Point
  /// True once `panBegan` has been sent.
  ///
  /// The remaining finger of a pinch begins a pan only when it moves: fingers are never lifted at
  /// the same moment.
  var hasBegun: Bool
  /// True once the movement exceeds that of a tap.
  var isMoving = false
  /// True if the touch can be a tap.
  var isTap: Bool
  /// The finger's velocity.
  var meter = VelocityMeter()

  /// Creates the pan of a new finger, or of one left over from a pinch.
  init(id: Int, at position: Point, time: Double, isLeftOver: Bool = false) {
    self.id = id
    start = position
    startTime = time
    last = position
    hasBegun = !isLeftOver
    isTap = !isLeftOver
    meter.begin(at: time)
  }
}
