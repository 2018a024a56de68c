import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// The bytes of an XSETTINGS property.
struct XSettingsWriter {
  var isBigEndian = false
  private var settings: [[UInt8]] = []

  init(isBigEndian: Bool = false) { self.isBigEndian = isBigEndian }

  private func number(_ number: UInt32, _ count: Int = 4) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  private func head(_ kind: UInt8, _ name: String) -> [UInt8] {
    [kind, 0] + number(UInt32(name.utf8.count), 2) + padded(name) + number(7)
  }

  mutating func add(_ name: String, _ value: Int32) {
    settings.append(head(0, name) + number(UInt32(bitPattern: value)))
  }

  mutating func add(_ name: String, _ text: String) {
    settings.append(head(1, name) + number(UInt32(text.utf8.count)) + padded(text))
  }

  mutating func addColor(_ name: String) {
    settings.append(head(2, name) + [UInt8](repeating: 9, count: 8))
  }

  func bytes(count: UInt32? = nil) -> [UInt8] {
    [isBigEndian ? 1 : 0, 0, 0, 0] + number(42) + number(count ?? UInt32(settings.count))
      + settings.flatMap(\.self)
  }
}

/// The desktop's settings, honest and hostile.
@Suite struct XSettingsTests {
  private func sample(isBigEndian: Bool = false) -> XSettingsWriter {
    var writer = XSettingsWriter(isBigEndian: isBigEndian)
    writer.add("Gtk/FontName", "Sans 10")
    writer.addColor("Gtk/Colour")
    writer.add("Gtk/EnableAnimations", 0)
    writer.add("Net/ThemeName", "HighContrast")
    writer.add("Xft/DPI", 144 * 1024)
    writer.add("Gdk/WindowScalingFactor", 2)
    return writer
  }

  private func settings(_ bytes: [UInt8]) -> DesktopSettings? {
    XSettings.values(in: bytes, of: DesktopSettings.Source.names).map {
      DesktopSettings(portal: DesktopSettings.Source(), xsettings: DesktopSettings.Source($0))
    }
  }

  @Test(arguments: [false, true])
  func bothByteOrdersAreRead(isBigEndian: Bool) {
    var expected = DesktopSettings()
    expected.isAnimated = false
    expected.hasHighContrast = true
    expected.isLight = true
    expected.dpi = 144
    #expect(settings(sample(isBigEndian: isBigEndian).bytes()) == expected)
  }

  @Test(arguments: [
    ("HighContrast", true, true), ("HighContrastInverse", true, false),
    ("ContrastHigh", true, true), ("ContrastHighInverse", true, false),
    ("Adwaita", false, false), ("Adwaita-dark", false, false), ("", false, false),
    ("High-Contrast", true, true),
  ])
  func themesOfHighContrastAreKnown(name: String, isHigh: Bool, isLight: Bool) {
    var writer = XSettingsWriter()
    writer.add("Net/ThemeName", name)
    let settings = settings(writer.bytes())
    #expect(settings?.hasHighContrast == isHigh && settings?.isLight == isLight)
  }

  @Test(
    arguments: [
      (0, nil), (-1024, nil), (Int32.max, nil), (Int32.min, nil), (192 * 1024, 192),
    ] as [(Int32, Double?)])
  func onlyPossibleResolutionsCount(value: Int32, dpi: Double?) {
    var writer = XSettingsWriter()
    writer.add("Xft/DPI", value)
    #expect(settings(writer.bytes())?.dpi == dpi)
  }

  @Test func theScalingFactorCountsWithoutAResolution() {
    for (factor, dpi) in [(2, 192.0), (1, 96), (0, nil), (9, nil), (-1, nil)] as [(Int32, Double?)]
    {
      var writer = XSettingsWriter()
      writer.add("Gdk/WindowScalingFactor", factor)
      #expect(settings(writer.bytes())?.dpi == dpi)
    }
  }

