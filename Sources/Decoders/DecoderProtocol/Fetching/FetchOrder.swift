/// What the viewer tells the process that fetches.
package enum FetchOrder: Hashable, Sendable {
  /// The first message: how it is to work.
  case begin(FetchSettings)
  /// Fetch something; the file that its bytes go into comes with the message.
  case fetch(FetchRequest)
  /// A request is wanted no more: it is ended on the wire, and has no answer any more.
  case cancel(id: UInt32)
  /// The user allows requests to a host that files on the disk name; `nil` allows all hosts.
  case allow(host: String?)
  /// Nothing has been heard for a while: whether it still works.
  case ask
}

/// How patient fetching is, and how much it may keep.
package struct FetchSettings: Hashable, Sendable {
  /// The most bytes on the disk; 0 keeps nothing.
  package var cacheBytes: Int
  /// Milliseconds within which a connection is there, or can't be had.
  package var connectPatience: Int
  /// Milliseconds without any byte after which a transfer is given up.
  package var stallPatience: Int
  /// How often one request is tried in all.
  package var attempts: Int
  /// Milliseconds before the first repetition; each later one waits twice as long.
  package var firstDelay: Int
  /// The most milliseconds that a server may have a repetition wait.
  package var longestDelay: Int

  /// What the viewer uses, but for what is said.
  package init(
    cacheBytes: Int = 1 << 30, connectPatience: Int = 15_000, stallPatience: Int = 20_000,
    attempts: Int = 4, firstDelay: Int = 500, longestDelay: Int = 30_000
  ) {
    self.cacheBytes = cacheBytes
    self.connectPatience = connectPatience
    self.stallPatience = stallPatience
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }
}

/// One thing to fetch.
package struct FetchRequest: Hashable, Sendable {
  /// The viewer's number for it, never used twice in one process.
  package var id: UInt32
  /// Its address: `http://…` or `https://…`.
  package var address: String
  /// The most bytes that it may have.
  package var limit: Int
  /// Who named the address.
  package var origin: FetchOrigin
  /// Seconds after which an attempt is given up, however much has come; 0 for no limit.
  package var deadline: Int
  /// True if progress is to be reported.
  package var tellsProgress: Bool

  /// A request with its parts given.
  package init(
    id: UInt32, address: String, limit: Int, origin: FetchOrigin, deadline: Int = 0,
    tellsProgress: Bool = false
  ) {
    self.tellsProgress = tellsProgress
    self.id = id
    self.address = address
    self.limit = limit
    self.origin = origin
    self.deadline = deadline
  }
}

extension FetchOrder {
  private enum Tag: UInt8 {
    case begin = 1
    case fetch = 2
    case cancel = 3
    case allow = 4
    case ask = 5
  }

  /// The message's bytes.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .begin(let settings):
      writer.put(Tag.begin.rawValue)
      writer.put(FetchWire.version)
      writer.put64(settings.cacheBytes)
      for number in [
        settings.connectPatience, settings.stallPatience, settings.attempts, settings.firstDelay,
        settings.longestDelay,
      ] {
        writer.put32(number)
      }
    case .fetch(let request):
      writer.put(Tag.fetch.rawValue)
      writer.put(request.id)
      writer.put(request.address.utf8(atMost: FetchWire.longestAddress))
      writer.put64(request.limit)
      writer.put(request.origin)
      writer.put32(request.deadline)
      writer.put(request.tellsProgress)
    case .cancel(let id):
      writer.put(Tag.cancel.rawValue)
      writer.put(id)
    case .ask: writer.put(Tag.ask.rawValue)
    case .allow(let host):
      writer.put(Tag.allow.rawValue)
      writer.put((host ?? "").utf8(atMost: FetchWire.longestAddress))
    }
    return Array(writer.finished().dropFirst(4))
  }

  /// Reads a message, and believes nothing: a value that can't be is refused.
  package init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    let type = try reader.take(UInt8.self)
    switch Tag(rawValue: type) {
    case .begin:
      guard try reader.take(UInt32.self) == FetchWire.version else { throw .badValue("version") }
      let patience = 1...FetchWire.longestPatience
      self = .begin(
        FetchSettings(
          cacheBytes: try reader.take64(in: 0...FetchWire.largestCache, "cache"),
          connectPatience: try reader.take32(in: patience),
          stallPatience: try reader.take32(in: patience),
          attempts: try reader.take32(in: 1...FetchWire.mostAttempts),
          firstDelay: try reader.take32(in: patience),
          longestDelay: try reader.take32(in: patience)))
    case .fetch:
      self = .fetch(
        FetchRequest(
          id: try reader.take(UInt32.self), address: try reader.takeAddress(),
          limit: try reader.take64(in: 0...FetchWire.largestBody, "limit"),
          origin: try reader.takeOrigin(),
          deadline: try reader.take32(in: 0...FetchWire.longestDeadline),
          tellsProgress: try reader.takeFlag()))
    case .ask: self = .ask
    case .cancel: self = .cancel(id: try reader.take(UInt32.self))
    case .allow:
      let host = try reader.takeAddress()
      self = .allow(host: host.isEmpty ? nil : host)
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

  /// An address: text without control characters or spaces, which could become lines of HTTP.
  mutating func takeAddress() throws(WireError) -> String {
    let bytes = try takeBlob(atMost: FetchWire.longestAddress)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .badValue("address") }
    return text
  }
}
