import Platform
import Synchronization
import TestSupport
import Testing
import Windowing

@testable import GIOFiles
@testable import Viewer

/// What settings of the portal mean.
@Suite struct PortalSettingsValueTests {
  typealias Key = PortalSettings.Key
  typealias Value = PortalSettings.Value

  private func settings(_ values: [Key: Value]) -> PortalSettings {
    var settings = PortalSettings()
    for (key, value) in values { settings.set(key, to: value) }
    return settings
  }

  @Test func eachWishCountsByItself() {
    #expect(settings([.reducedMotion: .number(1)]).reducesMotion)
    #expect(settings([.enablesAnimations: .flag(false)]).reducesMotion)
    #expect(settings([.contrast: .number(1)]).hasHighContrast)
    #expect(settings([.hasHighContrast: .flag(true)]).hasHighContrast)
    #expect(settings([.colorScheme: .number(1)]).isLight == false)
    #expect(settings([.colorScheme: .number(2)]).isLight == true)
    #expect(settings([.textScale: .fraction(1.25)]).textScale == 1.25)
    // One that is taken back leaves the other.
    var both = settings([.reducedMotion: .number(1), .enablesAnimations: .flag(false)])
    both.set(.reducedMotion, to: .number(0))
    #expect(both.reducesMotion)
    both.set(.enablesAnimations, to: .flag(true))
    #expect(both == PortalSettings())
  }

  @Test func whatIsNoPreferenceSaysNothing() {
    for key in [Key.colorScheme, .contrast, .reducedMotion] {
      for number in [0, 3, .max] as [UInt32] {
        #expect(settings([key: .number(number)]) == PortalSettings(), "\(key) \(number)")
      }
    }
    #expect(settings([.enablesAnimations: .flag(true)]) == PortalSettings())
    for scale in [1, 0, -1, 0.49, 3.01, .nan, .infinity] {
      #expect(settings([.textScale: .fraction(scale)]) == PortalSettings(), "\(scale)")
    }
  }

  @Test func valuesOfOtherTypesSayNothing() {
    let values: [Value?] = [.number(1), .number(2), .flag(true), .flag(false), .fraction(2), nil]
    let valid: [Key: [Value]] = [
      .colorScheme: [.number(1), .number(2)], .contrast: [.number(1)],
      .reducedMotion: [.number(1)], .enablesAnimations: [.flag(false)],
      .hasHighContrast: [.flag(true)], .textScale: [.fraction(2)],
    ]
    for key in Key.allCases {
      for value in values {
        var settings = PortalSettings()
        settings.set(key, to: value)
        let isValid = value.map { valid[key]?.contains($0) == true } ?? false
        #expect((settings != PortalSettings()) == isValid, "\(key) \(String(describing: value))")
        // Nor does the former value stay.
        for former in valid[key] ?? [] {
          var changed = PortalSettings()
          changed.set(key, to: former)
          changed.set(key, to: value)
          #expect(changed == settings, "\(key) \(String(describing: value))")
        }
      }
    }
  }

  @Test func onlyWishesReachTheWindow() {
    #expect(DesktopSettings.Source(portal: PortalSettings()) == DesktopSettings.Source())
    let source = DesktopSettings.Source(
      portal: settings([
        .reducedMotion: .number(1), .hasHighContrast: .flag(true), .colorScheme: .number(1),
        .textScale: .fraction(2),
      ]))
    #expect(source.isAnimated == false && source.hasHighContrast == true)
    #expect(source.isLight == false && source.textScale == 2 && source.dpi == nil)
  }

  /// GIO would start a bus for these.
  @Test func onlyABusThatIsThereCounts() throws {
    func has(_ address: String?, _ folder: String? = nil) -> Bool {
      GIOLibrary.hasBus(
        address: address.map { Array($0.utf8) }, runtimeFolder: folder.map { Array($0.utf8) })
    }
    let folder = try TemporaryFolder()
    #expect(!has(nil) && !has("") && !has(nil, "") && !has(nil, folder.path))
    #expect(!has("autolaunch:") && !has("autolaunch:scope=x") && !has("disabled:"))
    #expect(has("unix:path=/nowhere") && has("unix:path=/nowhere", "/nowhere"))
    try folder.folder("other")
    _ = try folder.file("other/bus", [])
    #expect(!has(nil, folder["other"]))
    let listener = try LocalListener(at: Array(folder["bus"].utf8))
    #expect(has(nil, folder.path) && has("", folder.path))
    #expect(!has("disabled:", folder.path))
    _ = listener.number
  }
}

