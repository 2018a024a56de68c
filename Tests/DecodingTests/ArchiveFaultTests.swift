import DecoderProtocol
import Platform
import TestSupport
import Testing

@testable import Decoding

extension HostTests {
  /// Archives whose process crashes, hangs or lies.
  @Suite struct Archives {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func archive(_ fault: String, hangTimeout: Double = 30) throws -> PictureArchive {
      let path = try folder.file(
        "a.szi", Array("PK\u{3}\u{4}p.dzi EVIL:archive:\(fault)".utf8))
      var limits = DecoderPool.Limits()
      limits.hangTimeout = hangTimeout
      limits.standstillTimeout = 4 * hangTimeout
      limits.tick = min(1, hangTimeout / 5)
      let picture = try OpenedPicture(FileOpening.open(Array(path.utf8)), path: Array(path.utf8))
      #expect(picture.format == .archive)
      return try PictureArchive(picture, locator: Host.evil, limits: limits)
    }

    private func failure(_ archive: PictureArchive) -> DecodeError? {
      do throws(DecodeError) {
        _ = try archive.part("0/0_0.png", atMost: 0)
        return nil
      } catch {
        return error
      }
    }

    @Test func anHonestProcessIsBelieved() throws {
      let archive = try archive("honest")
      for _ in 0..<3 { #expect(try archive.part("0/0_0.png", atMost: 0) == [0, 0, 0]) }
    }

    @Test(arguments: ["large", "unasked", "tile"]) func lyingProcessesAreCaught(fault: String)
      throws
    {
      guard case .lied = failure(try archive(fault)) else {
        Issue.record("it was believed")
        return
      }
    }

    @Test func aHungProcessIsKilled() throws {
      guard case .hung = failure(try archive("hang", hangTimeout: 0.3)) else {
        Issue.record("it was waited for")
        return
      }
    }

    /// An archive with millions of entries takes a while to scan, and reports progress meanwhile.
    @Test func progressExtendsTheTimeout() throws {
      #expect(
        try archive("long", hangTimeout: 0.5).part("0/0_0.png", atMost: 0) == [0, 0, 0])
    }

    @Test(arguments: ["flood", "stderr"])
    func aFloodingProcessIsKilled(fault: String) throws {
      guard case .flooded = failure(try archive(fault)) else {
        Issue.record("it was waited for")
        return
      }
    }

    @Test func endlessProgressHitsTheTimeout() throws {
      guard case .hung = failure(try archive("drip", hangTimeout: 0.3)) else {
        Issue.record("it was waited for")
        return
      }
    }

    @Test func aClosedSocketEndsTheProcess() throws {
      guard case .lied(.closedSocket, _) = failure(try archive("hangup")) else {
        Issue.record("it was waited for")
        return
      }
    }

    /// A process that crashes is restarted, but not endlessly.
    @Test func aProcessThatKeepsCrashingFails() throws {
      let archive = try archive("crash")
      for _ in 0..<5 {
        guard case .crashed = failure(archive) else {
          Issue.record("it did not crash")
          return
        }
      }
    }
  }
}
