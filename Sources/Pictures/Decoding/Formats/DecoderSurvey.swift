import DecoderProtocol
import Glibc
import Platform

/// Asks the installed decoders for their libraries.
package enum DecoderSurvey {
  /// The result for a format's decoder.
  package struct Answer: Sendable {
    /// The format.
    package let format: PictureFormat
    /// The library and its version, or why the decoder can't run.
    package let result: Result<Library, DecodeError>
  }

  /// The library of a decoder.
  package struct Library: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The library's version, as the library writes it.
    package let version: String
  }

  /// Starts all formats' decoders at once, and waits for their answers.
  ///
  /// One that is silent for `timeout` seconds is hung. The calling thread is blocked meanwhile.
  package static func answers(
    locator: DecoderLocator = .installed, timeout: Double = 10
  ) -> [Answer] {
    var limits = DecoderPool.Limits.standard
    limits.hangTimeout = timeout
    // A decoder of several formats answers the same for each.
    var results: [String: Result<Library, DecodeError>] = [:]
    var running: [String: DecoderProcess] = [:]
    for format in PictureFormat.all
    where results[format.decoderName] == nil && running[format.decoderName] == nil {
      do throws(DecodeError) {
        running[format.decoderName] = try DecoderProcess(
          format: format, locator: locator, file: nil, limits: limits, now: MonotonicClock.now())
      } catch {
        results[format.decoderName] = .failure(error)
      }
    }
    while !running.isEmpty {
      var pollSet = PollSet()
      for process in running.values { process.addDescriptors(to: &pollSet) }
      let now = MonotonicClock.now()
      let next = running.values.map { $0.nextCheck(hasPendingReply: true, now: now) }.min()
      pollSet.wait(timeout: next.map { max(0, $0 - now) })
      for (name, process) in running {
        guard let result = result(of: process, pollSet) else { continue }
        results[name] = result
        running[name] = nil
      }
    }
    return PictureFormat.all.compactMap { format in
      results[format.decoderName].map { result in
        Answer(format: format, result: result.mapError { $0.naming(format) })
      }
    }
  }

  private static func result(
    of process: DecoderProcess, _ pollSet: PollSet
  ) -> Result<Library, DecodeError>? {
    do throws(DecodeError) {
      try process.step(pollSet, hasPendingReply: true, now: MonotonicClock.now()) {
        (_: EncodedReport) throws(ProtocolBreach) in throw .unexpectedMessage
      }
    } catch {
      return .failure(error)
    }
    return process.hello.map { hello in
      .success(
        Library(
          name: escapedForDisplay(hello.library.utf8, limit: 60),
          version: escapedForDisplay(hello.libraryVersion.utf8, limit: 60)))
    }
  }
}

extension DecodeError {
  /// The same error for another format with the same decoder.
  fileprivate func naming(_ format: PictureFormat) -> DecodeError {
    switch self {
    case .missingDecoder: .missingDecoder(format)
    case .missingLibrary(_, let library): .missingLibrary(format, library: library)
    default: self
    }
  }
}
