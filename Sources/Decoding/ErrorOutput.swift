import Platform

/// The newest part of what a decoder wrote to its standard error.
struct ErrorOutput {
  private let capacity: Int
  private var bytes: [UInt8] = []

  init(capacity: Int) { self.capacity = capacity }

  /// Bytes that are kept.
  var count: Int { bytes.count }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new)
    // Cut in halves, so that a flood is not copied once for each of its pieces.
    if bytes.count > capacity * 2 { bytes.removeFirst(bytes.count - capacity) }
  }

  /// The last lines that are not empty, oldest first, escaped and of a bearable length.
  func lastLines(_ count: Int = 3) -> [String] {
    bytes.suffix(capacity).split(separator: UInt8(ascii: "\n")).suffix(count).map {
      escapedForDisplay($0, limit: 200)
    }
  }
}
