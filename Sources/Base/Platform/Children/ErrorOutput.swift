/// The newest part of what a child wrote to its standard error.
package struct ErrorOutput {
  private let capacity: Int
  private var bytes: [UInt8] = []

  /// Keeps so many bytes.
  package init(capacity: Int) { self.capacity = capacity }

  /// Bytes that are kept.
  package var count: Int { bytes.count }

  /// Adds what has been read.
  package mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new)
    // Cut in halves, so that a flood is not copied once for each of its pieces.
    if bytes.count > capacity * 2 { bytes.removeFirst(bytes.count - capacity) }
  }

  /// The last lines that are not empty, oldest first, escaped and of a bearable length.
  package func lastLines(_ count: Int = 3) -> [String] {
    bytes.suffix(capacity).split(separator: UInt8(ascii: "\n")).suffix(count).map {
      escapedForDisplay($0, limit: 200)
    }
  }
}
