/// An error shown in place of a picture.
struct PictureFailure: Hashable, Sendable {
  /// The entry that could not be shown.
  let entry: AlbumEntry
  /// The reason.
  let sentence: String
  /// The host that the user may allow, to show the picture after all.
  var host: String?
}

/// The errors about pictures that can't be shown.
///
/// Before anything is in the window, they are collected for standard error. Later, an error is
/// shown in place of the picture.
struct PictureFailures {
  /// The error on the screen in place of a picture.
  private(set) var shown: PictureFailure?
  /// True once the user sees the window: errors are shown in it.
  private var isVisible = false
  /// The last failure before that, while its successors are still being listed.
  private(set) var last: PictureFailure?
  /// Errors about files that could not be shown, until one can.
  private var sentences: [String] = []

  /// Notes that the window shows something in which errors are shown from now on: what was
  /// collected goes to standard error.
  mutating func becomeVisible() -> [PictureEffect] {
    defer { (isVisible, last, sentences) = (true, nil, []) }
    return sentences.map { .window(.printToStandardError($0)) }
  }

  /// Shows an error in place of the picture, or collects it; returns true if it is shown.
  mutating func add(_ failure: PictureFailure) -> Bool {
    if isVisible {
      shown = failure
    } else {
      sentences.append("\(failure.entry.displayPath): \(failure.sentence)")
    }
    return isVisible
  }

  /// Waits for the successors of a failure.
  mutating func wait(after failure: PictureFailure) { last = failure }

  /// Notes that a picture is shown.
  mutating func pictureShown() -> [PictureEffect] {
    shown = nil
    return becomeVisible()
  }

  /// Another album is opened; the error stays until a picture is shown.
  mutating func albumReplaced() { (isVisible, last, sentences) = (true, nil, []) }

  /// Returns the entry and the host that the user allows for it; `nil` if no host is asked about.
  mutating func allowHost() -> (entry: AlbumEntry, host: String)? {
    guard let failure = shown, let host = failure.host else { return nil }
    shown?.host = nil
    return (failure.entry, host)
  }

  /// The error of an album without any picture to show.
  var error: UserError { UserError(sentence: sentences.joined(separator: "\nfresnel: ")) }
}
