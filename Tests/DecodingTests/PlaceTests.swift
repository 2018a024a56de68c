import Geometry
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing
import TilePlaces
import Tiles

@testable import Decoding
@testable import Providing

/// Tiles in folders: which files are read, and which never are.
@Suite struct PlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["inside", "inside/p_files", "inside/p_files/9", "outside"] {
      try folder.folder(name)
    }
    try folder.file("inside/p_files/9/0_0.png", [1, 2, 3])
    try folder.file("outside/secret", [9])
  }

  private func tiles(prefix: String = "p_files/") throws -> TileFolder {
    TileFolder(
      try FileDescriptor.openForReading(Array(folder["inside"].utf8)), prefix: Array(prefix.utf8))
  }

  private func failure(_ paths: [String], prefix: String = "p_files/") throws -> TileFolder.Failure?
  {
    let tiles = try tiles(prefix: prefix)
    do throws(TileFolder.Failure) {
      _ = try tiles.bytes(atFirstOf: paths, atMost: 100)
      return nil
    } catch {
      return error
    }
  }

  @Test func theFirstExistingFileIsRead() throws {
    let tiles = try tiles()
    #expect(try tiles.bytes(atFirstOf: ["9/0_0.png"], atMost: 3) == [1, 2, 3])
    #expect(try tiles.bytes(atFirstOf: ["8/x", "9/0_0.png", "9"], atMost: 3) == [1, 2, 3])
    #expect(try tiles.bytes(atFirstOf: ["9/0_1.png", "10/0_0.png"], atMost: 3) == nil)
    #expect(try failure(["9/0_0.png/x"]) == nil)
  }

  @Test func nothingOutsideTheFolderIsOpened() throws {
    #expect(try failure(["../../outside/secret"]) == .outside)
    #expect(try failure([folder["outside/secret"]], prefix: "") == .outside)
    for (index, target) in ["../../outside", folder["outside"], "/"].enumerated() {
      #expect(symlink(target, folder["inside/p_files/\(index)"]) == 0)
      #expect(try failure(["\(index)/secret", "\(index)/etc/passwd"]) == .outside)
    }
    // A link that stays inside the folder works like the file.
    #expect(symlink("9/0_0.png", folder["inside/p_files/same"]) == 0)
    #expect(try tiles().bytes(atFirstOf: ["same"], atMost: 3) == [1, 2, 3])
    #expect(symlink("loop", folder["inside/p_files/loop"]) == 0)
    #expect(try failure(["loop"]) == .outside)
  }

  @Test func otherKindsOfFilesDoNotBlock() throws {
    #expect(try failure(["9"]) == .noFile)
    #expect(mkfifo(folder["inside/p_files/pipe"], 0o644) == 0)
    #expect(try failure(["pipe"]) == .noFile)
    try folder.file("inside/p_files/large", [UInt8](repeating: 0, count: 101))
    #expect(try failure(["large"]) == .tooLarge)
  }

  @Test func aMissingTileIsRetriedAfterAMinute() throws {
    let places = try TilePlaces(
      TileDescription(
        size: PixelSize(width: 300, height: 200),
        layout: .deepZoom(edge: 256, overlap: 0, format: "png")))
    let clock = Mutex(100.0)
    let stored = try tiles()
    let provider = StoredTiles(places, now: { clock.withLock { $0 } }) {
      try stored.bytes(atFirstOf: $0, atMost: $1)
    }
    let levels = ProvidedLevels(
      Extent(places.size), scales: .rungs(places.rungs), shape: TileShape(edge: 256, overlap: 0)
    ).levels
    let level = levels.exactLevel(scale: 1)
    func tile(_ column: Int) throws -> ProvidedTile {
      try provider.tile(
        ProvidedTileRequest(TileKey(level: level, column: column, row: 0), of: levels))
    }
    let part = PixelRect(PixelSize(width: 256, height: 200))
    #expect(try tile(0) == .encodedPart([1, 2, 3], of: part.size, part))
    #expect(try tile(1) == .missing)
    try folder.file("inside/p_files/9/1_0.png", [4])
    clock.withLock { $0 += MissingTiles.retryDelay - 1 }
    #expect(try tile(1) == .missing)
    clock.withLock { $0 += 1 }
    let second = PixelRect(PixelSize(width: 44, height: 200))
    #expect(try tile(1) == .encodedPart([4], of: second.size, second))
  }
}

/// The process that reads descriptions, when it lies, stalls or crashes.
extension HostTests {
  @Suite struct Descriptions {
    private func result(
      _ fault: String, hangTimeout: Double = 30
    ) throws -> Result<TileDescription?, DecodeError>? {
      var limits = DecoderPool.Limits()
      limits.hangTimeout = hangTimeout
      limits.tick = min(1, hangTimeout / 5)
      let pool = DecoderPool(locator: Host.evil, limits: limits)
      let reader = try DescriptionReader(
        Host.file(containing: "EVIL:\(fault)"), format: .deepZoom, pool: pool,
        now: MonotonicClock.now())
      let end = MonotonicClock.now() + 20
      while MonotonicClock.now() < end {
        var pollSet = PollSet()
        reader.addDescriptors(to: &pollSet)
        pool.addDescriptors(to: &pollSet)
        let due = (reader.nextDeadline ?? end) - MonotonicClock.now()
        pollSet.wait(timeout: min(0.5, max(0, due)))
        defer { pool.reap() }
        if let result = reader.process(pollSet, now: MonotonicClock.now()) {
          #expect(reader.process(pollSet, now: MonotonicClock.now()) == nil, "it comes once")
          return result.map { description in
            if case .tiles(let tiles) = description { tiles } else { nil }
          }
        }
      }
      return nil
    }

    private func error(_ fault: String, hangTimeout: Double = 30) throws -> DecodeError? {
      guard case .failure(let error) = try result(fault, hangTimeout: hangTimeout) else {
        return nil
      }
      return error
    }

    @Test func anUnexpectedMessageIsABreach() throws {
      guard case .lied(.unexpectedMessage, _) = try error("proto:hellotwice") else {
        Issue.record("it was believed")
        return
      }
    }

    @Test func aHungProcessIsKilled() throws {
      guard case .hung = try error("hang:hello", hangTimeout: 0.5) else {
        Issue.record("nobody noticed")
        return
      }
    }

    @Test(arguments: ["pour", "canvases:none"])
    func aFloodingProcessIsKilled(fault: String) throws {
      guard case .flooded(.messages, _) = try error(fault) else {
        Issue.record("it was listened to")
        return
      }
    }

    /// No manifest lists hundreds of megabytes of canvases: one that is read has at most 16 MiB.
    @Test func hugeListsOfCanvasesAreRefused() throws {
      let error = try error("canvases:large")
      #expect(error == .lied(.badMessage(.badValue("canvases")), lastWords: []))
    }

    @Test func aCrashIsReported() throws {
      guard case .crashed = try error("crash:abort@hello") else {
        Issue.record("nobody noticed")
        return
      }
    }

    @Test func aDescriptionFromADecoderIsABreach() throws {
      let host = Host()
      let picture = host.open("proto:tiles")
      #expect(host.pump { host.error(of: picture) != nil })
      guard case .lied(.badMessage(.unknownType(144)), _) = host.error(of: picture) else {
        Issue.record("it was believed")
        return
      }
    }
  }
}
