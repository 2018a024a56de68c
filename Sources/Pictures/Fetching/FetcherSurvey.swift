import DecoderProtocol
import Platform

/// Asks the fetcher for its library.
package enum FetcherSurvey {
  /// The library and its version, as it writes it.
  package struct Library: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its version.
    package let version: String
  }

  /// Starts the fetcher, and waits for its greeting after entering the sandbox.
  ///
  /// It blocks the calling thread, at most for the locator's `greetingTimeLimit`.
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
      case .done, .progress, .here: throw .lied("it sent a reply without a request")
      }
    }
  }
}
