import DecoderProtocol
import Glibc
import Platform
import Tiles

/// A running decoder: the connection to its process, and its arena.
///
/// Only `wait` blocks. The service interprets the messages.
final class DecoderProcess {
  /// The connection.
  private let peer: Peer
  /// The memory for tiles; `nil` until the process has been sent a request to open something.
  private(set) var arena: SharedMemory?
  /// Allocated bytes of its slots.
  private var slotBytes = 0
  /// Bytes of the arena that are or may be used, as counted by budgets.
  var memoryBytes = 0
  /// True if it was given a place to cache a picture.
  let cachesPicture: Bool
  private(set) var hello: Hello?
  /// The messages about a picture that it may send next.
  var sequence = MessageSequence()
  /// The last caching mode that was sent.
  private var sentCaching = Caching.onCloserLook
  private let format: PictureFormat
  /// Why the decoder gives up.
  private var refusal: CodecError?
  /// Bytes of the file for caching a picture.
  private var scratchBytes = 0
  /// True if it has a lower priority than other programs.
  private var givesWay = false
  /// When the request to open something was sent.
  private var openRequestedAt: Double?
  /// The time from that request until the picture's header arrived, in seconds.
  private var openingTime = 0.0
  /// The arena's file while it is empty.
  private var memory: MemoryFile?

  /// Starts a decoder; without a file it decodes pictures in the arena.
  ///
  /// Its priority is lowered unless the user is waiting for its picture.
  init(
    format: PictureFormat, locator: DecoderLocator, file: consuming FileDescriptor?,
    folder: consuming FileDescriptor? = nil, cachesPicture: Bool = false, givesWay: Bool = true,
    scratchFolders: @autoclosure () -> [String] = [], limits: DecoderPool.Limits, now: Double
  ) throws(DecodeError) {
    self.cachesPicture = cachesPicture
    self.format = format
    let started: Peer?
    var rights = ChildLimits()
    rights.fileSize = SharedMemory.mostBytes
    do throws(Errno) {
      let arena = try MemoryFile()
      let null = try FileDescriptor.openNull()
      // A new open file description: an earlier process may have read half of the file.
      let picture = try Self.picture(file)
      var descriptors = [picture.number, arena.number]
      // Without a cache each zoom takes a pass: slower, but no reason to fail.
      let folders = cachesPicture ? scratchFolders() : []
      func start() throws(Errno) -> Peer? {
        try Peer(
          locator.candidates(for: format), name: format.decoderName, descriptors: descriptors,
          framing: .lengths(longest: WireFormat.longestMessage), limits: rights,
          bounds: limits.bounds, now: now)
      }
      if let folder = folder.take() {
        // A picture of several files is read in place, and never cached.
        descriptors += [null.number, folder.number]
        started = try start()
      } else if !folders.isEmpty {
        let scratch = ScratchFile(in: folders, largest: limits.largestScratch)
        descriptors.append(scratch.number ?? null.number)
        scratchBytes = scratch.byteCount
        rights.fileSize = max(rights.fileSize, scratchBytes)
        started = try start()
      } else {
        started = try start()
      }
      memory = consume arena
    } catch {
      throw .notStarted(error)
    }
    guard let started else { throw .missingDecoder(format) }
    peer = started
    if givesWay { giveWay() }
  }

  /// Lowers the priority: with few cores, moving the picture matters more than pending pixels, and
  /// what is on the screen more than prefetching.
  func giveWay() {
    guard !givesWay else { return }
    givesWay = true
    peer.child.giveWay()
  }

  private static func picture(_ file: consuming FileDescriptor?) throws(Errno) -> FileDescriptor {
    guard let file = consume file else { return try .openNull() }
    return try file.reopenedForReading()
  }

  /// Gives the arena its size, once, and allocates some parts of it; the decoder maps it when it
  /// receives a request to open something.
  func allocateArena(_ bytes: Int, parts: [Range<Int>]) throws(Errno) -> SharedMemory {
    guard let memory = memory.take() else { throw Errno(code: EBUSY, call: "ftruncate") }
    let arena = try SharedMemory(count: bytes, allocating: parts, in: memory)
    self.arena = arena
    // The arena's size is sealed, so no file that the decoder can write may grow beyond this.
    child.limitFiles(to: max(bytes, scratchBytes))
    openRequestedAt = MonotonicClock.now()
    memoryBytes = parts.reduce(0) { $0 + $1.count }
    return arena
  }

  /// Allocates the slots up to a byte of the arena, which starts with them.
  func allocateSlots(upTo end: Int) throws(Errno) {
    guard let arena, end > slotBytes else { return }
    try arena.allocate(slotBytes..<end)
    slotBytes = end
  }

  /// Frees the memory of the last slots, in a range of the arena.
  ///
  /// The decoder may have written to slots from which no tile was taken.
  func freeSlots(_ part: Range<Int>) {
    guard let arena else { return }
    arena.free(part)
    slotBytes = min(slotBytes, part.lowerBound)
  }

  /// How long cancelled work may continue before a spare process is started, in seconds.
  ///
  /// The decoder exits after working on it for as long as opening took, and at least 30 ms
  /// (`DrawnSession`): the spare, which takes about 20 ms, is ready by then.
  var delayBeforeSpare: Double { max(0.012, openingTime - 0.04) }

