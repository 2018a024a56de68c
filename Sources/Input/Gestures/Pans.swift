import Geometry

/// A pointer button that is held down on the picture.
struct Drag: Sendable {
  /// Which button.
  var button: Int
  /// Where it went down.
  var start: Point
  /// Where the pointer was last.
  var last: Point
  /// Whether it has moved so far that it is no click any more.
  var isMoving = false
  /// Whether it is the second press of a double-click, which pans only if it really moves.
  var isDoubleClick = false
  /// Its speed.
  var meter = VelocityMeter()
}

/// A click that the next press may make a double-click.
struct Click: Sendable {
  /// Where.
  var position: Point
  /// When the button went down.
  var time: Double
}

/// How fast something moves, from where it was in the last tenth of a second.
///
/// Shorter, and one late event makes the picture fly; longer, and a flick at the end of a slow drag
/// is lost.
package struct VelocityMeter: Hashable, Sendable {
  /// How far back it looks, in seconds.
  static let window = 0.1
  /// Without movement for so long, whoever moves it has stopped to put it down.
  static let pause = 0.05
  // A server that hands over a burst of events within a millisecond measured no speed.
  private static let shortestSpan = 0.008

  private struct Sample: Hashable, Sendable {
    var time: Double
    var travelled: Point
  }

  private var samples: [Sample] = []

  /// A meter of something that has not moved yet.
  package init() {}

  /// Forgets everything; the movement begins at `time`.
  package mutating func begin(at time: Double) {
    samples.removeAll(keepingCapacity: true)
    samples.append(Sample(time: time, travelled: .zero))
  }

  /// Notes a distance travelled since the last call.
  package mutating func move(by distance: Point, at time: Double) {
    let travelled = (samples.last?.travelled ?? .zero) + distance
    samples.append(Sample(time: time, travelled: travelled))
    // One sample from before the window stays: the way from there into the window counts.
    while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
  }

  /// Units a second at a moment; zero after a pause.
  package func velocity(at time: Double) -> Point {
    guard let last = samples.last, time - last.time <= Self.pause else { return .zero }
    let recent = samples.filter { $0.time >= last.time - Self.window }
    guard let first = recent.first, recent.count > 1 else { return .zero }
    let span = max(last.time - first.time, Self.shortestSpan)
    return (last.travelled - first.travelled) * (1 / span)
  }
}

/// A pinch on a touchpad that is under way.
struct PadPinch: Sendable {
  /// Where the pointer was when it began: it stands for the point between the fingers.
  let start: Point
  /// The fingers' distance last, relative to the beginning.
  var scale = 1.0
}

/// One finger on a touch screen.
struct TouchPan: Sendable {
  /// Its sequence.
  var id: Int
  /// Where and when it was put down.
  var start: Point
  var startTime: Double
  /// Where it was last.
  var last: Point
  /// Whether the picture has been told of it.
  ///
  /// What is left of a pinch is told only once it moves: fingers are never lifted at one moment.
  var hasBegun: Bool
  /// Whether it has moved so far that it is no tap any more.
  var isMoving = false
  /// Whether it can be a tap at all.
  var isTap: Bool
  /// Its speed.
  var meter = VelocityMeter()

  /// A finger that is put down, or left over from more.
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
