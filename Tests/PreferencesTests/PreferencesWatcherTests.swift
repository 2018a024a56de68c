import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Preferences

/// The preferences file, read again when it is saved, and by whatever else takes its place.
@Suite struct PreferencesWatcherTests {
  /// What a watcher has delivered.
  private final class Readings: Sendable {
    private let all = Mutex<[PreferencesReading]>([])

    var count: Int { all.withLock { $0.count } }
    var last: PreferencesReading? { all.withLock { $0.last } }
    func add(_ reading: PreferencesReading) { all.withLock { $0.append(reading) } }

    /// Waits until the last reading has a quality.
    func wait(for isRight: (PreferencesReading) -> Bool) -> Bool {
      waitUntil(20) { last.map(isRight) == true }
    }
  }

  private let folder: TemporaryFolder
  private let readings = Readings()

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder["fresnel/config.toml"] }

  private func watch() throws -> PreferencesWatcher {
    let path = Array(path.utf8)
    return try PreferencesWatcher(path, current: PreferencesFile.read(path)) { [readings] in
      readings.add($0)
    }
  }

  private func makeFolders(_ names: String...) throws {
    for name in names { try #require(mkdir(folder[name], 0o755) == 0) }
  }

  private func write(_ text: String) throws {
    try folder.file("fresnel/config.toml", Array(text.utf8))
  }

  /// Writes the file elsewhere and renames it into place, as most editors do.
  private func replace(_ text: String) throws {
    try folder.file("fresnel/.config.toml.swp", Array(text.utf8))
    try #require(rename(folder["fresnel/.config.toml.swp"], path) == 0)
  }

  private func waits(forStep step: Double) -> Bool {
    readings.wait { $0.preferences.zooming.wheelStep == step }
  }

  @Test func everyWayOfSavingIsNoticed() throws {
    try makeFolders("fresnel")
    try write("wheel-step = 1.5\n")
    let watcher = try watch()
    try write("wheel-step = 2\n")
    #expect(waits(forStep: 2))
    try replace("wheel-step = 3\n")
    #expect(waits(forStep: 3))
    unlink(path)
    #expect(waits(forStep: 1.25))
    try write("wheel-step = 2\n")
    #expect(waits(forStep: 2))
    watcher.stop()
    try write("wheel-step = 4\n")
    usleep(400_000)
    #expect(readings.last?.preferences.zooming.wheelStep == 2)
  }

  @Test func aFolderThatAppearsIsNoticedAndNoneIsCreated() throws {
    let watcher = try watch()
    usleep(300_000)
    #expect(access(folder["fresnel"], F_OK) != 0)
    try makeFolders("fresnel")
    try write("wheel-step = 2\n")
    #expect(waits(forStep: 2))
    watcher.stop()
  }

  @Test func aFileBehindLinksIsNoticed() throws {
    try makeFolders("fresnel", "dotfiles")
    try folder.file("dotfiles/real.toml", Array("wheel-step = 2\n".utf8))
    try #require(symlink("../dotfiles/real.toml", path) == 0)
    let watcher = try watch()
    try folder.file("dotfiles/real.toml", Array("wheel-step = 3\n".utf8))
    #expect(waits(forStep: 3))
    watcher.stop()
  }

  @Test func theFileOfKeysThatItNamesIsNoticed() throws {
    try makeFolders("fresnel")
    try write("keys = \"mine\"\n")
    let watcher = try watch()
    func waits(forKeys keys: [String]) -> Bool { readings.wait { $0.keys.map(\.keys) == keys } }
    func writeKeys(_ name: String, _ key: String) throws {
      try folder.file("fresnel/keys/\(name).toml", Array("[keys]\n\(key) = \"fit\"\n".utf8))
    }
    try makeFolders("fresnel/keys")
    try writeKeys("mine", "x")
    #expect(waits(forKeys: ["x"]))
    try writeKeys("mine", "y")
    #expect(waits(forKeys: ["y"]))
    // Another file is followed as soon as it is named.
    try writeKeys("other", "z")
    try write("keys = \"other\"\n")
    #expect(waits(forKeys: ["z"]))
    try writeKeys("other", "w")
    #expect(waits(forKeys: ["w"]))
    watcher.stop()
  }

  @Test func aChangeBeforeTheStartIsNotMissed() throws {
    try makeFolders("fresnel")
    try write("wheel-step = 2\n")
    let watcher = try PreferencesWatcher(Array(path.utf8), current: PreferencesReading()) {
      [readings] in readings.add($0)
    }
    #expect(waits(forStep: 2))
    watcher.stop()
  }

  @Test func aHundredSavesASecondAreReadAFewTimes() throws {
    try makeFolders("fresnel")
    try write("wheel-step = 1.5\n")
    let watcher = try watch()
    let start = MonotonicClock.now()
    var round = 0
    while MonotonicClock.now() < start + 2 {
      round += 1
      if round % 2 == 0 {
        try write("tile-fade = \(round % 1000)\n")
      } else {
        try replace("wheel-step = 2 # \(round)\n")
      }
      usleep(10_000)
    }
    let elapsed = MonotonicClock.now() - start
    #expect(Double(readings.count) <= elapsed / 0.5 + 2, "\(readings.count) in \(elapsed) s")
    try write("wheel-step = 3\n")
    #expect(waits(forStep: 3))
    watcher.stop()
  }

  /// What may be in the file's place, and what is said of it.
  private enum Place: CaseIterable {
    case pipe, endless, large, loop, folder, socket, deep, notText, half
  }

  @Test(arguments: Place.allCases)
  private func whateverTakesItsPlaceIsIgnored(place: Place) throws {
    try makeFolders("fresnel")
    try write("wheel-step = 1.5\n")
    let watcher = try watch()
    unlink(path)
    switch place {
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .endless: try #require(symlink("/dev/zero", path) == 0)
    case .large:
      try folder.file(
        "fresnel/config.toml", [UInt8](repeating: UInt8(ascii: "#"), count: 10 << 20))
    case .loop: try #require(symlink("config.toml", path) == 0)
    case .folder: try makeFolders("fresnel/config.toml")
    case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    case .deep: try write("a = " + String(repeating: "[", count: 60_000))
    case .notText: try folder.file("fresnel/config.toml", [0xff, 0xfe, 0, 0x80])
    case .half: try write("wheel-step = ")
    }
    #expect(readings.wait { $0.isIgnored && $0.sentences.count == 1 }, "\(place)")
    #expect(readings.last?.sentences.first?.hasSuffix("ignored.") == true)
    if place == .folder { rmdir(path) } else { unlink(path) }
    try write("wheel-step = 3\n")
    #expect(waits(forStep: 3), "\(place)")
    watcher.stop()
  }
}
