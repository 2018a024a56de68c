import FetchProtocol
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
  /// It blocks the calling thread, but no longer than `patience` seconds.
  package static func library(
    locator: FetcherLocator = .installed, patience: Double = 10
  ) throws(FetchError) -> Library {
    let process = try FetcherProcess(locator)
    let end = MonotonicClock.now() + patience
    while true {
      // Looked at first: what it said before its end can be read once it has ended.
      let status = process.child.reap()
      for report in try process.receive() {
        switch report {
        case .hello(let hello):
          return Library(
            name: escapedForDisplay(hello.library.utf8, limit: 60),
            version: escapedForDisplay(hello.libraryVersion.utf8, limit: 60))
        case .failed(_, let failure): throw .failed(failure)
        case .done, .progress, .here: throw .lied("it answered what nobody had asked")
        }
      }
      try process.readErrors()
      if let status { throw .ended(status, lastWords: process.lastWords) }
      let now = MonotonicClock.now()
      guard now < end else { throw .lied("it did not begin to work") }
      var pollSet = PollSet()
      process.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: end - now)
    }
  }
}
