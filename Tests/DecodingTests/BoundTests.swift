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
  /// What a decoder takes of the machine, seen from outside of it.
  @Suite struct Bounds {
    /// Opens a picture, and waits until all that was asked for has come.
    private func open(_ fault: String, _ host: Host) -> SourceID {
      let picture = host.open(fault)
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(3))
      #expect(host.pump { host.tiles(of: picture).count == 3 })
      return picture
    }

    private func shorten(_ limits: inout DecoderDesk.Limits) {
      limits.processorTime = 1
      limits.firstPause = 0.2
      limits.longestPause = 0.5
    }

    /// It goes as one that crashes with nothing to do: it is missed when it is wanted again.
    @Test(arguments: ["burn:idle", "spin:last"])
    func whoWorksForNobodyIsEndedUnseen(fault: String) {
      let host = Host { shorten(&$0) }
      let picture = open(fault, host)
      let seen = host.scheduler.processIDs
      #expect(host.everyProcessIsGone(seen), "it works on")
      #expect(host.error(of: picture) == nil)
      host.update(picture, [Host.wanted(column: 5, row: 1)])
      #expect(host.pump { host.tiles(of: picture).count == 4 })
      // Twice is no accident.
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture)?.sentence
          == "the decoder used too much processor time and was stopped")
      #expect(host.everyProcessIsGone([]))
    }

    @Test func whoWorksWithoutEndIsEnded() {
      let host = Host { shorten(&$0) }
      #expect(
        host.fate("burn:work")?.sentence
          == "the decoder used too much processor time and was stopped")
      #expect(host.everyProcessIsGone([]))
    }

    /// The kernel counts a user's threads together; those of one process are counted here.
    @Test func whoHasManyThreadsIsEnded() {
      let host = Host { shorten(&$0) }
      let picture = open("crowd:200", host)
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture)?.sentence == "the decoder started too many threads and was stopped"
      )
      #expect(host.everyProcessIsGone([]))
    }

    /// Passes that never bring anything are none.
    @Test func progressToAndFroIsNone() {
      let host = Host { $0.standstillTimeout = 1 }
      #expect(host.fate("sway") == .hung(lastWords: []))
      #expect(host.everyProcessIsGone([]))
    }

    @Test func aSurveyListensToNoFlood() throws {
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

    @Test func aTableThatNeverIsWholeIsNotWaitedFor() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("a.icc", Array("EVIL:proof".utf8))
      var limits = DecoderDesk.Limits()
      limits.standstillTimeout = 1
      limits.tick = 0.2
      var locator = Host.evil
      locator.overrides[PictureFormat.profile.decoderName] = Host.evilPath
      let problem = #expect(throws: Proofs.Problem.self) {
        _ = try Proofs.table(of: Array(path.utf8), locator: locator, limits: limits)
      }
      #expect(problem?.sentence == "the decoder stopped responding")
    }
  }
}
