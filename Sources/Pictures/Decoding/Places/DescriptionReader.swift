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
  private var latest: Double
  private var isClosed = false
  private var canvases: [CanvasDescription] = []
  /// Bytes of their labels and addresses.
  private var canvasBytes = 0

  /// The most bytes of these: no manifest that is read has as many (16 MiB), but addresses are
  /// completed.
  private static let mostCanvasBytes = 24 << 20

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
    isClosed ? nil : running.nextLook(isOwed: true, now: latest)
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
      do throws(DecodeError) {
        if let description = try readMessages(now: now) { return .success(description) }
      } catch {
        return .failure(error)
      }
    }
    if hasEnded, let end = running.child.reap() {
      return .failure(
        .ended(
          end, of: format, hasGreeted: running.conversation.hasGreeted,
          lastWords: running.lastWords))
    }
    running.flush()
    return running.fault(isOwed: true, now: now).map { .failure($0) }
  }

  private func readMessages(now: Double) throws(DecodeError) -> Description? {
    var failure: DecodeError?
    do throws(ProtocolBreach) {
      for message in try running.receive(into: desk.buffer, now: now) {
        try running.conversation.admit(message)
        switch message {
        case .hello: break
        // Reading takes no time worth telling: the whole of it has that of a standstill.
        case .progress: failure = failure ?? flood(now: now)
        case .tiles(let description):
          guard canvases.isEmpty else { throw .unexpectedMessage }
          return .tiles(description)
        case .canvases(let more, let isLast):
          failure = failure ?? flood(now: now)
          try take(more)
          if isLast { return .canvases(canvases) }
        case .failure(let told):
          failure = failure ?? .refused(told, lastWords: running.lastWords)
        default: throw .unexpectedMessage
        }
        if failure != nil { break }
      }
    } catch {
      throw .lied(error, lastWords: running.lastWords)
    }
    if let failure { throw failure }
    return nil
  }

  private func flood(now: Double) -> DecodeError? {
    running.mayTell(now: now) ? nil : .flooded(.messages, lastWords: running.lastWords)
  }

  private func take(_ more: [CanvasDescription]) throws(ProtocolBreach) {
    canvases += more
    canvasBytes += more.reduce(0) { $0 + $1.label.utf8.count + $1.address.utf8.count }
    guard canvases.count <= CanvasDescription.most, canvasBytes <= Self.mostCanvasBytes else {
      throw .badMessage(.badValue("canvases"))
    }
  }
}
