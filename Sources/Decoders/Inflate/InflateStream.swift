import CISAL
import Glibc

/// A zlib stream (RFC 1950), inflated by ISA-L with zlib's interface.
///
/// ISA-L inflates ahead, as far as the input and a buffer of 128 KiB allow; `inflate` copies from
/// there. A caller whose input is used up would fetch more, or report a truncated file, although
/// pixels are still in the buffer. So the last input byte is reported as unread until everything
/// has been copied.
final class InflateStream {
  private enum Phase {
    case header
    case blocks
    case trailer
    case ended
    case failed(Int32, StaticString?)
  }

  /// Space for everything that ISA-L has inflated internally (64 KiB and one match), and as much
  /// again.
  private static let outputBytes = 128 << 10
  private static let headerBytes = 2
  private static let trailerBytes = 4

  private let isal: UnsafeMutablePointer<inflate_state>
  private let output: UnsafeMutablePointer<UInt8>
  private var windowBits: Int32
  private var phase = Phase.header
  /// The bytes read so far of the header or trailer, and their number.
  private var word: UInt32 = 0
  private var wordBytes = 0
  private var checksum: UInt32 = 1
  /// The part of `output` that has not been copied out.
  private var waiting = 0..<0
  /// True if ISA-L ran out of output space and may have more.
  private var isFull = false
  private var isHolding = false
  /// True if the caller's input is used up; `taken` is how much of the latest input ISA-L consumed.
  private var isUsedUp = true
  private var taken = 0
  /// True if the final checksum must match.
  var validates = true

  /// A stream at its start with a largest window of 8 to 15 bits, 0 for any; `nil` without memory.
  init?(windowBits: Int32) {
    guard let isal = malloc(MemoryLayout<inflate_state>.size) else { return nil }
    guard let output = malloc(Self.outputBytes) else {
      free(isal)
      return nil
    }
    self.isal = isal.assumingMemoryBound(to: inflate_state.self)
    self.output = output.assumingMemoryBound(to: UInt8.self)
    self.windowBits = windowBits
    isal_inflate_init(self.isal)
  }

  deinit {
    free(isal)
    free(output)
  }

  /// Restarts the stream.
  func reset(windowBits: Int32? = nil) {
    if let windowBits { self.windowBits = windowBits }
    isal_inflate_init(isal)
    phase = .header
    word = 0
    wordBytes = 0
    checksum = 1
    waiting = 0..<0
    isFull = false
    isHolding = false
    isUsedUp = true
  }

  /// Fills the stream's output as far as its input allows; returns the result of zlib's `inflate`.
  func inflate(_ stream: UnsafeMutablePointer<z_stream>, flush: Int32) -> Int32 {
    guard stream.pointee.next_out != nil,
      stream.pointee.next_in != nil || stream.pointee.avail_in == 0
    else { return Z_STREAM_ERROR }
    let input = stream.pointee.avail_in
    let room = stream.pointee.avail_out
    if isUsedUp { taken = 0 }
    if isHolding, input > 0 { advance(stream, by: 1) }
    let readable = stream.pointee.avail_in
    isHolding = false
    let status = fill(stream)
    let isIdle = stream.pointee.avail_in == readable && stream.pointee.avail_out == room
    // Without input in this call there is no byte to hold back.
    if !waiting.isEmpty || isFull, stream.pointee.avail_in == 0, input > 0 {
      stream.pointee.next_in -= 1
      stream.pointee.avail_in = 1
      isHolding = true
    }
    isUsedUp = stream.pointee.avail_in == 0
    stream.pointee.total_in &+= UInt(input) &- UInt(stream.pointee.avail_in)
    stream.pointee.total_out &+= UInt(room &- stream.pointee.avail_out)
    stream.pointee.adler = UInt(checksum)
    return status == Z_OK && (isIdle || flush == Z_FINISH) ? Z_BUF_ERROR : status
  }

  private func fill(_ stream: UnsafeMutablePointer<z_stream>) -> Int32 {
    while true {
      handOut(stream)
      guard waiting.isEmpty else { return Z_OK }
      switch phase {
      case .header:
        guard readWord(of: Self.headerBytes, from: stream) else { return Z_OK }
        phase = checkedHeader()
      case .blocks:
        guard stream.pointee.avail_in > 0 || isFull else { return Z_OK }
        inflateAhead(stream)
      case .trailer:
        guard readWord(of: Self.trailerBytes, from: stream) else { return Z_OK }
        let isRight = word == checksum || !validates
        phase = isRight ? .ended : .failed(Z_DATA_ERROR, "incorrect data check")
      case .ended:
        return Z_STREAM_END
      case .failed(let status, let message):
        stream.pointee.msg = message.map { message in
          UnsafeMutableRawPointer(mutating: message.utf8Start).assumingMemoryBound(to: CChar.self)
        }
        return status
      }
    }
  }

