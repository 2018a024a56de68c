extension StringProtocol {
  /// Whether a text has another one in it, byte by byte.
  ///
  /// The standard library's search brings its regular expressions along: 1.2 MiB of code in each
  /// decoder, and a quarter of a millisecond of its start.
  package func containsBytes(of part: String) -> Bool {
    let bytes = utf8
    return part.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: part.utf8) }
  }
}
