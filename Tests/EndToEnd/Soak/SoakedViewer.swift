import Geometry
import Glibc
import TestSupport
import Testing

/// A viewer at which somebody zooms, pans and pages at random, and what it takes of the machine.
final class SoakedViewer {
  let viewer: RunningViewer
  private let process: pid_t
  private var before: Counts

  /// What a viewer and its decoders take at rest.
  struct Counts {
    var descriptors, threads, processes, bytes: Int
  }

  init(_ viewer: RunningViewer) throws {
    self.viewer = viewer
    process = viewer.process.pid
    before = Counts(descriptors: 0, threads: 0, processes: 0, bytes: 0)
    viewer.point(atX: viewer.size.width / 2, y: viewer.size.height / 2)
  }

  /// Does one thing to it.
  func play(_ random: inout SeededNumbers) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: viewer.type("n")
    case 1: viewer.type("p")
    case 2: viewer.type([Key.left, Key.up, Key.right, Key.down].randomElement(using: &random) ?? 0)
    case 3: viewer.type(Bool.random(using: &random) ? "1" : "0")
    default: viewer.hands.wheel(Int.random(in: -4...4, using: &random))
    }
  }

  /// Goes to the first picture, which must be seen, and counts what is taken; `nil` where it does
  /// not come.
  ///
  /// One whose decoder was ended twice in a row is given up, with a sentence, until somebody comes
  /// back to it.
  private func rest(at picture: PixelGrid) -> Counts? {
    viewer.type(Key.end)
    viewer.type(Key.home)
    viewer.type("0")
    guard waitUntil(RunningViewer.patience, { viewer.screen == picture }) else { return nil }
    // Neighbours are opened for their fit views, and their decoders end.
    guard viewer.waitUntilQuiet() else { return nil }
    return Counts(
      descriptors: ProcessFamily.descriptors(of: process).count,
      threads: ProcessFamily.threads(of: process).count, processes: viewer.family.members.count,
      bytes: ProcessFamily.ownBytes(of: process))
  }

  /// Plays for a while without any fault, and counts.
  func begin(at picture: PixelGrid, _ random: inout SeededNumbers, steps: Int) throws {
    for _ in 0..<steps {
      play(&random)
      usleep(15_000)
    }
    before = try #require(rest(at: picture), "the viewer does not come to rest")
  }

  /// Whether everything is as it was, in words for the table; problems are added to `problems`.
  func end(at picture: PixelGrid, _ row: SoakRow, _ problems: inout [String]) {
    guard viewer.process.isRunning, let after = rest(at: picture) else {
      problems.append(
        "the first picture does not come back: \(viewer.process.standardError.suffix(200))")
      return
    }
    row.remark("descriptors \(before.descriptors) → \(after.descriptors)")
    row.remark("threads \(before.threads) → \(after.threads)")
    row.remark("processes \(before.processes) → \(after.processes)")
    row.remark("MiB \(before.bytes >> 20) → \(after.bytes >> 20)")
    // Each decoder that runs has four.
    let more = max(0, after.processes - before.processes)
    if after.descriptors > before.descriptors + 2 + 4 * more {
      problems.append("descriptors are left")
    }
    // Some of its own threads begin when they are first needed; each fault would leave another.
    if after.threads > before.threads + 4 { problems.append("threads are left") }
    if after.processes > before.processes + 2 { problems.append("processes are left") }
    if after.bytes > before.bytes + 16 << 20 { problems.append("memory is left") }
  }

  /// Ends it; the longest time between two frames of a motion, in milliseconds.
  func quit(_ problems: inout [String]) -> Double {
    if viewer.quit() != .status(0) { problems.append("it ended badly") }
    return PrintedStatistics(viewer.process.standardOutput)?["interval_ms_longest"] ?? 0
  }
}
