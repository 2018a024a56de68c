import DecoderProtocol
import Geometry
import Platform
import Testing
import Tiles

@testable import Decoding

extension HostTests {
  /// A decoder of encoded tiles whose process follows the orders in each tile's bytes.
  @Suite struct Encoded {
    /// A loop around one decoder.
    private final class Loop {
      let pool: DecoderPool
      let decoder: EncodedTileDecoder
      var clockOffset = 0.0
      var decoded: [UInt64] = []
      var failed: [UInt64: String] = [:]
      private var orders: [(id: UInt64, order: String)] = []

      init(hangTimeout: Double = 30, slots: Int = 2) {
        var limits = DecoderPool.Limits()
        limits.hangTimeout = hangTimeout
        limits.standstillTimeout = 2 * hangTimeout
        limits.tick = min(1, hangTimeout / 5)
        pool = DecoderPool(locator: Host.evil, limits: limits)
        decoder = EncodedTileDecoder(format: .png, slots: slots, pool: pool)
      }

      var now: Double { MonotonicClock.now() + clockOffset }

      /// Sends the orders in turn, as far as there is room, and waits for all replies.
      func answers(to orders: [String], from first: UInt64 = 0) -> Bool {
        for (index, order) in orders.enumerated() {
          self.orders.append((first + UInt64(index), order))
        }
        let before = decoded.count + failed.count
        let end = MonotonicClock.now() + 20
        while decoded.count + failed.count < before + orders.count {
          while let next = self.orders.first, decoder.freePlaces > 0 {
            self.orders.removeFirst()
            let size = PixelSize(width: 20, height: 10)
            guard decoder.decode(Array(next.order.utf8), id: next.id, size: size, now: now) else {
              return false
            }
          }
          guard MonotonicClock.now() < end else { return false }
          turn()
        }
        return true
      }

      func turn() {
        var pollSet = PollSet()
        decoder.addDescriptors(to: &pollSet)
        pool.addDescriptors(to: &pollSet)
        pollSet.wait(timeout: min(0.05, max(0, (decoder.nextDeadline ?? .infinity) - now)))
        for event in decoder.process(pollSet, now: now) {
          switch event {
          case .decoded(let id, let pixels):
            #expect(pixels.count == 22 * 12 * 4)
            decoded.append(id)
          case .failed(let id, let sentence): failed[id] = sentence
          }
        }
        pool.reap()
      }
    }

    @Test func aFailedTileFailsAlone() {
      let loop = Loop()
      #expect(loop.answers(to: ["a", "fail", "b", "c", "fail", "d"]))
      #expect(loop.decoded == [0, 2, 3, 5])
      #expect(loop.failed == [1: "bad \\x1B[2J", 4: "bad \\x1B[2J"])
      #expect(loop.pool.statistics.processesStarted == 1)
    }

    @Test func aCrashCostsOneTileAndARestart() {
      let loop = Loop(slots: 4)
      #expect(loop.answers(to: ["a", "b", "crash", "c", "d", "e", "f", "g"]))
      #expect(loop.failed == [2: "the decoder crashed (aborted)"])
      #expect(Set(loop.decoded) == [0, 1, 3, 4, 5, 6, 7])
      #expect(loop.pool.statistics.processesStarted == 2)
    }

    @Test func theFourthCrashInAMinuteIsFinal() {
      let loop = Loop(slots: 2)
      #expect(loop.answers(to: ["crash", "a", "crash", "crash"]))
      #expect(loop.decoded == [1])
      #expect(loop.answers(to: ["crash", "b", "c"], from: 10))
      #expect(loop.decoded == [1])
      #expect(loop.failed[11] == "the decoder crashed (aborted)")
      #expect(loop.pool.statistics.processesStarted == 4)
      // Further ones within that minute fail at once, and start no process.
      #expect(loop.answers(to: ["d"], from: 20))
      #expect(loop.failed[20] == "the decoder crashed (aborted)")
      #expect(loop.pool.statistics.processesStarted == 4)
      loop.clockOffset += 61
      #expect(loop.answers(to: ["e"], from: 30))
      #expect(loop.decoded == [1, 30])
      #expect(loop.pool.statistics.processesStarted == 5)
    }

    @Test(arguments: ["info", "unasked", "hang", "drip"])
    func lyingAndHungProcessesAreKilled(order: String) {
      let loop = Loop(hangTimeout: 1)
      #expect(loop.answers(to: ["a", order, "b"]))
      #expect(loop.decoded == [0, 2])
      #expect(loop.failed.keys.sorted() == [1])
      #expect(loop.pool.statistics.processesStarted == 2)
    }

    @Test func impossibleTilesFailWithoutAProcess() {
      let loop = Loop()
      let good = PixelSize(width: 20, height: 10)
      let bytes = [UInt8](repeating: 0, count: loop.decoder.mostBytes + 1)
      #expect(loop.decoder.decode([], id: 1, size: good, now: loop.now))
      #expect(loop.decoder.decode(bytes, id: 2, size: good, now: loop.now))
      for (id, size) in [(3, PixelSize(width: 257, height: 1)), (4, PixelSize.zero)] {
        #expect(loop.decoder.decode([1], id: UInt64(id), size: size, now: loop.now))
      }
      loop.turn()
      let tooLarge = "the tile's size is larger than tiles can be"
      #expect(
        loop.failed
          == [1: "the tile is empty", 2: "the tile's data is too large", 3: tooLarge, 4: tooLarge])
      #expect(loop.pool.statistics.processesStarted == 0)
    }

    @Test func theQueueIsBounded() {
      let loop = Loop(slots: 3)
      let size = PixelSize(width: 20, height: 10)
      var taken = 0
      for id in 0..<100 where loop.decoder.decode([97], id: UInt64(id), size: size, now: loop.now) {
        taken += 1
      }
      #expect(taken == 6)
      #expect(loop.decoder.freePlaces == 0)
      loop.decoder.cancel(id: 1)
      loop.decoder.cancel(id: 5)
      #expect(loop.decoder.freePlaces == 1)
      #expect(loop.answers(to: ["a", "b", "c", "d"], from: 200))
      #expect(!loop.decoded.contains(1) && !loop.decoded.contains(5))
      loop.decoder.close()
      #expect(!loop.decoder.decode([97], id: 300, size: size, now: loop.now))
      #expect(loop.decoder.memoryBytes == 0 && loop.decoder.nextDeadline == nil)
    }
  }
}
