import DecoderProtocol
import TestSupport
import Testing
import Tiles

@testable import Decoding

extension HostTests {
  /// A process that draws for nothing is slow to end, so the next one is started meanwhile.
  @Suite struct Spares {
    /// Makes a decoder work on obsolete tiles, and waits until a second process has started.
    private func beginLongWork(_ host: Host, _ picture: SourceID) -> Bool {
      guard host.pump(until: { host.hasOpened(picture) }) else { return false }
      host.update(picture, [Host.wanted(column: 0, row: 1)])
      host.turn()
      host.update(picture, [Host.wanted(column: 3, row: 0)])
      return host.pump { host.scheduler.statistics.processesAlive == 2 }
    }

    @Test func theNextProcessStartsBeforeTheFirstEnds() {
      let host = Host()
      let picture = host.open("linger:end")
      #expect(beginLongWork(host, picture))
      let processes = Set(host.scheduler.processIDs)
      #expect(processes.count == 2)
      #expect(host.pump { host.tiles(of: picture).count == 1 })
      // The spare one took over; no third one was needed.
      #expect(host.scheduler.statistics.processesStarted == 2)
      #expect(host.error(of: picture) == nil)
      #expect(host.pump { host.scheduler.statistics.processesAlive == 1 })
      #expect(processes.isSuperset(of: host.scheduler.processIDs))
    }

    @Test func anUnneededSpareEnds() {
      let host = Host()
      let picture = host.open("linger:answer")
      #expect(beginLongWork(host, picture))
      #expect(host.pump { host.tiles(of: picture).count == 1 })
      #expect(host.pump { host.scheduler.statistics.processesAlive == 1 })
      #expect(host.scheduler.statistics.processesStarted == 2)
      host.update(picture, [Host.wanted(column: 4, row: 0)])
      #expect(host.pump { host.tiles(of: picture).count == 2 })
      #expect(host.scheduler.statistics.processesStarted == 2)
    }

    @Test func closingEndsBoth() {
      let host = Host()
      let picture = host.open("linger:end")
      #expect(beginLongWork(host, picture))
      let processes = host.scheduler.processIDs
      host.scheduler.close(picture)
      #expect(host.everyProcessIsGone(processes))
    }

    /// A spare process is watched before it has anything to do.
    @Test(arguments: ["burn", "crowd", "progress", "stderr", "hello", "info", "hangup"])
    func aSpareThatBreaksARuleIsKilledUnnoticed(fault: String) throws {
      let folder = try TemporaryFolder()
      let host = Host {
        ($0.processorTime, $0.firstPause, $0.longestPause) = (1, 0.2, 0.5)
        $0.mostThreads = 64
      }
      let picture = host.open("spare:\(fault),\(folder["first"])")
      #expect(beginLongWork(host, picture))
      let processes = Set(host.scheduler.processIDs)
      #expect(host.pump { host.scheduler.statistics.processesAlive == 1 })
      #expect(processes.isSuperset(of: host.scheduler.processIDs))
      #expect(host.error(of: picture) == nil)
      // No second spare is started after one has failed.
      let end = host.now + 0.3
      #expect(host.pump { host.now > end })
      #expect(host.scheduler.statistics.processesStarted == 2)
    }

    /// An idle spare stays as long as the other one works.
    @Test func anIdleSpareStays() throws {
      let folder = try TemporaryFolder()
      let host = Host { ($0.processorTime, $0.firstPause, $0.longestPause) = (1, 0.2, 0.5) }
      let picture = host.open("spare:nothing,\(folder["first"])")
      #expect(beginLongWork(host, picture))
      let end = host.now + 1.5
      #expect(host.pump { host.now > end })
      #expect(host.scheduler.statistics.processesAlive == 2)
    }

    @Test func rastersNeedNoSpare() {
      let host = Host()
      let picture = host.open("late:200")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, [Host.wanted(column: 0, row: 1)])
      host.turn()
      host.update(picture, [Host.wanted(column: 3, row: 0)])
      #expect(host.pump { host.tiles(of: picture).count == 1 })
      #expect(host.scheduler.statistics.processesStarted == 1)
    }
  }
}
