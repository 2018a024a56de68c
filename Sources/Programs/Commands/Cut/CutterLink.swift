import CutPlan
import Decoding
import Geometry
import Glibc
import Platform
import Viewer

/// The process that makes tiles of rows, and the memory in which it hands them over.
///
/// It is as locked down as decoders are, and as little believed.
final class CutterLink {
  /// Where tiles are handed over.
  private let output: SharedMemory
  private let child: ChildProcess
  private let socket: FileDescriptor
  private let order: CutOrder
  /// A byte for each tile that is there, or has come.
  private var done: [UInt8]
  private var received: [UInt8] = []
  private var outbound: [UInt8] = []
  private var hasGreeted = false
  private var watch: PeerWatch
  /// Pieces of rows that it has, and has not said to be done.
  private var rowsOwed = 0
  /// Whether all tiles have come.
  private(set) var isFinished = false

  private static let programName = CutMessage.program
  /// It is silent while it makes and encodes tiles of many rows, on as many threads as it was told.
  private static let bounds: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 60
    bounds.mostThreads = max(bounds.mostThreads, 2 * CutOrder.mostJobs)
    return bounds
  }()
  /// The most bytes that are taken from its socket at a time.
  private static let readLimit = 262_144
  /// Bytes of the output beside room for two tiles that do not get smaller by being encoded.
  private static let usualRing = 2 << 20

  /// Starts the process; `done` tells which tiles are there.
  ///
  /// It lies in one of `folders`.
  init(
    _ order: CutOrder, pixels: SharedMemory, done: [UInt8],
    folders: [[UInt8]] = DecoderLocator.installed.folders
  ) throws(UserError) {
    self.order = order
    self.done = done
    let edge = order.pyramid.edge + 2 * order.pyramid.overlap
    // Pieces are at most half of the ring.
    let ring = max(Self.usualRing, 2 * (edge * edge * 5 + 65536))
    do throws(Errno) {
      let output = try SharedMemory(count: done.count + 64 + ring)
      self.output = output
      done.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
          output.base.copyMemory(from: base, byteCount: bytes.count)
        }
      }
      let null = try FileDescriptor.openNull()
      let sockets = try FileDescriptor.socketPair()
      let readable = try pixels.descriptorForReading()
      guard
        let child = try Self.start(
          in: folders,
          descriptors: [
            null.number, null.number, null.number, sockets.second.number, readable.number,
            output.number,
          ])
      else {
        throw Errno(code: ENOENT, call: "posix_spawn")
      }
      self.child = child
      watch = PeerWatch(child, bounds: Self.bounds, now: MonotonicClock.now())
      child.offerToMemoryKiller()
      child.giveWay()
      socket = sockets.keepingFirst()
    } catch {
      if error.isMissingFile {
        throw UserError(
          sentence: "the program that makes tiles (\(Self.programName)) is not installed")
      }
      throw UserError(sentence: "\(Self.programName) could not be started: \(error.message)")
    }
    send(.begin(order))
  }

  deinit { child.kill() }

  private static func start(
    in folders: [[UInt8]], descriptors: [Int32]
  ) throws(Errno) -> ChildProcess? {
    for folder in folders {
      do throws(Errno) {
        return try ChildProcess.start(
          folder + Array("/\(programName)".utf8), name: Array(programName.utf8),
          descriptors: descriptors)
      } catch {
        guard error.isMissingFile else { throw error }
      }
    }
    return nil
  }

  /// Sends a message, now or when the socket takes it.
  func send(_ message: CutMessage) {
    if case .rows(_, let count) = message {
      rowsOwed += 1
      let pixels = checkedProduct(count, order.pyramid.size.width) ?? .max
      watch.grant(child, pixels: pixels)
    }
    outbound += message.encoded
    flush()
  }

  private func flush() {
    while !outbound.isEmpty {
      let transfer = outbound.withUnsafeBytes { bytes -> Transfer? in
        do throws(Errno) { return try socket.send(bytes) } catch { return nil }
      }
      guard case .bytes(let count) = transfer else { return }
      outbound.removeFirst(count)
    }
  }

  /// Says what is wrong with it; `isOwed` says whether anything is asked of it.
  func checkPatience(isOwed: Bool, now: Double) throws(UserError) {
    guard let fault = watch.fault(of: child, isOwed: isOwed, now: now) else { return }
    let clause =
      switch fault {
      case .hung: "stopped responding"
      case .processorTime: "used too much processor time, and was stopped"
      case .threads: "started too many threads, and was stopped"
      case .messages, .errorOutput: "was stopped: it sent messages without end"
      }
    throw UserError(sentence: "\(Self.programName) \(clause)")
  }

  func addDescriptors(to pollSet: inout PollSet) {
    pollSet.add(child.descriptor)
    pollSet.add(socket.number, alsoWritable: !outbound.isEmpty)
  }

  /// Takes what has come; `write` gets the bytes of tiles, and the answer is how many pieces of
  /// rows are done.
  func process(
    write: (UnsafeRawBufferPointer, Int) throws(UserError) -> Void
  ) throws(UserError) -> Int {
    flush()
    var rowsDone = 0
    var hasEnded = false
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 8) { buffer in
      let most = received.count + Self.readLimit
      while received.count < most {
        let transfer: Transfer
        do throws(Errno) { transfer = try socket.receive(into: buffer) } catch { transfer = .ended }
        guard case .bytes(let count) = transfer else {
          hasEnded = transfer != .wouldWait
          return
        }
        received += buffer[..<count]
      }
    }
    var start = 0
    while received.count - start >= CutMessage.byteCount {
      let bytes = received[start..<start + CutMessage.byteCount]
      start += CutMessage.byteCount
      guard let message = CutMessage(bytes) else { throw broken }
      watch.heard(now: MonotonicClock.now())
      try handle(message, &rowsDone, write: write)
    }
    received.removeFirst(start)
    if hasEnded, !isFinished {
      throw UserError(
        sentence: hasGreeted
          ? "\(Self.programName) ended before it was done; perhaps memory ran out"
          : "\(Self.programName) ended as it started")
    }
    return rowsDone
  }

  private var broken: UserError {
    UserError(sentence: "\(Self.programName) broke its rules, and was stopped")
  }

  private func handle(
    _ message: CutMessage, _ rowsDone: inout Int,
    write: (UnsafeRawBufferPointer, Int) throws(UserError) -> Void
  ) throws(UserError) {
    switch message {
    case .hello(let version):
      guard !hasGreeted, version == CutMessage.version else { throw broken }
      hasGreeted = true
    case .rowsDone:
      guard rowsOwed > 0 else { throw broken }
      rowsOwed -= 1
      rowsDone += 1
      watch.answered(now: MonotonicClock.now())
    case .tile(let index, let offset, let count):
      guard done.indices.contains(index), done[index] == 0, offset >= done.count, count > 0,
        offset < output.count, count <= output.count - offset
      else { throw broken }
      done[index] = 1
      watch.answered(now: MonotonicClock.now())
      try write(UnsafeRawBufferPointer(start: output.base + offset, count: count), index)
      send(.taken(offset: offset))
    case .finished:
      guard !done.contains(0) else { throw broken }
      isFinished = true
    case .failure(.notLockedDown):
      throw UserError(
        sentence: "\(Self.programName) could not lock itself in, and refuses to work")
    case .failure(.noMemory): throw UserError(sentence: "there is not enough memory to make tiles")
    case .failure(.encoding): throw UserError(sentence: "a tile could not be encoded")
    case .failure(.protocolBroken), .begin, .rows, .taken: throw broken
    }
  }
}
