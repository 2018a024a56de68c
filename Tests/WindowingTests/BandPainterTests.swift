import Geometry
import Platform
import TestSupport
import Testing

@testable import Windowing

/// Painting in bands of rows, read back from the screen.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct BandPainterTests {
  /// A pattern in which every pixel has its own colour.
  private static func color(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32((x >> 8) << 4 | (y >> 8))
  }

  private static func draw(_ pixels: UnsafeMutableRawPointer, _ stride: Int, _ band: PixelRect) {
    for y in 0..<band.size.height {
      for x in 0..<band.size.width {
        pixels.storeBytes(
          of: color(band.minX + x, band.minY + y) | 0xff00_0000, toByteOffset: y * stride + x * 4,
          as: UInt32.self)
      }
    }
  }

  private static let around: UInt32 = 0x40_80C0

  /// The pattern in some parts, surrounded by one colour.
  private static func expected(
    _ size: PixelSize, parts: [PixelRect], around: UInt32 = around
  ) -> ScreenPicture {
    var picture = ScreenPicture(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isIn = parts.contains {
          $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY
        }
        let color = isIn ? color(x, y) : around
        let index = (y * size.width + x) * 3
        for channel in 0..<3 {
          picture.rgb[index + channel] = UInt8(color >> UInt32(16 - 8 * channel) & 255)
        }
      }
    }
    return picture
  }

  /// Band sizes in bytes: one row, a number of rows that doesn't divide the window's, all rows.
  ///
  /// At 16 bits per pixel, the server fills with a pixel value in its own format.
  @Test(arguments: [(24, []), (24, ["MIT-SHM"]), (16, [])], [1, 400 * 4 * 37, 4 << 20])
  func everyPixelIsPaintedAndTheServerFillsTheRest(
    server: (depth: Int, without: [String]), bandBytes: Int
  ) throws {
    let session = try WindowSession(without: server.without, depth: server.depth)
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: bandBytes)
    let tolerance = server.depth == 16 ? 5 : 0
    for parts in [
      [PixelRect(size)],
      [
        PixelRect(minX: 20, minY: 30, maxX: 121, maxY: 97),
        PixelRect(minX: 100, minY: 90, maxX: 180, maxY: 140),
        PixelRect(minX: -50, minY: size.height - 9, maxX: 40, maxY: size.height + 9),
      ], [],
    ] {
      painter.paint(parts, around: Self.around, Self.draw)
      #expect(painter.waitUntilDone())
      #expect(!painter.isBusy)
      session.display.synchronize()
      let shown = try #require(session.eyes.read(window: session.window.id))
      let expected = Self.expected(size, parts: parts)
      #expect(shown.differences(from: expected, tolerance: tolerance) == 0)
    }
    #expect(session.display.errorCount == 0)
  }

  @Test func preparedMemoryIsPaintedOn() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: 40_000)
    painter.populate(for: PixelRect(size))
    painter.paint([PixelRect(size)], around: 0, Self.draw)
    #expect(painter.waitUntilDone())
    let shown = try #require(session.eyes.read(window: session.window.id))
    #expect(shown.differences(from: Self.expected(size, parts: [PixelRect(size)])) == 0)
  }

  /// A surround that was filled in advance stays, and is filled again if the painting changes.
  @Test func theSurroundMayBeFilledAhead() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: 40_000)
    let part = PixelRect(minX: 40, minY: 30, maxX: 90, maxY: 70)
    let other = PixelRect(minX: 50, minY: 20, maxX: 120, maxY: 60)
    for (painted, color) in [(part, Self.around), (other, Self.around), (part, 0x12_3456)] {
      painter.paint([PixelRect(size)], around: 0, Self.draw)
      #expect(painter.waitUntilDone())
      painter.fill(around: part, with: color)
      session.display.synchronize()
      let ahead = try #require(session.eyes.read(window: session.window.id))
      #expect(ahead.differences(from: Self.expected(size, parts: [part], around: color)) == 0)
      painter.paint([painted], around: Self.around, Self.draw)
      #expect(painter.waitUntilDone())
      let shown = try #require(session.eyes.read(window: session.window.id))
      #expect(shown.differences(from: Self.expected(size, parts: [painted])) == 0)
    }
  }

  /// A painting in several calls gives the same result as in one; rows that are not painted yet
  /// stay as they were.
  @Test func rowsMayBePaintedInSeveralCalls() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: size.width * 28)
    let part = PixelRect(minX: 40, minY: 30, maxX: 190, maxY: 141)
    painter.paint([], around: 0, Self.draw)
    for rows in [0..<20, 20..<75, 75..<75, 75..<size.height] {
      painter.paint([part], rows: rows, around: Self.around, Self.draw)
      #expect(painter.waitUntilDone())
      session.display.synchronize()
      let shown = try #require(session.eyes.read(window: session.window.id))
      var expected = Self.expected(size, parts: [part])
      for y in max(part.minY, rows.upperBound)..<max(part.maxY, rows.upperBound) {
        for x in part.minX..<part.maxX {
          for channel in 0..<3 { expected.rgb[(y * size.width + x) * 3 + channel] = 0 }
        }
      }
      #expect(shown.differences(from: expected) == 0, "rows \(rows)")
    }
  }

  @Test func absurdSizesAreRefused() throws {
    let session = try WindowSession()
    for size in [PixelSize(width: .max, height: 2), PixelSize(width: 10, height: 0)] {
      #expect(throws: PaintError.noMemory(size)) {
        try BandPainter(display: session.display, window: session.window.id, size: size)
      }
    }
  }

  /// Then the server sends no completion event for any band; the timeout is one second in total,
  /// not for each band.
  @Test func aDestroyedWindowDoesNotDelayEachBand() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: 1)
    session.client.destroy(session.window.id)
    let start = MonotonicClock.now()
    painter.paint([PixelRect(size)], around: 0, Self.draw)
    #expect(painter.waitUntilDone())
    #expect(!painter.isBusy)
    let seconds = MonotonicClock.now() - start
    #expect(seconds < Double(size.height) / 2, "each row is a band, and would wait a second")
  }

  @Test func aLostServerDoesNotHang() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try BandPainter(
      display: session.display, window: session.window.id, size: size, bandBytes: 40_000)
    session.server.crash()
    painter.paint([PixelRect(size)], around: 0, Self.draw)
    #expect(!painter.waitUntilDone())
  }
}
