/// Why a view, or a picture for it, can't be had.
public enum FresnelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no display, or none that answers.
  case noDisplay(String)
  /// The server made no window, or the host's is not there.
  case noWindow(String)
  /// A picture can't be opened.
  case noPicture(String)
  /// Nothing can be drawn.
  case notDrawn(String)
  /// It took longer than the program allowed.
  case timeOut
  /// The view has ended.
  case ended
  /// The system refused something that every view needs, such as a descriptor.
  case system(String)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .noDisplay(let sentence), .noWindow(let sentence), .noPicture(let sentence),
      .notDrawn(let sentence), .system(let sentence):
      sentence
    case .timeOut: "the picture took too long"
    case .ended: "the view has ended"
    }
  }
}
