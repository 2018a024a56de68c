import DecoderProtocol
import Geometry
import Platform
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Honest {
    @Test func tilesHaveTheirPixels() {
      let host = Host()
      #expect(host.servesHonestly())
      #expect(host.scheduler.statistics.processesStarted == 1)
      #expect(host.scheduler.statistics.tilesDelivered == 4)
      // Four full tiles of 256 × 256, without overlap.
      #expect(host.scheduler.statistics.exactPixels == 4 * 65_536)
      #expect(host.scheduler.statistics.previewPixels == 0)
    }

    @Test func theDecodersInfoArrivesOnce() {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      #expect(
        host.info(of: picture)
          == SourceInfo(size: PixelSize(width: 2000, height: 1500), hasAlpha: true))
    }

    @Test func moreTilesArriveAsSlotsAreReleased() {
      let host = Host()
      let picture = host.open("honest", slots: 3)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(20))
      #expect(host.pump { host.isIdle(picture) })
      let tiles = host.tiles(of: picture)
      #expect(tiles.map(\.key) == Host.plan(20).map(\.key))
      #expect(Set(tiles.map(\.slot)).isSubset(of: [0, 1, 2]))
    }

    @Test func aSlotIsReusedOnlyAfterItsTileIsReleased() {
      let host = Host()
      host.releasesTiles = false
      let picture = host.open("honest", slots: 2)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(5))
      #expect(host.pump { host.tiles(of: picture).count == 2 })
      for _ in 0..<5 { host.turn(timeout: 0.02) }
      let held = host.tiles(of: picture)
      #expect(held.count == 2)
      #expect(held.allSatisfy { $0.hasColor(Host.color(of: $0)) })
      host.scheduler.release(held[0])
      // Releasing twice counts once.
      host.scheduler.release(held[0])
      #expect(host.pump { host.tiles(of: picture).count == 3 })
      #expect(host.tiles(of: picture)[2].slot == held[0].slot)
      #expect(held[1].hasColor(Host.color(of: held[1])))
      // The slot's old tile can't free it under the new one.
      host.scheduler.release(held[0])
      for _ in 0..<5 { host.turn(timeout: 0.02) }
      #expect(host.tiles(of: picture).count == 3)
    }

    @Test func aTileOutlivesItsPictureAndItsProcess() {
      let host = Host()
      host.releasesTiles = false
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(2))
      #expect(host.pump { host.isIdle(picture) })
      let seen = host.scheduler.processIDs
      let tiles = host.tiles(of: picture)
      host.scheduler.close(picture)
      #expect(host.everyProcessIsGone(seen))
      #expect(tiles.count == 2)
      #expect(tiles.allSatisfy { $0.hasColor(Host.color(of: $0)) })
      host.scheduler.release(tiles[0])
    }

    @Test func theTwoQualitiesOfATileAreSeparate() {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(1, quality: .preview) + Host.plan(1))
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).map(\.quality) == [.preview, .exact])
      #expect(host.scheduler.statistics.previewPixels == 65_536)
      #expect(host.scheduler.statistics.exactPixels == 65_536)
    }

    @Test func progressIsPassedOn() {
      let host = Host()
      let picture = host.open("progress")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(1))
      #expect(host.pump { host.isIdle(picture) })
      var fractions: [Double] = []
      for case .progress(picture, let fraction) in host.events { fractions.append(fraction) }
      #expect(fractions == [0.25, 0.75])
    }

    @Test func cachedSizesAreKnownUntilTheProcessEnds() {
      let host = Host()
      let (honest, picture) = (host.open("honest"), host.open("cached"))
      #expect(host.pump { host.hasOpened(picture) && host.hasOpened(honest) })
      #expect(!host.scheduler.isCached(picture))
      host.update(picture, Host.plan(1))
      host.update(honest, Host.plan(1))
      #expect(host.pump { host.isIdle(picture) && host.isIdle(honest) })
      #expect(host.scheduler.isCached(picture) && !host.scheduler.isCached(honest))
      host.scheduler.closeProcess(picture)
      #expect(!host.scheduler.isCached(picture))
    }

    @Test func aFullDiskIsReportedOnce() {
      let host = Host()
      let picture = host.open("noroom")
      #expect(host.pump { host.hasOpened(picture) })
      #expect(host.scheduler.keptSize(picture) == nil)
      host.update(picture, Host.plan(1))
      #expect(host.pump { host.isIdle(picture) })
      let told = host.events.count { if case .noRoom(picture) = $0 { true } else { false } }
      #expect(told == 1)
      #expect(host.scheduler.keptSize(picture) == PixelSize(width: 500, height: 250))
      #expect(!host.scheduler.isCached(picture))
      host.scheduler.closeProcess(picture)
      #expect(host.scheduler.keptSize(picture) == nil)
    }

    @Test func aClosedProcessRestartsForNewRequests() {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(2))
      host.scheduler.finishWhenIdle(picture)
      let seen = host.scheduler.processIDs
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.everyProcessIsGone(seen))
      #expect(host.tiles(of: picture).count == 2)
      host.scheduler.keepRunning(picture)
      host.update(picture, Host.plan(5))
      #expect(host.pump { host.tiles(of: picture).count == 7 })
      #expect(host.scheduler.statistics.processesAlive == 1)
      #expect(host.scheduler.statistics.processesStarted == 2)
      var openings = 0
      for case .opened in host.events { openings += 1 }
      #expect(openings == 1)
      host.scheduler.closeProcess(picture)
      #expect(host.scheduler.isIdle(picture))
    }

    @Test func anIdleAdjacentPictureEndsAtOnce() {
      let host = Host()
      let picture = host.open("honest")
      host.scheduler.finishWhenIdle(picture)
      #expect(host.pump { host.hasOpened(picture) })
      // The process does not end before it has received a plan.
      #expect(host.scheduler.statistics.processesAlive == 1)
      host.update(picture, [])
      #expect(host.pump { host.scheduler.statistics.processesAlive == 0 })
      #expect(host.error(of: picture) == nil)
    }

    @Test func anIdleSchedulerHasNoDeadline() {
      let host = Host { $0.firstPause = 1000 }
      let picture = host.open("honest")
      #expect(host.scheduler.nextDeadline != nil)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(3))
      #expect(host.scheduler.nextDeadline != nil)
      #expect(host.pump { host.isIdle(picture) })
      #expect(
        host.scheduler.nextDeadline ?? 0 > host.now + 100, "only to see that it does nothing")
    }

    @Test func messagesMayBeSplitAnywhere() {
      for kind in ["split", "concatenated"] {
        let host = Host()
        #expect(host.fate("proto:\(kind)") == nil, "\(kind)")
        #expect(host.tiles(of: SourceID(number: 1)).count == 3, "\(kind)")
      }
    }

    @Test func aSlowStartIsAllowed() {
      let host = Host()
      #expect(host.fate("slow:700") == nil)
    }
  }
}
