import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles

/// The rows of a picture in a file, from top to bottom in one pass, made by a sandboxed decoder
/// that is not trusted.
///
/// Use it on one thread; it never blocks: `addDescriptors(to:)` before a poll, `process(_:now:)`
/// after it. Pixels are RGBA8, premultiplied, in sRGB; each slot of the arena has space for
/// `slotBytes`.
package final class PictureRows {
  /// An event.
  package enum Event {
    /// The header has been read.
    case opened(SourceInfo)
    /// The requested rows are in this slot, which belongs to the caller.
    case ready(slot: Int)
    /// Part of the picture is missing, with the reason.
    case incomplete(String)
    /// The picture can't be read (any more).
    case failed(String)
  }

  /// Bytes per slot.
  package static let slotBytes = shape.slotBytes
  /// A tile shape of that size; the slots never contain tiles.
  private static let shape = TileShape(edge: 724, overlap: 0)

  private let file: OpenedPicture
  private let page: Int
  private let slotCount: Int
  private let pool: DecoderPool
  private var route: FileRoute
  private var running: DecoderProcess?
  private var info: SourceInfo?
  private var requests: [UInt32: Int] = [:]
  private var nextID: UInt32 = 1
  private var latest = 0.0

  /// Starts a picture's decoder.
  package init(
    of file: OpenedPicture, page: Int, slotCount: Int, pool: DecoderPool, now: Double
  ) throws(DecodeError) {
    self.file = file
    self.page = page
    self.slotCount = slotCount
    self.pool = pool
    route = FileRoute(file.format)
    try start(now: now)
  }

  deinit { close() }

  /// The memory of the slots.
  package var memory: SharedMemory? { running?.arena }

  /// Requests rows; the reply is `ready` with the slot.
  package func request(rows: Range<Int>, columns: Range<Int>, slot: Int) {
    precondition(rows.count * columns.count * 4 <= Self.slotBytes, "the rows fit into a slot")
    if !hasPendingReply { running?.restartWatch(now: MonotonicClock.now()) }
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
      format: route.format, locator: pool.locator, file: descriptor,
      folder: file.folderDescriptor(),
      limits: pool.limits, now: now)
    pool.adopt(process)
    var request = OpenRequest(
      arenaBytes: 0, slotCount: slotCount, surfaceEdge: 1, shape: Self.shape, frame: page,
      origin: route.origin, choices: pool.choices)
    do throws(Errno) {
      let bytes = slotCount * Self.slotBytes
      request.arenaBytes = try process.allocateArena(bytes, parts: [0..<bytes]).count
    } catch {
      pool.bury(process)
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
    pool.bury(running)
    self.running = nil
  }

  /// Adds the descriptors.
  package func addDescriptors(to pollSet: inout PollSet) {
    running?.addDescriptors(to: &pollSet)
  }

  /// The next timeout; `nil` if no process is running.
  package var nextDeadline: Double? {
    running?.nextCheck(hasPendingReply: hasPendingReply, now: latest)
  }

  private var hasPendingReply: Bool {
    info == nil || !requests.isEmpty || running?.hasParted == true
  }

  /// Handles poll results and timeouts.
  package func process(_ pollSet: PollSet, now: Double) -> [Event] {
    latest = now
    guard let running else { return [] }
    var events: [Event] = []
    do throws(DecodeError) {
      try running.step(pollSet, hasPendingReply: hasPendingReply, now: now) {
        (report) throws(ProtocolBreach) in
        try hear(report, running, &events, now: now)
      }
    } catch {
      close()
      // The other decoder does not support this variant of the format, so the first one shows what
      // it can.
      if info == nil, error.isForWantOfDecoder, route.takeBack() {
        events += restart(now: now)
      } else {
        events.append(.failed(error.sentence))
      }
    }
    return events
  }

  private func hear(
    _ report: PictureReport, _ running: DecoderProcess, _ events: inout [Event], now: Double
  ) throws(ProtocolBreach) -> PeerSignal {
    try running.sequence.admit(report)
    switch report {
    case .frame, .headroom: return .answer
    case .info(let header):
      guard header.levels.shape.format == .rgba8 else { throw .badMessage(.badValue("pixel kind")) }
      info = header
      pool.noteHeader()
      events.append(.opened(header))
      return .answer
    case .tileReady(let id):
      guard let slot = requests.removeValue(forKey: id) else { throw .unexpectedMessage }
      running.grant(pixels: info?.size.area ?? 0)
      events.append(.ready(slot: slot))
      return .answer
    case .tileFailed(let id, let failure):
      guard requests.removeValue(forKey: id) != nil else { throw .unexpectedMessage }
      events.append(.failed(DecodeError.sentence(of: failure)))
      return .answer
    case .incomplete(let sentence):
      events.append(.incomplete(escapedForDisplay(sentence.utf8, limit: 300)))
      return .aside
    case .insteadUse(let name):
      try route.pass(to: name)
      events += restart(now: now)
      return .last
    // No request is ever cancelled here.
    case .tileCancelled: throw .unexpectedMessage
    default: return .aside
    }
  }

  /// Restarts with another decoder.
  private func restart(now: Double) -> [Event] {
    close()
    do throws(DecodeError) {
      try start(now: now)
    } catch {
      guard error.isForWantOfDecoder, route.takeBack() else { return [.failed(error.sentence)] }
      do throws(DecodeError) {
        try start(now: now)
      } catch {
        return [.failed(error.sentence)]
      }
    }
    return []
  }
}
