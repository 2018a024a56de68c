import DecoderProtocol
import TestSupport
import Testing

/// The messages between the viewer and the fetcher.
@Suite struct FetchProtocolTests {
  static let orders: [FetchOrder] = [
    .begin(FetchSettings()), .cancel(id: 7),
    .fetch(
      FetchRequest(
        id: .max, address: "https://example.org/ü?x", limit: 1 << 33,
        origin: .web("https://example.org/ü", isPublic: true), deadline: 86_400)),
    .fetch(
      FetchRequest(id: 1, address: "http://a/", limit: 1, origin: .user, tellsProgress: true)),
    .fetch(FetchRequest(id: 2, address: "http://a/", limit: 1, origin: .file)),
    .allow(host: "example.org"), .allow(host: nil), .ask,
  ]
  static let reports: [FetchReport] = [
    .hello(Hello(version: FetchWire.version, library: "libcurl", libraryVersion: "8")),
    .done(
      FetchAnswer(id: 3, address: "http://a/", byteCount: 0, isPublic: true, source: .confirmed)),
    .failed(id: 3, FetchFailure(.timeout, "too late")),
    .failed(id: 3, FetchFailure(.notAllowed, "not yet", host: "example.org")),
    .progress(id: 4, FetchProgress(received: 1 << 32, total: 0)), .here,
  ]

  @Test(arguments: orders) func ordersComeBack(order: FetchOrder) throws {
    #expect(try FetchOrder(order.encoded[...]) == order)
  }

  @Test(arguments: reports) func reportsComeBack(report: FetchReport) throws {
    #expect(try FetchReport(report.encoded[...]) == report)
  }

  @Test(arguments: [" ", "\n", "\u{7F}", "\u{1}"])
  func addressesWithControlCharactersAreRefused(text: String) {
    let request = FetchRequest(id: 1, address: "http://a/\(text)b", limit: 1, origin: .user)
    #expect(throws: WireError.badValue("address")) {
      try FetchOrder(FetchOrder.fetch(request).encoded[...])
    }
  }

  @Test func numbersOutOfBoundsAreRefused() {
    let request = FetchRequest(
      id: 1, address: "http://a/", limit: FetchWire.largestBody + 1, origin: .user)
    #expect(throws: WireError.badValue("limit")) {
      try FetchOrder(FetchOrder.fetch(request).encoded[...])
    }
    for settings in [
      FetchSettings(attempts: 0), FetchSettings(stallPatience: FetchWire.longestPatience + 1),
    ] {
      #expect(throws: WireError.badValue("setting")) {
        try FetchOrder(FetchOrder.begin(settings).encoded[...])
      }
    }
  }

  /// Any bytes are either a message or an error.
  @Test func damagedMessagesAreErrors() {
    let row = SoakRow("fuzzed messages of fetching", target: 1_000_000, sample: 4000, parts: 3)
    var numbers = SeededNumbers(seed: SoakRow.seed)
    let messages = Self.orders.map(\.encoded) + Self.reports.map(\.encoded)
    while row.goesOn {
      var bytes = messages[row.reached % messages.count]
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers)))
      _ = try? FetchOrder(bytes[...])
      _ = try? FetchReport(bytes[...])
      row.done()
    }
    row.report()
  }
}
