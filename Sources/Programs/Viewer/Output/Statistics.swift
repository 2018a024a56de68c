import Rendering
import Tiles

/// What `--stats` prints: how much work the pictures on the screen took.
package struct Statistics: Sendable {
  /// Milliseconds from the start of the process to the first picture on the screen.
  var firstFrameMilliseconds: Double?
  /// Milliseconds that drawing took, one for each frame.
  private(set) var drawing = Samples()
  /// Frames on their way to the screen.
  var ledger = FrameLedger()
  /// Pixels that decoders delivered for what was seen, previews and fit views with the rest.
  var decodedPixels = 0
  /// Pixels that they delivered for a prefetch.
  var prefetchedPixels = 0
  /// Picture pixels that settled views showed, each view counted once.
  var displayedPixels = 0
  /// Bytes of tiles that became textures.
  var uploadedBytes = 0
  /// The most bytes of textures at one time.
  var peakTextureBytes = 0
  /// The most bytes of decoders' arenas at one time.
  private(set) var peakArenaBytes = 0
  /// The most bytes of textures and arenas together: what the memory budget bounds.
  private(set) var peakTileBytes = 0
  /// Tiles that were asked for and no longer wanted before they came.
  var tilesCancelled = 0
  /// What the last picture's tiles held, and how bright it is.
  var light: Light?
  /// What the picture's file says of it in words, where it says something.
  var pictureText: String?
  /// The first picture's way to the screen, where there is one.
  var start: StartMilestones?

  /// Notes that a frame was drawn.
  mutating func addFrame(milliseconds: Double) { drawing.add(milliseconds) }

  /// Notes what arenas take now, and arenas and textures together.
  mutating func notice(arenas: Int, tiles: Int) {
    peakArenaBytes = max(peakArenaBytes, arenas)
    peakTileBytes = max(peakTileBytes, tiles)
  }

  /// One JSON object on one line.
  package var json: String {
    let first = firstFrameMilliseconds.map(Self.rounded) ?? "null"
    let fields =
      [
        ("first_frame_ms", first),
        ("frames", "\(drawing.count)"),
        ("frame_ms_p50", Self.rounded(drawing.percentile(0.5))),
        ("frame_ms_p99", Self.rounded(drawing.percentile(0.99))),
        ("interval_ms_p50", Self.rounded(ledger.intervals.percentile(0.5))),
        ("interval_ms_p99", Self.rounded(ledger.intervals.percentile(0.99))),
        ("interval_ms_longest", Self.rounded(ledger.intervals.largest)),
        ("input_to_frame_ms_p50", Self.rounded(ledger.latencies.percentile(0.5))),
        ("input_to_frame_ms_p99", Self.rounded(ledger.latencies.percentile(0.99))),
        ("decoded_pixels", "\(decodedPixels)"),
        ("prefetched_pixels", "\(prefetchedPixels)"),
        ("displayed_pixels", "\(displayedPixels)"),
        ("uploaded_bytes", "\(uploadedBytes)"),
        ("peak_texture_bytes", "\(peakTextureBytes)"),
        ("peak_arena_bytes", "\(peakArenaBytes)"),
        ("peak_tile_bytes", "\(peakTileBytes)"),
        ("tiles_cancelled", "\(tilesCancelled)"),
      ] + (light?.fields ?? []) + (pictureText.map { [("picture", Self.quoted($0))] } ?? [])
      + (start?.fields ?? []).map { ($0.name, $0.milliseconds.map(Self.rounded) ?? "null") }
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }

  /// A picture's light, and the display's.
  struct Light: Sendable {
    /// What its tiles hold.
    var kind: PixelFormat
    /// How much brighter than white its brightest pixels are.
    var headroom: Double
    /// How it is exposed, and how what is brighter than white is shown.
    var toning: Toning

    /// X servers show nothing that is brighter than white, which pictures have at 203 cd/m² (Report
    /// ITU-R BT.2408).
    private static let display = [("display_white_nits", "203"), ("display_headroom", "1")]

    /// The same as parts of a JSON object.
    fileprivate var fields: [(String, String)] {
      let kind = kind == .rgba16f ? "rgba16f" : "rgba8"
      return [
        ("pixel_kind", Statistics.quoted(kind)), ("headroom", Statistics.rounded(headroom)),
        ("exposure", Statistics.rounded(toning.exposure)),
        ("tone_mapping", Statistics.quoted(toning.mapping.rawValue)),
      ] + Self.display
    }
  }

  /// A text without control characters, as JSON has it.
  fileprivate static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + "\""
  }

  fileprivate static func rounded(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }
}
