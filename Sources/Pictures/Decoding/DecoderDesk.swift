import DecoderProtocol
import Platform
import Tiling

/// What the decoders of all pictures share: where they are installed, how patient one is, the
/// dying.
///
/// It lives on the thread of the sources that share it, whose poll set has its descriptors:
/// `addDescriptors(to:)` before a poll, `reap()` after it. Processes that are left are killed when
/// it goes away.
package final class DecoderDesk {
  /// Where decoders are looked for.
  package let locator: DecoderLocator
  let limits: Limits
  /// Where decoders may cache pictures; in none of them where there is none.
  let scratchFolders: () -> [String]
  /// How pictures are read, as people like it.
  let choices: PictureChoices
  /// What has been done, but for the processes that exist now.
  var counts = DecodeStatistics()
  /// Killed processes that have not been reaped yet.
  private var dying: [ChildProcess] = []
  private var running: [Running] = []
  /// How the decoder of the first picture got to its first tiles; `nil` where nobody wants to know.
  package private(set) var firstStart: FirstStart?
  private weak var firstProcess: DecoderProcess?

  private struct Running {
    weak var process: DecoderProcess?
  }

  /// How the decoder of the first picture got to its first tiles.
  package struct FirstStart: Sendable {
    /// When its process had been made, in seconds of `MonotonicClock`.
    package internal(set) var spawned: Double?
    /// When its news of the picture came.
    package internal(set) var header: Double?
    /// What it says itself, believed only as far as it is printed.
    package internal(set) var ownTimes: DecoderTimes?
  }

  /// A desk where no process runs; it may watch how the first one starts.
  ///
  /// Large pictures are cached in a file without a name in the first of `scratchFolders` that
  /// takes one; without any, looking closely at them takes longer. `choices` hold for all pictures.
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

  // MARK: For the loop that polls

  /// Adds the processes whose end is waited for.
  package func addDescriptors(to pollSet: inout PollSet) {
    for child in dying { pollSet.add(child.descriptor) }
  }

  /// Reaps what has ended by now; call it after each poll.
  package func reap() { dying.removeAll { $0.reap() != nil } }

  // MARK: What it knows of all decoders

  /// What has been done so far.
  package var statistics: DecodeStatistics {
    var statistics = counts
    statistics.processesAlive = running.count { $0.process != nil } + dying.count
    return statistics
  }

  /// Bytes of the arenas of all decoders that run.
  package var arenaBytes: Int {
    running.reduce(0) { $0 + ($1.process?.memoryBytes ?? 0) }
  }

  /// The numbers of the processes that exist, for whoever watches them.
  package var processIDs: [Int32] {
    running.compactMap { $0.process?.child.processID } + dying.map(\.processID)
  }

  // MARK: For those who run one

  /// Counts a process that has been started.
  func adopt(_ process: DecoderProcess) {
    counts.processesStarted += 1
    running.removeAll { $0.process == nil }
    running.append(Running(process: process))
    // The one before may have passed its file on, or crashed: how it started leads nowhere.
    guard firstStart != nil, firstStart?.header == nil, firstProcess == nil else { return }
    firstStart?.spawned = MonotonicClock.now()
    firstProcess = process
  }

  /// Whether a process is the one whose start is watched: the first that has the first picture.
  func wantsTimes(of process: DecoderProcess) -> Bool { firstProcess === process }

  /// The first picture's header is known.
  ///
  /// By the clock as it is, as the decoder's own times are: the time that a round of the loop began
  /// at may lie before them.
  func noteHeader() {
    if firstStart != nil, firstStart?.header == nil { firstStart?.header = MonotonicClock.now() }
  }

  /// The first decoder has told its times.
  func noteTimes(_ times: DecoderTimes) { firstStart?.ownTimes = times }

  /// The file of a picture that is looked at says something of it in words.
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
  /// Counts the pixels of a tile.
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
