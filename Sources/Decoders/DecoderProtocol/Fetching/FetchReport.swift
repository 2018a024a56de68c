/// A message from the fetcher to the viewer.
package enum FetchReport: Hashable, Sendable {
  /// The fetcher is locked down and speaks this version; names its HTTP library.
  case hello(Hello)
  /// A request is complete: its body is in its file.
  case done(FetchAnswer)
  /// A request failed.
  case failed(id: UInt32, FetchFailure)
  /// A request's progress.
  case progress(id: UInt32, FetchProgress)
  /// The reply to `ask`.
  case here
}

/// The result of a successful request.
package struct FetchAnswer: Hashable, Sendable {
  /// Where the body came from.
  package enum Source: UInt8, Hashable, Sendable {
    /// The server.
    case network = 0
    /// The cache, after the server confirmed that it is still valid.
    case confirmed = 1
    /// The cache, without asking the server.
    case cache = 2
  }

  /// The request's id.
  package var id: UInt32
  /// The final address, after redirects.
  package var address: String
  /// The size of the body in bytes.
  package var byteCount: Int
  /// True if it came from the public network; addresses in it must then be public too.
  package var isPublic: Bool
  /// Where the body came from.
  package var source: Source

  /// An answer to a request.
  package init(id: UInt32, address: String, byteCount: Int, isPublic: Bool, source: Source) {
    self.id = id
    self.address = address
    self.byteCount = byteCount
    self.isPublic = isPublic
    self.source = source
  }
}

/// How much of a body has been received.
package struct FetchProgress: Hashable, Sendable {
  /// Bytes received, as transferred.
  package var received: Int
  /// The total in bytes; 0 if the server does not say.
  package var total: Int

  /// Progress in bytes.
  package init(received: Int, total: Int) {
    self.received = received
    self.total = total
  }

  /// The progress, 0 to 1; `nil` if the total is unknown.
  package var fraction: Double? {
    total > 0 ? min(1, Double(received) / Double(total)) : nil
  }
}

/// The reason why a request failed.
package struct FetchFailure: Error, Hashable, Sendable {
  /// The kind of error.
  package var code: Code
  /// One sentence for the user, without the address.
  package var sentence: String
  /// The host that the user must allow first; empty for all other errors.
  package var host: String

  /// The kind of error.
  package enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There is nothing at the address.
    case missing = 1
    /// The server refuses, or asks for too long a delay.
    case refused = 2
    /// The host name can't be resolved.
    case unknownHost = 3
    /// The host does not answer, or closes the connection.
    case unreachable = 4
    /// The connection can't be trusted.
    case untrusted = 5
    /// A timeout.
    case timeout = 6
    /// The body is larger than the request's limit.
    case tooLarge = 7
    /// A redirect loop, or a redirect that is not allowed.
    case redirected = 8
    /// The address is on a network that its origin may not refer to.
    case forbidden = 9
    /// The address is invalid.
    case badAddress = 10
    /// The fetcher's lock-down failed, so it refuses to work.
    case sandbox = 11
    /// Any other error.
    case other = 12
    /// The file of HTTP headers is invalid.
    case badHeaders = 13
    /// A local file names a host that the user has not allowed.
    case notAllowed = 14
  }

  /// An error with its sentence.
  package init(_ code: Code, _ sentence: String, host: String = "") {
    self.code = code
    self.sentence = sentence
    self.host = host
  }
}

extension FetchReport {
  private enum Tag: UInt8 {
    case hello = 129
    case done = 130
    case failed = 131
    case progress = 132
    case here = 133
  }

  /// The encoded message.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let hello):
      writer.put(Tag.hello.rawValue)
      writer.put(hello.version)
      writer.put(name: hello.library)
      writer.put(name: hello.libraryVersion)
    case .done(let answer):
      writer.put(Tag.done.rawValue)
      writer.put(answer.id)
      writer.put(answer.address.utf8(atMost: FetchWire.longestAddress))
      writer.put64(answer.byteCount)
      writer.put(answer.isPublic)
      writer.put(answer.source.rawValue)
    case .failed(let id, let failure):
      writer.put(Tag.failed.rawValue)
      writer.put(id)
      writer.put(failure.code.rawValue)
      writer.put(failure.sentence.utf8(atMost: FetchWire.longestSentence))
      writer.put(failure.host.utf8(atMost: FetchWire.longestAddress))
    case .here: writer.put(Tag.here.rawValue)
    case .progress(let id, let progress):
      writer.put(Tag.progress.rawValue)
      writer.put(id)
      writer.put64(progress.received)
      writer.put64(progress.total)
    }
    return Array(writer.finished().dropFirst(4))
  }

  /// Decodes a message; throws on invalid values.
  package init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    let type = try reader.take(UInt8.self)
    switch Tag(rawValue: type) {
    case .hello:
      let version = try reader.take(UInt32.self)
      guard version == FetchWire.version else { throw .badValue("version") }
      self = .hello(
        Hello(
          version: version, library: try reader.takeName(),
          libraryVersion: try reader.takeName()))
    case .done:
      self = .done(
        FetchAnswer(
          id: try reader.take(UInt32.self), address: try reader.takeAddress(),
          byteCount: try reader.take64(in: 0...FetchWire.largestBody, "bytes"),
          isPublic: try reader.takeFlag(), source: try reader.takeSource()))
    case .failed:
      let id = try reader.take(UInt32.self)
      guard let code = FetchFailure.Code(rawValue: try reader.take(UInt8.self)) else {
        throw .badValue("failure")
      }
      let sentence = try reader.takeBlob(atMost: FetchWire.longestSentence)
      let host = try reader.takeAddress()
      self = .failed(
        id: id, FetchFailure(code, String(decoding: sentence, as: UTF8.self), host: host))
    case .here: self = .here
    case .progress:
      self = .progress(
        id: try reader.take(UInt32.self),
        FetchProgress(
          received: try reader.take64(in: 0...FetchWire.largestBody, "bytes"),
          total: try reader.take64(in: 0...FetchWire.largestBody, "bytes")))
    case nil: throw .unknownType(type)
    }
    try reader.finish()
  }
}

extension WireReader {
  fileprivate mutating func takeSource() throws(WireError) -> FetchAnswer.Source {
    guard let source = FetchAnswer.Source(rawValue: try take(UInt8.self)) else {
      throw .badValue("source")
    }
    return source
  }
}
