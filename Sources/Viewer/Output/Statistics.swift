/// What `--stats` prints: how much work the pictures on the screen took.
struct Statistics: Sendable {
  /// Milliseconds from the start of the process to the first picture on the screen.
  var firstFrameMilliseconds: Double?
  /// Milliseconds that drawing took, one for each frame; the newest `mostFrameTimes` are kept.
  private(set) var frameTimes: [Double] = []
  /// Frames that were drawn.
  private(set) var frames = 0
  /// Pixels that decoders delivered, previews and fit views with the rest.
  var decodedPixels = 0
  /// Picture pixels that settled views showed, each view counted once.
  var displayedPixels = 0
  /// Bytes of tiles that became textures.
  var uploadedBytes = 0
  /// The most bytes of textures at one time.
  var peakTextureBytes = 0
  /// Tiles that were asked for and no longer wanted before they came.
  var tilesCancelled = 0

  /// Enough for minutes of motion, and not for a leak.
  private static let mostFrameTimes = 16_384

  /// Notes that a frame was drawn.
  mutating func addFrame(milliseconds: Double) {
    if frameTimes.count < Self.mostFrameTimes {
      frameTimes.append(milliseconds)
    } else {
      frameTimes[frames % Self.mostFrameTimes] = milliseconds
    }
    frames += 1
  }

  /// The frame time that a share of all frames did not exceed, in milliseconds; 0 without frames.
  func percentile(_ share: Double) -> Double {
    guard !frameTimes.isEmpty else { return 0 }
    let sorted = frameTimes.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// One JSON object on one line.
  var json: String {
    let first = firstFrameMilliseconds.map(Self.rounded) ?? "null"
    let fields = [
      ("first_frame_ms", first),
      ("frames", "\(frames)"),
      ("frame_ms_p50", Self.rounded(percentile(0.5))),
      ("frame_ms_p99", Self.rounded(percentile(0.99))),
      ("decoded_pixels", "\(decodedPixels)"),
      ("displayed_pixels", "\(displayedPixels)"),
      ("uploaded_bytes", "\(uploadedBytes)"),
      ("peak_texture_bytes", "\(peakTextureBytes)"),
      ("tiles_cancelled", "\(tilesCancelled)"),
    ]
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func rounded(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }
}
