import Geometry
import TestSupport
import Testing

/// A window on a desktop with settings for all programs.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DesktopProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A property with a theme.
  private func settings(theme: String) -> [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func padded(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: -text.utf8.count & 3)
    }
    let name = "Net/ThemeName"
    return number(0, 8) + number(1, 4) + [1, 0] + number(name.utf8.count, 2) + padded(name)
      + number(0, 4) + number(theme.utf8.count, 4) + padded(theme)
  }

  @Test func panelsFollowAThemeOfHighContrast() throws {
    let file = try folder.picture("map.png", CoordinatePicture.grid(300, 200))
    let viewer = try RunningViewer(
      ["--geometry", "600x400+30+20", "--bar", "off", file], environment: RunningViewer.nobody)
    viewer.waitUntilQuiet()
    viewer.type(":")
    viewer.waitUntilQuiet()
    func brightness() -> Int {
      let screen = viewer.screen
      return (0..<screen.size.width).map { Int(screen[$0, 30] & 255) }.reduce(0, +)
        / screen.size.width
    }
    let dark = brightness()
    let rect = PixelRect(minX: 0, minY: 0, maxX: 5, maxY: 5)
    let manager = viewer.client.makeWindow(at: rect, color: 0)
    func publish(_ theme: String) {
      viewer.client.setProperty(
        "_XSETTINGS_SETTINGS", of: manager, type: "_XSETTINGS_SETTINGS",
        bytes: settings(theme: theme))
    }
    publish("HighContrast")
    viewer.client.own("_XSETTINGS_S0", by: manager)
    viewer.client.broadcast("MANAGER", [0, viewer.client.atom("_XSETTINGS_S0"), manager])
    #expect(waitUntil(RunningViewer.timeout) { brightness() > dark + 60 }, "\(dark)")
    publish("Adwaita")
    #expect(waitUntil(RunningViewer.timeout) { brightness() == dark }, "\(brightness()), \(dark)")
    viewer.type(Key.escape)
    #expect(viewer.quit() == .status(0))
  }
}
