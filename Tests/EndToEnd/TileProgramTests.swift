import Geometry
import Glibc
import TestSupport
import Testing

/// A view's tiles: shown, evicted and made again.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct TileProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The number of pixels in the outlines of tiles at the view's own scale.
  private func outlined(_ screen: PixelGrid) -> Int {
    screen.words.count { word in
      let (red, green, blue) = (word >> 16 & 255, word >> 8 & 255, word & 255)
      return green == 255 && (0x4b...0x4e).contains(red) && (0x65...0x67).contains(blue)
    }
  }

  @Test func aKeyTogglesTheOutlinesOfTiles() throws {
    let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
    let viewer = try RunningViewer(["--geometry", "463x391", "--zoom", "1", file])
    let plain = try viewer.settled()
    #expect(outlined(plain) == 0)
    viewer.type("d")
    // The outlines of a few tiles cover more pixels than this.
    let isOutlined = waitUntil(RunningViewer.timeout) {
      outlined(viewer.screen) > 391 + 463
    }
    #expect(isOutlined, "\(outlined(viewer.screen))")
    viewer.type("d")
    viewer.expect(plain)
  }

  @Test func aCoveredWindowKeepsOnlyTheFitViewAndRestoresTheRest() throws {
    func decoded(covering: Bool) throws -> Int {
      let file = try folder.picture("photo.png", Photograph.grid(1300, 1000))
      let viewer = try RunningViewer(["--geometry", "463x391", "--zoom", "1", "--stats", file])
      let plain = try viewer.settled()
      if covering {
        let cover = viewer.client.makeWindow(at: viewer.rect, color: 0x123456)
        #expect(viewer.waitUntilQuiet())
        viewer.client.destroy(cover)
      }
      viewer.expect(plain)
      #expect(viewer.quit() == .status(0))
      let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
      return Int(try #require(statistics["decoded_pixels"]))
    }
    let once = try decoded(covering: false)
    // The tiles of the 100 % view were evicted and decoded again; those of the fit view were not.
    let view = try decoded(covering: true) - once
    #expect(view >= 463 * 391, "\(once), \(view)")
    #expect(view < once)
  }

  /// Smooth, bright waves, which look the same when drawn from coarser tiles.
  private func waves(_ width: Int, _ height: Int) -> PixelGrid {
    PixelGrid(
      width: width, height: height,
      opaque: { x, y in
        func channel(_ phase: Double) -> UInt32 {
          UInt32(176 + 40 * sin(phase + Double(x) / 23) * cos(Double(y) / 19))
        }
        return channel(0) << 16 | channel(1) << 8 | channel(2)
      })
  }

  /// The colour in the window's place while it is hidden.
  private static let elsewhere: UInt32 = 0x123456

  /// Shows the window again, and expects only pixels of the earlier screen or of the picture, sharp
  /// or coarse.
  private func expectNoFlash(of viewer: RunningViewer, showing plain: PixelGrid, _ back: () -> Void)
    throws
  {
    let reader = ScreenReader(viewer.client)
    let rect = viewer.rect
    var seen = [try #require(reader.grid(rect))]
    #expect(seen[0].words.allSatisfy { $0 & 0xff_ffff == Self.elsewhere })
    back()
    let isBack = waitUntil(RunningViewer.timeout, every: 0) {
      guard let now = reader.grid(rect), now != seen.last else { return seen.last == plain }
      seen.append(now)
      return now == plain
    }
    #expect(isBack)
    for (number, screen) in seen.enumerated() {
      let strange = zip(screen.words, plain.words).count { now, then in
        now & 0xff_ffff != Self.elsewhere
          && [0, 8, 16].contains { (Int(now >> $0 & 255) - Int(then >> $0 & 255)).magnitude > 16 }
      }
      #expect(
        strange == 0,
        "screen \(number) of \(seen.count): \(String(screen.words[70_000], radix: 16))")
    }
  }

  @Test func anUncoveredWindowDoesNotFlash() throws {
    let file = try folder.picture("waves.png", waves(1300, 1000))
    let viewer = try RunningViewer(["--geometry", "463x391", "--zoom", "1", file])
    let plain = try viewer.settled()
    let cover = viewer.client.makeWindow(at: viewer.rect, color: UInt(Self.elsewhere))
    #expect(viewer.waitUntilQuiet())
    try expectNoFlash(of: viewer, showing: plain) { viewer.client.destroy(cover) }

    // Unmapped, as when it is iconified or on another desktop.
    _ = viewer.client.makeWindow(at: viewer.rect, color: UInt(Self.elsewhere))
    viewer.client.unmap(viewer.window)
    #expect(viewer.waitUntilQuiet())
    try expectNoFlash(of: viewer, showing: plain) { viewer.client.mapRaised(viewer.window) }
  }
}

/// A file with several pages.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct PageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A TIFF of plain pages, 60 × 40 pixels each: grey, uncompressed, little-endian (TIFF 6.0).
  private static func pages(_ greys: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0]
    func put32(_ value: Int) {
      for shift in 0..<4 { bytes.append(UInt8(value >> (8 * shift) & 255)) }
    }
    put32(8)
    for (number, grey) in greys.enumerated() {
      let entries = [
        (256, 60), (257, 40), (258, 8), (259, 1), (262, 1), (273, bytes.count + 2 + 9 * 12 + 4),
        (277, 1), (278, 40), (279, 2400),
      ]
      bytes += [UInt8(entries.count), 0]
      for (tag, value) in entries {
        bytes += [UInt8(tag & 255), UInt8(tag >> 8), 4, 0]
        put32(1)
        put32(value)
      }
      let next = bytes.count + 4 + 2400
      put32(number + 1 < greys.count ? next : 0)
      bytes += [UInt8](repeating: grey, count: 2400)
    }
    return bytes
  }

  /// Expects the picture, all of one grey, in the centre of the window.
  private func expect(_ grey: UInt32, in viewer: RunningViewer) {
    let size = viewer.size
    let (left, top) = ((size.width - 60) / 2, (size.height - 40) / 2)
    viewer.expect(
      PixelGrid(
        width: size.width, height: size.height,
        opaque: { x, y in
          (left..<left + 60).contains(x) && (top..<top + 40).contains(y) ? grey * 0x10101 : surround
        }))
  }

  @Test func keysGoThroughThePages() throws {
    let file = try folder.file("scan.tif", Self.pages([50, 100, 150]))
    let viewer = try RunningViewer(["--geometry", "300x200", file])
    viewer.expectTitle { $0.contains("page 1 of 3") }
    expect(50, in: viewer)
    viewer.type(".")
    viewer.expectTitle { $0.contains("page 2 of 3") }
    expect(100, in: viewer)
    viewer.type(".")
    viewer.type(".")
    viewer.expectTitle { $0.contains("page 3 of 3") }
    expect(150, in: viewer)
    viewer.type(",")
    viewer.expectTitle { $0.contains("page 2 of 3") }
    expect(100, in: viewer)
    #expect(viewer.waitUntilQuiet())
    #expect(viewer.decoders().count == 1, "of the other pages nothing is left")
  }
}
