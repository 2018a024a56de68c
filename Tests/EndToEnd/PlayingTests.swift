import Geometry
import Glibc
import TestSupport
import Testing

/// Animations in a window.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PlayingTests {
  let folder: TemporaryFolder
  private static let size = PixelSize(width: 400, height: 300)
  private static let colors = FilmPicture.colors

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ options: [String] = [], hundredths: Int = 20, environment: [String: String?] = [:]
  ) throws -> RunningViewer {
    let file = try folder.file("film.gif", FilmPicture.gif(Self.size, hundredths: hundredths))
    return try RunningViewer(options + [file], environment: environment)
  }

  /// The colour of the picture in the window; `nil` if there is more than one.
  private func color(_ viewer: RunningViewer) -> UInt32? {
    let screen = viewer.screen
    // The lower edge is covered by captions and the playback bar.
    guard screen.size.height > 100 else { return nil }
    let words = Set(
      screen.cropped(
        to: PixelRect(
          minX: 0, minY: 0, maxX: screen.size.width, maxY: screen.size.height - 80)
      ).words.map { $0 & 0xFF_FFFF })
    return words.count == 1 ? words.first : nil
  }

  /// Waits for a colour of the animation, and returns the colours shown from then on, until there
  /// are `count` or more and, with `hasAll`, each colour is among them: a busy machine skips
  /// frames.
  private func sequence(
    _ viewer: RunningViewer, among colors: [UInt32] = colors, count: Int, hasAll: Bool = false
  ) -> [UInt32] {
    var seen: [UInt32] = []
    _ = waitUntil(RunningViewer.timeout) { color(viewer).map(colors.contains) == true }
    _ = waitUntil(RunningViewer.timeout) {
      if let color = color(viewer), color != seen.last { seen.append(color) }
      return seen.count >= count && (!hasAll || colors.allSatisfy(seen.contains))
    }
    return seen
  }

  /// The number of frames from each colour to the next; late frames may be skipped.
  private func steps(_ seen: [UInt32], among colors: [UInt32] = colors) -> [Int?] {
    zip(seen, seen.dropFirst()).map { before, after in
      guard let first = colors.firstIndex(of: before), let second = colors.firstIndex(of: after)
      else { return nil }
      return (second - first + colors.count) % colors.count
    }
  }

  @Test func framesFollowByThemselves() throws {
    let viewer = try open()
    #expect(viewer.size == Self.size)
    let seen = sequence(viewer, count: 9, hasAll: true)
    #expect(seen.count >= 9 && steps(seen).allSatisfy { $0 != nil }, "\(seen)")
    #expect(Set(seen) == Set(Self.colors))
    #expect(viewer.title.hasPrefix("film.gif") && !viewer.title.contains("page"))
    #expect(viewer.quit() == .status(0))
  }

  @Test func keysStopStepAndPlay() throws {
    let viewer = try open()
    _ = sequence(viewer, count: 2)
    viewer.type("a")
    #expect(viewer.waitUntilQuiet(), "a picture that is stopped costs nothing")
    let still = try #require(color(viewer))
    let place = try #require(Self.colors.firstIndex(of: still))
    // The last frame has no next one.
    viewer.type(place < 3 ? "." : ",")
    let next = Self.colors[place < 3 ? place + 1 : place - 1]
    #expect(waitUntil(RunningViewer.timeout) { color(viewer) == next })
    viewer.type(place < 3 ? "," : ".")
    #expect(waitUntil(RunningViewer.timeout) { color(viewer) == still })
    viewer.type("a")
    #expect(Set(sequence(viewer, count: 6, hasAll: true)) == Set(Self.colors))
  }

  @Test func animationsPlayWhileZoomedAndFiltered() throws {
    let viewer = try open(["--filter", "invert"])
    let inverted = Self.colors.map { 0xFF_FFFF - $0 }
    _ = sequence(viewer, among: inverted, count: 1)
    for _ in 0..<4 { viewer.type("+") }
    viewer.expectTitle { $0.contains("244 %") }
    let seen = sequence(viewer, among: inverted, count: 7, hasAll: true)
    #expect(steps(seen, among: inverted).allSatisfy { $0 != nil }, "\(seen)")
    #expect(Set(seen) == Set(inverted))
  }

  @Test func aCoveredAnimationPauses() throws {
    let viewer = try open(hundredths: 5)
    _ = sequence(viewer, count: 5)
    let cover = viewer.client.makeWindow(at: viewer.rect, color: 0x123456)
    #expect(viewer.waitUntilQuiet())
    viewer.client.destroy(cover)
    #expect(Set(sequence(viewer, count: 8, hasAll: true)) == Set(Self.colors))
  }

  /// With animation off, a picture plays only when asked to.
  @Test func withAnimationOffAKeyPlays() throws {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array("animation = false\n".utf8))
    let viewer = try open(environment: ["XDG_CONFIG_HOME": folder["config"]])
    #expect(viewer.waitUntilQuiet())
    #expect(color(viewer) == Self.colors[0])
    viewer.type("a")
    #expect(Set(sequence(viewer, count: 6, hasAll: true)) == Set(Self.colors))
  }

  @Test func theBarSeeksToAnyFrame() throws {
    let viewer = try open()
    _ = sequence(viewer, count: 2)
    viewer.type("a")
    for (part, color) in [(0.9, 3), (0.1, 0), (0.6, 2), (0.3, 1)] {
      let place = Int(part * Double(Self.size.width))
      viewer.point(atX: place, y: 100)
      viewer.point(atX: place, y: Self.size.height - 3)
      // Wait until the playback bar is drawn.
      let isBar = waitUntil(RunningViewer.timeout) {
        viewer.screen.cropped(
          to: PixelRect(
            minX: 0, minY: Self.size.height - 6, maxX: Self.size.width, maxY: Self.size.height)
        ).words.contains { $0 & 0xFF_FFFF != Self.colors[color] } && viewer.waitUntilQuiet()
      }
      #expect(isBar)
      viewer.hands.click()
      #expect(
        waitUntil(RunningViewer.timeout) { self.color(viewer) == Self.colors[color] },
        "at \(part)")
    }
    #expect(viewer.decoders().count == 1)
  }

  @Test func theCurrentFrameIsSaved() throws {
    let viewer = try open()
    _ = sequence(viewer, count: 3)
    viewer.type("a")
    #expect(viewer.waitUntilQuiet())
    let still = try #require(color(viewer))
    viewer.hands.key(0x73, holding: [Key.control])
    var saved: PixelGrid?
    _ = waitUntil(RunningViewer.timeout) {
      saved = try? PixelGrid(png: folder["film-filtered.png"])
      return saved != nil
    }
    #expect(
      saved
        == PixelGrid(width: Self.size.width, height: Self.size.height, opaque: { _, _ in still }))
  }

  @Test func renderWritesAnyFrame() throws {
    let file = try folder.file("film.gif", FilmPicture.gif(Self.size))
    for (number, color) in Self.colors.enumerated() {
      let pixels = try RenderRun.pixels(file, ["--frame", "\(number)"], in: folder)
      #expect(
        pixels
          == PixelGrid(width: Self.size.width, height: Self.size.height, opaque: { _, _ in color }))
    }
    let process = try RenderRun.start(file, ["--frame", "4"], output: folder["none.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(
      process.standardError
        == "fresnel: \(file): it has no frame 4, only 4, counted from 0\n")
    #expect(access(folder["none.png"], F_OK) != 0)
  }
}
