import Geometry
import Glibc
import Platform
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  /// How a scheduler responds to a view's demand.
  @Suite struct Demands {
    private let surface = PixelSize(width: 1280, height: 800)

    private func scheduler(
      _ host: Host, _ fault: String = "honest", byteCount: Int = 0,
      file: (() -> FileDescriptor?)? = nil
    ) -> DecodeScheduler {
      let held = HeldFile(Host.file(containing: "EVIL:\(fault)"))
      let scheduler = DecodeScheduler(
        id: SourceID(number: 900), file: file ?? { held.descriptor() }, format: .png,
        byteCount: byteCount, pool: host.scheduler.pool)
      host.scheduler.add(scheduler)
      return scheduler
    }

    private func demand(_ interest: TilePlanner.Interest, lacks: Int = 1) -> SourceDemand {
      SourceDemand(surface: surface, interest: interest, lackedTiles: lacks)
    }

    private var slotBytes: Int { TileShape.usual.slotBytes }

    @Test func theViewedPictureHasSlotsForASurfaceAndStays() {
      let host = Host()
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, now: host.now)
      // At most six columns and five rows of tiles touch the surface.
      #expect(scheduler.memoryBytes == 30 * slotBytes)
      #expect(host.scheduler.pool.arenaBytes == 30 * slotBytes)
      #expect(host.pump { scheduler.info != nil })
      #expect(scheduler.access == .pass)
      scheduler.update(TilePlan(wanted: Host.plan(4)), for: demand(.view), now: host.now)
      #expect(host.pump { host.isIdle(scheduler.id) })
      #expect(host.tiles(of: scheduler.id).count == 4)
      host.turn(timeout: 0.02)
      #expect(host.scheduler.statistics.processesAlive == 1)
      scheduler.close()
      #expect(scheduler.memoryBytes == 0)
      #expect(host.everyProcessIsGone([]))
    }

    @Test func anAdjacentPictureHasSlotsForItsFitViewAndEnds() {
      let host = Host()
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, interest: .fitOnly, now: host.now)
      #expect(scheduler.memoryBytes == 20 * slotBytes)
      #expect(host.pump { scheduler.info != nil })
      scheduler.update(TilePlan(wanted: Host.plan(4)), for: demand(.fitOnly), now: host.now)
      #expect(host.pump { host.tiles(of: scheduler.id).count == 4 })
      #expect(host.everyProcessIsGone([]))
      #expect(scheduler.failure == nil && scheduler.memoryBytes == 0)
    }

    @Test func anAdjacentPictureIsReopenedWithMoreSlotsWhenViewed() {
      let host = Host()
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, interest: .fitOnly, now: host.now)
      #expect(host.pump { scheduler.info != nil })
      scheduler.update(TilePlan(wanted: Host.plan(2)), for: demand(.view), now: host.now)
      #expect(scheduler.memoryBytes == 30 * slotBytes)
      #expect(host.pump { host.isIdle(scheduler.id) })
      #expect(host.scheduler.statistics.processesStarted == 2)
      let opened = host.events.count { if case .opened = $0 { true } else { false } }
      #expect(opened == 1)
    }

    @Test func aViewNeverRunsOutOfSlots() {
      let host = Host()
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, now: host.now)
      #expect(host.pump { scheduler.info != nil })
      scheduler.update(
        TilePlan(wanted: Host.plan(40)), for: demand(.view, lacks: 40), now: host.now)
      #expect(scheduler.memoryBytes == 40 * slotBytes)
      // Work in progress isn't discarded when a view lacks more.
      scheduler.update(
        TilePlan(wanted: Host.plan(48)), for: demand(.view, lacks: 48), now: host.now)
      #expect(scheduler.memoryBytes == 40 * slotBytes)
      #expect(host.pump { host.isIdle(scheduler.id) })
      #expect(host.tiles(of: scheduler.id).count == 48)
      #expect(host.scheduler.statistics.processesStarted == 2)
    }

    /// A preview is painted from its slot until the drivers have started, so its slot isn't
    /// released.
    @Test func exactTilesHaveSlotsBesideThoseOfPreviews() {
      let host = Host()
      host.releasesTiles = false
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, now: host.now)
      #expect(host.pump { scheduler.info != nil })
      // Five columns and four rows are a whole picture; the view may touch thirty tiles.
      let wanted = Host.plan(20, quality: .preview) + Host.plan(30)
      scheduler.update(TilePlan(wanted: wanted), for: demand(.view, lacks: 30), now: host.now)
      #expect(host.pump { host.isIdle(scheduler.id) })
      let tiles = host.tiles(of: scheduler.id)
      #expect(tiles.count == 50 && Set(tiles.map(\.slot)).count == 50)
      #expect(tiles.allSatisfy { $0.hasColor(Host.color(of: $0)) })
      // Slots in use count for any purpose.
      #expect(scheduler.memoryBytes == 50 * slotBytes)
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    /// Bytes of the arena that are allocated.
    private func allocatedBytes(_ scheduler: DecodeScheduler) -> Int {
      var status = stat()
      guard let arena = scheduler.session.arena, fstat(arena.number, &status) == 0
      else { return 0 }
      return Int(status.st_blocks) * 512
    }

    @Test func prefetchedTilesAreRequestedWithTheFirstOnes() {
      let host = Host()
      host.releasesTiles = false
      let scheduler = scheduler(host)
      scheduler.open(surface: surface, now: host.now)
      #expect(host.pump { scheduler.info != nil })
      // A whole picture as previews and exact tiles, and 28 tiles of one at 1.25 × the scale.
      let wanted = Host.plan(20, quality: .preview) + Host.plan(20)
      let prefetched = Host.plan(48).suffix(28)
      scheduler.update(
        TilePlan(wanted: wanted, prefetched: Array(prefetched)), for: demand(.view, lacks: 20),
        now: host.now)
      #expect(host.pump { host.isIdle(scheduler.id) })
      let tiles = host.tiles(of: scheduler.id)
      #expect(tiles.count == 68 && Set(tiles.map(\.slot)).count == 68)
      #expect(tiles.allSatisfy { $0.hasColor(Host.color(of: $0)) })
      #expect(scheduler.memoryBytes == 68 * slotBytes)
      let allocated = allocatedBytes(scheduler)
      #expect(allocated >= 68 * slotBytes)
      for tile in tiles { scheduler.release(tile, now: host.now) }
      // Once they are released, fewer slots are needed.
      #expect(scheduler.memoryBytes == 50 * slotBytes)
      #expect(allocatedBytes(scheduler) <= allocated - 17 * slotBytes)
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    @Test func aSurfaceThatFillsTheLargestArenaHasNoPreviewSlots() {
      let host = Host()
      let scheduler = scheduler(host)
      // As many tiles as the largest arena has slots.
      let slots = scheduler.session.openedAs.mostSlots
      scheduler.update(
        TilePlan(wanted: Host.plan(2)), for: demand(.view, lacks: slots), now: host.now)
      #expect(scheduler.failure == nil)
      #expect(scheduler.session.openedAs.scope.slots == SlotCounts(tiles: slots))
      #expect(host.pump { host.isIdle(scheduler.id) })
    }

    @Test func onlyALargeViewedFileHasAScratchFile() {
      for (bytes, interest, descriptors) in [
        (1 << 20, TilePlanner.Interest.view, "0 1 2 3 4 5 6"),
        ((1 << 20) - 1, .view, "0 1 2 3 4 5"),
        (1 << 20, .fitOnly, "0 1 2 3 4 5"),
      ] {
        let host = Host()
        let scheduler = scheduler(host, "inspect", byteCount: bytes)
        scheduler.open(surface: surface, interest: interest, now: host.now)
        #expect(host.pump { scheduler.failure != nil })
        #expect(scheduler.failure?.sentence.hasPrefix("descriptors \(descriptors);") == true)
      }
    }

    @Test func theSchedulerRetriesWithoutFreeDescriptors() {
      let host = Host(hangTimeout: 0.5)
      let held = HeldFile(Host.file(containing: "EVIL:honest"))
      var refusals = 3
      let scheduler = scheduler(host) {
        refusals -= 1
        return refusals >= 0 ? nil : held.descriptor()
      }
      scheduler.open(surface: surface, now: host.now)
      #expect(scheduler.failure == nil && scheduler.memoryBytes == 0)
      #expect(scheduler.nextDeadline != nil)
      #expect(host.pump { scheduler.info != nil })
      #expect(refusals == -1)
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    @Test func aClosedSchedulerSendsAndStartsNothing() {
      let host = Host()
      let scheduler = scheduler(host, "honest")
      scheduler.open(surface: surface, now: host.now)
      #expect(host.pump { scheduler.info != nil })
      scheduler.update(TilePlan(wanted: Host.plan(4)), for: demand(.view), now: host.now)
      scheduler.close()
      scheduler.update(TilePlan(wanted: Host.plan(8)), for: demand(.view), now: host.now)
      #expect(host.turn(timeout: 0.02).isEmpty)
      #expect(host.everyProcessIsGone([]))
      #expect(scheduler.nextDeadline == nil)
    }
  }
}
