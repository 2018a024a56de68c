extension [UInt8] {
  /// Lends the bytes as C wants a path: with a zero byte at the end.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an element") }
      return body(base)
    }
  }
}
