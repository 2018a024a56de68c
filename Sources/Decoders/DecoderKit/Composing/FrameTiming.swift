import DecoderProtocol

/// How the frames of a picture follow each other in time.
package struct FrameTiming: Hashable, Sendable {
  /// How often all of them are shown; 0 without end.
  package var loops: Int
  /// How long each of them is shown, in microseconds.
  package private(set) var durations: [Int] = []

  /// Microseconds of a frame whose file gives it no duration, or one that nobody could see.
  ///
  /// Browsers do so, and files have come to count on it.
  private static let insteadOfNone = 100_000

  /// Frames that are shown so often.
  package init(loops: Int) { self.loops = loops }

  /// Adds a frame that is shown for so many seconds by its file.
  package mutating func add(seconds: Double) {
    let microseconds = min(max(0, seconds * 1_000_000), Double(WireFormat.longestFrame))
    let whole = microseconds.isFinite ? Int(microseconds.rounded()) : 0
    durations.append(whole < WireFormat.shortestFrame ? Self.insteadOfNone : whole)
  }

  /// The same as the viewer is told it, frame by frame.
  var reports: [PictureReport] {
    durations.enumerated().map { number, duration in
      .frame(
        FrameTime(
          number: number, microseconds: duration, isLast: number == durations.count - 1))
    }
  }
}
