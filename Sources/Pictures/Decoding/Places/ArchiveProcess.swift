import DecoderProtocol
import Platform

/// The process that unpacks an archive, one member at a time.
///
/// Calls block; use it on one thread.
final class ArchiveProcess {
  private let pool: DecoderPool
  private let process: DecoderProcess
  private let arena: SharedMemory
  private var lastRequest: UInt32 = 0
  /// True if the process can't be used any more.
  private(set) var isOver = false

  init(
    _ file: consuming FileDescriptor, format: PictureFormat, locator: DecoderLocator,
    limits: DecoderPool.Limits, room: Int
  ) throws(DecodeError) {
    pool = DecoderPool(locator: locator, limits: limits)
    process = try DecoderProcess(
      format: format, locator: locator, file: file, limits: limits, now: MonotonicClock.now())
    pool.adopt(process)
    do throws(Errno) {
      arena = try process.allocateArena(room, parts: [0..<room])
    } catch {
      pool.bury(process)
      throw .notStarted(error)
    }
    process.send(
      .open(
        OpenRequest(arenaBytes: arena.count, slotCount: 0, surfaceEdge: 1, origin: .archive)))
  }

  deinit { pool.bury(process) }

  /// The bytes of a member; `nil` if it does not exist.
  func part(_ path: String) throws(DecodeError) -> [UInt8]? {
    lastRequest &+= 1
    process.send(.member(id: lastRequest, path: path))
    process.restartWatch(now: MonotonicClock.now())
    process.grant()
    var answer: Result<[UInt8]?, CodecError>?
    let result: Result<[UInt8]?, CodecError>
    do throws(DecodeError) {
      // For an archive of millions of members progress messages precede the reply.
      result = try process.wait(for: { answer }) { (report) throws(ProtocolBreach) in
        guard answer == nil else { throw .unaskedAnswer }
        answer = try self.answer(report)
        return .answer
      }
    } catch {
      isOver = true
      throw error
    }
    switch result {
    case .success(let bytes): return bytes
    case .failure(let failure): throw .refused(failure, lastWords: process.lastWords)
    }
  }

  private func answer(
    _ report: ArchiveReport
  ) throws(ProtocolBreach) -> Result<[UInt8]?, CodecError> {
    switch report {
    case .member(let id, let count):
      guard id == lastRequest, count ?? 0 <= arena.count else { throw .unaskedAnswer }
      return .success(
        count.map { Array(UnsafeRawBufferPointer(start: arena.base, count: $0)) })
    case .memberFailed(let id, let failure):
      guard id == lastRequest else { throw .unaskedAnswer }
      return .failure(failure)
    }
  }
}
