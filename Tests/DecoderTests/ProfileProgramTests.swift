import DecoderProtocol
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// The sandboxed process that reads profiles of media, started directly, so that
/// `Scripts/sanitize` can run it without limits.
@Suite struct ProfileProgramTests {
  /// The result of reading a profile.
  private enum Outcome: Hashable {
    case table
    case refused(CodecError)
    case died(PipedProcess.End)
  }

  private func read(_ profile: [UInt8]) throws -> Outcome {
    let file = PictureFile(profile)
    var request = OpenRequest(
      arenaBytes: 0, slotCount: 1, surfaceEdge: 1, shape: TileShape(edge: 1, overlap: 0))
    let arena = try SharedMemory(count: request.slotRoom)
    request.arenaBytes = arena.count
    let pair = try FileDescriptor.socketPair()
    let words = Fuzzing.throughSanitizer + [PipedProcess.built("fresnel-decode-profile")]
    let process = try PipedProcess(
      words[0], Array(words.dropFirst()),
      passing: [pair.second.number, file.descriptor.number, arena.number])
    let socket = pair.keepingFirst()
    let open = HostMessage.open(request).encoded
    _ = send(socket.number, open, open.count, Int32(MSG_NOSIGNAL))
    var framer = MessageFramer()
    var count = 0
    let end = MonotonicClock.now() + 300
    while true {
      while let payload = try framer.next() {
        switch try DecoderMessage<SoftProofReport>(payload: payload) {
        case .hello(let hello): #expect(hello.library == "lcms2")
        case .report(let report):
          count += report.bits.count
          if count == SoftProofTable.count { return .table }
        case .failure(let failure):
          #expect(process.waitForEnd() == .status(1))
          #expect(!failure.sentence.isEmpty && !failure.sentence.hasSuffix("."))
          return .refused(failure)
        case .progress: Issue.record("a message that no profile has")
        }
      }
      var set = PollSet()
      set.add(socket.number)
      set.wait(timeout: max(0, end - MonotonicClock.now()))
      try #require(set.isReadable(socket.number), "no answer in time")
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let received = Glibc.read(socket.number, &buffer, buffer.count)
      guard received > 0 else { return .died(process.waitForEnd()) }
      buffer[..<received].withUnsafeBytes { framer.append($0) }
    }
  }

  @Test func aProfileGivesItsWholeTable() throws {
    #expect(try read(MadeMedium.tables.profile) == .table)
    guard case .refused = try read([]) else {
      Issue.record("an empty file is no profile")
      return
    }
  }

  @Test func mutatedProfilesGiveATableOrASentence() throws {
    let samples = MadeMedium.allCases.map(\.profile)
    // A table takes seconds under a sanitizer.
    for number in 0..<min(Fuzzing.mutations(4), 40) {
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let bytes = Fuzzing.changed(samples[number % samples.count], samples, &random)
      if case .died(let end) = try read(bytes) {
        Issue.record("it died (\(end)), change \(number), seed \(Fuzzing.seed)")
      }
    }
  }
}
