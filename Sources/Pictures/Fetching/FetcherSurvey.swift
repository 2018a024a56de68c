import DecoderProtocol
import Platform

/// Asks the program that fetches what it fetches with.
package enum FetcherSurvey {
  /// The library, and its version in its own writing.
  package struct Library: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its version.
    package let version: String
  }

  /// Starts it, and waits for what it says once it is locked down.
  ///
  /// It blocks the calling thread, but no longer than the locator's `greetingPatience`.
  package static func library(
    locator: FetcherLocator = .installed
  ) throws(FetchError) -> Library {
    let process = try FetcherProcess(locator)
    var library: Library?
    return try process.wait(for: { library }) { (report) throws(FetchError) in
      switch report {
      case .hello(let hello):
        library = Library(
          name: escapedForDisplay(hello.library.utf8, limit: 60),
          version: escapedForDisplay(hello.libraryVersion.utf8, limit: 60))
        return .answer
      case .failed(_, let failure): throw .failed(failure)
      case .done, .progress, .here: throw .lied("it answered what nobody had asked")
      }
    }
  }
}
