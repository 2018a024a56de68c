import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Crashes {
    static let ends: [(String, ProcessEnd)] = [
      ("exit0", .exited(0)), ("exit1", .exited(1)), ("abort", .signalled(SIGABRT)),
      ("segv", .signalled(SIGSEGV)), ("ill", .signalled(SIGILL)), ("sys", .signalled(SIGSYS)),
    ]

    @Test(arguments: ["start", "hello", "header", "tile"])
    func aSecondCrashFailsThePicture(stage: String) {
      for (how, end) in Self.ends {
        let host = Host()
        let error = host.fate("crash:\(how)@\(stage)")
        #expect(error == .crashed(end, lastWords: []), "\(how)@\(stage)")
        // After the header, no tile may have been wanted yet; then the crash isn't counted.
        let expected = stage == "header" ? 2...3 : 2...2
        #expect(expected.contains(host.scheduler.statistics.processesStarted), "\(how)@\(stage)")
        #expect(host.everyProcessIsGone([]), "\(how)@\(stage)")
        #expect(host.servesHonestly(), "\(how)@\(stage)")
      }
    }

    /// Drawing that can't be interrupted ends with its process, as often as needed.
    ///
    /// Raster decoders must not do that.
    @Test func aDecoderThatDrawsForNothingIsReplaced() {
      let host = Host()
      let picture = host.open("abandon")
      #expect(host.pump { host.hasOpened(picture) })
      /// Keeps changing which tile is wanted, so that none arrives, until a condition is true.
      func changeOnesMind(_ picture: SourceID, until condition: () -> Bool) -> Bool {
        var row = 0
        return host.pump {
          row += 1
          host.update(picture, [Host.wanted(column: 0, row: 1 + row % 4)])
          return condition()
        }
      }
      for round in 0..<4 {
        let before = host.scheduler.statistics.processesStarted
        #expect(
          changeOnesMind(picture) { host.scheduler.statistics.processesStarted > before },
          "round \(round)")
        host.update(picture, [Host.wanted(column: round, row: 0)])
        #expect(host.pump { host.tiles(of: picture).count == round + 1 }, "round \(round)")
      }
      #expect(host.error(of: picture) == nil)
      let raster = host.open("abandon:raster")
      #expect(host.pump { host.hasOpened(raster) })
      #expect(changeOnesMind(raster) { host.error(of: raster) != nil })
      #expect(host.error(of: raster) == .crashed(.exited(75), lastWords: []))
    }

    @Test func aCrashAfterTheLastTileIsDetected() {
      for (how, _) in Self.ends {
        let host = Host()
        let picture = host.open("crash:\(how)@last")
        #expect(host.pump { host.hasOpened(picture) })
        host.update(picture, Host.plan(3))
        #expect(host.pump { host.isIdle(picture) })
        #expect(host.pump { host.scheduler.statistics.processesAlive == 0 })
        #expect(host.error(of: picture) == nil)
        host.update(picture, Host.plan(5))
        #expect(host.pump { host.tiles(of: picture).count == 8 })
        #expect(host.error(of: picture) == nil)
      }
    }

    @Test func aSingleCrashIsRepaired() {
      for stage in ["start", "hello", "tile"] {
        let host = Host()
        let flag = "/tmp/fresnel-once-\(getpid())-\(stage)"
        unlink(flag)
        defer { unlink(flag) }
        #expect(host.fate("once:\(flag),segv@\(stage)") == nil)
        #expect(host.tiles(of: SourceID(number: 1)).map(\.key) == Host.plan(3).map(\.key))
        #expect(host.tiles(of: SourceID(number: 1)).allSatisfy { $0.hasColor(Host.color(of: $0)) })
        #expect(host.scheduler.statistics.processesStarted == 2)
      }
    }

    @Test func aChangedFileIsNeverMixedWithItsOldVersion() {
      let flag = "/tmp/fresnel-changed-\(getpid())"
      unlink(flag)
      defer { unlink(flag) }
      #expect(Host().fate("changed:\(flag)") == .changed)
    }

    @Test func theLastWordsAreKeptAndEscaped() {
      let error = Host().fate("words:first\nsecond \u{1B}[31mred\nthird \u{202E}drow\nfourth\n")
      #expect(
        error
          == .crashed(
            .signalled(SIGABRT),
            lastWords: ["second \\x1B[31mred", "third \\u{202E}drow", "fourth"]))
    }

    @Test func oneCrashLeavesOtherDecodersAlone() {
      let host = Host()
      let good = host.open("honest")
      let bad = host.open("crash:segv@tile", format: .jpeg)
      #expect(host.pump { host.hasOpened(good) && host.hasOpened(bad) })
      host.update(bad, Host.plan(8))
      host.update(good, Host.plan(30))
      #expect(host.pump { host.isIdle(good) && host.error(of: bad) != nil })
      #expect(host.tiles(of: good).count == 30)
      #expect(host.tiles(of: bad).isEmpty)
      #expect(host.error(of: good) == nil)
    }

    @Test func randomKillsDoNoHarm() {
      let seed = UInt64.random(in: 0..<UInt64.max)
      var random = SeededNumbers(seed: seed)
      let descriptors = openDescriptors()
      let host = Host { $0.retries = 1000 }
      var pictures = (0..<3).map { _ in host.open("delay:1", slots: 4) }
      var kills = 0
      var seen: Set<Int32> = []
      let finished = host.pump(limit: 40) {
        for picture in pictures where host.hasOpened(picture) && Bool.random(using: &random) {
          host.update(picture, Host.plan(Int.random(in: 0...24, using: &random)))
        }
        if let victim = host.scheduler.processIDs.randomElement(using: &random),
          Int.random(in: 0..<3, using: &random) == 0
        {
          seen.insert(victim)
          kill(victim, [SIGSEGV, SIGKILL, SIGTERM, SIGABRT].randomElement(using: &random) ?? 9)
          kills += 1
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
          host.scheduler.close(pictures.removeFirst())
          pictures.append(host.open("delay:1", slots: 4))
        }
        return kills >= 100
      }
      #expect(finished, "seed \(seed)")
      for picture in pictures {
        #expect(host.error(of: picture) == nil, "seed \(seed)")
        host.scheduler.close(picture)
      }
      #expect(host.everyProcessIsGone(Array(seen)), "seed \(seed)")
      #expect(host.servesHonestly(), "seed \(seed)")
      // Other tests in this process open files too, but far fewer.
      #expect(openDescriptors() < descriptors + 150, "seed \(seed)")
    }
  }
}

/// The number of this process's open descriptors.
func openDescriptors() -> Int { (0..<Int32(4096)).count { fcntl($0, F_GETFD) >= 0 } }
