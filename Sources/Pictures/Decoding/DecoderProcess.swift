import DecoderProtocol
import Glibc
import Platform
import Tiles

/// One running decoder: its process, its sockets and its arena.
///
/// Nothing in it waits. It cuts and reads messages; what they mean is the session's to judge.
final class DecoderProcess {
  let child: ChildProcess
  /// The memory that tiles come in; `nil` before the process was told to open anything.
  private(set) var arena: SharedMemory?
  /// Bytes of its slots that have memory.
  private var slotBytes = 0
  /// Bytes of the arena that are in use, or may come to be: what budgets count.
  var memoryBytes = 0
  /// Whether it was given a place to cache a picture.
  let cachesPicture: Bool
  /// Bytes of the file in which it may cache a picture.
  private var scratchBytes = 0
  /// Whether it gives way to other programs.
  private var givesWay = false
  /// What it was told last of whether that is worth it.
  var toldCaching = Caching.onCloserLook
  /// Which messages may come next.
  var conversation: Conversation
  /// When it was told what to open.
  private var toldToOpenAt: Double?
  /// How long it took from there until it knew what the picture is, in seconds.
  private var openingTime = 0.0
  /// The arena's file while it has no bytes.
  private var memory: MemoryFile?
  private var control: FileDescriptor?
  private var errors: FileDescriptor?
  private var framer = MessageFramer()
  private var outbound: [UInt8] = []
  private let limits: DecoderDesk.Limits
  /// How much it sends and uses, and how long it is silent.
  private var watch: PeerWatch
  /// When the decoder's end of the socket was closed.
  private(set) var partedAt: Double?

  /// The most bytes taken from one descriptor at a time, so that no decoder keeps the window
  /// thread from the others and from the user.
  private static let readLimit = 262_144

  /// Starts a decoder; without a file it decodes what comes through the arena.
  ///
  /// It gives way to other programs but for one whose picture somebody waits to see.
  init(
    format: PictureFormat, locator: DecoderLocator, file: consuming FileDescriptor?,
    folder: consuming FileDescriptor? = nil, origin: OpenRequest.Origin = .file,
    cachesPicture: Bool = false, givesWay: Bool = true,
    scratchFolders: @autoclosure () -> [String] = [], limits: DecoderDesk.Limits, now: Double
  ) throws(DecodeError) {
    self.cachesPicture = cachesPicture
    self.limits = limits
    conversation = Conversation(origin: origin)
    let started: ChildProcess?
    var rights = ChildLimits()
    rights.fileSize = SharedMemory.mostBytes
    do throws(Errno) {
      let arena = try MemoryFile()
      let null = try FileDescriptor.openNull()
      // An opening of its own, from the start: a predecessor may have read half of the file.
      let picture = try Self.picture(file)
      let sockets = try FileDescriptor.socketPair()
      let pipe = try FileDescriptor.pipe()
      try pipe.first.setNonBlocking()
      var descriptors = [
        null.number, null.number, pipe.second.number, sockets.second.number, picture.number,
        arena.number,
      ]
      // Without one zooming takes a pass each time: slower, but no reason to show nothing.
      let folders = cachesPicture ? scratchFolders() : []
      if let folder = folder.take() {
        // What has several files is read where it lies, and never cached.
        descriptors += [null.number, folder.number]
        started = try Self.start(format, locator: locator, descriptors: descriptors, rights)
      } else if !folders.isEmpty {
        let scratch = ScratchFile(in: folders, largest: limits.largestScratch)
        descriptors.append(scratch.number ?? null.number)
        scratchBytes = scratch.byteCount
        rights.fileSize = max(rights.fileSize, scratchBytes)
        started = try Self.start(format, locator: locator, descriptors: descriptors, rights)
      } else {
        started = try Self.start(format, locator: locator, descriptors: descriptors, rights)
      }
      memory = consume arena
      control = sockets.keepingFirst()
      errors = pipe.keepingFirst()
    } catch {
      throw .notStarted(error)
    }
    guard let started else { throw .missingDecoder(format) }
    child = started
    watch = PeerWatch(started, bounds: limits.bounds, now: now)
    child.offerToMemoryKiller()
    if givesWay { giveWay() }
  }

