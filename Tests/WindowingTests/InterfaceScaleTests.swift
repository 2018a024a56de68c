import Geometry
import Testing

@testable import Windowing

@Suite struct InterfaceScaleTests {
  @Test(
    arguments: [
      ("Xft.dpi:\t96\n", 96.0), ("*color: red\nXft.dpi: 192\nXft.hinting: 1", 192),
      ("  Xft.dpi :144", nil), ("Xft.dpi: 120.5", 120.5), ("Xft.dpi: 0", nil),
      ("Xft.dpi: -96", nil),
      ("Xft.dpi: 1e9", nil), ("Xft.dpi:", nil), ("", nil), ("Xft.dpi: 96\nXft.dpi: 144", 144),
      ("Xft.dpi: nan", nil),
    ] as [(String, Double?)]) func readsTheResource(text: String, expected: Double?)
  {
    #expect(InterfaceScale.xftDPI(in: Array(text.utf8)) == expected)
  }

  @Test func survivesInvalidUTF8() {
    #expect(InterfaceScale.xftDPI(in: [0xff, 0x3a, 0x0a, 0x00] + Array("Xft.dpi:96".utf8)) == nil)
  }

  @Test(arguments: [
    (PixelSize(width: 1920, height: 1080), PixelSize(width: 527, height: 296), 1.0),
    (PixelSize(width: 2560, height: 1600), PixelSize(width: 344, height: 215), 1.5),
    (PixelSize(width: 3840, height: 2160), PixelSize(width: 344, height: 194), 2),
    (PixelSize(width: 3840, height: 2160), PixelSize(width: 160, height: 90), 1),
    (PixelSize(width: 3840, height: 2160), .zero, 1),
  ]) func guessesTheScaleFromTheMonitor(pixels: PixelSize, millimetres: PixelSize, expected: Double)
  {
    #expect(
      InterfaceScale.scale(of: Monitor(rect: PixelRect(pixels), millimetres: millimetres))
        == expected)
  }

  @Test func theUsersNumberTakesPriority() {
    let monitor = Monitor(
      rect: PixelRect(PixelSize(width: 3840, height: 2160)),
      millimetres: PixelSize(width: 344, height: 194))
    #expect(InterfaceScale.scale(resources: Array("Xft.dpi: 120".utf8), monitor: monitor) == 1.25)
  }
}

@Suite struct MonitorTests {
  private let left = Monitor(rect: PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100))
  private let right = Monitor(rect: PixelRect(minX: 100, minY: 0, maxX: 300, maxY: 50))

  @Test(arguments: [(99, 10, true), (100, 10, false), (150, 90, false), (-5, -5, true)])
  func picksTheMonitorUnderThePoint(x: Int, y: Int, isLeft: Bool) {
    #expect(Monitor.containing(x: x, y: y, of: [left, right]) == (isLeft ? left : right))
  }

  @Test func noMonitorsGiveNone() { #expect(Monitor.containing(x: 0, y: 0, of: []) == nil) }
}

@Suite struct ServerClockTests {
  @Test func theClockContinuesWhenTheServersTimeWraps() {
    var clock = ServerClock()
    let before = clock.seconds(0xffff_fff0)
    #expect(abs(clock.seconds(0x10) - before - 0.032) < 1e-6)
    #expect(clock.seconds(0xffff_fff0) == before)
  }
}
