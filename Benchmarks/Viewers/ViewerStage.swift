import Geometry
import Glibc
import Platform
import TestSupport

/// An X server of the benchmark's own, with hands and eyes on it, and a home that nobody lives in.
final class ViewerStage {
  static let usualSize = PixelSize(width: 1280, height: 800)
  /// How long a picture may take to appear, in seconds.
  static let patience = 180.0

  let size: PixelSize
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let watch: ScreenWatch
  private let home: TemporaryFolder

  /// Preferences of the viewer: none, or those that show every change at once.
  enum Preferences: String {
    case usual
    case immediate
  }

  init(on server: XServer? = nil, size: PixelSize = usualSize) throws {
    self.size = size
    self.server = try server ?? XServer(size: size)
    client = try TestClient(self.server)
    hands = InputDriver(client)
    watch = try ScreenWatch(client, rows: 31)
    home = try TemporaryFolder()
    for path in ["usual", "immediate", "immediate/fresnel", "usual/feh", "usual/imv"] {
      try home.folder(path)
    }
    func write(_ path: String, _ text: String) throws { try home.file(path, Array(text.utf8)) }
    try write("immediate/fresnel/config.toml", "animation = false\ntile-fade = 0\n")
    // Its wheel would go to other pictures.
    try write("usual/feh/buttons", "zoom_in 4\nzoom_out 5\nprev_img\nnext_img\n")
    try write("usual/imv/config", "[options]\nwidth = 1280\nheight = 800\n")
  }

  /// Starts a program.
  func start(
    _ contender: Contender, _ file: String, arguments: [String] = [],
    preferences: Preferences = .usual
  ) throws -> TestProcess {
    try server.run(
      contender.executable, contender.arguments + arguments + (file.isEmpty ? [] : [file]),
      environment: [
        "HOME": home.path, "XDG_CONFIG_HOME": home[preferences.rawValue],
        "XDG_CACHE_HOME": home["cache"], "XDG_STATE_HOME": home["state"],
        "XDG_DATA_HOME": home["data"],
      ])
  }

  /// Gives the keyboard to the largest window, as a window manager would.
  func focus() {
    let windows = client.windows().filter { client.isViewable($0) }
    let largest = windows.max { area($0) < area($1) }
    if let largest { client.focus(largest) }
  }

  private func area(_ window: UInt) -> Int {
    client.rect(of: window).map { $0.width * $0.height } ?? 0
  }

  /// How much the levels of all pixels change where more than a bar or a text does, in the mean.
  private static let smallestChange = 0.03

  /// Seconds between two looks at a screen that seems still.
  private static let lookInterval = 0.02

  /// Where a picture's name stands in full screen, after the picture and for a second only: this
  /// much of the lower left corner is no part of what is compared, whoever shows it.
  private static let caption = PixelSize(width: 480, height: 64)

  /// What was looked at last, without the corner that a name stands in.
  private func seenPicture() -> [UInt32] {
    var pixels = watch.pixels
    for (index, row) in watch.rows.enumerated() where row >= size.height - Self.caption.height {
      let start = index * size.width
      pixels.replaceSubrange(
        start..<start + Self.caption.width, with: repeatElement(0, count: Self.caption.width))
    }
    return pixels
  }

  /// Waits until a program shows a settled picture, and tells when it was there first.
  ///
  /// That are the seconds, from a time on, to the first screen that equals the settled one; `nil`
  /// if there is none, as where the program does not know the picture's format. It is settled when
  /// it has not changed for `calm` seconds. A glance a millisecond leaves the processors to those
  /// who are measured; all is looked at where that shows a change, and now and then.
  func timeToPicture(
    of process: TestProcess, since began: Double, calm: Double = 1.5
  ) -> Double? {
    // As the last program's end left it.
    let before = seenPicture()
    var pixels = before
    var kept: [(time: Double, pixels: [UInt32])] = []
    var hasPicture = false
    var changed = began
    var idleness = Idleness(of: process.pid)
    var looked = -Double.infinity
    while MonotonicClock.now() - began < Self.patience {
      let now = MonotonicClock.now()
      if watch.glance() || now - looked > Self.lookInterval {
        if watch.look() { pixels = seenPicture() }
        looked = now
      }
      // A moving progress bar is no change of the picture.
      if meanDifference(kept.last?.pixels ?? before, pixels) > Self.smallestChange {
        kept.append((now - began, pixels))
        changed = now
        // Windows without a picture have a handful of colours, pictures thousands, GIFs 256.
        if !hasPicture { hasPicture = Set(pixels).count > 200 }
      }
      if hasPicture, now - changed > calm {
        let settled = kept.last?.pixels ?? []
        // A small picture on a large screen is hardly a change of that at all.
        let bound = min(1, meanDifference(before, settled) / 20)
        let different = kept.lastIndex { meanDifference($0.pixels, settled) > bound }
        return kept[(different ?? -1) + 1].time
      }
      if !process.isRunning || !hasPicture && idleness.isLong() { return nil }
      usleep(500)
    }
    return nil
  }

  /// Waits until the screen has not changed for some seconds.
  func waitUntilStill(_ calm: Double = 0.5, limit: Double = 10) {
    let end = MonotonicClock.now() + limit
    var changed = MonotonicClock.now()
    while MonotonicClock.now() < end, MonotonicClock.now() - changed < calm {
      if watch.look() { changed = MonotonicClock.now() }
      usleep(5000)
    }
  }

  /// Ends a program that has shown what it can.
  func end(_ process: TestProcess) {
    process.terminate(limit: 1)
    waitUntil(2) { client.windows().filter { client.isViewable($0) }.isEmpty }
    watch.look()
  }
}
