/// The most recent part of a child's standard error.
package struct ErrorOutput {
  private let capacity: Int
  private var bytes: [UInt8] = []

  /// Keeps the last `capacity` bytes.
  package init(capacity: Int) { self.capacity = capacity }

  /// The number of bytes kept.
  package var count: Int { bytes.count }

  /// Adds bytes that were read.
  package mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new)
    // Trimming only at twice the capacity avoids moving the bytes for each piece of a flood.
    if bytes.count > capacity * 2 { bytes.removeFirst(bytes.count - capacity) }
  }

  /// The last lines that are not empty, oldest first, escaped and shortened.
  package func lastLines(_ count: Int = 3) -> [String] {
    bytes.suffix(capacity).split(separator: UInt8(ascii: "\n")).suffix(count).map {
      escapedForDisplay($0, limit: 200)
    }
  }
}
