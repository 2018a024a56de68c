import Platform
import Tiling

/// What the decoders of all pictures share: where they are installed, how patient one is, the dying.
///
/// It lives on the thread of the sources that share it, whose poll set has its descriptors:
/// `addDescriptors(to:)` before a poll, `reap()` after it. Processes that are left are killed when
/// it goes away.
public final class DecoderDesk {
  let locator: DecoderLocator
  let limits: Limits
  let buffer = ReadBuffer()
  /// What has been done, but for the processes that exist now.
  var counts = DecodeStatistics()
  /// Killed processes that have not been reaped yet.
  private var dying: [ChildProcess] = []
  private var running: [Running] = []

  private struct Running {
    weak var process: DecoderProcess?
  }

  /// A desk where no process runs.
  public init(locator: DecoderLocator = .installed, limits: Limits = .standard) {
    self.locator = locator
    self.limits = limits
  }

  // MARK: For the loop that polls

  /// Adds the processes whose end is waited for.
  public func addDescriptors(to pollSet: inout PollSet) {
    for child in dying { pollSet.add(child.descriptor) }
  }

  /// Reaps what has ended by now; call it after each poll.
  public func reap() { dying.removeAll { $0.reap() != nil } }

  // MARK: What it knows of all decoders

  /// What has been done so far.
  public var statistics: DecodeStatistics {
    var statistics = counts
    statistics.processesAlive = running.count { $0.process != nil } + dying.count
    return statistics
  }

  /// Bytes of the arenas of all decoders that run.
  public var arenaBytes: Int { running.reduce(0) { $0 + ($1.process?.arena?.count ?? 0) } }

  /// The numbers of the processes that exist, for whoever watches them.
  public var processIDs: [Int32] {
    running.compactMap { $0.process?.child.processID } + dying.map(\.processID)
  }

  // MARK: For those who run one

  /// Counts a process that has been started.
  func adopt(_ process: DecoderProcess) {
    counts.processesStarted += 1
    running.removeAll { $0.process == nil }
    running.append(Running(process: process))
  }

  /// Kills a process, and keeps it until it can be reaped.
  func bury(_ process: DecoderProcess) {
    running.removeAll { $0.process == nil || $0.process === process }
    process.child.kill()
    if process.child.reap() == nil { dying.append(process.child) }
  }
}

extension DecodeStatistics {
  /// Counts the pixels of a tile.
  mutating func count(_ tile: TilePlan.Wanted) {
    let pixels = tile.key.area.size.area ?? 0
    switch tile.quality {
    case .preview: previewPixels += pixels
    case .exact: exactPixels += pixels
    }
  }
}
