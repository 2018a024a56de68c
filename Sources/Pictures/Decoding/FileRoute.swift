import DecoderProtocol

/// Which decoder reads a file: the one of its format, or another that this one passed it on to.
struct FileRoute {
  /// The format whose decoder reads it.
  private(set) var format: PictureFormat
  /// Whose decoder passed the file on.
  private var firstFormat: PictureFormat?
  /// Whether the file was passed on and nobody else reads it: the first decoder shows what it can.
  private var isAlone = false

  init(_ format: PictureFormat) { self.format = format }

  /// Where its decoder is told that the picture comes from.
  var origin: OpenRequest.Origin { isAlone ? .fileAlone : .file }

  /// The file is another decoder's, by the word of this one; that one can only give it back.
  mutating func pass(to name: String) throws(ProtocolBreach) {
    if let firstFormat {
      // The other one does not read it either.
      guard name == firstFormat.name, takeBack() else { throw .unexpectedMessage }
      return
    }
    firstFormat = format
    guard let other = PictureFormat.named(name) else {
      // A camera's raw picture, say: what is in it for everybody is better than nothing.
      isAlone = true
      return
    }
    guard other.decoderName != format.decoderName else { throw .unexpectedMessage }
    format = other
  }

  /// Gives a file that was passed on back to the first decoder, to show what it can; false where it
  /// was not passed on, or is back already.
  mutating func takeBack() -> Bool {
    guard let firstFormat, !isAlone else { return false }
    format = firstFormat
    isAlone = true
    return true
  }
}
