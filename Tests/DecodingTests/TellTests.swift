import DecoderProtocol
import Geometry
import Platform
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  /// A decoder's reports besides its tiles, true and false.
  @Suite struct Tales {
    @Test(
      arguments: [
        // Frame durations of a still picture, and out of order in an animation.
        ("tell:frames,0!", .unexpectedMessage), ("timed:frames,1", .unexpectedMessage),
        ("timed:frames,0,2", .unexpectedMessage), ("timed:frames,0,0", .unexpectedMessage),
        ("timed:frames,0!,1", .unexpectedMessage),
        ("timed:frames,70000", .badMessage(.badValue("frame"))),
        ("timed:longframe", .badMessage(.badValue("duration"))),
        ("timed:shortframe,1", .badMessage(.badValue("duration"))),
        ("timed:shortframe,0", .badMessage(.badValue("duration"))),
        ("tell:gainmaptwice", .unexpectedMessage),
        ("tell:gainmapnan", .badMessage(.badValue("gain map"))),
        ("tell:gainmapgamma", .badMessage(.badValue("gain map"))),
        ("tell:gainmapsize", .badMessage(.badValue("size"))),
        ("tell:metadata,65", .unexpectedMessage),
        ("tell:longmetadata", .badMessage(.badValue("length"))),
        ("tell:metadatakind", .badMessage(.badValue("metadata"))),
        ("tell:insteadlate", .unexpectedMessage), ("instead:PNG", .unexpectedMessage),
        ("instead:JPEG,WebP", .unexpectedMessage), ("instead:JPEG,JPEG", .unexpectedMessage),
        ("failunasked", .unaskedAnswer), ("failtwice", .unaskedAnswer),
      ] as [(String, ProtocolBreach)])
    func reportsThatDoNotFitEndTheDecoder(fault: String, breach: ProtocolBreach) {
      let host = Host()
      #expect(host.fate(fault) == .lied(breach, lastWords: []))
      #expect(host.everyProcessIsGone([]))
    }

    @Test func validReportsAreAccepted() {
      for fault in ["tell:gainmap", "tell:metadata,64", "claim:frames=0", "claim:rungs=128"] {
        #expect(Host().fate(fault) == nil, "\(fault)")
      }
      let host = Host()
      let picture = host.open("tell:gainmap")
      #expect(host.pump { host.scheduler.all[picture]?.gainMap != nil })
      #expect(host.scheduler.all[picture]?.library?.name == "libevil")
      #expect(host.scheduler.all[picture]?.library?.version == "6.6.6")
    }

    @Test func theLastFrameGivesTheirNumber() {
      let host = Host()
      let picture = host.open("timed:frames,0,1,2!")
      #expect(host.pump { host.scheduler.all[picture]?.info?.frameCount == 3 })
      #expect(host.scheduler.all[picture]?.frameTimes == [40_000, 40_001, 40_002])
      #expect(host.error(of: picture) == nil)
    }

    @Test func infoWithinBoundsIsPassedOnWhole() throws {
      let host = Host()
      let picture = host.open(
        "claim:width=10.5;height=7.25;largest=1e6;orientation=6;frames=3;loops=9;alpha=1;"
          + "headroom=4;x=300;y=150;names=2;name=cover+é")
      #expect(host.pump { host.hasOpened(picture) })
      let info = try #require(host.info(of: picture))
      #expect(info.extent == Extent(width: 10.5, height: 7.25))
      #expect(info.levels.scales == .any(upTo: 1e6))
      #expect(info.orientation.exif == 6 && info.frameCount == 3 && info.loops == 9)
      #expect(info.hasAlpha && info.headroom == 4 && info.resolution == Point(x: 300, y: 150))
      #expect(info.pageNames == ["cover", "é"])
    }

    @Test func anotherFormatsDecoderTakesOver() {
      let host = Host()
      #expect(host.fate("instead:JPEG") == nil)
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.tiles(of: SourceID(number: 1)).count == 3)
    }

    @Test(arguments: ["honest", "instead:JPEG", "instead:JPEG,nobody"])
    func theFirstPicturesDecoderReportsItsStart(fault: String) throws {
      let host = Host(watchesStart: true)
      #expect(host.fate(fault) == nil)
      // A second opened picture doesn't count as the first.
      let start = try #require(host.scheduler.pool.firstStart)
      #expect(host.fate("honest") == nil)
      let spawned = try #require(start.spawned)
      #expect(try spawned <= #require(start.header))
      #expect(start.ownTimes?.lastRow == 5, "it was asked for its times, and told them")
      #expect(host.scheduler.pool.firstStart?.spawned == spawned)
    }

    @Test func aFileOfAnUnknownFormatStaysWithItsDecoder() {
      let host = Host()
      #expect(host.fate("instead:No\u{1B}thing") == nil)
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.tiles(of: SourceID(number: 1)).count == 3)
    }

    @Test func aFileStaysIfTheOtherDecoderIsNotInstalled() {
      let host = Host(without: .jpeg)
      #expect(host.fate("instead:JPEG") == nil)
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.tiles(of: SourceID(number: 1)).count == 3)
    }

    @Test func aFileRefusedByTheOtherDecoderReturns() {
      let host = Host()
      #expect(host.fate("instead:JPEG,nobody") == nil)
      #expect(host.scheduler.statistics.processesStarted == 3)
      #expect(host.tiles(of: SourceID(number: 1)).count == 3)
    }

    @Test func aFileSentBackByTheOtherDecoderReturns() {
      let host = Host()
      #expect(host.fate("instead:JPEG,PNG") == nil)
      #expect(host.scheduler.statistics.processesStarted == 3)
      #expect(host.tiles(of: SourceID(number: 1)).count == 3)
    }

    @Test func aFailedTileFailsAlone() {
      let host = Host()
      let picture = host.open("failed:bad \u{1B}[2J", slots: 2)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(8))
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).map(\.key.column) == [0, 2, 4, 6])
      var failed: [(TileKey, String)] = []
      for case .tileFailed(picture, let key, let sentence) in host.events {
        failed.append((key, sentence))
      }
      #expect(failed.map(\.0.column) == [1, 3, 5, 7])
      #expect(failed.allSatisfy { $0.1 == "bad \\x1B[2J" })
      // The tile isn't retried while it stays wanted, but once when it is wanted again.
      host.update(picture, [Host.wanted(column: 1, row: 0)])
      #expect(host.scheduler.isIdle(picture))
      host.update(picture, [])
      host.update(picture, [Host.wanted(column: 1, row: 0)])
      #expect(!host.scheduler.isIdle(picture))
      #expect(host.error(of: picture) == nil)
    }

    @Test(arguments: ["grow", "seal", "write", "size"])
    func aTransferredArenaIsCompleteOrRefused(how: String) {
      let host = Host()
      let held = HeldFile(Host.file(containing: "EVIL:seal:\(how)"))
      let scheduler = DecodeScheduler(
        id: SourceID(number: 900), file: { held.descriptor() }, format: .png, byteCount: 0,
        pool: host.scheduler.pool)
      host.scheduler.add(scheduler)
      scheduler.start(now: host.now)
      // Once its progress arrives, it has tampered with the arena.
      #expect(host.pump { host.events.contains { if case .progress = $0 { true } else { false } } })
      scheduler.open(surface: PixelSize(width: 640, height: 480), now: host.now)
      if how == "size" {
        #expect(host.pump { scheduler.info != nil })
        #expect(scheduler.memoryBytes == 12 * TileShape.usual.slotBytes)
      } else {
        guard case .notStarted? = scheduler.failure else {
          Issue.record("\(how): \(String(describing: scheduler.failure))")
          return
        }
      }
      #expect(host.servesHonestly())
    }

    @Test func anIdleProcessMayWaitForTheViewer() {
      let host = Host(hangTimeout: 0.3) { $0.firstPause = 1000 }
      let held = HeldFile(Host.file(containing: "EVIL:honest"))
      let scheduler = DecodeScheduler(
        id: SourceID(number: 900), file: { held.descriptor() }, format: .png, byteCount: 0,
        pool: host.scheduler.pool)
      host.scheduler.add(scheduler)
      scheduler.start(now: host.now)
      #expect(scheduler.memoryBytes == 0)
      #expect(host.pump { scheduler.library != nil })
      #expect(scheduler.nextDeadline ?? 0 > host.now + 100, "only to see that it does nothing")
      let end = host.now + 1
      #expect(host.pump { host.now > end })
      scheduler.open(surface: PixelSize(width: 640, height: 480), now: host.now)
      #expect(host.pump { scheduler.info != nil })
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    @Test func aNewProfileAppliesToPendingTiles() {
      let host = Host()
      let picture = host.open("late:20", slots: 4)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(4))
      // There is no room after the slots for the first profile, so another process gets it.
      host.scheduler.all[picture]?.setDisplayProfile([1, 2, 3], now: host.now)
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).count == 4)
      // The next profile fits. Tiles requested before arrive once, and only in the new colours.
      let more = (0..<4).map { Host.wanted(column: $0, row: 4) }
      host.update(picture, more)
      host.scheduler.all[picture]?.setDisplayProfile([4, 5, 6], now: host.now)
      #expect(host.pump { host.tiles(of: picture).count == 8 })
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.scheduler.statistics.exactPixels == 12 * 65_536)
    }
  }
}
