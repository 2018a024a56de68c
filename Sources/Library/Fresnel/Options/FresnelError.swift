/// An error of a view, or of a picture for it.
public enum FresnelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no display, or it does not respond.
  case noDisplay(String)
  /// The server created no window, or the host's window does not exist.
  case noWindow(String)
  /// A picture can't be opened.
  case noPicture(String)
  /// Nothing can be drawn.
  case notDrawn(String)
  /// The time limit that the program set has passed.
  case timeOut
  /// The view has ended.
  case ended
  /// The system refused something that every view needs, such as a descriptor.
  case system(String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .noDisplay(let sentence), .noWindow(let sentence), .noPicture(let sentence),
      .notDrawn(let sentence), .system(let sentence):
      sentence
    case .timeOut: "the picture took too long to load"
    case .ended: "the view has ended"
    }
  }
}
