/// A file as its original's parts and new bytes, in order.
struct FileEdit {
  /// A part of the new file.
  enum Piece: Hashable {
    /// These bytes of the original.
    case original(Range<Int>)
    /// New bytes.
    case new([UInt8])
  }

  private(set) var pieces: [Piece] = []
  /// The original's bytes up to here are decided.
  private var position = 0

  /// Keeps the original up to an offset, then replaces its next `count` bytes; calls are in the
  /// order of offsets.
  mutating func replace(at offset: Int, count: Int, with bytes: [UInt8]) {
    precondition(offset >= position && count >= 0)
    if offset > position { pieces.append(.original(position..<offset)) }
    if !bytes.isEmpty { pieces.append(.new(bytes)) }
    position = offset + count
  }

  /// Keeps the rest of the original, whose size is `count` bytes.
  mutating func finish(count: Int) { replace(at: count, count: 0, with: []) }

  /// The new file's size in bytes.
  var byteCount: Int {
    pieces.reduce(0) { sum, piece in
      switch piece {
      case .original(let range): sum + range.count
      case .new(let bytes): sum + bytes.count
      }
    }
  }

  /// Passes the new file's bytes on, in order.
  func forEach<Failure: Error>(
    of original: PictureBytes, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    for piece in pieces {
      switch piece {
      case .original(let range):
        guard let part = original.part(range.lowerBound, count: range.count) else { continue }
        try body(part.base)
      case .new(let bytes):
        let result = bytes.withUnsafeBytes { bytes in
          Result { () throws(Failure) in try body(bytes) }
        }
        try result.get()
      }
    }
  }
}
