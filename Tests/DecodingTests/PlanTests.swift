import DecoderProtocol
import Geometry
import Platform
import Testing
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Plans {
    @Test func unwantedTilesAreCancelledAndNeverShown() {
      let host = Host()
      let picture = host.open("delay:40")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(6))
      let other = [Host.wanted(column: 7, row: 5)]
      host.update(picture, other)
      #expect(host.scheduler.statistics.tilesCancelled > 0)
      let shown = host.tiles(of: picture).count
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).dropFirst(shown).map(\.key) == other.map(\.key))
    }

    @Test func aLateReplyIsDroppedAndFreesItsSlot() {
      let host = Host()
      let picture = host.open("late:20", slots: 4)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(4))
      // All slots are busy; the decoder answers late, but completely.
      let others = (0..<4).map { Host.wanted(column: $0, row: 4) }
      host.update(picture, others)
      #expect(host.scheduler.statistics.tilesCancelled == 4)
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).map(\.key) == others.map(\.key))
      #expect(host.scheduler.statistics.exactPixels == 8 * 65_536)
      #expect(host.scheduler.statistics.tilesDelivered == 4)
    }

    @Test func aLateReplyServesARenewedRequest() {
      let host = Host()
      let picture = host.open("late:30", slots: 1)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(1))
      host.update(picture, [])
      host.update(picture, Host.plan(1))
      #expect(host.pump { host.tiles(of: picture).count == 1 })
      #expect(host.scheduler.statistics.tilesDelivered == 1)
      #expect(host.scheduler.statistics.exactPixels == 65_536)
    }

    @Test func onlyTheLastOf200NavigationsIsShown() {
      let host = Host()
      let picture = host.open("delay:5", slots: 6)
      #expect(host.pump { host.hasOpened(picture) })
      var wanted = Set<TilePlan.Wanted>()
      for step in 0..<200 {
        let plan = (0..<6).map { Host.wanted(column: (step + $0) % 8, row: step % 6) }
        wanted = Set(plan)
        host.update(picture, plan)
        for event in host.turn(timeout: 0.001) {
          guard case .tile(let tile) = event else { continue }
          #expect(wanted.contains(TilePlan.Wanted(key: tile.key, quality: tile.quality)))
        }
      }
      #expect(host.pump { host.scheduler.isIdle(picture) })
      #expect(host.error(of: picture) == nil)
      #expect(Set(host.tiles(of: picture).suffix(6).map(\.key)).isSubset(of: wanted.map(\.key)))
    }

    @Test func repeatingThePlanRequestsNothing() {
      let host = Host()
      let picture = host.open("delay:10")
      #expect(host.pump { host.hasOpened(picture) })
      for _ in 0..<100 { host.update(picture, Host.plan(8)) }
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.scheduler.statistics.tilesCancelled == 0)
      #expect(host.tiles(of: picture).count == 8)
    }

    @Test func aClosedPictureSendsNothing() {
      let host = Host()
      for _ in 0..<30 {
        let picture = host.open("honest")
        #expect(host.pump { host.hasOpened(picture) })
        host.update(picture, Host.plan(8))
        host.scheduler.close(picture)
        let before = host.events.count
        host.turn(timeout: 0.005)
        #expect(host.events[before...].allSatisfy { $0.picture != picture })
      }
      #expect(host.everyProcessIsGone([]))
    }

    @Test func impossibleTilesAreNotRequested() {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(
        picture,
        [Host.wanted(column: -1, row: 0), Host.wanted(column: 99, row: 0)] + Host.plan(1))
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).count == 1)
    }
  }
}
