import CutPlan
import Decoding
import Geometry
import Glibc
import Platform
import Viewer

/// The cutter process, and the memory in which it delivers tiles.
///
/// It is sandboxed and distrusted like a decoder.
final class CutterProcess {
  /// The memory for finished tiles.
  private let output: SharedMemory
  private let peer: Peer
  private let order: CutOrder
  /// One byte per tile, nonzero if the tile exists or has arrived.
  private var done: [UInt8]
  /// The number of pieces that the cutter has and has not reported as done.
  private var pendingRows = 0
  /// True once all tiles have arrived.
  private(set) var isFinished = false

  private static let programName = CutMessage.program
  /// The cutter is silent while it reduces and encodes many rows, on as many threads as it was
  /// given.
  private static let bounds: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 60
    bounds.mostThreads = max(bounds.mostThreads, 2 * CutOrder.mostJobs)
    return bounds
  }()
  /// The minimum size of the ring, in bytes; with large tiles it has room for two that encoding
  /// does not shrink.
  private static let usualRing = 2 << 20

  /// Starts the cutter from one of `folders`; `done` is nonzero for each tile that exists.
  init(
    _ order: CutOrder, pixels: SharedMemory, done: [UInt8],
    folders: [[UInt8]] = DecoderLocator.installed.folders
  ) throws(UserError) {
    self.order = order
    self.done = done
    let edge = order.pyramid.edge + 2 * order.pyramid.overlap
    // A tile takes at most half of the ring.
    let ring = max(Self.usualRing, 2 * (edge * edge * 5 + 65536))
    do throws(Errno) {
      let output = try SharedMemory(count: done.count + 64 + ring)
      self.output = output
      output.base.copyMemory(from: done, byteCount: done.count)
      let readable = try pixels.descriptorForReading()
      guard
        let peer = try Peer(
          folders.map { $0 + Array("/\(Self.programName)".utf8) }, name: Self.programName,
          descriptors: [readable.number, output.number], framing: .fixed(CutMessage.byteCount),
          bounds: Self.bounds, now: MonotonicClock.now())
      else {
        throw Errno(code: ENOENT, call: "posix_spawn")
      }
      self.peer = peer
      peer.child.giveWay()
    } catch {
      if error.isMissingFile {
        throw UserError(
          sentence: "\(Self.programName), which makes the tiles, is not installed")
      }
      throw UserError(sentence: "\(Self.programName) could not be started: \(error.message)")
    }
    send(.begin(order))
  }

  /// Sends a message, or queues it until the socket accepts it.
  func send(_ message: CutMessage) {
    if case .rows(_, let count) = message {
      pendingRows += 1
      peer.grant(pixels: checkedProduct(count, order.pyramid.size.width) ?? .max)
    }
    peer.send(message.encoded)
    peer.flush()
  }

  func addDescriptors(to pollSet: inout PollSet) { peer.addDescriptors(to: &pollSet) }

  /// Handles what a poll reported and the time that has passed; returns how many pieces are done.
  ///
  /// `write` gets the bytes and the number of each tile. `hasPendingReply` is true while the cutter
  /// owes a message.
  func step(
    _ pollSet: PollSet, hasPendingReply: Bool,
    write: (UnsafeRawBufferPointer, Int) throws(UserError) -> Void
  ) throws(UserError) -> Int {
    guard !isFinished else { return 0 }
    var rowsDone = 0
    do throws(PeerFailure<UserError>) {
      try peer.step(pollSet, hasPendingReply: hasPendingReply, now: MonotonicClock.now()) {
        (message) throws(UserError) in try hear(message, &rowsDone, write: write)
      }
    } catch {
      throw userError(error)
    }
    return rowsDone
  }

  private func hear(
    _ message: CutMessage, _ rowsDone: inout Int,
    write: (UnsafeRawBufferPointer, Int) throws(UserError) -> Void
  ) throws(UserError) -> PeerSignal {
    switch message {
    case .hello: break
    case .rowsDone:
      guard pendingRows > 0 else { throw .broken }
      pendingRows -= 1
      rowsDone += 1
    case .tile(let index, let offset, let count):
      guard done.indices.contains(index), done[index] == 0, offset >= done.count, count > 0,
        offset < output.count, count <= output.count - offset
      else { throw .broken }
      done[index] = 1
      try write(UnsafeRawBufferPointer(start: output.base + offset, count: count), index)
      send(.taken(offset: offset))
    case .finished:
      guard !done.contains(0) else { throw .broken }
      isFinished = true
      return .last
    case .failure(.notSandboxed):
      throw UserError(
        sentence: "\(Self.programName) could not enter its sandbox and refuses to work")
    case .failure(.noMemory): throw UserError(sentence: "there is not enough memory to make tiles")
    case .failure(.encoding): throw UserError(sentence: "a tile could not be encoded")
    case .failure(.protocolBroken), .begin, .rows, .taken: throw .broken
    }
    return .answer
  }

  private func userError(_ failure: PeerFailure<UserError>) -> UserError {
    let clause: String
    switch failure {
    case .broke(let error): return error
    case .badLength, .sentDescriptors: return .broken
    case .hungUp, .ended:
      clause =
        peer.hasGreeted
        ? "ended before it was done; perhaps memory ran out" : "ended while it started"
    case .fault(.hung): clause = "stopped responding"
    case .fault(.processorTime): clause = "used too much processor time and was stopped"
    case .fault(.threads): clause = "started too many threads and was stopped"
    case .fault(.messages), .fault(.errorOutput):
      clause = "was stopped: it sent too many messages"
    }
    return UserError(sentence: "\(Self.programName) \(clause)")
  }
}

extension UserError {
  fileprivate static let broken = UserError(
    sentence: "\(CutMessage.program) violated its protocol and was stopped")
}

extension CutMessage: PeerMessage {
  package init(heard payload: ArraySlice<UInt8>) throws(UserError) {
    guard let message = CutMessage(payload) else { throw .broken }
    if case .hello(let version) = message, version != CutMessage.version { throw .broken }
    self = message
  }

  package var turn: PeerTurn {
    switch self {
    case .hello: .greeting
    case .failure: .refusal
    default: .work
    }
  }

  package var outOfTurn: UserError { .broken }
}
