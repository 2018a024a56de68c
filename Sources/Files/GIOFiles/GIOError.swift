/// An error of GIO, or of loading it.
package struct GIOError: Error, Hashable, Sendable {
  /// The kinds of errors that callers distinguish.
  package enum Reason: Hashable, Sendable {
    /// GIO is not installed.
    case noLibrary
    /// `G_IO_ERROR_NOT_FOUND`.
    case notFound
    /// `G_IO_ERROR_FILENAME_TOO_LONG`.
    case nameTooLong
    /// `G_IO_ERROR_NO_SPACE`.
    case noSpace
    /// `G_IO_ERROR_PERMISSION_DENIED`.
    case notAllowed
    /// `G_IO_ERROR_NOT_SUPPORTED`.
    case notSupported
    /// `G_IO_ERROR_READ_ONLY`.
    case readOnly
    /// `G_IO_ERROR_TIMED_OUT`, or the session bus does not answer.
    case timedOut
    /// Any other error.
    case other
  }

  /// The kind of the error.
  package let reason: Reason
  /// The library's own message, in the user's language.
  package let message: String
}

extension GIOError.Reason {
  /// Creates the reason of a `GIOErrorEnum`'s value.
  init(code: Int32) {
    self =
      switch code {
      case 1: .notFound
      case 9: .nameTooLong
      case 12: .noSpace
      case 14: .notAllowed
      case 15: .notSupported
      case 21: .readOnly
      case 24: .timedOut
      default: .other
      }
  }
}
