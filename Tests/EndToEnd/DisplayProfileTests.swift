import Geometry
import TestSupport
import Testing

/// The profile of the window's monitor is used.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DisplayProfileTests {
  let folder: TemporaryFolder
  private static let size = PixelSize(width: 1500, height: 1000)

  init() throws { folder = try TemporaryFolder() }

  /// The profile of a display with sRGB's tone curve and swapped primaries: `places` names the
  /// primary of each channel, 0 for red, 1 for green, 2 for blue.
  ///
  /// With `dulled`, the primaries are less saturated than sRGB's.
  private static func profile(_ places: [Int], dulled: Bool = false) throws -> [UInt8] {
    let colors = dulled ? [(0.52, 0.34), (0.31, 0.5), (0.2, 0.16)] : DeviceProfile.sRGB
    let profile = try #require(DeviceProfile.rgb(places.map { colors[$0] }, gamma: nil))
    return DeviceProfile.bytes(profile)
  }

  private func set(_ profile: [UInt8], of monitor: Int, _ client: TestClient) {
    client.setProperty(
      monitor == 0 ? "_ICC_PROFILE" : "_ICC_PROFILE_\(monitor)", of: client.root,
      type: "CARDINAL", bytes: profile)
  }

  /// A red picture, much larger than a tile.
  private func picture() throws -> String {
    try folder.picture(
      "red.png",
      PixelGrid(width: Self.size.width, height: Self.size.height, opaque: { _, _ in 0xFF0000 }))
  }

  /// Waits for a colour, and records an issue if any screen on the way mixes colours.
  private func expect(
    _ color: UInt32, of viewer: RunningViewer, at location: SourceLocation = #_sourceLocation
  ) {
    var seen: [Set<UInt32>] = []
    let isThere = waitUntil(RunningViewer.timeout) {
      let screen = viewer.screen
      var words = Set(
        screen.cropped(
          // Scroll bars and captions are drawn along the edges.
          to: PixelRect(
            minX: 0, minY: min(10, screen.size.height), maxX: screen.size.width,
            maxY: max(10, screen.size.height - 60))
        ).words.map { $0 & 0xFF_FFFF })
      // The first picture is painted in bands; for a moment there is nothing below them.
      if words.count > 1, seen.last ?? [0] == [0] { words.remove(0) }
      if words != seen.last { seen.append(words) }
      return words.contains { Self.isNear($0, color) }
    }
    #expect(isThere, "\(seen)", sourceLocation: location)
    #expect(seen.allSatisfy { $0.count == 1 }, "a mixture: \(seen)", sourceLocation: location)
  }

  private static func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    [UInt32(0), 8, 16].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 3 }
  }

  /// The same picture as Deep Zoom tiles in a folder beside their description.
  private func tiledPicture() throws -> String {
    var (width, height) = (Self.size.width, Self.size.height)
    try folder.folder("red_files")
    for level in (0...11).reversed() {
      try folder.folder("red_files/\(level)")
      for column in 0..<(width + 253) / 254 {
        for row in 0..<(height + 253) / 254 {
          // A tile overlaps each neighbour by one pixel.
          let x = max(0, column * 254 - 1)..<min(width, (column + 1) * 254 + 1)
          let y = max(0, row * 254 - 1)..<min(height, (row + 1) * 254 + 1)
          _ = try folder.picture(
            "red_files/\(level)/\(column)_\(row).png",
            PixelGrid(width: x.count, height: y.count, opaque: { _, _ in 0xFF0000 }))
        }
      }
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
    }
    let text =
      "<Image TileSize=\"254\" Overlap=\"1\" Format=\"png\" "
      + "xmlns=\"http://schemas.microsoft.com/deepzoom/2008\">"
      + "<Size Width=\"\(Self.size.width)\" Height=\"\(Self.size.height)\"/></Image>"
    return try folder.file("red.dzi", Array(text.utf8))
  }

  private func open(_ file: String? = nil, on server: XServer) throws -> RunningViewer {
    let viewer = try RunningViewer(
      ["--geometry", "600x400+20+20", "--zoom", "1", try file ?? picture()], on: server)
    _ = waitUntil(RunningViewer.timeout) { Set(viewer.screen.words).count == 1 }
    #expect(viewer.waitUntilQuiet())
    return viewer
  }

  @Test func aNewProfileChangesAllPixelsAtOnce() throws {
    let viewer = try open(on: XServer())
    expect(0xFF0000, of: viewer)
    set(try Self.profile([1, 0, 2]), of: 0, viewer.client)
    expect(0x00FF00, of: viewer)
    set(try Self.profile([2, 1, 0]), of: 0, viewer.client)
    expect(0x0000FF, of: viewer)
    // An invalid profile is ignored.
    set([1, 2, 3], of: 0, viewer.client)
    expect(0xFF0000, of: viewer)
    #expect(viewer.quit() == .status(0))
  }

  @Test func aNewProfileChangesTilesInAFolder() throws {
    let viewer = try open(try tiledPicture(), on: XServer())
    expect(0xFF0000, of: viewer)
    for (places, color) in [([1, 0, 2], UInt32(0x00FF00)), ([2, 1, 0], 0x0000FF)] {
      set(try Self.profile(places), of: 0, viewer.client)
      expect(color, of: viewer)
    }
  }

  @Test func theMonitorWithTheLargerShareDecides() throws {
    let server = try XServer(size: PixelSize(width: 1600, height: 500))
    let client = try TestClient(server)
    let left = PixelRect(minX: 0, minY: 0, maxX: 800, maxY: 500)
    let right = PixelRect(minX: 800, minY: 0, maxX: 1600, maxY: 500)
    let order = client.setMonitors([left, right])
    try #require(Set(order) == [left, right])
    set(try Self.profile([1, 0, 2]), of: order[0] == left ? 0 : 1, client)
    set(try Self.profile([2, 1, 0]), of: order[0] == left ? 1 : 0, client)
    let viewer = try open(on: server)
    expect(0x00FF00, of: viewer)
    func move(to x: Int) {
      client.place(viewer.window, at: PixelRect(minX: x, minY: 20, maxX: x + 600, maxY: 420))
    }
    move(to: 700)
    expect(0x0000FF, of: viewer)
    // A prefetched neighbour and a newly opened picture have the same colours.
    move(to: 300)
    expect(0x00FF00, of: viewer)
    move(to: 450)
    expect(0x00FF00, of: viewer)
  }

  @Test(.enabled(if: XServer.hasOutputs, "\(XServer.missingOutputs)"))
  func movingBetweenMonitorsNeverMixesProfiles() throws {
    let server = try XServer(outputs: 2)
    let client = try TestClient(server)
    set(try Self.profile([1, 0, 2]), of: 0, client)
    set(try Self.profile([2, 1, 0]), of: 1, client)
    let viewer = try open(on: server)
    expect(0x00FF00, of: viewer)
    // Drag the window step by step to the other monitor and back.
    for (path, color) in [
      (stride(from: 20, through: 700, by: 40), UInt32(0x0000FF)),
      (stride(from: 700, through: 100, by: -40), 0x00FF00),
    ] {
      for x in path {
        client.place(viewer.window, at: PixelRect(minX: x, minY: 20, maxX: x + 600, maxY: 420))
        let screen = viewer.screen
        let words = Set(
          screen.cropped(
            to: PixelRect(
              minX: 0, minY: 10, maxX: screen.size.width, maxY: screen.size.height - 60)
          ).words.map { $0 & 0xFF_FFFF })
        #expect(words.count == 1, "a mixture at \(x): \(words)")
      }
      expect(color, of: viewer)
    }
    #expect(viewer.quit() == .status(0))
  }

  @Test func aSoftProofUsesTheMonitorsColours() throws {
    let medium = try folder.file("medium.icc", try Self.profile([2, 0, 1], dulled: true))
    let chain = "proof(\"\(medium)\")"
    let file = try picture()
    let proof = try RenderRun.pixels(file, ["--filter", chain], in: folder)[700, 500] & 0xFF_FFFF
    #expect(!Self.isNear(proof, 0xFF0000), "the medium lacks nothing")
    let server = try XServer()
    set(try Self.profile([1, 0, 2]), of: 0, try TestClient(server))
    let viewer = try RunningViewer(
      ["--geometry", "600x400+20+20", "--zoom", "1", "--filter", chain, file], on: server)
    // The soft-proofed colour in sRGB, converted for a screen with red and green swapped.
    expect(proof >> 8 & 0xFF00 | (proof & 0xFF00) << 8 | proof & 0xFF, ofAtLast: viewer)
  }

  /// Waits until the window shows nothing but this colour.
  private func expect(
    _ color: UInt32, ofAtLast viewer: RunningViewer, at location: SourceLocation = #_sourceLocation
  ) {
    var seen: Set<UInt32> = []
    let isThere = waitUntil(RunningViewer.timeout) {
      let size = viewer.screen.size
      guard size.height > 100 else { return false }
      seen = Set(
        viewer.screen.cropped(
          to: PixelRect(minX: 0, minY: 10, maxX: size.width, maxY: size.height - 60)
        ).words.map { $0 & 0xFF_FFFF })
      return seen.allSatisfy { Self.isNear($0, color) }
    }
    #expect(isThere, "\(seen), not \(color)", sourceLocation: location)
  }

  @Test func aBrokenProfileIsNamedOnceAndCountsAsSRGB() throws {
    let server = try XServer()
    let client = try TestClient(server)
    // A profile truncated within its first tag.
    set(Array(try Self.profile([1, 2, 0]).prefix(200)), of: 0, client)
    let file = try picture()
    try folder.picture(
      "red2.png", PixelGrid(width: 300, height: 200, opaque: { _, _ in 0xFF0000 }))
    let viewer = try RunningViewer([file], on: server)
    expect(0xFF0000, of: viewer)
    let sentence =
      "fresnel: the monitor's colour profile is invalid; sRGB is used instead\n"
    #expect(waitUntil(RunningViewer.timeout) { viewer.process.standardError == sentence })
    viewer.type(" ")
    viewer.expectTitle { $0.contains("red2") }
    #expect(viewer.waitUntilQuiet())
    // A valid profile is used at once, without a message.
    set(try Self.profile([1, 2, 0]), of: 0, client)
    #expect(
      waitUntil(RunningViewer.timeout) {
        let size = viewer.screen.size
        return size.height > 100 && viewer.screen[size.width / 2, 60] & 0xFF_FFFF != 0xFF0000
      })
    #expect(viewer.process.standardError == sentence)
    #expect(viewer.quit() == .status(0))
  }
}