/// A portal that changes its settings, lies, floods, hangs, goes and comes.
@Suite(.serialized, .enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
struct PortalSettingsWatcherTests {
  /// What was delivered.
  private final class Deliveries: Sendable {
    private let all = Mutex<[PortalSettings]>([])
    func add(_ settings: PortalSettings) { all.withLock { $0.append(settings) } }
    var last: PortalSettings { all.withLock { $0.last } ?? PortalSettings() }
    var count: Int { all.withLock { $0.count } }
  }

  private let deliveries = Deliveries()

  private func watcher(
    _ address: String, callLimit: Double = 10, pause: Double = 0.1
  ) throws -> PortalSettingsWatcher {
    let deliveries = deliveries
    return try #require(
      PortalSettingsWatcher(address: address, callLimit: callLimit, pause: pause) {
        deliveries.add($0)
      })
  }

  private func waits(for isRight: (PortalSettings) -> Bool) -> Bool {
    waitUntil(20) { isRight(deliveries.last) }
  }

  /// Waits until the settings have been read: changes meanwhile would be read once more.
  private func waitsForReading(of portal: ScriptedPortal) -> Bool {
    guard waitUntil(20, { !portal.settingsReads.isEmpty }) else { return false }
    _ = waitUntil(0.5) { false }
    return true
  }

  /// The answer of a portal of GNOME.
  private static func answer(
    colorScheme: String = "uint32 0", contrast: String = "uint32 0", motion: String = "uint32 0",
    animations: String = "true", scale: String = "1.0", highContrast: String = "false"
  ) -> ScriptedPortal.Settings {
    .are(
      """
      ({'org.freedesktop.appearance': {'color-scheme': <\(colorScheme)>,
      'contrast': <\(contrast)>, 'reduced-motion': <\(motion)>,
      'accent-color': <(0.2, 0.5, 0.9)>}, 'org.gnome.desktop.interface':
      {'gtk-theme': <'Adwaita'>, 'enable-animations': <\(animations)>,
      'text-scaling-factor': <\(scale)>}, 'org.gnome.desktop.a11y.interface':
      {'high-contrast': <\(highContrast)>}},)
      """)
  }

  private static func change(_ key: PortalSettings.Key, _ value: String) -> String {
    "('\(key.place.namespace)', '\(key.place.name)', <\(value)>)"
  }

  @Test func theSettingsOfTheStartAreRead() throws {
    let portal = try ScriptedPortal(
      .isMissing,
      settings: Self.answer(colorScheme: "uint32 2", motion: "uint32 1", scale: "1.5"))
    let watcher = try watcher(portal.address)
    #expect(waits { $0.reducesMotion && $0.isLight == true && $0.textScale == 1.5 })
    #expect(!deliveries.last.hasHighContrast)
    watcher.stop()
    #expect(deliveries.count == 1)
    let names = PortalSettings.Key.namespaces.map { "'\($0)'" }.joined(separator: ", ")
    #expect(portal.settingsReads == ["ReadAll([\(names)],)"])
  }

  @Test func changesAreFollowed() throws {
    let portal = try ScriptedPortal(.isMissing, settings: Self.answer())
    let watcher = try watcher(portal.address)
    #expect(waitsForReading(of: portal))
    // Another program's namespace, a setting that isn't known, and other types of parameters.
    portal.report([
      "('org.kde.kdeglobals.General', 'contrast', <uint32 1>)",
      "('org.freedesktop.appearance', 'accent-color', <(0.1, 0.1, 0.1)>)",
      "('org.freedesktop.appearance', uint32 1)", "('org.freedesktop.appearance', 'contrast')",
      "(uint32 1,)", Self.change(.contrast, "'high'"), Self.change(.reducedMotion, "true"),
      Self.change(.textScale, "uint32 2"), Self.change(.enablesAnimations, "[false]"),
      Self.change(.contrast, "uint32 1"),
    ])
    #expect(waits(for: \.hasHighContrast))
    #expect(!deliveries.last.reducesMotion && deliveries.last.textScale == nil)
    portal.report([Self.change(.enablesAnimations, "false"), Self.change(.contrast, "<uint32 0>")])
    #expect(waits { $0.reducesMotion && !$0.hasHighContrast })
    portal.report([Self.change(.enablesAnimations, "true")])
    #expect(waits { !$0.reducesMotion })
    watcher.stop()
    #expect(portal.settingsReads.count == 1)
  }

  @Test(arguments: [
    "('nonsense',)", "(uint32 1,)", "(@a{sa{sv}} {},)", "([{'a': 1}],)",
    "({'org.freedesktop.appearance': {'contrast': <'1'>, 'reduced-motion': <[1]>}},)",
    "({'org.freedesktop.appearance': {'reduced-motion': <<<<<<uint32 1>>>>>>}},)",
  ])
  func nonsenseSaysNothingAndChangesAreFollowed(answer: String) throws {
    let portal = try ScriptedPortal(.isMissing, settings: .are(answer))
    let watcher = try watcher(portal.address)
    #expect(waitsForReading(of: portal))
    portal.report([Self.change(.contrast, "uint32 1")])
    #expect(waits(for: \.hasHighContrast))
    watcher.stop()
    #expect(!deliveries.last.reducesMotion && deliveries.count == 1)
  }

  /// Hundred thousand signals reach the window as a few changes, the last of them at the end.
  @Test func aFloodIsDeliveredAFewTimesASecond() throws {
    let portal = try ScriptedPortal(.isMissing, settings: Self.answer())
    let watcher = try watcher(portal.address)
    #expect(waitsForReading(of: portal))
    let start = MonotonicClock.now()
    let keys: [PortalSettings.Key] = [.contrast, .reducedMotion]
    portal.report(
      (0..<100_000).map { Self.change(keys[$0 / 2 % 2], "uint32 \(1 - $0 % 2)") }
        + [Self.change(.textScale, "2.0")])
    let isOver = waitUntil(120) { deliveries.last.textScale == 2 }
    #expect(isOver)
    let seconds = MonotonicClock.now() - start
    #expect(Double(deliveries.count) <= seconds / 0.1 + 3, "\(deliveries.count) in \(seconds) s")
    #expect(!deliveries.last.hasHighContrast && !deliveries.last.reducesMotion)
    watcher.stop()
  }

  /// The window never waits for more than a second, whatever floods the thread.
  @Test func theThreadEndsInAFlood() throws {
    let portal = try ScriptedPortal(.isMissing, settings: Self.answer())
    let watcher = try watcher(portal.address, pause: 0)
    #expect(waitsForReading(of: portal))
    portal.report((0..<50_000).map { Self.change(.contrast, "uint32 \(1 - $0 % 2)") })
    let start = MonotonicClock.now()
    watcher.stop()
    #expect(MonotonicClock.now() - start < 5)
    let count = deliveries.count
    _ = waitUntil(0.5) { false }
    #expect(deliveries.count == count)
  }

  @Test func aHugeAnswerAndHugeNamesAreNoSettings() throws {
    let long = String(repeating: "x", count: 8 << 20)
    let portal = try ScriptedPortal(
      .isMissing,
      settings: .are("({'org.freedesktop.appearance': {'\(long)': <'\(long)'>}},)"))
    let watcher = try watcher(portal.address)
    #expect(waitsForReading(of: portal))
    // Reading them may take longer than that.
    portal.setSettings(Self.answer(contrast: "uint32 1"))
    portal.report([
      "('org.freedesktop.appearance', '\(long)', <uint32 1>)", Self.change(.contrast, "'\(long)'"),
      Self.change(.contrast, "uint32 1"),
    ])
    #expect(waits(for: \.hasHighContrast))
    watcher.stop()
    #expect(deliveries.count == 1)
  }

  @Test func aSilentPortalCostsOnlyItsThread() throws {
    let portal = try ScriptedPortal(.isMissing, settings: .isSilent)
    // Much longer than a busy machine takes: the end doesn't wait for the answer.
    let watcher = try watcher(portal.address, callLimit: 600)
    #expect(waitUntil(20) { !portal.settingsReads.isEmpty })
    let start = MonotonicClock.now()
    watcher.stop()
    #expect(MonotonicClock.now() - start < 60)
    #expect(deliveries.count == 0)
  }

  @Test func aPortalThatHasHungIsFollowed() throws {
    let portal = try ScriptedPortal(.isMissing, settings: .isSilent)
    let watcher = try watcher(portal.address, callLimit: 0.3)
    #expect(waitUntil(20) { !portal.settingsReads.isEmpty })
    _ = waitUntil(0.5) { false }
    portal.setSettings(Self.answer())
    portal.report([Self.change(.contrast, "uint32 1")])
    #expect(waitUntil(20) { deliveries.count > 0 })
    watcher.stop()
  }

  @Test(arguments: [false, true]) func thePortalsEndTakesItsSettingsBack(endsBus: Bool) throws {
    let portal = try ScriptedPortal(.isMissing, settings: Self.answer(motion: "uint32 1"))
    let watcher = try watcher(portal.address)
    #expect(waits(for: \.reducesMotion))
    if endsBus { portal.endBus() } else { portal.die() }
    #expect(waits { $0 == PortalSettings() })
    if !endsBus {
      let next = try ScriptedPortal(on: portal, settings: Self.answer(contrast: "uint32 1"))
      #expect(waits { $0.hasHighContrast && !$0.reducesMotion })
      #expect(next.settingsReads.count == 1)
    }
    watcher.stop()
  }

  @Test func aPortalThatComesLaterIsFollowed() throws {
    let bus = try ScriptedPortal(nil)
    let watcher = try watcher(bus.address)
    _ = waitUntil(0.3) { false }
    let portal = try ScriptedPortal(on: bus, settings: Self.answer(highContrast: "true"))
    #expect(waits(for: \.hasHighContrast))
    watcher.stop()
    #expect(portal.settingsReads.count == 1 && bus.settingsReads.isEmpty)
  }

  @Test func aBusThatNeverAnswersEndsInTime() throws {
    let folder = try TemporaryFolder()
    let listener = try LocalListener(at: Array(folder["bus"].utf8))
    for address in ["unix:path=\(folder["bus"])", "unix:path=/nowhere/bus", "nonsense"] {
      let watcher = try watcher(address)
      _ = waitUntil(0.3) { false }
      let start = MonotonicClock.now()
      watcher.stop()
      #expect(MonotonicClock.now() - start < 5, "\(address)")
    }
    #expect(deliveries.count == 0)
    _ = listener.number
  }
}
