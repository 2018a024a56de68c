import DecoderProtocol
import Glibc
import Platform
import Tiles

/// One running decoder: what the viewer and its process say to each other, and its arena.
///
/// Nothing in it waits but `wait`. What messages mean is the service's to judge.
final class DecoderProcess {
  /// The conversation.
  private let peer: Peer
  /// The memory that tiles come in; `nil` before the process was told to open anything.
  private(set) var arena: SharedMemory?
  /// Bytes of its slots that have memory.
  private var slotBytes = 0
  /// Bytes of the arena that are in use, or may come to be: what budgets count.
  var memoryBytes = 0
  /// Whether it was given a place to cache a picture.
  let cachesPicture: Bool
  /// What it said first.
  private(set) var hello: Hello?
  /// What of a picture it may say next.
  var conversation = Conversation()
  /// What it was told last of when to cache the picture.
  var toldCaching = Caching.onCloserLook
  private let format: PictureFormat
  /// Why it gives up.
  private var refusal: CodecError?
  /// Bytes of the file in which it may cache a picture.
  private var scratchBytes = 0
  /// Whether it gives way to other programs.
  private var givesWay = false
  /// When it was told what to open.
  private var toldToOpenAt: Double?
  /// How long it took from there until it knew what the picture is, in seconds.
  private var openingTime = 0.0
  /// The arena's file while it has no bytes.
  private var memory: MemoryFile?

  /// Starts a decoder; without a file it decodes what comes through the arena.
  ///
  /// It gives way to other programs but for one whose picture somebody waits to see.
  init(
    format: PictureFormat, locator: DecoderLocator, file: consuming FileDescriptor?,
    folder: consuming FileDescriptor? = nil, cachesPicture: Bool = false, givesWay: Bool = true,
    scratchFolders: @autoclosure () -> [String] = [], limits: DecoderDesk.Limits, now: Double
  ) throws(DecodeError) {
    self.cachesPicture = cachesPicture
    self.format = format
    let started: Peer?
    var rights = ChildLimits()
    rights.fileSize = SharedMemory.mostBytes
    do throws(Errno) {
      let arena = try MemoryFile()
      let null = try FileDescriptor.openNull()
      // An opening of its own, from the start: a predecessor may have read half of the file.
      let picture = try Self.picture(file)
      var descriptors = [picture.number, arena.number]
      // Without one zooming takes a pass each time: slower, but no reason to show nothing.
      let folders = cachesPicture ? scratchFolders() : []
      func start() throws(Errno) -> Peer? {
        try Peer(
          locator.candidates(for: format), name: format.decoderName, descriptors: descriptors,
          framing: .lengths(longest: WireFormat.longestMessage), limits: rights,
          bounds: limits.bounds, now: now)
      }
      if let folder = folder.take() {
        // What has several files is read where it lies, and never cached.
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

  /// Where processors are few, a hand that moves the picture comes before pixels that are on their
  /// way; what is on the screen, before what may be looked at later.
  func giveWay() {
    guard !givesWay else { return }
    givesWay = true
    peer.child.giveWay()
  }

  private static func picture(_ file: consuming FileDescriptor?) throws(Errno) -> FileDescriptor {
    guard let file = consume file else { return try .openNull() }
    return try file.reopenedForReading()
  }

  /// Gives the arena its bytes, once, of which only some parts are allocated yet; the decoder maps
  /// it when it is told to open something.
  func allocateArena(_ bytes: Int, parts: [Range<Int>]) throws(Errno) -> SharedMemory {
    guard let memory = memory.take() else { throw Errno(code: EBUSY, call: "ftruncate") }
    let arena = try SharedMemory(count: bytes, allocating: parts, in: memory)
    self.arena = arena
    // Its size is sealed: nothing that it may write to becomes larger.
    child.limitFiles(to: max(bytes, scratchBytes))
    toldToOpenAt = MonotonicClock.now()
    memoryBytes = parts.reduce(0) { $0 + $1.count }
    return arena
  }

  /// Sees that there is memory for the slots up to a byte of the arena, which begins with them.
  func allocateSlots(upTo end: Int) throws(Errno) {
    guard let arena, end > slotBytes else { return }
    try arena.allocate(slotBytes..<end)
    slotBytes = end
  }

  /// Gives back what the last slots have of memory, which lie in some bytes of the arena.
  ///
  /// The decoder may have written to some of which no tile was ever taken.
  func freeSlots(_ part: Range<Int>) {
    guard let arena else { return }
    arena.free(part)
    slotBytes = min(slotBytes, part.lowerBound)
  }

  /// How long cancelled work may go on before another process is started beside it, in seconds.
  ///
  /// It ends when it has worked for nobody as long as opening took, and not before 30 ms are over
  /// (`DrawnSession`): the other one, which takes some 20 ms, is ready by then.
  var patienceBeforeSpare: Double { max(0.012, openingTime - 0.04) }

  /// The picture is known.
  func noteOpened(now: Double) {
    if let toldToOpenAt { openingTime = now - toldToOpenAt }
    toldToOpenAt = nil
  }

  // MARK: The conversation

  /// The process.
  var child: ChildProcess { peer.child }
  /// Whether it has started and locked itself down.
  var hasGreeted: Bool { peer.hasGreeted }
  /// Whether its end of the socket was closed.
  var hasParted: Bool { peer.hasParted }

  func addDescriptors(to pollSet: inout PollSet) { peer.addDescriptors(to: &pollSet) }

  /// When to look at it even if it says nothing.
  func nextLook(isOwed: Bool, now: Double) -> Double { peer.nextLook(isOwed: isOwed, now: now) }

  /// Looks after what a poll, and the time, have brought.
  ///
  /// `take` gets what the service tells, and `progress` how much of it is done.
  func step<Report: DecoderReport>(
    _ pollSet: PollSet, isOwed: @autoclosure () -> Bool, now: Double,
    progress: (Float) throws(ProtocolBreach) -> PeerSignal = { .progress($0) },
    take: (Report) throws(ProtocolBreach) -> PeerSignal
  ) throws(DecodeError) {
    do throws(PeerFailure<ProtocolBreach>) {
      try peer.step(pollSet, isOwed: isOwed(), now: now) {
        (message: DecoderMessage<Report>) throws(ProtocolBreach) in
        try hear(message, progress: progress, take: take)
      }
    } catch {
      throw decodeError(error)
    }
    if let refusal { throw .refused(refusal, lastWords: lastWords) }
  }

  /// Waits for an answer, for a thread that has nothing else to do.
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

  /// Puts a message behind those that wait to be sent; `flush` sends it.
  func send(_ message: HostMessage) { peer.send(message.encoded) }

  /// Sends as much as the socket takes.
  func flush() { peer.flush() }

  /// Grants processor time for another piece of work on so many pixels.
  func grant(pixels: Int = 0) { peer.grant(pixels: pixels) }

  /// It has just been asked for something after a rest.
  func restartWatch(now: Double) { peer.restartWatch(now: now) }

  /// Whether it has ended, and been reaped.
  var hasEnded: Bool { child.reap() != nil }

  /// Kills it; the process is returned where its end has to be waited for.
  func end() -> ChildProcess? {
    peer.end()
    return hasEnded ? nil : child
  }

  /// What the decoder said last on its standard error.
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
    // As the kernel ends it where it can.
    case .fault(.processorTime): .crashed(.signalled(SIGXCPU), lastWords: words)
    case .fault(.threads): .crowded(lastWords: words)
    }
  }
}
