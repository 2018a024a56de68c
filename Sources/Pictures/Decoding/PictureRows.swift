import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles

/// The rows of a picture in a file, from top to bottom in one pass, made by a locked-down decoder
/// that nobody believes.
///
/// It lives on one thread and never waits: `addDescriptors(to:)` before a poll, `process(_:now:)`
/// after it. Pixels are RGBA8, premultiplied, in sRGB; each slot of the arena has room for
/// `slotBytes` of them.
package final class PictureRows {
  /// What has happened.
  package enum Event {
    /// The header has been read.
    case opened(SourceInfo)
    /// The rows that were asked for with a slot are in it; the slot is the caller's.
    case ready(slot: Int)
    /// Some of the picture is missing, for a reason.
    case incomplete(String)
    /// It can't be read (any further).
    case failed(String)
  }

  /// Bytes of a slot.
  package static let slotBytes = shape.slotBytes
  /// What a slot could be: no tile ever lies in it.
  private static let shape = TileShape(edge: 724, overlap: 0)

  private let file: OpenedPicture
  private let page: Int
  private let slotCount: Int
  private let desk: DecoderDesk
  private var format: PictureFormat
  private var firstFormat: PictureFormat?
  private var isAlone = false
  private var running: DecoderProcess?
  private var info: SourceInfo?
  private var requests: [UInt32: Int] = [:]
  private var nextID: UInt32 = 1
  private var latest = 0.0

  /// Starts the decoder of a picture.
  package init(
    of file: OpenedPicture, page: Int, slotCount: Int, desk: DecoderDesk, now: Double
  ) throws(DecodeError) {
    self.file = file
    self.page = page
    self.slotCount = slotCount
    self.desk = desk
    format = file.format
    try start(now: now)
  }

  deinit { close() }

  /// The memory of the slots.
  package var memory: SharedMemory? { running?.arena }

  /// Asks for rows; the answer is `ready` with the slot.
  package func request(rows: Range<Int>, columns: Range<Int>, slot: Int) {
    precondition(rows.count * columns.count * 4 <= Self.slotBytes, "the rows fit into a slot")
    if !isOwed { running?.restartWatch(now: MonotonicClock.now()) }
    requests[nextID] = slot
    running?.send(.rows(RowsRequest(id: nextID, rows: rows, columns: columns, slot: slot)))
    running?.flush()
    running?.grant(pixels: info?.size.area ?? 0)
    nextID += 1
  }

  private func start(now: Double) throws(DecodeError) {
    let descriptor: FileDescriptor
    do throws(PictureFileError) {
      descriptor = try file.descriptor()
    } catch {
      throw .notStarted(Errno(code: EMFILE, call: "dup"))
    }
    let process = try DecoderProcess(
      format: format, locator: desk.locator, file: descriptor, folder: file.folderDescriptor(),
      limits: desk.limits, now: now)
    desk.adopt(process)
    var request = OpenRequest(
      arenaBytes: 0, slotCount: slotCount, surfaceEdge: 1, shape: Self.shape, frame: page,
      origin: isAlone ? .fileAlone : .file, choices: desk.choices)
    do throws(Errno) {
      let bytes = slotCount * Self.slotBytes
      request.arenaBytes = try process.allocateArena(bytes, parts: [0..<bytes]).count
    } catch {
      desk.bury(process)
      throw .notStarted(error)
    }
    process.send(.open(request))
    process.flush()
    running = process
    latest = now
  }

  /// Ends the process.
  package func close() {
    guard let running else { return }
    desk.bury(running)
    self.running = nil
  }

  /// Adds what is waited for.
  package func addDescriptors(to pollSet: inout PollSet) {
    running?.addDescriptors(to: &pollSet)
  }

  /// When to look even if no descriptor is ready; `nil` where no process runs.
  package var nextDeadline: Double? {
    running?.nextLook(isOwed: isOwed, now: latest)
  }

  private var isOwed: Bool { info == nil || !requests.isEmpty || running?.partedAt != nil }

  /// Looks after what a poll, and the time, have brought.
  package func process(_ pollSet: PollSet, now: Double) -> [Event] {
    latest = now
    guard let running else { return [] }
    do throws(DecodeError) {
      return try step(running, pollSet, now: now)
    } catch {
      close()
      return [.failed(error.sentence)]
    }
  }

  private func step(
    _ running: DecoderProcess, _ pollSet: PollSet, now: Double
  ) throws(DecodeError) -> [Event] {
    let hasEnded = pollSet.isReadable(running.child.descriptor)
    if hasEnded || running.hasErrorOutput(pollSet) {
      guard running.readErrorOutput(into: desk.buffer, now: now) else {
        throw .flooded(.errorOutput, lastWords: running.lastWords)
      }
    }
    var events: [Event] = []
    if hasEnded || running.hasMessages(pollSet) {
      events = try readMessages(running, now: now)
      guard self.running === running else { return events }
    }
    if hasEnded, let end = running.child.reap() {
      throw .ended(
        end, of: format, hasGreeted: running.conversation.hasGreeted,
        lastWords: running.lastWords)
    }
    running.flush()
    if let error = running.fault(isOwed: isOwed, now: now) { throw error }
    return events
  }

  private func readMessages(
    _ running: DecoderProcess, now: Double
  ) throws(DecodeError) -> [Event] {
    var events: [Event] = []
    var isFlood = false
    do throws(ProtocolBreach) {
      for message in try running.receive(into: desk.buffer, now: now) {
        try running.conversation.admit(message)
        switch message {
        case .hello, .frame, .gainMap, .metadata, .times, .headroom: break
        case .cached, .noRoom, .display, .brokenProfile:
          isFlood = isFlood || !running.mayTell(now: now)
        case .progress(let fraction):
          isFlood = isFlood || !running.mayTell(progress: fraction, now: now)
        case .info(let news):
          guard news.levels.shape.format == .rgba8 else {
            throw ProtocolBreach.badMessage(.badValue("pixel kind"))
          }
          info = news
          desk.noteHeader()
          running.noteAnswer(now: now)
          events.append(.opened(news))
        case .tileReady(let id):
          guard let slot = requests.removeValue(forKey: id) else {
            throw ProtocolBreach.unexpectedMessage
          }
          running.noteAnswer(now: now)
          running.grant(pixels: info?.size.area ?? 0)
          events.append(.ready(slot: slot))
        case .tileFailed(let id, let failure):
          guard requests.removeValue(forKey: id) != nil else {
            throw ProtocolBreach.unexpectedMessage
          }
          events.append(.failed(DecodeError.sentence(of: failure)))
        case .incomplete(let sentence):
          isFlood = isFlood || !running.mayTell(now: now)
          events.append(.incomplete(escapedForDisplay(sentence.utf8, limit: 300)))
        case .insteadUse(let name):
          try change(to: name)
          events += restart(now: now)
          return events
        case .failure(let failure):
          _ = running.readErrorOutput(into: desk.buffer, now: now)
          if takesBack(after: failure) { return events + restart(now: now) }
          events.append(
            .failed(DecodeError.refused(failure, lastWords: running.lastWords).sentence))
        case .tiles, .canvases, .member, .proof, .tileCancelled:
          throw ProtocolBreach.unexpectedMessage
        }
      }
    } catch {
      _ = running.readErrorOutput(into: desk.buffer, now: now)
      throw .lied(error, lastWords: running.lastWords)
    }
    if isFlood { throw .flooded(.messages, lastWords: running.lastWords) }
    return events
  }

  // MARK: A file that is another decoder's

  /// As `DecodeSession` does it: the other decoder can only give the file back.
  private func change(to name: String) throws(ProtocolBreach) {
    if let firstFormat {
      guard name == firstFormat.name, takeBack() else { throw .unexpectedMessage }
      return
    }
    firstFormat = format
    guard let other = PictureFormat.named(name) else {
      isAlone = true
      return
    }
    guard other.decoderName != format.decoderName else { throw .unexpectedMessage }
    format = other
  }

  private func takeBack() -> Bool {
    guard let firstFormat, !isAlone else { return false }
    format = firstFormat
    isAlone = true
    return true
  }

  /// Whether the other decoder does not know this kind of the format, and the first one does.
  private func takesBack(after failure: CodecError) -> Bool {
    guard info == nil, failure.code == .unsupported else { return false }
    return takeBack()
  }

  private func restart(now: Double) -> [Event] {
    close()
    do throws(DecodeError) {
      try start(now: now)
    } catch {
      guard error.isForWantOfDecoder, takeBack() else { return [.failed(error.sentence)] }
      do throws(DecodeError) {
        try start(now: now)
      } catch {
        return [.failed(error.sentence)]
      }
    }
    return []
  }
}