  @Test func nothingIsReadBeyondTheEnd() {
    let whole = sample().bytes()
    for count in 0..<whole.count { #expect(settings(Array(whole.prefix(count))) == nil) }
    #expect(settings(sample().bytes(count: .max)) == nil)
    #expect(settings(sample().bytes(count: 7)) == nil)
    #expect(settings(sample().bytes(count: 0)) == DesktopSettings())
    #expect(settings([2] + whole.dropFirst()) == nil)
    // A name and a text of nearly 4 GiB.
    for place in [14, 32] {
      var bytes = whole
      for offset in 0..<4 { bytes[place + offset] = 0xff }
      #expect(settings(bytes) == nil, "\(place)")
    }
  }

  @Test func anyBytesAreReadWithoutATrap() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    let whole = sample().bytes()
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<8, using: &random))
      let found = settings(bytes)
      #expect(found?.dpi.map { (24...1000).contains($0) } ?? true, "seed \(seed)")
    }
  }
}

/// The portal's settings and the manager's, merged.
@Suite struct DesktopSettingsTests {
  private typealias Source = DesktopSettings.Source

  private func source(_ change: (inout Source) -> Void) -> Source {
    var source = Source()
    change(&source)
    return source
  }

  /// Everything that the portal can say, each alone, against a manager that says the opposite.
  @Test func thePortalsSettingsCountEachForItself() {
    let manager = source {
      ($0.isAnimated, $0.hasHighContrast, $0.isLight, $0.dpi) = (true, true, true, 192)
    }
    var expected = DesktopSettings()
    (expected.hasHighContrast, expected.isLight, expected.dpi) = (true, true, 192)
    func merged(_ change: (inout Source) -> Void) -> DesktopSettings {
      DesktopSettings(portal: source(change), xsettings: manager)
    }
    #expect(merged { _ in } == expected)
    #expect(!merged { $0.isAnimated = false }.isAnimated)
    #expect(!merged { $0.hasHighContrast = false }.hasHighContrast)
    #expect(!merged { $0.isLight = false }.isLight)
    let still = merged { $0.isAnimated = false }
    #expect(still.hasHighContrast && still.isLight && still.dpi == 192)
    #expect(merged { $0.textScale = 2 }.dpi == 192)
  }

  @Test func withoutAManagerThePortalCounts() {
    let portal = source {
      ($0.isAnimated, $0.hasHighContrast, $0.isLight, $0.textScale) = (false, true, true, 1.5)
    }
    let settings = DesktopSettings(portal: portal, xsettings: Source())
    #expect(!settings.isAnimated && settings.hasHighContrast && settings.isLight)
    #expect(settings.dpi == nil && settings.textScale == 1.5)
    #expect(DesktopSettings(portal: Source(), xsettings: Source()) == DesktopSettings())
  }
}

