import DecoderProtocol
import Platform
import TilePlaces

/// Reads a description of tiles in a sandboxed process, which ends with the result.
///
/// Use it on one thread; it never blocks: `addDescriptors(to:)` before a poll, `process(_:now:)`
/// after it.
final class DescriptionReader {
  private let pool: DecoderPool
  private let running: DecoderProcess
  private var latest: Double
  private var isClosed = false
  private var canvases: [CanvasDescription] = []
  /// The total size of the labels and addresses so far, in bytes.
  private var canvasBytes = 0

  /// The limit on these: a manifest has at most 16 MiB, but addresses are completed.
  private static let mostCanvasBytes = 24 << 20

  /// The content of a file that describes tiles or pictures.
  enum Description {
    case tiles(TileDescription)
    /// Pictures.
    case canvases([CanvasDescription])
  }

  /// Starts the process on a file.
  init(
    _ file: consuming FileDescriptor, format: PictureFormat, pool: DecoderPool, now: Double
  ) throws(DecodeError) {
    self.pool = pool
    running = try DecoderProcess(
      format: format, locator: pool.locator, file: file, limits: pool.limits, now: now)
    latest = now
    pool.adopt(running)
    running.send(.open(OpenRequest(arenaBytes: 0, slotCount: 0, surfaceEdge: 1)))
    running.flush()
  }

  deinit { close() }

  func addDescriptors(to pollSet: inout PollSet) {
    if !isClosed { running.addDescriptors(to: &pollSet) }
  }

  /// The next timeout.
  var nextDeadline: Double? {
    isClosed ? nil : running.nextCheck(hasPendingReply: true, now: latest)
  }

  /// Handles poll results; returns the description or an error once.
  func process(_ pollSet: PollSet, now: Double) -> Result<Description, DecodeError>? {
    guard !isClosed else { return nil }
    latest = now
    var description: Description?
    do throws(DecodeError) {
      // Reading takes no time worth reporting: all of it must fit within one timeout.
      try running.step(pollSet, hasPendingReply: true, now: now, progress: { _ in .aside }) {
        (report) throws(ProtocolBreach) in try hear(report, &description)
      }
    } catch {
      close()
      return .failure(error)
    }
    if description != nil { close() }
    return description.map { .success($0) }
  }

  /// Ends the process.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    pool.bury(running)
  }

  private func hear(
    _ report: DescriptionReport, _ description: inout Description?
  ) throws(ProtocolBreach) -> PeerSignal {
    switch report {
    case .tiles(let tiles):
      guard canvases.isEmpty else { throw .unexpectedMessage }
      description = .tiles(tiles)
      return .last
    case .canvases(let more, let isLast):
      try take(more)
      guard isLast else { return .aside }
      description = .canvases(canvases)
      return .last
    }
  }

  private func take(_ more: [CanvasDescription]) throws(ProtocolBreach) {
    canvases += more
    canvasBytes += more.reduce(0) { $0 + $1.label.utf8.count + $1.address.utf8.count }
    guard canvases.count <= CanvasDescription.most, canvasBytes <= Self.mostCanvasBytes else {
      throw .badMessage(.badValue("canvases"))
    }
  }
}
