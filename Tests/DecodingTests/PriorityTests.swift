import DecoderProtocol
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

@testable import Decoding

extension HostTests {
  /// Priorities of decoders if cores are few, and other limits.
  @Suite struct Priorities {
    /// The distinct nice values of the only decoder's threads, relative to this process.
    private func steps(_ host: Host) throws -> Set<Int> {
      let process = try #require(host.scheduler.processIDs.first)
      let own = Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
      let threads = ProcessFamily.threads(of: process).compactMap { Int($0) }
      try #require(!threads.isEmpty)
      return Set(
        threads.map {
          Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0))) - own
        })
    }

    @Test func aDecoderLosesPriorityAfterItsFirstPicture() throws {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      #expect(try steps(host) == [0])
      host.update(picture, Host.plan(3))
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).count == 3)
      #expect(try steps(host) == [5])
      // The decoder doesn't regain its priority: the picture has been seen.
      host.update(picture, Host.plan(6))
      host.turn()
      #expect(try steps(host) == [5])
    }

    /// The arena's size is sealed, so no file that a decoder may write grows beyond it.
    @Test func aDecoderCannotWriteMoreThanItsArena() throws {
      let host = Host()
      let picture = host.open("honest")
      #expect(host.pump { host.hasOpened(picture) })
      let process = try #require(host.scheduler.processIDs.first)
      var arena = stat()
      try #require(stat("/proc/\(process)/fd/\(WireFormat.arenaDescriptor)", &arena) == 0)
      let path = Array("/proc/\(process)/limits".utf8)
      let limits = try #require(FileDescriptor.start(of: path, limit: 4096))
      let line = limits.split(separator: "\n").first { $0.hasPrefix("Max file size") }
      let numbers = (line ?? "").split(separator: " ").compactMap { Int($0) }
      #expect(numbers == [Int(arena.st_size), Int(arena.st_size)])
    }

    @Test func aDecoderLosesPriorityOnceTheViewMoves() throws {
      let host = Host()
      let picture = host.open("late:200")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, [Host.wanted(column: 0, row: 1)])
      host.turn()
      #expect(try steps(host) == [0])
      host.update(picture, [Host.wanted(column: 3, row: 0)])
      #expect(try steps(host) == [5])
    }

    @Test func anAdjacentPictureHasLowerPriority() throws {
      let host = Host()
      let picture = host.open("late:200")
      host.scheduler.finishWhenIdle(picture)
      #expect(try steps(host) == [5])
      #expect(host.pump { host.hasOpened(picture) })
    }
  }
}
