/// A decoder's message to the viewer: one that all services share, or one of its own service.
package enum DecoderMessage<Report: DecoderReport>: Hashable, Sendable {
  /// The process has started and sandboxed itself; it speaks this version.
  case hello(Hello)
  /// The progress of the running pass, 0 to 1; sent at least once per second of work.
  case progress(fraction: Float)
  /// A fatal error; the process exits after it.
  case failure(CodecError)
  /// A message of the service.
  case report(Report)
}

/// The messages of one decoder service.
package protocol DecoderReport: Hashable, Sendable {
  /// Reads a message's fields; `nil` if the service has no message of this type.
  init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError)
  /// Writes a message's type and fields.
  func put(into writer: inout WireWriter)
}

extension DecoderReport {
  /// The encoded message with its length prefix.
  package var encoded: [UInt8] { DecoderMessage.report(self).encoded }
}

extension DecoderMessage {
  /// The encoded message with its length prefix.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let hello):
      writer.put(.hello)
      writer.put(hello)
    case .progress(let fraction):
      writer.put(.progress)
      writer.put(fraction)
    case .failure(let failure):
      writer.put(.failure)
      writer.put(failure)
    case .report(let report): report.put(into: &writer)
    }
    return writer.finished()
  }

  /// Decodes a message without its length prefix; throws on invalid values and on messages of
  /// another service.
  package init(payload: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(payload)
    let type = try reader.take(UInt8.self)
    guard let tag = DecoderTag(rawValue: type) else { throw .unknownType(type) }
    switch tag {
    case .hello:
      let version = try reader.take(UInt32.self)
      guard version == WireFormat.version else {
        // The fields after another version's number are unknown.
        self = .hello(Hello(version: version))
        return
      }
      self = .hello(try reader.takeHello(version))
    case .progress: self = .progress(fraction: try reader.takeFloat(in: 0...1, "progress"))
    case .failure: self = .failure(try reader.takeFailure())
    default:
      guard let report = try Report(tag, from: &reader) else { throw .unknownType(type) }
      self = .report(report)
    }
    try reader.finish()
  }
}
