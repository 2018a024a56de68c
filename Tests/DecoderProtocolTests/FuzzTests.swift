import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Random messages, valid and damaged: reading one must never trap.
@Suite struct Fuzz {
  @Test func randomMessagesRoundTrip() throws {
    var random = SeededNumbers()
    // `Scripts/soak` runs all of them; each run of the tests has other numbers.
    for _ in 0..<(SoakRow.seconds == nil ? 5000 : 50_000) {
      for service in services { try roundTrip(service, using: &random) }
      let host = HostMessage.random(using: &random)
      #expect(try HostMessage(payload: host.encoded[4...]) == host, "\(random.origin)")
      #expect(host.encoded.count <= 4 + WireFormat.longestMessage)
    }
  }

  private func roundTrip<Report: RandomReport>(
    _: Report.Type, using random: inout SeededNumbers
  ) throws {
    let message = DecoderMessage<Report>.random(using: &random)
    let bytes = message.encoded
    #expect(try DecoderMessage<Report>(payload: bytes[4...]) == message, "\(random.origin)")
    #expect(bytes.count <= 4 + WireFormat.longestMessage)
  }

  private func bytes<Report: RandomReport>(
    of _: Report.Type, using random: inout SeededNumbers
  ) -> [UInt8] {
    Array(DecoderMessage<Report>.random(using: &random).encoded[4...])
  }

  private func isRead<Report: RandomReport>(_: Report.Type, _ payload: [UInt8]) -> Bool {
    (try? DecoderMessage<Report>(payload: payload[...])) != nil
  }

  @Test func damagedMessagesAreReadOrRefused() {
    let row = SoakRow("fuzzed messages of decoders", target: 1_000_000, sample: 20_000, parts: 3)
    var random = SeededNumbers(seed: SoakRow.seed)
    var read = 0
    while row.goesOn {
      defer { row.done() }
      var payload: [UInt8]
      switch row.reached % 3 {
      case 0:
        payload = (0..<Int.random(in: 0...48, using: &random)).map { _ in random.byte() }
        if Bool.random(using: &random), !payload.isEmpty {
          payload[0] =
            (Array(1...6) + Array(129...150)).randomElement(using: &random) ?? 0
        }
      case 1:
        let service = services.randomElement(using: &random) ?? PictureReport.self
        payload = bytes(of: service, using: &random)
        random.spoil(&payload)
      default:
        payload = Array(HostMessage.random(using: &random).encoded[4...])
        random.spoil(&payload)
      }
      // All values that parse are within their limits, so no product of them overflows.
      if services.contains(where: { isRead($0, payload) }) { read += 1 }
      if let message = try? DecoderMessage<PictureReport>(payload: payload[...]) {
        if case .report(.info(let info)) = message {
          row.check(!info.size.isEmpty && info.headroom.isFinite, "\(info)")
          let largest = info.levels.exactLevel(scale: info.levels.largestScale).size
          row.check(max(largest.width, largest.height) <= Level.longestSide, "\(largest)")
          if info.levels.largestScale <= 1, case .any = info.levels.scales {
            row.check(checkedProduct(info.size.width, info.size.height, 8) != nil, "\(info.size)")
          }
        }
        if case .progress(let fraction) = message {
          row.check(fraction >= 0 && fraction <= 1, "progress \(fraction)")
        }
      }
      if let message = try? HostMessage(payload: payload[...]) {
        read += 1
        if case .tile(let request) = message {
          row.check(request.key.layout.byteCount <= TileShape.usual.slotBytes, "\(request)")
        }
      }
    }
    row.check(read > row.reached / 20, "the generator makes too few readable messages")
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  @Test func framesSurviveAnySplit() throws {
    var random = SeededNumbers()
    for _ in 0..<300 {
      let messages = (0..<30).map { _ in
        DecoderMessage<PictureReport>.random(using: &random)
      }
      var stream = messages.flatMap(\.encoded)[...]
      var framer = MessageFramer()
      var read: [DecoderMessage<PictureReport>] = []
      while !stream.isEmpty {
        let piece = stream.prefix(Int.random(in: 1...90, using: &random))
        stream = stream.dropFirst(piece.count)
        piece.withUnsafeBytes { framer.append($0) }
        while let payload = try framer.next() {
          read.append(try DecoderMessage(payload: payload))
        }
      }
      #expect(read == messages, "\(random.origin)")
      #expect(framer.pending == 0, "\(random.origin)")
    }
  }

  @Test func framesOfNoiseNeverTrap() {
    var random = SeededNumbers()
    for _ in 0..<20_000 {
      var framer = MessageFramer()
      do throws(WireError) {
        for _ in 0..<5 {
          let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in random.byte() }
          bytes.withUnsafeBytes { framer.append($0) }
          while let payload = try framer.next() { #expect(!payload.isEmpty) }
        }
      } catch {
        guard case .badLength(let length) = error else {
          Issue.record("\(error) from a framer, \(random.origin)")
          continue
        }
        #expect(length == 0 || length > WireFormat.longestMessage, "\(random.origin)")
      }
    }
  }
}
