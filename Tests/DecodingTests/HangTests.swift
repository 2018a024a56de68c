import DecoderProtocol
import Geometry
import Glibc
import Platform
import Testing
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Hangs {
    @Test(
      arguments: [
        "hang:start", "hang:hello", "hang:tile", "spin:tile", "stop:tile", "nosigterm",
        "standstill",
      ])
    func aSilentDecoderIsKilled(fault: String) {
      let host = Host(hangTimeout: 1.5) { $0.standstillTimeout = 1.5 }
      let picture = host.open(fault)
      let seen = host.scheduler.processIDs
      #expect(host.pump { host.hasOpened(picture) || host.error(of: picture) != nil })
      host.update(picture, Host.plan(3))
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(host.error(of: picture) == .hung(lastWords: []))
      #expect(host.everyProcessIsGone(seen))
      // A hang isn't retried: it would take just as long again.
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    @Test func progressDoesNotExcuseADecoderThatDoesNotRead() {
      let host = Host { $0.standstillTimeout = 1.5 }
      let picture = host.open("noread")
      let seen = host.scheduler.processIDs
      #expect(host.pump { host.hasOpened(picture) })
      for step in 0..<300 { host.update(picture, [Host.wanted(column: step % 8, row: step % 5)]) }
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(host.error(of: picture) == .hung(lastWords: []))
      #expect(host.everyProcessIsGone(seen))
      #expect(host.servesHonestly())
    }

    @Test func anIdleDecoderMayBeSilent() {
      let host = Host(hangTimeout: 0.3)
      let picture = host.open("hang:header")
      #expect(host.pump { host.hasOpened(picture) })
      let end = host.now + 1
      #expect(host.pump { host.now > end })
      #expect(host.error(of: picture) == nil)
    }

    @Test func timeWithoutTheViewerRunningDoesNotCount() {
      let host = Host(hangTimeout: 4) { $0.tick = 0.5 }
      let picture = host.open("hang:tile")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(1))
      host.turn()
      host.clockOffset += 60
      host.turn()
      host.clockOffset += 3600
      host.turn()
      #expect(host.error(of: picture) == nil)
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(host.error(of: picture) == .hung(lastWords: []))
    }

    @Test func aHungDecoderDoesNotDelayOthers() {
      let host = Host(hangTimeout: 30)
      let bad = host.open("spin:tile")
      #expect(host.pump { host.hasOpened(bad) })
      host.update(bad, Host.plan(3))
      host.turn()
      #expect(host.servesHonestly())
      #expect(host.error(of: bad) == nil)
    }

    @Test func aClosedSocketIsABreach() {
      #expect(Host().fate("hangup") == .lied(.closedSocket, lastWords: []))
    }

    @Test func everyProcessEndsWithTheScheduler() {
      var seen: [Int32] = []
      do {
        let host = Host()
        let pictures = ["stop:header", "nosigterm", "honest", "spin:hello"].map { host.open($0) }
        #expect(host.pump { pictures[..<3].allSatisfy { host.hasOpened($0) } })
        seen = host.scheduler.processIDs
        #expect(seen.count == 4)
      }
      #expect(seen.allSatisfy(Host.isGone))
    }

    @Test func processesForkedByADecoderAreKilled() throws {
      let host = Host { $0.retries = 0 }
      let error = try #require(host.fate("fork"))
      let word = try #require(error.lastWords.last?.split(separator: " ").last)
      let child = try #require(Int32(word))
      // The process isn't our child: it is gone when it can't be signalled.
      #expect(host.pump { kill(child, 0) < 0 || isZombie(child) })
    }

    private func isZombie(_ processID: Int32) -> Bool {
      let path = Array("/proc/\(processID)/stat".utf8)
      guard let file = try? FileDescriptor.openForReading(path) else { return true }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(file.number, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains(") Z ")
    }
  }
}
