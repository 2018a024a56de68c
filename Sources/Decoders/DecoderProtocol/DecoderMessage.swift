/// What a decoder tells the viewer in one service: what all of them tell, and the service's own.
package enum DecoderMessage<Report: DecoderReport>: Hashable, Sendable {
  /// The process has started, taken its rights away and speaks this version.
  case hello(Hello)
  /// How much of the running pass is done, 0 to 1; sent at least every second of work.
  case progress(fraction: Float)
  /// It can't go on; the process exits after it.
  case failure(CodecError)
  /// What the service is about.
  case report(Report)
}

/// What only the decoders of one service tell.
package protocol DecoderReport: Hashable, Sendable {
  /// Reads the fields of a message; `nil` where the service has none of this type.
  init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError)
  /// Writes a message's type and its fields.
  func put(into writer: inout WireWriter)
}

extension DecoderReport {
  /// The message's bytes, its length in front.
  package var encoded: [UInt8] { DecoderMessage.report(self).encoded }
}

extension DecoderMessage {
  /// The message's bytes, its length in front.
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

  /// Reads a message, its length taken off, and believes nothing: a value that can't be is refused,
  /// and so is a message of another service.
  package init(payload: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(payload)
    let type = try reader.take(UInt8.self)
    guard let tag = DecoderTag(rawValue: type) else { throw .unknownType(type) }
    switch tag {
    case .hello:
      let version = try reader.take(UInt32.self)
      guard version == WireFormat.version else {
        // What another version says after its number is not ours to read.
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
