import Decoding

/// When the first picture was where on its way to the screen: what `--stats` says of the start.
struct StartMilestones: Sendable {
  /// A place on the way, named as `--stats` prints it.
  ///
  /// The decoder's way and the window's go side by side; each is in order.
  enum Place: String, CaseIterable, Sendable {
    /// The first picture's file was open.
    case fileOpen = "file_open"
    /// Its decoder's process had been made.
    case decoderSpawned = "decoder_spawned"
    /// The decoder's own code ran.
    case decoderMain = "decoder_main"
    /// It had given its rights up.
    case decoderLocked = "decoder_locked"
    /// It had read the picture's header.
    case decoderHeader = "decoder_header"
    /// The viewer knew the header.
    case header
    /// The first rows were decoded.
    case firstRow = "first_row"
    /// The last tile of the first pass was made.
    case lastRow = "last_row"
    /// The window was put on the screen.
    case windowMapped = "window_mapped"
    /// The first frame with the picture was begun.
    case painted
    /// The server had put it on the screen.
    case shown
    /// A text with its name began to be drawn, in full screen.
    case caption
    /// The folder beside it, or the one that was named, began to be listed.
    case listing
    /// EGL was ready, or what draws without it.
    case rendererReady = "renderer_ready"
    /// The renderer's first frame was on the screen.
    case firstRendererFrame = "first_renderer_frame"
    /// A neighbour in the folder had been decoded as far as a prefetch goes.
    case neighbour
  }

  /// When the program began, in seconds of the monotonic clock.
  let began: Double
  private(set) var times: [Place: Double] = [:]
  private var hasTakenOver = false

  /// Nothing has been reached.
  init(began: Double) { self.began = began }

  /// Notes that a place was reached; the first time counts.
  mutating func note(_ place: Place, at time: Double) {
    if times[place] == nil { times[place] = time }
  }

  /// Notes a frame on the screen, and when it was begun.
  mutating func noteFrame(begun: Double, shown: Double, hasPicture: Bool) {
    guard hasPicture else { return }
    note(.painted, at: begun)
    note(.shown, at: shown)
    if hasTakenOver { note(.firstRendererFrame, at: shown) }
  }

  /// Notes that frames are the renderer's from now on.
  mutating func noteTakeOver(rendererReady: Double?) {
    hasTakenOver = true
    if let rendererReady { note(.rendererReady, at: rendererReady) }
  }

  /// Takes what is known of the first decoder.
  mutating func take(_ start: DecoderDesk.FirstStart) {
    func note(_ place: Place, _ time: Double?) { if let time { self.note(place, at: time) } }
    note(.decoderSpawned, start.spawned)
    note(.header, start.header)
    guard let own = start.ownTimes else { return }
    let places: [Place] = [.decoderMain, .decoderLocked, .decoderHeader, .firstRow, .lastRow]
    for (place, time) in zip(places, own.inOrder) { note(place, Double(time) * 1e-9) }
  }

  /// The fields of `--stats`: the monotonic clock as the program began, then milliseconds from
  /// there to each place, `nil` where it was not reached.
  var fields: [(name: String, milliseconds: Double?)] {
    [("clock_at_main_ms", began * 1000)]
      + Place.allCases.map { place in
        ("at_\(place.rawValue)_ms", times[place].map { ($0 - began) * 1000 })
      }
  }
}
