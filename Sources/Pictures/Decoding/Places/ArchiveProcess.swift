import DecoderProtocol
import Platform

/// The process that unpacks an archive, asked for one part at a time.
///
/// Whoever asks waits; it lives on the thread that asks.
final class ArchiveProcess {
  private let desk: DecoderDesk
  private let process: DecoderProcess
  private let arena: SharedMemory
  private let format: PictureFormat
  private var lastRequest: UInt32 = 0
  /// Whether nothing can be asked of it any more.
  private(set) var isOver = false

  init(
    _ file: consuming FileDescriptor, format: PictureFormat, locator: DecoderLocator,
    limits: DecoderDesk.Limits, room: Int
  ) throws(DecodeError) {
    self.format = format
    desk = DecoderDesk(locator: locator, limits: limits)
    process = try DecoderProcess(
      format: format, locator: locator, file: file, origin: .archive, limits: limits,
      now: MonotonicClock.now())
    desk.adopt(process)
    do throws(Errno) {
      arena = try process.allocateArena(room, parts: [0..<room])
    } catch {
      desk.bury(process)
      throw .notStarted(error)
    }
    process.send(
      .open(
        OpenRequest(arenaBytes: arena.count, slotCount: 0, surfaceEdge: 1, origin: .archive)))
  }

  deinit { desk.bury(process) }

  /// The bytes of a part; `nil` where it is not there.
  func part(_ path: String) throws(DecodeError) -> [UInt8]? {
    lastRequest &+= 1
    process.send(.member(id: lastRequest, path: path))
    process.flush()
    process.restartWatch(now: MonotonicClock.now())
    process.grant()
    while true {
      var set = PollSet()
      process.addDescriptors(to: &set)
      let began = MonotonicClock.now()
      set.wait(timeout: max(0, process.nextLook(isOwed: true, now: began) - began))
      let now = MonotonicClock.now()
      switch try answer(set, now: now) {
      case .part(let bytes):
        process.noteAnswer(now: now)
        return bytes
      case .refused(let failure): throw .refused(failure, lastWords: process.lastWords)
      case nil: break
      }
      process.flush()
      if let error = process.fault(isOwed: true, now: now) { throw over(error) }
    }
  }

  private enum Answer {
    case part([UInt8]?)
    case refused(CodecError)
  }

  private func over(_ error: DecodeError) -> DecodeError {
    isOver = true
    return error
  }

  private func answer(_ set: PollSet, now: Double) throws(DecodeError) -> Answer? {
    let hasEnded = set.isReadable(process.child.descriptor)
    guard process.readErrorOutput(into: desk.buffer, now: now) else {
      throw over(.flooded(.errorOutput, lastWords: process.lastWords))
    }
    var isFlooded = false
    do throws(ProtocolBreach) {
      for message in try process.receive(into: desk.buffer, now: now) {
        try process.conversation.admit(message)
        // An archive of millions of parts is read for a while before it answers.
        if case .progress(let fraction) = message {
          isFlooded = isFlooded || !process.mayTell(progress: fraction, now: now)
          continue
        }
        if let answer = try take(message) { return answer }
      }
    } catch {
      throw over(.lied(error, lastWords: process.lastWords))
    }
    if isFlooded { throw over(.flooded(.messages, lastWords: process.lastWords)) }
    if hasEnded, let end = process.child.reap() {
      throw over(
        .ended(
          end, of: format, hasGreeted: process.conversation.hasGreeted,
          lastWords: process.lastWords))
    }
    return nil
  }

  private func take(_ message: DecoderMessage) throws(ProtocolBreach) -> Answer? {
    switch message {
    case .hello: return nil
    case .member(let id, let count):
      guard id == lastRequest, count ?? 0 <= arena.count else { throw .unaskedAnswer }
      return .part(
        count.map { Array(UnsafeRawBufferPointer(start: arena.base, count: $0)) })
    case .tileFailed(let id, let failure):
      guard id == lastRequest else { throw .unaskedAnswer }
      return .refused(failure)
    case .failure(let failure):
      isOver = true
      return .refused(failure)
    default: throw .unexpectedMessage
    }
  }
}
