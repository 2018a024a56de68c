import DecoderKit
import DecoderProtocol
import Glibc

/// A few bytes of a file, and its little-endian numbers; `nil` beyond the end.
struct WebPBytes {
  let bytes: [UInt8]

  init(_ input: PictureInput, at offset: Int, count: Int) throws(CodecError) {
    bytes = try input.bytes(at: offset, count: count)
  }

  /// A number of `count` bytes.
  func number(_ offset: Int, bytes count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// A four-letter tag.
  func tag(_ offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}

/// Memory whose pages are allocated on first use, and can be released.
final class AnonymousMemory {
  let base: UnsafeMutableRawPointer
  private let count: Int

  private static let page = 4096

  /// `count` zero bytes; `nil` if there is not enough memory.
  init?(count: Int) {
    let memory = mmap(
      nil, max(1, count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
    )
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory
    self.count = max(1, count)
  }

  deinit { munmap(base, count) }

  /// Releases the pages in a range of bytes; they become 0.
  func giveBack(_ range: Range<Int>) {
    // Includes the page in which the previous range ended.
    let first = range.lowerBound / Self.page * Self.page
    let end = range.upperBound / Self.page * Self.page
    if end > first { madvise(base + first, end - first, MADV_DONTNEED) }
  }
}
