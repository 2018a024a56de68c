import DecoderKit
import DecoderProtocol

/// A file's bytes, read in windows and accessed one by one.
final class GIFBytes {
  private let input: PictureInput
  private var window: [UInt8] = []
  private var windowStart = 0

  private static let windowBytes = 64 << 10

  init(_ input: PictureInput) { self.input = input }

  /// The byte at an offset; `nil` beyond the end.
  func byte(at place: Int) throws(CodecError) -> Int? {
    if !window.indices.contains(place - windowStart) {
      window = try input.bytes(at: place, count: Self.windowBytes)
      windowStart = place
    }
    guard window.indices.contains(place - windowStart) else { return nil }
    return Int(window[place - windowStart])
  }

  /// A 16-bit little-endian number; `nil` beyond the end.
  func number(at place: Int) throws(CodecError) -> Int? {
    guard let low = try byte(at: place), let high = try byte(at: place + 1) else { return nil }
    return high << 8 | low
  }

  /// Copies up to `count` bytes from an offset and returns their number; 0 at the end of the file.
  func copy(
    from place: Int, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) throws(CodecError) -> Int {
    guard try byte(at: place) != nil else { return 0 }
    let first = place - windowStart
    let most = min(count, window.count - first)
    window.withUnsafeBufferPointer { window in
      guard let base = window.baseAddress else { return }
      target.update(from: base + first, count: most)
    }
    return most
  }

  /// The offset after the sub-blocks at `start`; `isCut` is true if the file ends within them.
  ///
  /// It stops at `most`, which bounds the time that a large file takes.
  func skipBlocks(
    from start: Int, most: Int
  ) throws(CodecError) -> (next: Int, isCut: Bool) {
    var place = start
    while let count = try byte(at: place) {
      place += 1 + count
      if count == 0 || place >= most { return (place, false) }
    }
    return (place, true)
  }
}
