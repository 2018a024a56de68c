import Geometry

/// How fast something moves, from where it was in the last tenth of a second.
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
