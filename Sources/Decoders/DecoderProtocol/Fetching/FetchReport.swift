/// What the process that fetches tells the viewer.
package enum FetchReport: Hashable, Sendable {
  /// It has taken its rights away, and speaks this version; the library that it fetches with.
  case hello(Hello)
  /// All bytes of a request stand in its file.
  case done(FetchAnswer)
  /// A request came to nothing.
  case failed(id: UInt32, FetchFailure)
  /// Some of a request has come.
  case progress(id: UInt32, FetchProgress)
  /// It still works: the answer to `ask`.
  case here
}

/// What was fetched.
package struct FetchAnswer: Hashable, Sendable {
  /// Where it came from.
  package enum Source: UInt8, Hashable, Sendable {
    /// The server.
    case network = 0
    /// The cache; the server said that it is still right.
    case confirmed = 1
    /// The cache, unasked.
    case cache = 2
  }

  /// The request's number.
  package var id: UInt32
  /// The address that it came from in the end, after redirects.
  package var address: String
  /// How many bytes there are.
  package var byteCount: Int
  /// Whether it came from the public network; what it names may then lie nowhere else.
  package var isPublic: Bool
  /// Where it came from.
  package var source: Source

  /// An answer with its parts given.
  package init(id: UInt32, address: String, byteCount: Int, isPublic: Bool, source: Source) {
    self.id = id
    self.address = address
    self.byteCount = byteCount
    self.isPublic = isPublic
    self.source = source
  }
}

/// How much of something has come over the network.
package struct FetchProgress: Hashable, Sendable {
  /// Bytes that have come, as they were sent.
  package var received: Int
  /// Bytes that are to come in all; 0 where the server does not say.
  package var total: Int

  /// Some of so many bytes.
  package init(received: Int, total: Int) {
    self.received = received
    self.total = total
  }

  /// The part that has come, 0 to 1; `nil` where nobody knows.
  package var fraction: Double? {
    total > 0 ? min(1, Double(received) / Double(total)) : nil
  }
}

/// Why something could not be fetched.
package struct FetchFailure: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  package var code: Code
  /// One sentence without the address, for the user.
  package var sentence: String
  /// The host that the user has to allow first; empty in every other failure.
  package var host: String

  /// What kind of trouble it is.
  package enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There is nothing at the address.
    case missing = 1
    /// The server refuses, or asks to wait longer than anybody would.
    case refused = 2
    /// No such host is known.
    case unknownHost = 3
    /// The host does not answer, or ends the connection.
    case unreachable = 4
    /// The connection is not one that can be trusted.
    case untrusted = 5
    /// It took too long.
    case timeout = 6
    /// It has more bytes than it may.
    case tooLarge = 7
    /// It leads in circles, or where it may not.
    case redirected = 8
    /// It lies where what named it may not lead.
    case forbidden = 9
    /// It is no address.
    case badAddress = 10
    /// The process could not take its own rights away, and refuses to work.
    case sandbox = 11
    /// Anything else.
    case other = 12
    /// The file of header lines says something that can't be.
    case badHeaders = 13
    /// A file on the disk names a host that the user has not allowed.
    case notAllowed = 14
  }

  /// A failure with its sentence.
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

  /// The message's bytes.
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

  /// Reads a message, and believes nothing: a value that can't be is refused.
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
