import Geometry
import Glibc
import TestSupport
import Testing

/// A viewer with random zooms, pans and page turns, and the resources that it uses.
final class SoakedViewer {
  let viewer: RunningViewer
  private var before: ViewerResources

  init(_ viewer: RunningViewer) throws {
    self.viewer = viewer
    before = ViewerResources(of: viewer)
    viewer.point(atX: viewer.size.width / 2, y: viewer.size.height / 2)
  }

  /// Sends one random input.
  func play(_ random: inout SeededNumbers) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: viewer.type("n")
    case 1: viewer.type("p")
    case 2: viewer.type([Key.left, Key.up, Key.right, Key.down].randomElement(using: &random) ?? 0)
    case 3: viewer.type(Bool.random(using: &random) ? "1" : "0")
    default: viewer.hands.wheel(Int.random(in: -4...4, using: &random))
    }
  }

  /// Goes to the first picture and counts the resources once it is shown; `nil` if it does not
  /// appear.
  ///
  /// A picture whose decoder was killed twice in a row fails with a sentence until the user comes
  /// back to it, so this comes back to it.
  private func rest(at picture: PixelGrid) -> ViewerResources? {
    viewer.type(Key.end)
    viewer.type(Key.home)
    viewer.type("0")
    guard waitUntil(RunningViewer.timeout, { viewer.screen == picture }) else { return nil }
    // Neighbours are opened for their fit views, and then their decoders end.
    guard viewer.waitUntilQuiet() else { return nil }
    return ViewerResources(of: viewer)
  }

  /// Plays without faults for a while, and counts.
  func begin(at picture: PixelGrid, _ random: inout SeededNumbers, steps: Int) throws {
    for _ in 0..<steps {
      play(&random)
      usleep(15_000)
    }
    before = try #require(rest(at: picture), "the viewer does not come to rest")
  }

  /// Compares the resources with those at the beginning.
  func end(at picture: PixelGrid, _ row: SoakRow) {
    guard viewer.process.isRunning, let after = rest(at: picture) else {
      row.fail("the first picture does not come back: \(viewer.process.standardError.suffix(200))")
      return
    }
    before.remark(row, later: after)
    // Each running decoder accounts for four descriptors.
    let more = max(0, after.processes - before.processes)
    row.check(after.descriptors <= before.descriptors + 2 + 4 * more, "descriptors are left")
    // Some of the viewer's own threads start when first needed; a leak would be one for each fault.
    row.check(after.threads <= before.threads + 4, "threads are left")
    row.check(after.processes <= before.processes + 2, "processes are left")
    row.check(after.bytes <= before.bytes + 16 << 20, "memory is left")
  }

  /// Quits, and returns the longest interval between two frames of a motion, in milliseconds; `nil`
  /// if the program ended badly.
  func quit() -> Double? {
    guard viewer.quit() == .status(0) else { return nil }
    return PrintedStatistics(viewer.process.standardOutput)?["interval_ms_longest"] ?? 0
  }

  /// Quits, and names the longest interval in the row.
  func quit(_ row: SoakRow) {
    guard let longest = quit() else { return row.fail("it ended badly") }
    row.remark("longest interval \(Int(longest)) ms")
  }

  /// Quits, and compares the longest interval with that of a viewer without faults.
  func quit(_ row: SoakRow, usual: Double?) {
    guard let usual else { return row.fail("it ended badly without faults") }
    guard let longest = quit() else { return row.fail("it ended badly") }
    row.remark("longest interval \(Int(usual)) ms without faults, \(Int(longest)) ms with them")
    // A sample is too short for the usual interval of a busy machine.
    let isSmooth = SoakRow.seconds == nil || longest <= max(50, 2 * usual)
    row.check(isSmooth, "a gap of \(Int(longest)) ms between frames")
  }
}
