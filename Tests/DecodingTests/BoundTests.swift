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
  /// The resources that a decoder uses, measured from outside.
  @Suite struct Bounds {
    /// Opens a picture, and waits until all requested tiles have arrived.
    private func open(_ fault: String, _ host: Host) -> SourceID {
      let picture = host.open(fault)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(3))
      #expect(host.pump { host.tiles(of: picture).count == 3 })
      return picture
    }

    private func shorten(_ limits: inout DecoderPool.Limits) {
      limits.processorTime = 1
      limits.firstPause = 0.2
      limits.longestPause = 0.5
    }

    /// A decoder that works while idle ends like one that crashes: unnoticed, until a tile is
    /// wanted again.
    @Test(arguments: ["burn:idle", "spin:last"])
    func anIdleDecoderThatWorksIsKilledUnnoticed(fault: String) {
      let host = Host { shorten(&$0) }
      let picture = open(fault, host)
      let seen = host.scheduler.processIDs
      #expect(host.everyProcessIsGone(seen), "it works on")
      #expect(host.error(of: picture) == nil)
      host.update(picture, [Host.wanted(column: 5, row: 1)])
      #expect(host.pump { host.tiles(of: picture).count == 4 })
      // The second time it is an error.
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture)?.sentence
          == "the decoder used too much processor time and was stopped")
      #expect(host.everyProcessIsGone([]))
    }

    @Test func aDecoderThatWorksForeverIsKilled() {
      let host = Host { shorten(&$0) }
      #expect(
        host.fate("burn:work")?.sentence
          == "the decoder used too much processor time and was stopped")
      #expect(host.everyProcessIsGone([]))
    }

    /// The kernel's limit counts all threads of a user; this one counts those of one process.
    @Test func aDecoderWithTooManyThreadsIsKilled() {
      let host = Host { shorten(&$0) }
      let picture = open("crowd:200", host)
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture)?.sentence == "the decoder started too many threads and was stopped"
      )
      #expect(host.everyProcessIsGone([]))
    }

    /// Passes that deliver nothing don't count as progress.
    @Test func progressThatDeliversNothingDoesNotCount() {
      let host = Host { $0.standstillTimeout = 1 }
      #expect(host.fate("sway") == .hung(lastWords: []))
      #expect(host.everyProcessIsGone([]))
    }

    @Test func aFloodDoesNotBlockTheSurvey() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("decoder", Array("#!/bin/sh\nexec yes >&2".utf8))
      try #require(chmod(path, 0o755) == 0)
      let answers = DecoderSurvey.answers(
        locator: DecoderLocator(
          folders: [Array("/nowhere".utf8)],
          overrides: [PictureFormat.png.decoderName: Array(path.utf8)]))
      guard case .failure(.flooded(.errorOutput, _)) = answers.first?.result else {
        Issue.record("\(String(describing: answers.first))")
        return
      }
    }

    @Test func anEndlessSoftProofTimesOut() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("a.icc", Array("EVIL:proof".utf8))
      var limits = DecoderPool.Limits()
      limits.standstillTimeout = 1
      limits.tick = 0.2
      var locator = Host.evil
      locator.overrides[PictureFormat.profile.decoderName] = Host.evilPath
      let problem = #expect(throws: SoftProofs.Problem.self) {
        _ = try SoftProofs.table(of: Array(path.utf8), locator: locator, limits: limits)
      }
      #expect(problem?.sentence == "the decoder stopped responding")
    }
  }
}
