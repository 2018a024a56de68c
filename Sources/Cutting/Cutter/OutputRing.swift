import Glibc
import Platform

/// The memory in which encoded tiles are delivered: a ring of pieces, each freed by the parent.
// @unchecked Sendable: `monitor` guards everything; a piece's memory belongs to its writer until it
// is delivered.
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

  /// A ring in the output from `start` on.
  init(_ memory: SharedMemory, from start: Int) {
    base = memory.base
    self.start = start
    end = memory.count
    next = start
  }

  /// Writes bytes to the ring and reports their offset; returns false if they can never fit.
  ///
  /// It waits until there is room.
  func put(_ bytes: UnsafeRawBufferPointer, _ tell: (Int) -> Void) -> Bool {
    // Pieces are aligned to 64 bytes.
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

  /// Frees a piece by its offset.
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
