import Geometry
import Glibc
import Platform
import Testing
import Tiles

@testable import Decoding

extension HostTests {
  /// Rows of a picture from an untrusted decoder.
  @Suite struct Rows {
    /// The outcome for a picture whose content names a fault.
    private struct Fate: Equatable {
      var isOpened = false
      var ready: [Int] = []
      var failure: String?
    }

    private func fate(_ fault: String, hangTimeout: Double = 30) throws -> Fate {
      var limits = DecoderPool.Limits()
      limits.hangTimeout = hangTimeout
      limits.standstillTimeout = 2 * hangTimeout
      limits.tick = min(1, hangTimeout / 5)
      let pool = DecoderPool(locator: Host.evil, limits: limits)
      // The file begins like a JPEG file.
      let file = Host.file(containing: "\u{1}\u{1}\u{1}\u{1}EVIL:\(fault)")
      let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
      #expect(pwrite(file.number, start, start.count, 0) == start.count)
      let rows = try PictureRows(
        of: OpenedPicture(file), page: 0, slotCount: 2, pool: pool, now: MonotonicClock.now())
      var fate = Fate()
      let end = MonotonicClock.now() + 20
      while MonotonicClock.now() < end, fate.failure == nil, fate.ready.count < 2 {
        var pollSet = PollSet()
        rows.addDescriptors(to: &pollSet)
        pool.addDescriptors(to: &pollSet)
        let due = (rows.nextDeadline ?? end) - MonotonicClock.now()
        pollSet.wait(timeout: min(0.5, max(0, due)))
        for event in rows.process(pollSet, now: MonotonicClock.now()) {
          switch event {
          case .opened(let info):
            #expect(info.size == PixelSize(width: 2000, height: 1500))
            fate.isOpened = true
            rows.request(rows: 0..<16, columns: 0..<2000, slot: 1)
            rows.request(rows: 16..<32, columns: 0..<2000, slot: 0)
          case .ready(let slot): fate.ready.append(slot)
          case .incomplete: break
          case .failed(let sentence): fate.failure = fate.failure ?? sentence
          }
        }
        pool.reap()
      }
      rows.close()
      #expect(waitForNobody(pool), "every process is gone")
      return fate
    }

    private func waitForNobody(_ pool: DecoderPool) -> Bool {
      let end = MonotonicClock.now() + 20
      while !pool.processIDs.isEmpty, MonotonicClock.now() < end {
        pool.reap()
        usleep(5000)
      }
      return pool.processIDs.isEmpty
    }

    @Test(arguments: ["honest", "instead:JPEG,PNG", "instead:nobody,PNG", "instead:x,Unheard of"])
    func honestRowsArriveInOrder(fault: String) throws {
      #expect(try fate(fault) == Fate(isOpened: true, ready: [1, 0]))
    }

    @Test(
      arguments: [
        ("crash:segv@start", "crashed"), ("crash:abort@header", "crashed"),
        ("crash:exit0@tile", "ended before"), ("crash:sys@tile", "forbidden system call"),
        ("unasked", "out of turn"), ("proto:infotwice", "out of turn"),
        ("proto:tilefirst", "out of turn"),
        ("instead:WebP,PNG", "out of turn"), ("instead:x,JPEG", "out of turn"),
        ("fds:1", "file descriptors"), ("proto:unknown", "unknown type"),
        ("flood:stderr", "too many errors"),
        ("flood:progress", "too many messages"),
      ])
    func violationsGiveASentence(fault: String, words: String) throws {
      let fate = try fate(fault)
      #expect(fate.failure?.contains(words) == true, "\(fate)")
      #expect(fate.ready.isEmpty)
    }

    @Test(arguments: ["hang:start", "hang:header", "hang:tile", "stop:tile", "standstill", "sway"])
    func aHungDecoderIsKilled(fault: String) throws {
      let fate = try fate(fault, hangTimeout: 0.6)
      #expect(fate.failure?.contains("stopped responding") == true, "\(fate)")
    }
  }
}
