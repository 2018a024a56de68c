import Geometry
import Platform
import TestSupport
import Testing

@testable import Windowing

/// Painting without OpenGL, read back from the screen.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct WindowPainterTests {
  /// A pattern in which every pixel has its own colour.
  private static func color(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32((x >> 8) << 4 | (y >> 8))
  }

  private static func draw(_ size: PixelSize) -> (UnsafeMutableRawBufferPointer, Int) -> Void {
    { pixels, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          pixels.storeBytes(
            of: color(x, y) | 0xff00_0000, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  private static func expected(_ size: PixelSize) -> ScreenPicture {
    var picture = ScreenPicture(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = (y * size.width + x) * 3
        picture.rgb[index] = UInt8(color(x, y) >> 16 & 255)
        picture.rgb[index + 1] = UInt8(color(x, y) >> 8 & 255)
        picture.rgb[index + 2] = UInt8(color(x, y) & 255)
      }
    }
    return picture
  }

  @Test(arguments: [[], ["MIT-SHM"]] as [[String]])
  func paintsEveryPixel(without: [String]) throws {
    let session = try WindowSession(without: without)
    session.map()
    let size = session.window.size
    let painter = try WindowPainter(display: session.display, window: session.window.id, size: size)
    #expect(painter.usesSharedMemory == without.isEmpty)
    painter.paint(Self.draw(size))
    #expect(session.wait { !painter.isBusy })
    let shown = try #require(session.eyes.read(window: session.window.id))
    #expect(shown.differences(from: Self.expected(size)) == 0)
    #expect(session.display.errorCount == 0)
  }

  @Test func oddWidthsAreNotSlanted() throws {
    let session = try WindowSession(geometry: "333x221+0+0", depth: 16)
    session.map()
    let size = session.window.size
    let painter = try WindowPainter(display: session.display, window: session.window.id, size: size)
    painter.paint(Self.draw(size))
    #expect(painter.waitUntilDone())
    let shown = try #require(session.eyes.read(window: session.window.id))
    // Five and six bits per channel: the error is at most half a step of five bits.
    #expect(shown.differences(from: Self.expected(size), tolerance: 5) == 0)
  }

  @Test func anotherConnectionPaintsToo() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let other = try DisplayConnection(name: session.server.display)
    let painter = try WindowPainter(display: other, window: session.window.id, size: size)
    painter.paint(Self.draw(size))
    #expect(painter.waitUntilDone())
    #expect(!painter.isBusy)
    let shown = try #require(session.eyes.read(window: session.window.id))
    #expect(shown.differences(from: Self.expected(size)) == 0)
  }

  @Test func nothingIsPaintedBeforeThePicture() throws {
    let session = try WindowSession()
    let rect = PixelRect(PixelSize(width: 1024, height: 768))
    let behind = session.client.makeWindow(at: rect, color: 0x12_3456)
    session.client.mapRaised(session.window.id)
    #expect(session.wait(for: { $0 == .exposed }))
    let shown = try #require(session.eyes.read(window: session.window.id))
    #expect(shown[0, 0] == 0x12_3456)
    #expect(shown[200, 150] == 0x12_3456)
    session.client.destroy(behind)
  }

  @Test func theServerLeavesNewAndUncoveredPartsUnfilled() throws {
    let session = try WindowSession()
    _ = session.client.makeWindow(
      at: PixelRect(PixelSize(width: 1024, height: 768)), color: 0x12_3456)
    session.client.mapRaised(session.window.id)
    #expect(session.wait(for: { $0 == .exposed }))
    let painter = try WindowPainter(
      display: session.display, window: session.window.id, size: session.window.size)
    painter.paint(Self.draw(session.window.size))
    painter.waitUntilDone()
    session.window.resize(to: PixelSize(width: 500, height: 350))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 500, height: 350)) }))
    let cover = session.client.makeWindow(
      at: PixelRect(minX: 150, minY: 80, maxX: 250, maxY: 180), color: 0xff00)
    session.forget()
    session.client.destroy(cover)
    #expect(session.wait(for: { $0 == .exposed }))
    let shown = try #require(session.eyes.read(window: session.window.id))
    #expect(shown[399, 299] == Self.color(399, 299))
    #expect(shown[450, 100] == 0x12_3456)
    #expect(shown[100, 349] == 0x12_3456)
    #expect(shown[100, 80] == 0xff00)
  }

  @Test func aDestroyedWindowIsAnErrorNotTheEnd() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try WindowPainter(display: session.display, window: session.window.id, size: size)
    session.client.destroy(session.window.id)
    #expect(session.display.errorCount == 0)
    painter.paint(Self.draw(size))
    #expect(painter.waitUntilDone(limit: 0.1))
    // The server has refused the pixels, and the program continues.
    #expect(session.display.errorCount > 0)
    #expect(!painter.isBusy)
    #expect(throws: PaintError.noWindow) {
      try WindowPainter(display: session.display, window: session.window.id, size: size)
    }
  }

  @Test func absurdSizesAreRefused() throws {
    let session = try WindowSession()
    func painter(_ width: Int, _ height: Int) throws -> WindowPainter {
      try WindowPainter(
        display: session.display, window: session.window.id,
        size: PixelSize(width: width, height: height))
    }
    for (width, height) in [
      (Int.max, 2), (2, Int.max), (0, 2), (2, 0), (-1, 2), (2, -1), (32_768, 2), (2, 32_768),
    ] {
      #expect(throws: PaintError.noMemory(PixelSize(width: width, height: height))) {
        try painter(width, height)
      }
    }
    // X's own error codes end here.
    for (width, height) in [(32_767, 2), (2, 32_767)] {
      #expect(try painter(width, height).size == PixelSize(width: width, height: height))
    }
    #expect(session.display.errorCount == 0)
  }

  @Test func aLostServerDoesNotHang() throws {
    let session = try WindowSession()
    session.map()
    let size = session.window.size
    let painter = try WindowPainter(display: session.display, window: session.window.id, size: size)
    session.server.crash()
    painter.paint(Self.draw(size))
    #expect(!painter.waitUntilDone())
  }
}
