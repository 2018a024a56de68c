import DecoderProtocol

/// The loop count and frame durations of an animation.
package struct FrameTiming: Hashable, Sendable {
  /// The number of times that the animation plays; 0 means forever.
  package var loops: Int
  /// The duration of each frame, in microseconds.
  package private(set) var durations: [Int] = []

  /// The duration in microseconds for frames whose file gives none, or one too short to see.
  ///
  /// This is what browsers do, and files rely on it.
  private static let insteadOfNone = 100_000

  /// An animation that plays `loops` times, with no frames yet.
  package init(loops: Int) { self.loops = loops }

  /// Adds a frame with its duration in seconds from the file.
  package mutating func add(seconds: Double) {
    let microseconds = min(max(0, seconds * 1_000_000), Double(WireFormat.longestFrame))
    let whole = microseconds.isFinite ? Int(microseconds.rounded()) : 0
    durations.append(whole < WireFormat.shortestFrame ? Self.insteadOfNone : whole)
  }

  /// The timing as messages to the viewer, one for each frame.
  var reports: [PictureReport] {
    durations.enumerated().map { number, duration in
      .frame(
        FrameTime(
          number: number, microseconds: duration, isLast: number == durations.count - 1))
    }
  }
}
