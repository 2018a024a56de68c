import DecoderProtocol
import Glibc
import Platform

/// A failed download, as the viewer sees it.
package enum FetchError: Error, Hashable, Sendable {
  /// The fetcher is not installed.
  case notInstalled
  /// The system could not start it, or had no memory or descriptor for it.
  case notStarted(Errno)
  /// The file of HTTP headers can't be read, for the reason in the clause.
  case noHeaders(String)
  /// The process died during work, twice.
  case ended(ProcessEnd, lastWords: String)
  /// The process violated the protocol.
  case lied(String)
  /// The request failed.
  case failed(FetchFailure)

  /// One sentence for the user, without the address and escaped for display.
  package var sentence: String {
    switch self {
    case .notInstalled:
      "\(FetchWire.program), which fetches over the network, is not installed; "
        + "on Debian it needs \(Self.package) and ca-certificates"
    case .noHeaders(let clause): "the header file \(clause)"
    case .notStarted(let error): "\(FetchWire.program) could not be started: \(error.message)"
    case .ended(.exited(127), let words) where words.containsBytes(of: "shared libraries"):
      "\(FetchWire.program) needs a library that is not installed "
        + "(on Debian: \(Self.package)): \(words)"
    case .ended(.signalled(SIGSYS), _):
      "\(FetchWire.program) made a forbidden system call and was stopped"
    case .ended(_, let words):
      "\(FetchWire.program) ended before it was done\(words.isEmpty ? "" : ": \(words)")"
    case .lied(let clause): "\(FetchWire.program) was stopped: \(clause)"
    case .failed(let failure): escapedForDisplay(failure.sentence.utf8, limit: 300)
    }
  }

  /// The host that the user must allow first; `nil` for every other error.
  package var hostToAllow: String? {
    guard case .failed(let failure) = self, failure.code == .notAllowed else { return nil }
    return failure.host
  }

  private static var package: String { DebianSuite.current.name(of: "libcurl4") }

  /// True if there is nothing at the address.
  package var isMissing: Bool {
    if case .failed(let failure) = self { failure.code == .missing } else { false }
  }
}
