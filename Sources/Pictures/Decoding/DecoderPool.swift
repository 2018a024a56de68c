import DecoderProtocol
import Platform
import Tiling

/// State shared by the decoders of all pictures: their location, timeouts, and processes being
/// reaped.
///
/// Use it on the thread of the sources that share it, whose poll set contains its descriptors:
/// `addDescriptors(to:)` before a poll, `reap()` after it. Releasing it kills the remaining
/// processes.
package final class DecoderPool {
  /// Locates the decoders.
  package let locator: DecoderLocator
  let limits: Limits
  /// The folders for cached pictures; empty disables caching.
  let scratchFolders: () -> [String]
  /// The user's choices for reading pictures.
  let choices: PictureChoices
  /// The statistics, without the number of existing processes.
  var counts = DecodeStatistics()
  /// Killed processes that have not been reaped yet.
  private var dying: [ChildProcess] = []
  private var running: [Running] = []
  /// The timestamps of the first picture's decoder; `nil` unless requested.
  package private(set) var firstStart: FirstStart?
  private weak var firstProcess: DecoderProcess?

  private struct Running {
    weak var process: DecoderProcess?
  }

  /// The timestamps of the first picture's decoder.
  package struct FirstStart: Sendable {
    /// When the process was created, in seconds of `MonotonicClock`.
    package internal(set) var spawned: Double?
    /// When the picture's header arrived.
    package internal(set) var header: Double?
    /// The decoder's own timestamps, which are not trusted beyond being printed.
    package internal(set) var ownTimes: DecoderTimes?
  }

  /// Makes a pool without processes; `watchesStart` records the first one's timestamps.
  ///
  /// Large pictures are cached in an unnamed file in the first of `scratchFolders` that accepts
  /// one; without any, zooming into them takes longer. `choices` apply to all pictures.
  package init(
    locator: DecoderLocator = .installed, limits: Limits = .standard,
    scratchFolders: @autoclosure @escaping () -> [String] = [], watchesStart: Bool = false,
    choices: PictureChoices = PictureChoices()
  ) {
    self.scratchFolders = scratchFolders
    self.choices = choices
    self.locator = locator
    self.limits = limits
    if watchesStart { firstStart = FirstStart() }
  }

  // MARK: Event loop

  /// Adds the processes to be reaped.
  package func addDescriptors(to pollSet: inout PollSet) {
    for child in dying { pollSet.add(child.descriptor) }
  }

  /// Reaps processes that have ended; call it after each poll.
  package func reap() { dying.removeAll { $0.reap() != nil } }

  // MARK: State of all decoders

  /// The statistics so far.
  package var statistics: DecodeStatistics {
    var statistics = counts
    statistics.processesAlive = running.count { $0.process != nil } + dying.count
    return statistics
  }

  /// Bytes of all running decoders' arenas.
  package var arenaBytes: Int {
    running.reduce(0) { $0 + ($1.process?.memoryBytes ?? 0) }
  }

  /// The ids of the existing processes, for observers.
  package var processIDs: [Int32] {
    running.compactMap { $0.process?.child.processID } + dying.map(\.processID)
  }

  // MARK: For owners of a process

  /// Registers a started process.
  func adopt(_ process: DecoderProcess) {
    counts.processesStarted += 1
    running.removeAll { $0.process == nil }
    running.append(Running(process: process))
    // The previous process may have handed its file on, or crashed: its start does not count.
    guard firstStart != nil, firstStart?.header == nil, firstProcess == nil else { return }
    firstStart?.spawned = MonotonicClock.now()
    firstProcess = process
  }

  /// True for the process whose timestamps are recorded: the first one of the first picture.
  func wantsTimes(of process: DecoderProcess) -> Bool { firstProcess === process }

  /// Records when the first picture's header arrived.
  ///
  /// It reads the clock, like the decoder's own timestamps; the time at which this round of the
  /// loop began may precede these.
  func noteHeader() {
    if firstStart != nil, firstStart?.header == nil { firstStart?.header = MonotonicClock.now() }
  }

  /// Records the first decoder's own timestamps.
  func noteTimes(_ times: DecoderTimes) { firstStart?.ownTimes = times }

  /// Records a viewed picture's text metadata.
  func noteText(_ bytes: [UInt8]) {
    counts.pictureText = bytes.split(separator: UInt8(ascii: "\n")).prefix(20)
      .map { escapedForDisplay($0, limit: 300) }.joined(separator: "; ")
  }

  /// Kills a process, and keeps it until it can be reaped.
  func bury(_ process: DecoderProcess) {
    running.removeAll { $0.process == nil || $0.process === process }
    if firstProcess === process { firstProcess = nil }
    if let child = process.end() { dying.append(child) }
  }
}

extension DecodeStatistics {
  mutating func count(_ tile: TilePlan.Wanted, isPrefetch: Bool) {
    let pixels = tile.key.area.size.area ?? 0
    if isPrefetch {
      prefetchedPixels += pixels
      return
    }
    switch tile.quality {
    case .preview: previewPixels += pixels
    case .exact: exactPixels += pixels
    }
  }
}
