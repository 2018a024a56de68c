import Geometry
import Glibc
import Platform
import TestSupport

/// The benchmark's own X server, with simulated input, screen capture and an empty home directory.
final class ViewerHarness {
  static let usualSize = PixelSize(width: 1280, height: 800)
  /// The time limit for a picture to appear, in seconds.
  static let timeout = 180.0

  let size: PixelSize
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let watch: ScreenWatch
  private let home: TemporaryFolder

  /// The viewer's preferences: defaults, or those that show every change at once.
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
    for path in [
      "usual", "immediate", "immediate/fresnel", "usual/fresnel", "usual/feh", "usual/imv",
    ] {
      try home.folder(path)
    }
    func write(_ path: String, _ text: String) throws { try home.file(path, Array(text.utf8)) }
    // Ignore a fading bar, which doesn't change the picture.
    try write("usual/fresnel/config.toml", "bar = \"off\"\n")
    try write(
      "immediate/fresnel/config.toml", "animation = false\ntile-fade = 0\nbar = \"off\"\n")
    // By default, its wheel changes the picture.
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

  /// Focuses the largest window, as a window manager would.
  func focus() {
    let windows = client.windows().filter { client.isViewable($0) }
    let largest = windows.max { area($0) < area($1) }
    if let largest { client.focus(largest) }
  }

  private func area(_ window: UInt) -> Int {
    client.rect(of: window).map { $0.width * $0.height } ?? 0
  }

  /// The mean change of all pixels' levels that is more than a progress bar or a text.
  private static let smallestChange = 0.03

  /// Seconds between two captures of a screen that seems still.
  private static let lookInterval = 0.02

  /// The size of the picture's name in full screen, which appears after the picture for a second;
  /// this much of the lower left corner is excluded from comparisons for every contender.
  private static let caption = PixelSize(width: 480, height: 64)

  /// The last capture, without the corner with the name.
  private func seenPicture() -> [UInt32] {
    var pixels = watch.pixels
    for (index, row) in watch.rows.enumerated() where row >= size.height - Self.caption.height {
      let start = index * size.width
      pixels.replaceSubrange(
        start..<start + Self.caption.width, with: repeatElement(0, count: Self.caption.width))
    }
    return pixels
  }

  /// Waits until a program shows a settled picture, and returns when it first appeared.
  ///
  /// The result is the seconds from `began` to the first screen that equals the settled one; `nil`
  /// if there is none, for example if the program does not know the picture's format. The picture
  /// is settled when it has not changed for `calm` seconds. Glances with pauses of 0.5 ms leave the
  /// processors to the contender; the whole screen is captured if a glance shows a change, and at
  /// regular intervals.
  func timeToPicture(
    of process: TestProcess, since began: Double, calm: Double = 1.5
  ) -> Double? {
    // The screen as the last program left it.
    let before = seenPicture()
    var pixels = before
    var kept: [(time: Double, pixels: [UInt32])] = []
    var hasPicture = false
    var changed = began
    var idleness = Idleness(of: process.pid)
    var looked = -Double.infinity
    while MonotonicClock.now() - began < Self.timeout {
      let now = MonotonicClock.now()
      if watch.glance() || now - looked > Self.lookInterval {
        if watch.look() { pixels = seenPicture() }
        looked = now
      }
      // A moving progress bar does not count as a change of the picture.
      if meanDifference(kept.last?.pixels ?? before, pixels) > Self.smallestChange {
        kept.append((now - began, pixels))
        changed = now
        // Windows without a picture have a handful of colours, pictures thousands, GIFs 256.
        if !hasPicture { hasPicture = Set(pixels).count > 200 }
      }
      if hasPicture, now - changed > calm {
        let settled = kept.last?.pixels ?? []
        // A small picture on a large screen hardly changes the mean.
        let bound = min(1, meanDifference(before, settled) / 20)
        let different = kept.lastIndex { meanDifference($0.pixels, settled) > bound }
        return kept[(different ?? -1) + 1].time
      }
      if !process.isRunning || !hasPicture && idleness.isLong() { return nil }
      usleep(500)
    }
    return nil
  }

  /// Waits until the screen has not changed for `calm` seconds.
  func waitUntilStill(_ calm: Double = 0.5, limit: Double = 10) {
    let end = MonotonicClock.now() + limit
    var changed = MonotonicClock.now()
    while MonotonicClock.now() < end, MonotonicClock.now() - changed < calm {
      if watch.look() { changed = MonotonicClock.now() }
      usleep(5000)
    }
  }

  /// Ends a program after its measurement.
  func end(_ process: TestProcess) {
    process.terminate(limit: 1)
    waitUntil(2) { client.windows().filter { client.isViewable($0) }.isEmpty }
    watch.look()
  }
}
