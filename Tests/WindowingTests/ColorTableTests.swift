import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// Pictures in the palette of a screen with 8 bits per pixel.
@Suite(.serialized) struct ColorTableTests {
  private static func converted(
    _ color: UInt32, _ table: ColorTable, size: PixelSize, x: Int = 0, y: Int = 0
  ) -> [UInt8] {
    let count = size.width * size.height
    var result = [UInt8](repeating: 0, count: count)
    let source = [UInt32](repeating: color, count: count)
    result.withUnsafeMutableBytes { to in
      source.withUnsafeBytes { from in
        guard let first = from.baseAddress, let target = to.baseAddress else { return }
        table.convert(
          first, sourceStride: size.width * 4, to: target, targetStride: size.width,
          width: size.width, height: size.height, x: x, y: y)
      }
    }
    return result
  }

  @Test func theMeanOfASquareIsTheColour() {
    let channels = ColorTable.Channels.color(red: 6, green: 6, blue: 6)
    let table = ColorTable(channels, pixels: (0..<216).map { UInt8($0) })
    for value in stride(from: 0, through: 255, by: 5) {
      let color = UInt32(value) << 16 | UInt32(255 - value) << 8 | 128
      let pixels = Self.converted(color, table, size: PixelSize(width: 8, height: 8))
      let sums = pixels.reduce(into: [0.0, 0, 0]) { sums, pixel in
        let shown = channels.color(at: Int(pixel))
        sums[0] += Double(shown.red) / 257
        sums[1] += Double(shown.green) / 257
        sums[2] += Double(shown.blue) / 257
      }
      // 64 dither positions divide the step of 51 between two levels; half of one division is the
      // largest error.
      let most = 51.0 / 128 + 1e-9
      #expect(abs(sums[0] / 64 - Double(value)) <= most, "red \(value): \(sums[0] / 64)")
      #expect(abs(sums[1] / 64 - Double(255 - value)) <= most, "green \(255 - value)")
      #expect(abs(sums[2] / 64 - 128) <= most, "blue")
    }
  }

  @Test func availableLevelsStayFlat() {
    let table = ColorTable(.gray(4), pixels: [10, 11, 12, 13])
    for (level, value) in [0, 85, 170, 255].enumerated() {
      let gray = UInt32(value) * 0x01_0101
      let pixels = Self.converted(gray, table, size: PixelSize(width: 8, height: 8))
      #expect(pixels == Array(repeating: UInt8(10 + level), count: 64))
    }
  }

  @Test func aPartHasThePixelsOfTheWhole() {
    let table = ColorTable(
      .color(red: 3, green: 3, blue: 3), pixels: (0..<27).map { UInt8($0) })
    let whole = Self.converted(0x30_7755, table, size: PixelSize(width: 20, height: 20))
    let part = Self.converted(0x30_7755, table, size: PixelSize(width: 6, height: 5), x: 11, y: 3)
    for y in 0..<5 {
      for x in 0..<6 { #expect(part[y * 6 + x] == whole[(y + 3) * 20 + x + 11]) }
    }
  }

  @Test func channelsOf3And2BitsAreTheServersOwn() throws {
    let layout = PixelLayout(
      bitsPerPixel: 8, isLittleEndian: true, redMask: 0xe0, greenMask: 0x1c, blueMask: 0x03,
      depth: 8)
    let table = try #require(ColorTable(layout))
    let one = PixelSize(width: 1, height: 1)
    #expect(Self.converted(0xff_0000, table, size: one) == [0xe0])
    #expect(Self.converted(0x00_ff00, table, size: one) == [0x1c])
    #expect(Self.converted(0x00_00ff, table, size: one) == [0x03])
    #expect(Self.converted(0xff_ffff, table, size: one) == [0xff])
  }

  /// X's visual classes, as Xvfb's `-cc` takes them: gray and colour, read-only and writable.
  @Test(.enabled(if: XServer.isAvailable, "Xvfb is not installed"), arguments: 0...5)
  func everyVisualClassShowsTheMeanOfItsPicture(visualClass: Int) throws {
    let session = try WindowSession(depth: 8, arguments: ["-cc", "\(visualClass)"])
    session.map()
    let size = session.window.size
    let painter = try WindowPainter(display: session.display, window: session.window.id, size: size)
    let isGray = visualClass < 2
    func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
      let (column, row) = (x / 16 * 16, y / 16 * 16)
      let red = column * 255 / 399
      return isGray ? (red, red, red) : (red, row * 255 / 299, 255 - red)
    }
    painter.paint { pixels, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (red, green, blue) = color(x, y)
          pixels.storeBytes(
            of: UInt32(red << 16 | green << 8 | blue) | 0xff00_0000,
            toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    #expect(painter.waitUntilDone())
    let shown = try #require(session.client.colors(session.rect))
    var farthest = 0.0
    for y in stride(from: 0, to: size.height - 15, by: 16) {
      for x in stride(from: 0, to: size.width - 15, by: 16) {
        var sums = [0.0, 0, 0]
        for row in y..<y + 16 {
          for column in x..<x + 16 {
            let word = shown[column, row]
            for (index, shift) in [UInt32(16), 8, 0].enumerated() {
              sums[index] += Double(word >> shift & 255) / 256
            }
          }
        }
        let wanted = color(x, y)
        for (sum, right) in zip(sums, [wanted.red, wanted.green, wanted.blue]) {
          farthest = max(farthest, abs(sum - Double(right)))
        }
      }
    }
    // The levels of two-bit channels are 85 apart, and one dither step is 1/64 of that; the
    // server's rounding of allocated colours adds one more.
    #expect(farthest <= 3, "\(farthest) of 255")
    #expect(session.display.errorCount == 0)
  }

  @Test(.enabled(if: XServer.isAvailable, "Xvfb is not installed"))
  func emptyAreasAreFilledAsTheyArePainted() throws {
    let session = try WindowSession(depth: 8)
    session.map()
    let size = session.window.size
    let painter = try BandPainter(display: session.display, window: session.window.id, size: size)
    painter.paint([PixelRect(minX: 3, minY: 5, maxX: 90, maxY: 81)], around: 0x20_3040) {
      pixels, stride, band in
      for y in 0..<band.height {
        for x in 0..<band.width {
          pixels.storeBytes(
            of: 0xff20_3040, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    painter.waitUntilDone()
    let shown = try #require(session.client.colors(session.rect))
    for y in 0..<size.height {
      for x in 0..<size.width where shown[x, y] != shown[x & 7, y & 7] {
        Issue.record("(\(x), \(y)) is \(String(shown[x, y], radix: 16))")
        return
      }
    }
    #expect(Set((0..<64).map { shown[$0 & 7, $0 >> 3] }).count > 1, "it is dithered")
  }

  @Test(.enabled(if: XServer.isAvailable, "Xvfb is not installed"))
  func aScreenWithoutFreeColoursGivesASentence() throws {
    // RENDER reserves some colours for all programs.
    let server = try XServer(depth: 8, without: ["RENDER"])
    let client = try TestClient(server)
    client.takeAllColors()
    let display = try DisplayConnection(name: server.display)
    #expect(throws: DisplayError.fewColors(bits: 8)) {
      _ = try Window(
        display, Window.Configuration(title: "", size: PixelSize(width: 100, height: 100)))
    }
    #expect("\(DisplayError.fewColors(bits: 8))".contains("8 bits per pixel"))
  }
}
