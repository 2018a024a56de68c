import DecoderProtocol
import Decoding
import EvilDecoder
import Geometry
import Glibc
import Platform
import Testing
import Tiles
import Tiling

/// All tests that run processes are serialized: there are two cores, and shared tables.
@Suite(.serialized) struct HostTests {}

/// A window thread's loop around a scheduler whose decoders are all evil.
final class Host {
  var scheduler: Schedulers
  private(set) var events: [DecodeEvent] = []
  /// Added to the clock, to simulate jumps.
  var clockOffset = 0.0
  /// True to release tiles as soon as they arrive.
  var releasesTiles = true
  private var lastNumber: UInt32 = 0

  /// Formats: `missing` has no decoder, and `real` has its own.
  init(
    hangTimeout: Double = 30, without missing: PictureFormat? = nil,
    with real: PictureFormat? = nil, watchesStart: Bool = false,
    adjust: (inout DecoderPool.Limits) -> Void = { _ in }
  ) {
    var limits = DecoderPool.Limits()
    limits.hangTimeout = hangTimeout
    limits.tick = min(1, hangTimeout / 5)
    adjust(&limits)
    var locator = Self.evil
    if let missing { locator.overrides[missing.decoderName] = nil }
    if let real {
      let folder = Self.evilPath.dropLast("fresnel-evil-decoder".utf8.count)
      locator.overrides[real.decoderName] = folder + Array(real.decoderName.utf8)
    }
    scheduler = Schedulers(
      locator: locator, limits: limits, watchesStart: watchesStart)
  }

  /// A locator that uses the evil decoder for every format.
  static var evil: DecoderLocator {
    var overrides: [String: [UInt8]] = [:]
    for format in PictureFormat.all { overrides[format.decoderName] = evilPath }
    return DecoderLocator(folders: [], overrides: overrides)
  }

  /// Next to the tests' executable, or in the package's debug build.
  static var evilPath: [UInt8] {
    let name = Array("/fresnel-evil-decoder".utf8)
    let packageRoot = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folders = [executableFolder() ?? [], Array("/\(packageRoot)/.build/debug".utf8)]
    for folder in folders {
      let path = String(decoding: folder + name, as: UTF8.self)
      if access(path, X_OK) == 0 { return folder + name }
    }
    return folders[1] + name
  }

  var now: Double { MonotonicClock.now() + clockOffset }

  /// Opens a picture whose content names a fault.
  func open(_ fault: String, slots: Int = 8, format: PictureFormat = .png) -> SourceID {
    open(text: "EVIL:\(fault)", slots: slots, format: format)
  }

  /// Opens a picture whose file is a text.
  func open(text: String, slots: Int = 8, format: PictureFormat) -> SourceID {
    lastNumber += 1
    let picture = SourceID(number: lastNumber)
    let file = Self.file(containing: text)
    scheduler.open(
      picture, file: file, format: format, slotCount: slots, surfaceEdge: 1280,
      displayProfile: [], now: now)
    return picture
  }

  static func file(containing text: String) -> FileDescriptor {
    var name = Array("/tmp/fresnel-test-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    precondition(number >= 0)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(name)
    _ = text.withCString { write(number, $0, strlen($0)) }
    return FileDescriptor(adopting: number)
  }

  /// Runs the loop once.
  @discardableResult func turn(timeout: Double = 0.05) -> [DecodeEvent] {
    var pollSet = PollSet()
    scheduler.addDescriptors(to: &pollSet)
    let due = scheduler.nextDeadline.map { max(0, $0 - now) } ?? timeout
    pollSet.wait(timeout: min(timeout, due))
    let received = scheduler.process(pollSet, now: now)
    events += received
    for case .tile(let tile) in received where releasesTiles { scheduler.release(tile) }
    return received
  }

  /// Runs the loop until a condition is true; returns false if that takes longer than `limit`
  /// seconds.
  func pump(limit: Double = 20, until condition: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + limit
    while !condition() {
      guard MonotonicClock.now() < end else { return false }
      turn()
    }
    return true
  }

  func update(_ picture: SourceID, _ keys: [TilePlan.Wanted]) {
    scheduler.update(picture, plan: TilePlan(wanted: keys), now: now)
  }

  func info(of picture: SourceID) -> SourceInfo? {
    for case .opened(picture, let info) in events { return info }
    return nil
  }

  func error(of picture: SourceID) -> DecodeError? {
    for case .failed(picture, let error) in events { return error }
    return nil
  }

  func tiles(of picture: SourceID) -> [Tile] {
    events.compactMap { event in
      guard case .tile(let tile) = event, tile.source == picture else { return nil }
      return tile
    }
  }

  func isIdle(_ picture: SourceID) -> Bool {
    events.contains { if case .idle(picture) = $0 { true } else { false } }
  }

  func hasOpened(_ picture: SourceID) -> Bool { info(of: picture) != nil }

  /// Opens a picture, requests some tiles once it is open, and returns its error.
  func fate(_ fault: String, tiles: Int = 3, limit: Double = 20) -> DecodeError? {
    let picture = open(fault)
    _ = pump(limit: limit) { hasOpened(picture) || error(of: picture) != nil }
    update(picture, Self.plan(tiles))
    _ = pump(limit: limit) { error(of: picture) != nil || isIdle(picture) }
    return error(of: picture)
  }

  /// The first tiles of the evil decoder's picture at full size.
  static func plan(_ count: Int, quality: TileQuality = .exact) -> [TilePlan.Wanted] {
    (0..<count).map { wanted(column: $0 % 8, row: $0 / 8, quality: quality) }
  }

  static func wanted(
    column: Int, row: Int, quality: TileQuality = .exact
  ) -> TilePlan.Wanted {
    let level = Level(size: PixelSize(width: 2000, height: 1500))
    return TilePlan.Wanted(
      key: TileKey(level: level, column: column, row: row), quality: quality)
  }

  /// Returns true if a picture can still be opened and decoded.
  func servesHonestly() -> Bool {
    let picture = open("honest")
    guard pump(until: { hasOpened(picture) }) else { return false }
    update(picture, Self.plan(4))
    guard pump(until: { isIdle(picture) }) else { return false }
    let tiles = tiles(of: picture)
    scheduler.close(picture)
    return tiles.count == 4 && tiles.allSatisfy { $0.hasColor(Self.color(of: $0)) }
  }

  /// The colour of a tile when the evil decoder is honest.
  static func color(of tile: Tile) -> [UInt8] {
    let key = tile.key
    return [
      UInt8(truncatingIfNeeded: key.column * 37 + 11),
      UInt8(truncatingIfNeeded: key.row * 53 + 7),
      UInt8(truncatingIfNeeded: key.level.size.width), tile.quality == .exact ? 255 : 128,
    ]
  }

  /// Returns true once no process is left; waits while processes are reaped.
  func everyProcessIsGone(_ seen: [Int32]) -> Bool {
    pump { seen.allSatisfy(Self.isGone) && scheduler.statistics.processesAlive == 0 }
  }

  /// True if a child no longer exists, not even as a zombie.
  static func isGone(_ processID: Int32) -> Bool {
    var info = siginfo_t()
    let look = waitid(P_PID, id_t(processID), &info, WEXITED | WNOHANG | WNOWAIT)
    return look < 0 && errno == ECHILD
  }
}

extension Tile {
  /// True if all of its pixels, overlap included, have a colour.
  func hasColor(_ color: [UInt8]) -> Bool {
    withPixels { pixels in
      !pixels.isEmpty && pixels.indices.allSatisfy { pixels[$0] == color[$0 & 3] }
    }
  }
}
