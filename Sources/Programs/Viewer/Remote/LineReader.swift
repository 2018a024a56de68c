/// Splits a stream of bytes into lines of bounded length.
package struct LineReader {
  /// A line without its end.
  package enum Line: Hashable, Sendable {
    case line([UInt8])
    /// A longer line than allowed, which has been discarded.
    case tooLong
  }

  /// The maximum length of a request, in bytes.
  package static let longestRequest = 64 << 10

  private let longest: Int

  private var bytes: [UInt8] = []
  /// Where the next line begins in `bytes`.
  private var start = 0
  /// The bytes before this index contain no end of the next line.
  private var searched = 0
  private var isDiscarding = false

  /// Creates a reader at the start of a line; `longest` is the maximum length in bytes.
  package init(longest: Int = longestRequest) { self.longest = longest }

  /// The number of bytes that have not been taken.
  package var count: Int { bytes.count - start }

  /// Appends bytes of the stream.
  package mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    bytes.append(contentsOf: new)
  }

  /// Takes the next line; `nil` until it is complete.
  ///
  /// A line without an end, which a client that died has left, is never complete.
  package mutating func next() -> Line? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if count > longest {
        isDiscarding = true
        start = bytes.count
      }
      return nil
    }
    var line = bytes[start..<end]
    start = end + 1
    searched = start
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if isDiscarding || line.count > longest {
      isDiscarding = false
      return .tooLong
    }
    return .line(Array(line))
  }

  /// True if a whole line can be taken.
  package var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }
}
