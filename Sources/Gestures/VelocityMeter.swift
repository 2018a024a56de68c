import Geometry

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
