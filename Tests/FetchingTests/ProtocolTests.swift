import DecoderProtocol
import TestSupport
import Testing

/// The messages between the viewer and the fetcher.
@Suite struct FetchProtocolTests {
  static let orders: [FetchCommand] = [
    .begin(FetchSettings()), .cancel(id: 7),
    .fetch(
      FetchRequest(
        id: .max, address: "https://example.org/ü?x", limit: 1 << 33,
        origin: .web("https://example.org/ü", isPublic: true), deadline: 86_400)),
    .fetch(
      FetchRequest(id: 1, address: "http://a/", limit: 1, origin: .user, reportsProgress: true)),
    .fetch(FetchRequest(id: 2, address: "http://a/", limit: 1, origin: .file)),
    .fetch(FetchRequest(id: 2, address: "http://a/", limit: 1, place: 1 << 26, origin: .file)),
    .fetch(FetchRequest(id: 2, address: "http://a/", limit: 1, origin: .file, asksServer: true)),
    .allow(host: "example.org"), .allow(host: nil), .confirm(host: "example.org"), .ask,
  ]
  static let reports: [FetchReport] = [
    .hello(Hello(version: FetchWire.version, library: "libcurl", libraryVersion: "8")),
    .done(
      FetchAnswer(id: 3, address: "http://a/", byteCount: 0, isPublic: true, source: .confirmed)),
    .failed(id: 3, FetchFailure(.timeout, "too late")),
    .failed(id: 3, FetchFailure(.notAllowed, "not yet", host: "example.org")),
    .progress(id: 4, FetchProgress(received: 1 << 32, total: 0)), .here,
  ]

  @Test(arguments: orders) func ordersRoundTrip(order: FetchCommand) throws {
    #expect(try FetchCommand(order.encoded[...]) == order)
  }

  @Test(arguments: reports) func reportsRoundTrip(report: FetchReport) throws {
    #expect(try FetchReport(report.encoded[...]) == report)
  }

  @Test(arguments: [" ", "\n", "\u{7F}", "\u{1}"])
  func addressesWithControlCharactersAreRefused(text: String) {
    let request = FetchRequest(id: 1, address: "http://a/\(text)b", limit: 1, origin: .user)
    #expect(throws: WireError.badValue("address")) {
      try FetchCommand(FetchCommand.fetch(request).encoded[...])
    }
  }

  @Test func numbersOutOfBoundsAreRefused() {
    let request = FetchRequest(
      id: 1, address: "http://a/", limit: FetchWire.largestBody + 1, origin: .user)
    #expect(throws: WireError.badValue("limit")) {
      try FetchCommand(FetchCommand.fetch(request).encoded[...])
    }
    let misplaced = FetchRequest(
      id: 1, address: "http://a/", limit: 1, place: FetchWire.largestBody + 1, origin: .user)
    #expect(throws: WireError.badValue("place")) {
      try FetchCommand(FetchCommand.fetch(misplaced).encoded[...])
    }
    for settings in [
      FetchSettings(attempts: 0), FetchSettings(stallTimeout: FetchWire.longestTimeout + 1),
    ] {
      #expect(throws: WireError.badValue("setting")) {
        try FetchCommand(FetchCommand.begin(settings).encoded[...])
      }
    }
  }

  /// A message ends where it says: neither a byte earlier nor one later.
  @Test func messagesOfAnotherLengthAreErrors() {
    func check(_ bytes: [UInt8], _ read: (ArraySlice<UInt8>) throws -> Void) {
      for count in bytes.indices {
        #expect(throws: WireError.self, "\(count) of \(bytes)") { try read(bytes[..<count]) }
      }
      #expect(throws: WireError.self, "\(bytes) and one more") { try read((bytes + [0])[...]) }
    }
    for order in Self.orders { check(order.encoded) { _ = try FetchCommand($0) } }
    for report in Self.reports { check(report.encoded) { _ = try FetchReport($0) } }
  }

  /// Any bytes are an error or a message that could have been sent.
  @Test func damagedMessagesAreErrorsOrValid() {
    let row = SoakRow("fuzzed messages of fetching", target: 1_000_000, sample: 4000, parts: 3)
    var numbers = SeededNumbers(seed: SoakRow.seed)
    let messages = Self.orders.map(\.encoded) + Self.reports.map(\.encoded)
    var (orders, reports) = (0, 0)
    while row.goesOn {
      var bytes = messages[row.reached % messages.count]
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers)))
      if let order = try? FetchCommand(bytes[...]) {
        orders += 1
        row.check((try? FetchCommand(order.encoded[...])) == order, "\(order) is another")
        row.check(order.isWithinBounds, "\(bytes)")
      }
      if let report = try? FetchReport(bytes[...]) {
        reports += 1
        row.check((try? FetchReport(report.encoded[...])) == report, "\(report) is another")
        row.check(report.isWithinBounds, "\(bytes)")
      }
      row.done()
    }
    // Most damage is detected, but not all.
    let most = row.reached / 2
    row.check(orders > 0 && orders < most, "\(orders) of \(row.reached) are orders")
    row.check(reports > 0 && reports < most, "\(reports) of \(row.reached) are reports")
    row.report()
    #expect(row.problems.isEmpty, "\(numbers.origin)")
  }
}

extension String {
  /// True if it can neither add a line of HTTP nor end a header's field.
  fileprivate var isAddress: Bool {
    utf8.count <= FetchWire.longestAddress && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

extension FetchCommand {
  /// True if all its values are within the protocol's limits.
  fileprivate var isWithinBounds: Bool {
    switch self {
    case .begin(let settings):
      (0...FetchWire.largestCache).contains(settings.cacheBytes)
        && (1...FetchWire.mostAttempts).contains(settings.attempts)
        && [
          settings.connectTimeout, settings.stallTimeout, settings.firstDelay,
          settings.longestDelay,
        ].allSatisfy { (1...FetchWire.longestTimeout).contains($0) }
    case .fetch(let request):
      request.address.isAddress && (0...FetchWire.largestBody).contains(request.limit)
        && (0...FetchWire.largestBody).contains(request.place)
        && (0...FetchWire.longestDeadline).contains(request.deadline)
    case .allow(let host): (host ?? "").isAddress
    case .confirm(let host): host.isAddress
    case .cancel, .ask: true
    }
  }
}

extension FetchReport {
  /// True if all its values are within the protocol's limits.
  fileprivate var isWithinBounds: Bool {
    switch self {
    case .hello(let hello): hello.version == FetchWire.version
    case .done(let answer):
      answer.address.isAddress && (0...FetchWire.largestBody).contains(answer.byteCount)
    case .failed(_, let failure): failure.host.isAddress
    case .progress(_, let progress):
      (0...FetchWire.largestBody).contains(progress.received)
        && (0...FetchWire.largestBody).contains(progress.total)
    case .here: true
    }
  }
}
