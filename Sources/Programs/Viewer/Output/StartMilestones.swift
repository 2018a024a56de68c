import Decoding

/// When the first picture passed each milestone on its way to the screen, for `--stats`.
struct StartMilestones: Sendable {
  /// A milestone, named as `--stats` prints it.
  ///
  /// The decoder's milestones and the window's are concurrent; each sequence is in order.
  enum Place: String, CaseIterable, Sendable {
    /// The first picture's file was open.
    case fileOpen = "file_open"
    /// The picture's decoder process was created.
    case decoderSpawned = "decoder_spawned"
    /// The decoder's own code started.
    case decoderMain = "decoder_main"
    /// The decoder had sandboxed itself.
    case decoderLocked = "decoder_locked"
    /// The decoder had read the picture's header.
    case decoderHeader = "decoder_header"
    /// The viewer received the header.
    case header
    /// The first rows were decoded.
    case firstRow = "first_row"
    /// The last tile of the first pass was complete.
    case lastRow = "last_row"
    case windowMapped = "window_mapped"
    /// Drawing of the first frame with the picture began.
    case painted
    /// The server had put it on the screen.
    case shown
    /// Drawing of the picture's name began, in full screen.
    case caption
    /// Listing of the folder began: the one that contains the file, or a named one.
    case listing
    /// EGL, or the software renderer, was ready.
    case rendererReady = "renderer_ready"
    /// The renderer's first frame was on the screen.
    case firstRendererFrame = "first_renderer_frame"
    /// A neighbour in the folder was prefetched.
    case neighbour
  }

  /// When the program started, in seconds of the monotonic clock.
  let began: Double
  private(set) var times: [Place: Double] = [:]
  private var hasTakenOver = false

  /// Creates milestones, none of which has been reached.
  init(began: Double) { self.began = began }

  /// Records a milestone; only the first time counts.
  mutating func note(_ place: Place, at time: Double) {
    if times[place] == nil { times[place] = time }
  }

  /// Records a frame on the screen, and when drawing it began.
  mutating func noteFrame(begun: Double, shown: Double, hasPicture: Bool) {
    guard hasPicture else { return }
    note(.painted, at: begun)
    note(.shown, at: shown)
    if hasTakenOver { note(.firstRendererFrame, at: shown) }
  }

  /// Records that the renderer draws all frames from now on.
  mutating func noteTakeOver(rendererReady: Double?) {
    hasTakenOver = true
    if let rendererReady { note(.rendererReady, at: rendererReady) }
  }

  /// Adds the times of the first decoder.
  mutating func take(_ start: DecoderPool.FirstStart) {
    func note(_ place: Place, _ time: Double?) { if let time { self.note(place, at: time) } }
    note(.decoderSpawned, start.spawned)
    note(.header, start.header)
    guard let own = start.ownTimes else { return }
    let places: [Place] = [.decoderMain, .decoderLocked, .decoderHeader, .firstRow, .lastRow]
    for (place, time) in zip(places, own.inOrder) { note(place, Double(time) * 1e-9) }
  }

  /// The fields of `--stats`: the monotonic clock when the program started, then the milliseconds
  /// from there to each milestone; `nil` if it was not reached.
  var fields: [(name: String, milliseconds: Double?)] {
    [("clock_at_main_ms", began * 1000)]
      + Place.allCases.map { place in
        ("at_\(place.rawValue)_ms", times[place].map { ($0 - began) * 1000 })
      }
  }
}
