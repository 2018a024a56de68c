/// A message from the viewer to the fetcher.
package enum FetchCommand: Hashable, Sendable {
  /// The first message: the settings.
  case begin(FetchSettings)
  /// Fetch an address; the file for the body is attached to the message, and may have room for
  /// others.
  case fetch(FetchRequest)
  /// Cancel a request: it gets no reply.
  case cancel(id: UInt32)
  /// The user allows requests to a host that local files name; `nil` allows all hosts.
  case allow(host: String?)
  /// The user allows requests to a host that he was asked about.
  ///
  /// A name is allowed on the public network only: he knows of no other address that it has.
  case confirm(host: String)
  /// Reply with `here`; sent when the fetcher has been silent for a while.
  case ask
}

extension FetchCommand {
  private enum Tag: UInt8 {
    case begin = 1
    case fetch = 2
    case cancel = 3
    case allow = 4
    case ask = 5
    case confirm = 6
  }

  /// The encoded message.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .begin(let settings):
      writer.put(Tag.begin.rawValue)
      writer.put(FetchWire.version)
      writer.put64(settings.cacheBytes)
      for number in [
        settings.connectTimeout, settings.stallTimeout, settings.attempts, settings.firstDelay,
        settings.longestDelay,
      ] {
        writer.put32(number)
      }
    case .fetch(let request):
      writer.put(Tag.fetch.rawValue)
      writer.put(request.id)
      writer.put(request.address.utf8(atMost: FetchWire.longestAddress))
      writer.put64(request.limit)
      writer.put64(request.place)
      writer.put(request.origin)
      writer.put32(request.deadline)
      writer.put(request.reportsProgress)
      writer.put(request.asksServer)
    case .cancel(let id):
      writer.put(Tag.cancel.rawValue)
      writer.put(id)
    case .ask: writer.put(Tag.ask.rawValue)
    case .allow(let host):
      writer.put(Tag.allow.rawValue)
      writer.put((host ?? "").utf8(atMost: FetchWire.longestAddress))
    case .confirm(let host):
      writer.put(Tag.confirm.rawValue)
      writer.put(host.utf8(atMost: FetchWire.longestAddress))
    }
    return Array(writer.finished().dropFirst(4))
  }

  /// Decodes a message; throws on invalid values.
  package init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    let type = try reader.take(UInt8.self)
    switch Tag(rawValue: type) {
    case .begin:
      guard try reader.take(UInt32.self) == FetchWire.version else { throw .badValue("version") }
      let timeout = 1...FetchWire.longestTimeout
      self = .begin(
        FetchSettings(
          cacheBytes: try reader.take64(in: 0...FetchWire.largestCache, "cache"),
          connectTimeout: try reader.take32(in: timeout),
          stallTimeout: try reader.take32(in: timeout),
          attempts: try reader.take32(in: 1...FetchWire.mostAttempts),
          firstDelay: try reader.take32(in: timeout),
          longestDelay: try reader.take32(in: timeout)))
    case .fetch:
      self = .fetch(
        FetchRequest(
          id: try reader.take(UInt32.self), address: try reader.takeAddress(),
          limit: try reader.take64(in: 0...FetchWire.largestBody, "limit"),
          place: try reader.take64(in: 0...FetchWire.largestBody, "place"),
          origin: try reader.takeOrigin(),
          deadline: try reader.take32(in: 0...FetchWire.longestDeadline),
          reportsProgress: try reader.takeFlag(), asksServer: try reader.takeFlag()))
    case .ask: self = .ask
    case .cancel: self = .cancel(id: try reader.take(UInt32.self))
    case .allow:
      let host = try reader.takeAddress()
      self = .allow(host: host.isEmpty ? nil : host)
    case .confirm: self = .confirm(host: try reader.takeAddress())
    case nil: throw .unknownType(type)
    }
    try reader.finish()
  }
}

extension WireReader {
  fileprivate mutating func take32(in bounds: ClosedRange<Int>) throws(WireError) -> Int {
    let number = try take32()
    guard bounds.contains(number) else { throw .badValue("setting") }
    return number
  }

  /// An address: text without control characters or spaces, which could inject HTTP lines.
  mutating func takeAddress() throws(WireError) -> String {
    let bytes = try takeBlob(atMost: FetchWire.longestAddress)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .badValue("address") }
    return text
  }
}
