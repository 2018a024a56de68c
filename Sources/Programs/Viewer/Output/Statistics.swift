import Decoding
import Rendering
import Tiles

/// The output of `--stats`: how much work the displayed pictures took.
package struct Statistics: Sendable {
  /// Milliseconds from the start of the process to the first picture on the screen.
  var firstFrameMilliseconds: Double?
  /// The drawing time of each frame, in milliseconds.
  private(set) var drawing = Samples()
  /// The frames on their way to the screen.
  var tracker = FrameTracker()
  /// Pixels decoded for display, including previews and fit views.
  var decodedPixels = 0
  /// Pixels decoded for prefetch.
  var prefetchedPixels = 0
  /// Picture pixels shown in settled views, each view counted once.
  var displayedPixels = 0
  /// Bytes of tiles uploaded to textures.
  var uploadedBytes = 0
  /// The peak size of all textures, in bytes.
  var peakTextureBytes = 0
  /// The peak size of all decoders' arenas, in bytes.
  private(set) var peakArenaBytes = 0
  /// The peak size of textures and arenas together, which the memory budget limits, in bytes.
  private(set) var peakTileBytes = 0
  /// Tiles that were requested and cancelled before they arrived.
  var tilesCancelled = 0
  /// The pixel format of the last picture's tiles, and its brightness.
  var light: Light?
  /// The description text in the picture's file, if there is one.
  var pictureText: String?
  /// The first picture's milestones, if there is one.
  var start: StartMilestones?

  /// Records the drawing time of a frame.
  mutating func addFrame(milliseconds: Double) { drawing.add(milliseconds) }

  /// Takes the totals of decoders and of drawing.
  mutating func take(_ decoding: DecodeStatistics, _ drawing: RenderStatistics) {
    decodedPixels = decoding.exactPixels + decoding.previewPixels
    prefetchedPixels = decoding.prefetchedPixels
    tilesCancelled = decoding.tilesCancelled
    pictureText = decoding.pictureText
    uploadedBytes = drawing.uploadedBytes
    peakTextureBytes = drawing.peakTextureBytes
  }

  /// Records the current bytes of arenas, and of arenas and textures together.
  mutating func notice(arenas: Int, tiles: Int) {
    peakArenaBytes = max(peakArenaBytes, arenas)
    peakTileBytes = max(peakTileBytes, tiles)
  }

  /// The statistics as one JSON object on one line.
  package var json: String {
    let first = firstFrameMilliseconds.map(Self.rounded) ?? "null"
    let fields =
      [
        ("first_frame_ms", first),
        ("frames", "\(drawing.count)"),
        ("frame_ms_p50", Self.rounded(drawing.percentile(0.5))),
        ("frame_ms_p99", Self.rounded(drawing.percentile(0.99))),
        ("interval_ms_p50", Self.rounded(tracker.intervals.percentile(0.5))),
        ("interval_ms_p99", Self.rounded(tracker.intervals.percentile(0.99))),
        ("interval_ms_longest", Self.rounded(tracker.intervals.largest)),
        ("input_to_frame_ms_p50", Self.rounded(tracker.latencies.percentile(0.5))),
        ("input_to_frame_ms_p99", Self.rounded(tracker.latencies.percentile(0.99))),
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

  /// The light of a picture and of the display.
  struct Light: Sendable {
    /// The pixel format of its tiles.
    var kind: PixelFormat
    /// The brightest pixel's light relative to white.
    var headroom: Double
    /// The exposure and the tone mapping.
    var toning: ToneSettings

    /// X servers show nothing brighter than white, which is 203 cd/m² in pictures (Report ITU-R
    /// BT.2408).
    private static let display = [("display_white_nits", "203"), ("display_headroom", "1")]

    /// The values as fields of a JSON object.
    fileprivate var fields: [(String, String)] {
      let kind = kind == .rgba16f ? "rgba16f" : "rgba8"
      return [
        ("pixel_kind", Statistics.quoted(kind)), ("headroom", Statistics.rounded(headroom)),
        ("exposure", Statistics.rounded(toning.exposure)),
        ("tone_mapping", Statistics.quoted(toning.mapping.rawValue)),
      ] + Self.display
    }
  }

  /// Returns a JSON string for a text without control characters.
  fileprivate static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + "\""
  }

  fileprivate static func rounded(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }
}