/// A manager that comes, changes its settings, lies and goes.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct XSettingsWatchTests {
  private let session: WindowSession
  private let rect = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)

  init() throws {
    session = try WindowSession()
    session.map()
  }

  private var client: TestClient { session.client }

  private func publish(_ bytes: [UInt8], on window: UInt) {
    client.setProperty(
      "_XSETTINGS_SETTINGS", of: window, type: "_XSETTINGS_SETTINGS", bytes: bytes)
  }

  private func bytes(animations: Int32, theme: String = "Adwaita", dpi: Int32 = 96) -> [UInt8] {
    var writer = XSettingsWriter()
    writer.add("Gtk/EnableAnimations", animations)
    writer.add("Net/ThemeName", theme)
    writer.add("Xft/DPI", dpi * 1024)
    return writer.bytes()
  }

  private func waits(for isRight: (DesktopSettings) -> Bool) -> Bool {
    waitUntil(10) {
      _ = session.window.readEvents()
      return isRight(session.window.desktopSettings)
    }
  }

  /// Reads what has come so far.
  private func turn() {
    client.synchronize()
    for _ in 0..<20 {
      _ = session.window.readEvents()
      _ = waitUntil(0.01) { false }
    }
  }

  @Test func theManagerOfTheStartIsRead() {
    let manager = client.makeWindow(at: rect, color: 0)
    publish(bytes(animations: 0, theme: "HighContrastInverse", dpi: 192), on: manager)
    client.own("_XSETTINGS_S0", by: manager)
    #expect(session.window.desktopSettings == DesktopSettings())
    session.window.followDesktop()
    let settings = session.window.desktopSettings
    #expect(!settings.isAnimated && settings.hasHighContrast && !settings.isLight)
    let events = session.window.readEvents()
    #expect(events.contains(.desktopSettingsChanged))
    #expect(events.contains(.interfaceScaleChanged(2)) && session.window.interfaceScale == 2)
    session.window.followDesktop()
    #expect(!session.window.readEvents().contains(.desktopSettingsChanged))
  }

  @Test func changesAndTheEndAreFollowed() {
    session.window.followDesktop()
    let manager = client.makeWindow(at: rect, color: 0)
    publish(bytes(animations: 0), on: manager)
    client.own("_XSETTINGS_S0", by: manager)
    announce(manager)
    #expect(waits { !$0.isAnimated })
    publish(bytes(animations: 1), on: manager)
    #expect(waits { $0.isAnimated })
    publish(bytes(animations: 0), on: manager)
    #expect(waits { !$0.isAnimated })
    // What can't be read leaves the settings.
    publish([0, 1, 2], on: manager)
    turn()
    #expect(!session.window.desktopSettings.isAnimated)
    client.destroy(manager)
    #expect(waits { $0 == DesktopSettings() })
    let next = client.makeWindow(at: rect, color: 0)
    publish(bytes(animations: 0), on: next)
    client.own("_XSETTINGS_S0", by: next)
    announce(next)
    #expect(waits { !$0.isAnimated })
  }

  private func announce(_ manager: UInt) {
    client.broadcast("MANAGER", [0, client.atom("_XSETTINGS_S0"), manager])
  }

  @Test func thePortalCountsBeforeTheManagerAndAlone() {
    var portal = DesktopSettings.Source()
    portal.isAnimated = false
    portal.textScale = 2
    let scale = session.window.interfaceScale
    session.window.setPortal(portal)
    let events = session.window.readEvents()
    #expect(events.contains(.desktopSettingsChanged))
    #expect(events.contains(.interfaceScaleChanged(2 * scale)))
    session.window.setPortal(portal)
    #expect(!session.window.readEvents().contains(.desktopSettingsChanged))
    let manager = client.makeWindow(at: rect, color: 0)
    publish(bytes(animations: 1, theme: "HighContrast", dpi: 144), on: manager)
    client.own("_XSETTINGS_S0", by: manager)
    session.window.followDesktop()
    let settings = session.window.desktopSettings
    #expect(!settings.isAnimated && settings.hasHighContrast && settings.isLight)
    #expect(session.window.interfaceScale == 1.5)
    portal.isLight = false
    portal.isAnimated = nil
    session.window.setPortal(portal)
    #expect(session.window.desktopSettings.isAnimated)
    #expect(!session.window.desktopSettings.isLight)
  }

  @Test func aLyingManagerTakesNoInput() throws {
    // The viewer's own window, the root window, and one that is gone.
    let gone = client.makeWindow(at: rect, color: 0)
    client.own("_XSETTINGS_S0", by: session.window.id)
    session.window.followDesktop()
    for owner in [session.client.root, gone, session.window.id] {
      client.own("_XSETTINGS_S0", by: owner)
      if owner == gone { client.destroy(gone) }
      announce(owner)
      turn()
    }
    publish(bytes(animations: 0), on: session.window.id)
    turn()
    #expect(session.window.desktopSettings == DesktopSettings())
    session.hands.move(toX: 200, y: 150)
    #expect(session.wait { if case .motion = $0 { true } else { false } })
    #expect(!session.display.isLost)
  }

  @Test func aFloodAndAHugePropertyChangeNothing() {
    let manager = client.makeWindow(at: rect, color: 0)
    client.own("_XSETTINGS_S0", by: manager)
    publish(bytes(animations: 0), on: manager)
    session.window.followDesktop()
    publish([UInt8](repeating: 0, count: 200_000), on: manager)
    turn()
    #expect(!session.window.desktopSettings.isAnimated)
    for round in 0..<500 { publish(bytes(animations: Int32(round % 2)), on: manager) }
    publish(bytes(animations: 1), on: manager)
    #expect(waits { $0.isAnimated })
  }
}
