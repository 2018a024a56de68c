/// The bytes of a file, or of a part of one, read with bounds checks; borrowed.
struct PictureBytes {
  private let buffer: UnsafeRawBufferPointer

  init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

  var count: Int { buffer.count }

  /// The memory, for C.
  var base: UnsafeRawBufferPointer { buffer }

  /// Returns a byte; `nil` outside.
  subscript(offset: Int) -> UInt8? {
    offset >= 0 && offset < buffer.count ? buffer[offset] : nil
  }

  /// Returns a part; `nil` unless all of it is inside.
  func part(_ offset: Int, count: Int) -> PictureBytes? {
    guard offset >= 0, count >= 0, offset <= buffer.count, count <= buffer.count - offset else {
      return nil
    }
    return PictureBytes(UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count]))
  }

  /// Returns a number of 1 to 4 bytes; `nil` unless all of it is inside.
  func number(at offset: Int, bytes: Int, isLittle: Bool = false) -> Int? {
    guard let part = part(offset, count: bytes) else { return nil }
    return (0..<bytes).reduce(0) { value, index in
      value << 8 | Int(part.buffer[isLittle ? bytes - 1 - index : index])
    }
  }

  /// Returns true if the part begins with these bytes.
  func begins(with bytes: some Sequence<UInt8>) -> Bool { buffer.starts(with: bytes) }

  var copy: [UInt8] { Array(buffer) }
}

/// Returns a number's bytes, as many of the lowest as asked for.
func bytes(of number: Int, count: Int, isLittle: Bool = false) -> [UInt8] {
  let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  return isLittle ? bytes : bytes.reversed()
}
