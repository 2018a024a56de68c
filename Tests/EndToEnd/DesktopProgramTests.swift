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

  private func viewer(_ file: String, _ portal: ScriptedPortal? = nil) throws -> RunningViewer {
    var environment = RunningViewer.nobody
    if let portal { environment["DBUS_SESSION_BUS_ADDRESS"] = portal.address }
    let viewer = try RunningViewer(
      ["--geometry", "600x400+30+20", "--bar", "off", file], environment: environment)
    if file.hasSuffix(".png") { viewer.waitUntilQuiet() }
    return viewer
  }

  /// The mean brightness of a row that is in the panel of commands, if that is open.
  private func brightness(_ viewer: RunningViewer) -> Int {
    let row = row(viewer)
    return row.reduce(0, +) / max(1, row.count)
  }

  private func row(_ viewer: RunningViewer) -> [Int] {
    let screen = viewer.screen
    return (0..<screen.size.width).map { Int(screen[$0, 30] & 255) }
  }

  /// A change of a setting that the portal has for all desktops.
  private func change(_ name: String, _ value: Int) -> String {
    "('org.freedesktop.appearance', '\(name)', <uint32 \(value)>)"
  }

  private static let noSettings = ScriptedPortal.Settings.are("(@a{sa{sv}} {},)")

  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func panelsFollowThePortal() throws {
    let file = try folder.picture("map.png", CoordinatePicture.grid(300, 200))
    let portal = try ScriptedPortal(.isMissing, settings: Self.noSettings)
    let viewer = try viewer(file, portal)
    #expect(waitUntil(RunningViewer.timeout) { !portal.settingsReads.isEmpty })
    viewer.type(":")
    viewer.waitUntilQuiet()
    let dark = brightness(viewer)
    portal.report([change("color-scheme", 2)])
    #expect(waitUntil(RunningViewer.timeout) { brightness(viewer) > dark + 60 }, "\(dark)")
    portal.report([change("color-scheme", 1)])
    #expect(waitUntil(RunningViewer.timeout) { brightness(viewer) == dark }, "\(dark)")
    let background = row(viewer).min() ?? 0
    portal.report([change("contrast", 1)])
    let isDarker = waitUntil(RunningViewer.timeout) { row(viewer).min() ?? 255 < background - 4 }
    #expect(isDarker, "\(background), \(row(viewer).min() ?? 0)")
    // The portal takes its settings along.
    portal.die()
    #expect(waitUntil(RunningViewer.timeout) { brightness(viewer) == dark }, "\(dark)")
    viewer.type(Key.escape)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func animationsStopAsThePortalSays() throws {
    let size = PixelSize(width: 400, height: 300)
    let file = try folder.file("film.gif", FilmPicture.gif(size, hundredths: 10))
    let portal = try ScriptedPortal(.isMissing, settings: Self.noSettings)
    let viewer = try viewer(file, portal)
    func moves() -> Bool {
      let before = viewer.screen
      return waitUntil(1) { viewer.screen != before }
    }
    #expect(waitUntil(RunningViewer.timeout) { !portal.settingsReads.isEmpty })
    #expect(waitUntil(RunningViewer.timeout) { moves() })
    portal.report([change("reduced-motion", 1)])
    #expect(waitUntil(RunningViewer.timeout) { !moves() })
    // It plays for the user who asks.
    viewer.type("a")
    #expect(waitUntil(RunningViewer.timeout) { moves() })
    #expect(viewer.quit() == .status(0))
  }

  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func aPortalThatNeverAnswersHoldsUpNothing() throws {
    let file = try folder.picture("map.png", CoordinatePicture.grid(300, 200))
    let portal = try ScriptedPortal(.isMissing, settings: .isSilent)
    let viewer = try viewer(file, portal)
    #expect(waitUntil(RunningViewer.timeout) { !portal.settingsReads.isEmpty })
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    viewer.type("q")
    #expect(viewer.process.wait(limit: 10) == .status(0))
  }

  @Test func panelsFollowAThemeOfHighContrast() throws {
    let file = try folder.picture("map.png", CoordinatePicture.grid(300, 200))
    let viewer = try viewer(file)
    viewer.type(":")
    viewer.waitUntilQuiet()
    func brightness() -> Int { self.brightness(viewer) }
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
