import CutPlan
import EvilDecoder
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Viewer

@testable import Commands

/// A cutting process that violates the protocol.
@Suite struct EvilCutterTests {
  @Test func aCutterThatReportsTooManyTilesIsStopped() throws {
    let folder = try TemporaryFolder()
    let evil = try TemporaryFolder.contents(of: PipedProcess.built("fresnel-evil-decoder"))
    chmod(try folder.file(CutMessage.program, evil), 0o755)
    let size = PixelSize(width: 8, height: 8)
    let pyramid = try #require(
      CutPyramid(size: size, edge: 32, overlap: 0, rounding: .up, end: .pixel, isPadded: false))
    let order = CutOrder(
      pyramid: pyramid, format: .png, quality: 90, kernel: .box, hasAlpha: false, jobs: 1,
      rowsAtOnce: 8)
    let link = try CutterProcess(
      order, pixels: try SharedMemory(count: 4096),
      done: [UInt8](repeating: 0, count: pyramid.tileCount), folders: [Array(folder.path.utf8)])
    let error = #expect(throws: UserError.self) {
      let end = MonotonicClock.now() + 20
      while MonotonicClock.now() < end {
        var set = PollSet()
        link.addDescriptors(to: &set)
        set.wait(timeout: 1)
        _ = try link.step(set, hasPendingReply: true) { (_, _) throws(UserError) in }
      }
    }
    #expect(error?.sentence.contains("violated its protocol") == true)
  }
}
