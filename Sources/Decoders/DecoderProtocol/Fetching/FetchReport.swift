/// A message from the fetcher to the viewer.
package enum FetchReport: Hashable, Sendable {
  /// The fetcher is sandboxed and speaks this version; names its HTTP library.
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
