import DecoderKit
import DecoderProtocol

/// Reads a picture's bytes in order, buffered, within the file's bounds.
///
/// Beyond the end every read returns zero and sets `isPastEnd`, so that a reader can check once per
/// row instead of for each byte.
struct ByteReader {
  /// True after a read beyond the end of the file.
  private(set) var isPastEnd = false
  private let input: PictureInput
  private var buffer: [UInt8] = []
  /// The file offset of the buffer's first byte.
  private var bufferStart: Int
  /// The next byte's index in the buffer.
  private var next = 0

  private let bufferBytes: Int

  /// Starts at a file offset; a negative one counts as beyond the end.
  ///
  /// Reads `bufferBytes` at a time.
  init(_ input: PictureInput, at offset: Int = 0, bufferBytes: Int = 64 << 10) {
    self.input = input
    self.bufferBytes = bufferBytes
    bufferStart = offset
  }

  /// The file offset of the next byte.
  var offset: Int { bufferStart + next }

  /// Moves to a file offset.
  mutating func seek(to offset: Int) {
    if (bufferStart...bufferStart + buffer.count).contains(offset) {
      next = offset - bufferStart
    } else {
      bufferStart = offset
      buffer.removeAll(keepingCapacity: true)
      next = 0
    }
  }

  mutating func skip(_ count: Int) {
    let (place, overflows) = offset.addingReportingOverflow(count)
    seek(to: overflows ? .max : place)
  }

  /// The next byte; 0 beyond the end.
  mutating func byte() throws(CodecError) -> UInt8 {
    if next == buffer.count, !(try refill()) { return 0 }
    defer { next += 1 }
    return buffer[next]
  }

  /// The next byte; `nil` beyond the end.
  mutating func nextByte() throws(CodecError) -> UInt8? {
    if next == buffer.count, !(try refill()) { return nil }
    defer { next += 1 }
    return buffer[next]
  }

  /// Fills memory with the next bytes, and with zeros beyond the end.
  ///
  /// Returns the number of bytes from the file.
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

  /// Fills a range of an array with the next bytes, and with zeros beyond the end.
  ///
  /// Returns the number of bytes from the file.
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

  /// A 16-bit little-endian number.
  mutating func little16() throws(CodecError) -> Int {
    let low = try byte()
    return Int(low) | Int(try byte()) << 8
  }

  /// A 32-bit little-endian number.
  mutating func little32() throws(CodecError) -> Int {
    let low = try little16()
    return low | (try little16()) << 16
  }

  /// A 16-bit big-endian number.
  mutating func big16() throws(CodecError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  /// A 32-bit big-endian number.
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
