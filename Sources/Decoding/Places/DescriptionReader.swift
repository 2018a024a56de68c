import DecoderProtocol
import Platform
import TilePlaces

/// Has a description of tiles read by a locked-down process; it ends with what that says.
///
/// It lives on one thread and never waits: `addDescriptors(to:)` before a poll, `process(_:now:)`
/// after it.
final class DescriptionReader {
  private let format: PictureFormat
  private let desk: DecoderDesk
  private let running: DecoderProcess
  private var silence: SilenceWatch
  private var latest: Double
  private var isClosed = false
  private var canvases: [CanvasDescription] = []

  /// What a file says that describes what lies elsewhere.
  enum Description {
    /// A picture's tiles.
    case tiles(TileDescription)
    /// Pictures.
    case canvases([CanvasDescription])
  }

  /// Starts the process on a file.
  init(
    _ file: consuming FileDescriptor, format: PictureFormat, desk: DecoderDesk, now: Double
  ) throws(DecodeError) {
    self.format = format
    self.desk = desk
    running = try DecoderProcess(
      format: format, locator: desk.locator, file: file, limits: desk.limits, now: now)
    silence = SilenceWatch(now: now)
    latest = now
    desk.adopt(running)
    running.send(.open(OpenRequest(arenaBytes: 0, slotCount: 0, surfaceEdge: 1)))
    running.flush()
  }

  deinit { close() }

  func addDescriptors(to pollSet: inout PollSet) {
    if !isClosed { running.addDescriptors(to: &pollSet) }
  }

  /// When to look even if no descriptor is ready.
  var nextDeadline: Double? {
    guard !isClosed else { return nil }
    if let partedAt = running.partedAt { return partedAt + desk.limits.partingTime }
    return latest + min(desk.limits.tick, desk.limits.hangTimeout - silence.silence)
  }

  /// Looks after what a poll has brought; the description, or why there is none, comes once.
  func process(_ pollSet: PollSet, now: Double) -> Result<Description, DecodeError>? {
    guard !isClosed else { return nil }
    latest = now
    let result = step(pollSet, now: now)
    if result != nil { close() }
    return result
  }

  /// Ends the process.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    desk.bury(running)
  }

  private func step(_ pollSet: PollSet, now: Double) -> Result<Description, DecodeError>? {
    let hasEnded = pollSet.isReadable(running.child.descriptor)
    if hasEnded || running.hasErrorOutput(pollSet) {
      guard running.readErrorOutput(into: desk.buffer, now: now) else {
        return .failure(.flooded(.errorOutput, lastWords: running.lastWords))
      }
    }
    if hasEnded || running.hasMessages(pollSet) {
      do throws(ProtocolBreach) {
        if let result = try readMessages(now: now) { return result }
      } catch {
        return .failure(.lied(error, lastWords: running.lastWords))
      }
    }
    if hasEnded, let end = running.child.reap() {
      return .failure(
        .ended(
          end, of: format, hasGreeted: running.conversation.hasGreeted,
          lastWords: running.lastWords))
    }
    running.flush()
    return impatience(now: now).map { .failure($0) }
  }

  private func readMessages(
    now: Double
  ) throws(ProtocolBreach) -> Result<Description, DecodeError>? {
    for message in try running.receive(into: desk.buffer, now: now) {
      try running.conversation.admit(message)
      switch message {
      case .hello: silence.restart(now: now)
      // Reading takes no time worth telling: it is what the hang watch waits for.
      case .progress: break
      case .tiles(let description):
        guard canvases.isEmpty else { throw .unexpectedMessage }
        return .success(.tiles(description))
      case .canvases(let more, let isLast):
        silence.restart(now: now)
        canvases += more
        guard canvases.count <= CanvasDescription.most else { throw .unexpectedMessage }
        if isLast { return .success(.canvases(canvases)) }
      case .failure(let failure):
        return .failure(.refused(failure, lastWords: running.lastWords))
      default: throw .unexpectedMessage
      }
    }
    return nil
  }

  private func impatience(now: Double) -> DecodeError? {
    if let partedAt = running.partedAt {
      guard now - partedAt >= desk.limits.partingTime else { return nil }
      return .lied(.closedSocket, lastWords: running.lastWords)
    }
    silence.advance(to: now, tick: desk.limits.tick)
    return silence.silence >= desk.limits.hangTimeout ? .hung(lastWords: running.lastWords) : nil
  }
}
