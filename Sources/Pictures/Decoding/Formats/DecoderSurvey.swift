import DecoderProtocol
import Glibc
import Platform

/// Asks the installed decoders what they decode with.
package enum DecoderSurvey {
  /// What is known of a format's decoder.
  package struct Answer: Sendable {
    /// The format.
    package let format: PictureFormat
    /// The library and its version, as the decoder says them; or why it can't be had.
    package let result: Result<Library, DecodeError>
  }

  /// The library of a decoder.
  package struct Library: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its version, in its own writing.
    package let version: String
  }

  /// Starts every format's decoder, all at once, and waits for what they say.
  ///
  /// One that says nothing for `patience` seconds is hung. It blocks the calling thread meanwhile.
  package static func answers(
    locator: DecoderLocator = .installed, patience: Double = 10
  ) -> [Answer] {
    let buffer = ReadBuffer()
    let start = MonotonicClock.now()
    // A decoder of several formats says the same for each of them.
    var started: [String: Result<DecoderProcess, DecodeError>] = [:]
    for format in PictureFormat.all where started[format.decoderName] == nil {
      started[format.decoderName] = Result { () throws(DecodeError) in
        try DecoderProcess(
          format: format, locator: locator, file: nil, origin: .encoded, limits: .standard,
          now: start)
      }
    }
    var libraries: [String: Result<Library, DecodeError>] = [:]
    for format in PictureFormat.all where libraries[format.decoderName] == nil {
      libraries[format.decoderName] = started[format.decoderName]?.flatMap { process in
        Result { () throws(DecodeError) in
          try library(of: process, format: format, until: start + patience, buffer: buffer)
        }
      }
    }
    return PictureFormat.all.compactMap { format in
      libraries[format.decoderName].map { result in
        Answer(format: format, result: result.mapError { $0.naming(format) })
      }
    }
  }

  private static func library(
    of process: DecoderProcess, format: PictureFormat, until end: Double, buffer: ReadBuffer
  ) throws(DecodeError) -> Library {
    while true {
      let now = MonotonicClock.now()
      // Looked at first: what it said before its end can be read once it has ended.
      let status = process.child.reap()
      let messages: [DecoderMessage]
      do throws(ProtocolBreach) {
        messages = try process.receive(into: buffer, now: now)
        for message in messages { try process.conversation.admit(message) }
      } catch {
        throw .lied(error, lastWords: process.lastWords)
      }
      // One that can't lock itself down says why instead.
      if case .failure(let failure)? = messages.first {
        throw .refused(failure, lastWords: process.lastWords)
      }
      if case .hello(let hello)? = messages.first {
        return Library(
          name: escapedForDisplay(hello.library.utf8, limit: 60),
          version: escapedForDisplay(hello.libraryVersion.utf8, limit: 60))
      }
      guard process.readErrorOutput(into: buffer, now: now) else {
        throw .flooded(.errorOutput, lastWords: process.lastWords)
      }
      if let status {
        throw .ended(status, of: format, hasGreeted: false, lastWords: process.lastWords)
      }
      guard now < end else { throw .hung(lastWords: process.lastWords) }
      var set = PollSet()
      process.addDescriptors(to: &set)
      set.wait(timeout: end - now)
    }
  }
}

extension DecodeError {
  /// The same of another format that has the same decoder.
  fileprivate func naming(_ format: PictureFormat) -> DecodeError {
    switch self {
    case .missingDecoder: .missingDecoder(format)
    case .missingLibrary(_, let library): .missingLibrary(format, library: library)
    default: self
    }
  }
}