  private func handOut(_ stream: UnsafeMutablePointer<z_stream>) {
    let count = min(waiting.count, Int(stream.pointee.avail_out))
    guard count > 0 else { return }
    stream.pointee.next_out.update(from: output + waiting.lowerBound, count: count)
    stream.pointee.next_out += count
    stream.pointee.avail_out -= UInt32(count)
    waiting = waiting.lowerBound + count..<waiting.upperBound
  }

  private func advance(_ stream: UnsafeMutablePointer<z_stream>, by count: UInt32) {
    stream.pointee.next_in += Int(count)
    stream.pointee.avail_in -= count
  }

  /// Reads the header's or trailer's bytes; returns false until all have arrived.
  private func readWord(of count: Int, from stream: UnsafeMutablePointer<z_stream>) -> Bool {
    while wordBytes < count, stream.pointee.avail_in > 0 {
      append(stream.pointee.next_in.pointee)
      advance(stream, by: 1)
    }
    return wordBytes == count
  }

  private func append(_ byte: UInt8) {
    word = word << 8 | UInt32(byte)
    wordBytes += 1
  }

  /// The phase after the header, with zlib's checks and messages.
  private func checkedHeader() -> Phase {
    guard word % 31 == 0 else { return .failed(Z_DATA_ERROR, "incorrect header check") }
    guard word >> 8 & 15 == 8 else { return .failed(Z_DATA_ERROR, "unknown compression method") }
    let bits = Int32(word >> 12) + 8
    guard bits <= (windowBits == 0 ? 15 : windowBits) else {
      return .failed(Z_DATA_ERROR, "invalid window size")
    }
    guard word & 0x20 == 0 else { return .failed(Z_NEED_DICT, nil) }
    word = 0
    wordBytes = 0
    return .blocks
  }

  private func inflateAhead(_ stream: UnsafeMutablePointer<z_stream>) {
    isal.pointee.next_in = stream.pointee.next_in
    isal.pointee.avail_in = stream.pointee.avail_in
    isal.pointee.next_out = output
    isal.pointee.avail_out = UInt32(Self.outputBytes)
    let status = isal_inflate(isal)
    // If it fails at the end of the input, it may claim to have consumed bytes beyond it.
    let given = Int(stream.pointee.avail_in)
    let left = Int(Int32(bitPattern: isal.pointee.avail_in))
    let used = max(0, min(given - left, given))
    taken += used
    advance(stream, by: UInt32(used))
    let count = Self.outputBytes - Int(isal.pointee.avail_out)
    waiting = 0..<count
    checksum = isal_adler32(checksum, output, UInt64(count))
    isFull = false
    if status < 0 {
      phase = .failed(Z_DATA_ERROR, Self.message(status))
    } else if isal.pointee.block_state == ISAL_BLOCK_FINISH {
      takeBack(stream)
      phase = .trailer
    } else {
      isFull = isal.pointee.avail_out == 0
    }
  }

  /// Returns the bytes that ISA-L has read beyond the last block: the start of the trailer and the
  /// bytes after it.
  private func takeBack(_ stream: UnsafeMutablePointer<z_stream>) {
    let missing = min(0, Int32(bitPattern: isal.pointee.avail_in))
    let bits = max(0, isal.pointee.read_in_length + 8 * missing)
    var ahead = isal.pointee.read_in >> UInt64(bits % 8)
    var count = Int(bits / 8)
    while count > 0, wordBytes < Self.trailerBytes {
      append(UInt8(truncatingIfNeeded: ahead))
      ahead >>= 8
      count -= 1
    }
    // These bytes are all from the current input: ISA-L would have found an end in an earlier one.
    count = min(count, taken)
    stream.pointee.next_in -= count
    stream.pointee.avail_in += UInt32(count)
  }

  private static func message(_ status: Int32) -> StaticString {
    switch status {
    case ISAL_INVALID_LOOKBACK: "invalid distance too far back"
    case ISAL_INVALID_SYMBOL: "invalid literal/length or distance code"
    default: "invalid block"
    }
  }
}
