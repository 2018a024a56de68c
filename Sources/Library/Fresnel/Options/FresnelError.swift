/// An error of a view, or of a picture for it: a case that a program can tell apart, and a sentence
/// for a person.
public enum FresnelError: Error, Hashable, Sendable, CustomStringConvertible {
  // Of a view.

  /// There is no display, or it does not respond.
  case noDisplay(String)
  /// The server created no window, or the host's window does not exist.
  case noWindow(String)
  /// Nothing can be drawn.
  case notDrawn(String)
  /// The time limit that the program set has passed.
  case timeOut
  /// Another source was shown before this one could be, or this one was removed.
  case replaced
  /// The view has ended.
  case ended

  // Of a picture.

  /// There is no such file or folder.
  case missing(String)
  /// The file is not a picture, or its format, or a part of it, is not supported.
  case unknownFormat(String)
  /// The decoder of its format, or a library of that decoder, is not installed.
  case noDecoder(String)
  /// The file is empty, damaged, or was changed while it was read.
  case damaged(String)
  /// Reading is refused: no permission, not a regular file, or a host that the user has not
  /// allowed.
  case refused(String)
  /// The picture needs more memory than a decoder may use.
  case tooLarge(String)
  /// The picture could not be downloaded.
  case notFetched(String)
  /// The decoder crashed, stopped responding or violated its protocol.
  case decoderFailed(String)

  // Of the system.

  /// The system refused something that every view or picture needs, such as a descriptor.
  case system(String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .noDisplay(let sentence), .noWindow(let sentence), .notDrawn(let sentence),
      .missing(let sentence), .unknownFormat(let sentence), .noDecoder(let sentence),
      .damaged(let sentence), .refused(let sentence), .tooLarge(let sentence),
      .notFetched(let sentence), .decoderFailed(let sentence), .system(let sentence):
      sentence
    case .timeOut: "the picture took too long to load"
    case .replaced: "another picture was shown instead"
    case .ended: "the view has ended"
    }
  }
}
