import Glibc
import Platform

/// The memory in which encoded tiles are handed over: a ring of pieces, each free again when the
/// other side says so.
// Sendable without a check: everything is guarded by `monitor`; a piece's memory belongs to who
// took it until it is given away.
final class OutputRing: @unchecked Sendable {
  private struct Piece {
    var offset: Int
    var count: Int
    var isFree = false
  }

  private let monitor = ConditionLock()
  private let start: Int
  private let end: Int
  private let base: UnsafeMutableRawPointer
  private var pieces: [Piece] = []
  private var next: Int

  /// A ring in some bytes of the output.
  init(_ memory: SharedMemory, from start: Int) {
    base = memory.base
    self.start = start
    end = memory.count
    next = start
  }

  /// Puts bytes into the ring and says where; false where there never will be room for them.
  ///
  /// It waits until there is room.
  func put(_ bytes: UnsafeRawBufferPointer, _ tell: (Int) -> Void) -> Bool {
    // Pieces begin where a number could lie.
    let count = (bytes.count + 63) & ~63
    guard count <= (end - start) / 2 else { return false }
    let offset = monitor.withLock {
      while true {
        if let offset = room(for: count) {
          pieces.append(Piece(offset: offset, count: count))
          next = offset + count
          return offset
        }
        monitor.wait()
      }
    }
    if let source = bytes.baseAddress {
      (base + offset).copyMemory(from: source, byteCount: bytes.count)
    }
    tell(offset)
    return true
  }

  private func room(for count: Int) -> Int? {
    guard let oldest = pieces.first?.offset else { return start }
    if next > oldest {
      if next + count <= end { return next }
      return start + count <= oldest ? start : nil
    }
    return next < oldest && next + count <= oldest ? next : nil
  }

  /// Frees a piece by its place.
  func free(_ offset: Int) {
    monitor.withLock {
      if let index = pieces.firstIndex(where: { $0.offset == offset && !$0.isFree }) {
        pieces[index].isFree = true
      }
      while pieces.first?.isFree == true { pieces.removeFirst() }
      monitor.notify()
    }
  }
}
