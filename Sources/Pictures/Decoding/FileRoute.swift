import DecoderProtocol

/// Tracks which decoder reads a file: its format's, or another to which that one handed it on.
struct FileRoute {
  /// The format whose decoder reads the file.
  private(set) var format: PictureFormat
  /// The format whose decoder handed the file on.
  private var firstFormat: PictureFormat?
  /// True if no other decoder reads the file: the first one shows as much as it can.
  private var isAlone = false

  init(_ format: PictureFormat) { self.format = format }

  /// The origin to state to the decoder.
  var origin: OpenRequest.Origin { isAlone ? .fileAlone : .file }

  /// Hands the file on to another decoder, which in turn can only return it.
  mutating func pass(to name: String) throws(ProtocolBreach) {
    if let firstFormat {
      // The other decoder can't read it either.
      guard name == firstFormat.name, takeBack() else { throw .unexpectedMessage }
      return
    }
    firstFormat = format
    guard let other = PictureFormat.named(name) else {
      // For example a camera's raw picture: the embedded data is better than nothing.
      isAlone = true
      return
    }
    guard other.decoderName != format.decoderName else { throw .unexpectedMessage }
    format = other
  }

  /// Returns a handed-on file to the first decoder, to show what it can; returns false if it was
  /// not handed on, or is back already.
  mutating func takeBack() -> Bool {
    guard let firstFormat, !isAlone else { return false }
    format = firstFormat
    isAlone = true
    return true
  }
}
