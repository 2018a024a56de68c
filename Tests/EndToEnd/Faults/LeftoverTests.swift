import Geometry
import Glibc
import TestSupport
import Testing

/// A fault leaves nothing behind: no memory, descriptors, threads or processes.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct LeftoverTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let program: String
  let good: String

  init() throws {
    folder = try TemporaryFolder()
    program = try folder.evilInstallation()
    good = try folder.picture("good.png", picture)
  }

  /// Faults that might leak: false claims, floods, sent descriptors, repeated replies, late writes.
  static let faults = [
    "claim:width=1000000;height=1000000", "claim:frames=65536;timed=1", "flood:progress",
    "flood:stderr", "twice:", "unrequested:", "fds:2", "fds:253", "proto:huge", "proto:infotwice",
    "racer:", "crash:segv@tile", "hangup:",
  ]

  /// Back at the good picture, everything is as before.
  @Test func faultsLeaveNothingBehind() throws {
    var files = [good]
    for (index, fault) in Self.faults.enumerated() {
      files.append(try folder.evilFile("bad-\(index).jpg", fault))
    }
    let viewer = try RunningViewer(files, program: program)
    let process = viewer.process.pid
    viewer.expect(picture)
    // Walk there and back once, so that texts and everything else made only once exist first.
    func visit(_ index: Int) {
      for step in 0...index {
        viewer.type(32)
        viewer.expectTitle { $0.hasPrefix("bad-\(step).jpg") }
      }
      viewer.waitUntilCalm()
    }
    func back() {
      viewer.type(Key.home)
      viewer.expect(picture)
      #expect(viewer.waitUntilQuiet())
    }
    visit(Self.faults.count - 1)
    back()
    let bytes = ProcessFamily.ownBytes(of: process)
    let descriptors = ProcessFamily.descriptors(of: process).count
    let threads = ProcessFamily.threadNames(of: process)
    for index in Self.faults.indices {
      visit(index)
      let there = ProcessFamily.ownBytes(of: process)
      // Memory that only root may inspect is not counted.
      #expect(there <= bytes + 50 << 20, "\(Self.faults[index]): \(bytes) bytes, then \(there)")
      back()
    }
    #expect(ProcessFamily.ownBytes(of: process) <= bytes + 16 << 20)
    #expect(ProcessFamily.descriptors(of: process).count <= descriptors + 2)
    // On a busy machine the only thread of its kind, of texts, say, may begin after the first walk.
    let left = ProcessFamily.threadNames(of: process).filter { $1 > max(threads[$0] ?? 0, 1) }
    #expect(left.isEmpty, "\(left) threads are left")
    let isAlone = waitUntil(RunningViewer.timeout) {
      viewer.evilDecoders.count <= 1
    }
    #expect(isAlone, "decoders are left")
    #expect(viewer.quit() == .status(0))
  }
}

extension RunningViewer {
  /// Waits until the viewer itself sleeps, whatever its decoders do; gives up after 3 seconds.
  func waitUntilCalm() {
    ProcessFamily(process.pid).waitUntilQuiet(limit: 3)
  }
}