  /// Where processors are few, a hand that moves the picture comes before pixels that are on their
  /// way; what is on the screen, before what may be looked at later.
  func giveWay() {
    guard !givesWay else { return }
    givesWay = true
    child.giveWay()
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

  /// Starts the first candidate that exists; `nil` where none does.
  private static func start(
    _ format: PictureFormat, locator: DecoderLocator, descriptors: [Int32], _ limits: ChildLimits
  ) throws(Errno) -> ChildProcess? {
    for path in locator.candidates(for: format) {
      do throws(Errno) {
        return try ChildProcess.start(
          path, name: Array(format.decoderName.utf8), descriptors: descriptors, limits: limits)
      } catch {
        guard error.isMissingFile else { throw error }
      }
    }
    return nil
  }

  /// What the decoder said last on its standard error.
  var lastWords: [String] { watch.lastWords() }

  func addDescriptors(to pollSet: inout PollSet) {
    pollSet.add(child.descriptor)
    if let number = control?.number {
      pollSet.add(number, alsoWritable: !outbound.isEmpty)
    }
    if let number = errors?.number { pollSet.add(number) }
  }

  func hasMessages(_ pollSet: PollSet) -> Bool {
    guard let number = control?.number else { return false }
    return pollSet.isReadable(number)
  }

  func hasErrorOutput(_ pollSet: PollSet) -> Bool {
    guard let number = errors?.number else { return false }
    return pollSet.isReadable(number)
  }

  /// Puts a message behind those that wait to be sent.
  ///
  /// What waits stays small by itself: each slot has at most one request and one cancel unanswered.
  func send(_ message: HostMessage) { outbound.append(contentsOf: message.encoded) }

  /// Sends as much as the socket takes.
  func flush() {
    while !outbound.isEmpty, let transfer = sendOnce() {
      guard case .bytes(let count) = transfer else { return }
      outbound.removeFirst(count)
    }
  }

  private func sendOnce() -> Transfer? {
    outbound.withUnsafeBytes { bytes -> Transfer? in
      // A broken socket is noticed, and judged, where it is read.
      do throws(Errno) { return try control?.send(bytes) } catch { return nil }
    }
  }

  /// Takes the messages that have come.
  func receive(into buffer: ReadBuffer, now: Double) throws(ProtocolBreach) -> [DecoderMessage] {
    var messages: [DecoderMessage] = []
    var total = 0
    while total < Self.readLimit, control != nil {
      let transfer: Transfer
      do throws(Errno) {
        transfer = try control?.receive(into: buffer.bytes) ?? .ended
      } catch {
        transfer = .ended
      }
      switch transfer {
      case .bytes(let count):
        total += count
        framer.append(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
        do throws(WireError) {
          while let payload = try framer.next() {
            watch.heard(now: now)
            messages.append(try DecoderMessage(payload: payload))
          }
        } catch {
          throw .badMessage(error)
        }
      case .wouldWait:
        return messages
      case .ended:
        // No longer polled: a closed socket is readable for ever.
        control = nil
        partedAt = now
      case .carriedDescriptors:
        throw .sentDescriptors
      }
    }
    return messages
  }

  /// Takes what has come on standard error; `false` where it is too much.
  func readErrorOutput(into buffer: ReadBuffer, now: Double) -> Bool {
    var total = 0
    while total < Self.readLimit, errors != nil {
      let transfer: Transfer
      do throws(Errno) {
        transfer = try errors?.read(into: buffer.bytes) ?? .ended
      } catch {
        transfer = .ended
      }
      switch transfer {
      case .bytes(let count):
        total += count
        let bytes = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
        guard watch.mayWrite(bytes, now: now) else { return false }
      case .wouldWait:
        return true
      case .ended, .carriedDescriptors:
        errors = nil
      }
    }
    return true
  }

  // MARK: What it may do

  /// Grants processor time for another piece of work on so many pixels.
  func grant(pixels: Int = 0) { watch.grant(child, pixels: pixels) }

  /// Something was done of what it was asked for.
  func noteAnswer(now: Double) { watch.answered(now: now) }

  /// It has just been asked for something after a rest.
  func restartWatch(now: Double) { watch.restart(now: now) }

  /// Whether it may say one thing more that nobody asked for.
  func mayTell(now: Double) -> Bool { watch.mayTell(now: now) }

  /// Whether it may say how far it is.
  func mayTell(progress: Float, now: Double) -> Bool {
    watch.mayTell(progress: progress, now: now)
  }

  /// Lets time go by, and says what is wrong with it; `isOwed` says whether it owes anything.
  func fault(isOwed: Bool, now: Double) -> DecodeError? {
    if let partedAt {
      // A dying process closes its socket a little before its end can be seen.
      return now - partedAt < limits.partingTime
        ? nil : .lied(.closedSocket, lastWords: lastWords)
    }
    return watch.fault(of: child, isOwed: isOwed, now: now).map { fault in
      switch fault {
      case .hung: .hung(lastWords: lastWords)
      case .messages: .flooded(.messages, lastWords: lastWords)
      case .errorOutput: .flooded(.errorOutput, lastWords: lastWords)
      // As the kernel ends it where it can.
      case .processorTime: .crashed(.signalled(SIGXCPU), lastWords: lastWords)
      case .threads: .crowded(lastWords: lastWords)
      }
    }
  }

  /// When to look at it even if it says nothing.
  func nextLook(isOwed: Bool, now: Double) -> Double {
    if let partedAt { return partedAt + limits.partingTime }
    return now + watch.patience(isOwed: isOwed, now: now)
  }
}
