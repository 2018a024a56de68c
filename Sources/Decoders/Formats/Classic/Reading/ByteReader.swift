import DecoderKit
import DecoderProtocol

/// Reads a picture's bytes in order, through a buffer, without ever leaving the file.
///
/// Past the end every read gives zero and `isPastEnd` is set: a reader checks it once a row rather
/// than at each byte.
struct ByteReader {
  /// True once more was read than the file has.
  private(set) var isPastEnd = false
  private let input: PictureInput
  private var buffer: [UInt8] = []
  /// Place in the file of the buffer's first byte.
  private var bufferStart: Int
  /// Place in the buffer of the next byte.
  private var next = 0

  private let bufferBytes: Int

  /// Begins at a place in the file; a negative one counts as past the end.
  ///
  /// So many bytes are read at a time.
  init(_ input: PictureInput, at offset: Int = 0, bufferBytes: Int = 64 << 10) {
    self.input = input
    self.bufferBytes = bufferBytes
    bufferStart = offset
  }

  /// Place in the file of the next byte.
  var offset: Int { bufferStart + next }

  /// Goes to a place in the file.
  mutating func seek(to offset: Int) {
    if (bufferStart...bufferStart + buffer.count).contains(offset) {
      next = offset - bufferStart
    } else {
      bufferStart = offset
      buffer.removeAll(keepingCapacity: true)
      next = 0
    }
  }

  /// Passes over bytes.
  mutating func skip(_ count: Int) {
    let (place, overflows) = offset.addingReportingOverflow(count)
    seek(to: overflows ? .max : place)
  }

  /// The next byte, 0 past the end.
  mutating func byte() throws(CodecError) -> UInt8 {
    if next == buffer.count, !(try refill()) { return 0 }
    defer { next += 1 }
    return buffer[next]
  }

  /// The next byte, `nil` past the end.
  mutating func nextByte() throws(CodecError) -> UInt8? {
    if next == buffer.count, !(try refill()) { return nil }
    defer { next += 1 }
    return buffer[next]
  }

  /// Fills memory with the next bytes, and with zeros past the end.
  ///
  /// Returns how many bytes are the file's own.
  @discardableResult
  mutating func read(into target: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
    var done = 0
    while done < target.count {
      if next == buffer.count, !(try refill()) { break }
      let count = min(target.count - done, buffer.count - next)
      buffer.withUnsafeBytes { bytes in
        target[done..<done + count].copyBytes(from: bytes[next..<next + count])
      }
      next += count
      done += count
    }
    target[done...].initializeMemory(as: UInt8.self, repeating: 0)
    return done
  }

  /// Fills a part of an array with the next bytes, zeros past the end.
  ///
  /// Returns how many are the file's own.
  @discardableResult
  mutating func read(into bytes: inout [UInt8], _ range: Range<Int>) throws(CodecError) -> Int {
    var outcome = Result<Int, CodecError>.success(0)
    bytes.withUnsafeMutableBytes { buffer in
      outcome = Result { () throws(CodecError) in
        try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[range]))
      }
    }
    return try outcome.get()
  }

  /// 16 bits, the lowest byte first.
  mutating func little16() throws(CodecError) -> Int {
    let low = try byte()
    return Int(low) | Int(try byte()) << 8
  }

  /// 32 bits, the lowest byte first.
  mutating func little32() throws(CodecError) -> Int {
    let low = try little16()
    return low | (try little16()) << 16
  }

  /// 16 bits, the highest byte first.
  mutating func big16() throws(CodecError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  /// 32 bits, the highest byte first.
  mutating func big32() throws(CodecError) -> Int {
    let high = try big16()
    return high << 16 | (try big16())
  }

  private mutating func refill() throws(CodecError) -> Bool {
    let place = offset
    buffer = place < 0 ? [] : try input.bytes(at: place, count: bufferBytes)
    bufferStart = place
    next = 0
    if buffer.isEmpty { isPastEnd = true }
    return !buffer.isEmpty
  }
}