  /// Notes that the header has arrived.
  func noteOpened(now: Double) {
    if let openRequestedAt { openingTime = now - openRequestedAt }
    openRequestedAt = nil
  }

  // MARK: The connection

  var child: ChildProcess { peer.child }
  /// True once it has started and sandboxed itself.
  var hasGreeted: Bool { peer.hasGreeted }
  /// True if it has closed its end of the socket.
  var hasParted: Bool { peer.hasParted }

  func addDescriptors(to pollSet: inout PollSet) { peer.addDescriptors(to: &pollSet) }

  /// The next timeout even if it sends nothing.
  func nextCheck(hasPendingReply: Bool, now: Double) -> Double {
    peer.nextCheck(hasPendingReply: hasPendingReply, now: now)
  }

  /// Handles poll results and timeouts.
  ///
  /// `take` gets the service's messages, and `progress` the progress.
  func step<Report: DecoderReport>(
    _ pollSet: PollSet, hasPendingReply: @autoclosure () -> Bool, now: Double,
    progress: (Float) throws(ProtocolBreach) -> PeerSignal = { .progress($0) },
    take: (Report) throws(ProtocolBreach) -> PeerSignal
  ) throws(DecodeError) {
    do throws(PeerFailure<ProtocolBreach>) {
      try peer.step(pollSet, hasPendingReply: hasPendingReply(), now: now) {
        (message: DecoderMessage<Report>) throws(ProtocolBreach) in
        try hear(message, progress: progress, take: take)
      }
    } catch {
      throw decodeError(error)
    }
    if let refusal { throw .refused(refusal, lastWords: lastWords) }
  }

  /// Blocks until an answer arrives.
  func wait<Report: DecoderReport, Answer>(
    for answer: () -> Answer?,
    progress: (Float) throws(ProtocolBreach) -> PeerSignal = { .progress($0) },
    take: (Report) throws(ProtocolBreach) -> PeerSignal
  ) throws(DecodeError) -> Answer {
    let result: Result<Answer, CodecError>
    do throws(PeerFailure<ProtocolBreach>) {
      result = try peer.wait(
        for: { refusal.map { .failure($0) } ?? answer().map { .success($0) } }
      ) { (message: DecoderMessage<Report>) throws(ProtocolBreach) in
        try hear(message, progress: progress, take: take)
      }
    } catch {
      throw decodeError(error)
    }
    switch result {
    case .success(let answer): return answer
    case .failure(let refusal): throw .refused(refusal, lastWords: lastWords)
    }
  }

  private func hear<Report: DecoderReport>(
    _ message: DecoderMessage<Report>,
    progress: (Float) throws(ProtocolBreach) -> PeerSignal,
    take: (Report) throws(ProtocolBreach) -> PeerSignal
  ) throws(ProtocolBreach) -> PeerSignal {
    switch message {
    case .hello(let hello):
      self.hello = hello
      return .answer
    case .progress(let fraction): return try progress(fraction)
    case .failure(let failure):
      refusal = failure
      return .last
    case .report(let report): return try take(report)
    }
  }

  /// Queues a message; `flush` sends it.
  func send(_ message: HostMessage) { peer.send(message.encoded) }

  /// Queues a changed caching mode of an open picture, with processor time for `pixels` pixels.
  func send(_ caching: Caching, pixels: Int) {
    guard sequence.isOpen, sentCaching != caching else { return }
    sentCaching = caching
    grant(pixels: pixels)
    send(.caching(caching))
  }

  /// Sends as much as the socket takes.
  func flush() { peer.flush() }

  /// Grants processor time for work on `pixels` pixels.
  func grant(pixels: Int = 0) { peer.grant(pixels: pixels) }

  /// Restarts its timeout after an idle time.
  func restartWatch(now: Double) { peer.restartWatch(now: now) }

  /// True if it has ended and been reaped.
  var hasEnded: Bool { child.reap() != nil }

  /// Kills the process; returns it if it has yet to be reaped.
  func end() -> ChildProcess? {
    peer.end()
    return hasEnded ? nil : child
  }

  /// The decoder's last lines on standard error.
  var lastWords: [String] { peer.lastWords() }

  private func decodeError(_ failure: PeerFailure<ProtocolBreach>) -> DecodeError {
    let words = lastWords
    return switch failure {
    case .broke(let breach): .lied(breach, lastWords: words)
    case .badLength(let length): .lied(.badMessage(.badLength(length)), lastWords: words)
    case .sentDescriptors: .lied(.sentDescriptors, lastWords: words)
    case .hungUp: .lied(.closedSocket, lastWords: words)
    case .ended(let end): .ended(end, of: format, hasGreeted: hasGreeted, lastWords: words)
    case .fault(.hung): .hung(lastWords: words)
    case .fault(.messages): .flooded(.messages, lastWords: words)
    case .fault(.errorOutput): .flooded(.errorOutput, lastWords: words)
    // Reported like the kernel's own signal.
    case .fault(.processorTime): .crashed(.signalled(SIGXCPU), lastWords: words)
    case .fault(.threads): .crowded(lastWords: words)
    }
  }
}
