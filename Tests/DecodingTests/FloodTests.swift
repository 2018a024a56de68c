import Glibc
import TestSupport
import Testing

extension HostTests {
  /// The memory that a child can make the viewer allocate.
  ///
  /// Each service runs in a process of its own, which reports its growth.
  @Suite struct Floods {
    /// The growth in bytes that no flood by one child may cause.
    private static let mostGrowth = 50 << 20

    private struct Outcome {
      var growth: Int
      var sentence: String
    }

    private func outcome(_ service: String, _ fault: String, child: String) throws -> Outcome {
      let probe = try PipedProcess(
        PipedProcess.built("fresnel-flood-probe"), [service, fault, child])
      let (output, end) = probe.finish()
      try #require(end == .status(0), "\(end): \(output)")
      let words = output.split(separator: " ", maxSplits: 1)
      return Outcome(
        growth: try #require(words.first.flatMap { Int($0) }, "\(output)"),
        sentence: String(words.last?.dropLast() ?? ""))
    }

    @Test(
      arguments: [
        ("picture", "flood:progress", "sent too many messages"),
        ("picture", "flood:stderr", "wrote too many errors"),
        ("picture", "tell:metadata,1000000", "out of turn"),
        ("picture", "timed:endless", "violated the protocol"),
        ("picture", "timed:shortframe,1", "violated the protocol"),
        ("picture", "sway", "stopped responding"),
        ("rows", "flood:progress", "sent too many messages"),
        ("rows", "flood:stderr", "wrote too many errors"),
        ("rows", "timed:endless", "violated the protocol"),
        ("tiles", "flood", "sent too many messages"),
        ("tiles", "stderr", "wrote too many errors"),
        ("tiles", "drip", "stopped responding"),
        ("archive", "flood", "sent too many messages"),
        ("archive", "stderr", "wrote too many errors"),
        ("archive", "drip", "stopped responding"),
        ("description", "pour", "sent too many messages"),
        ("description", "pour:stderr", "wrote too many errors"),
        ("description", "canvases:none", "sent too many messages"),
        ("description", "canvases:large", "violated the protocol"),
        ("proof", "pour", "violated the protocol"),
        ("proof", "proof:many", "violated the protocol"),
        ("proof", "proof:stderr", "wrote too many errors"),
        ("proof", "proof", "stopped responding"),
      ])
    func messagesFromDecodersTakeBoundedMemory(
      service: String, fault: String, words: String
    ) throws {
      let outcome = try outcome(
        service, fault, child: String(decoding: Host.evilPath, as: UTF8.self))
      #expect(outcome.sentence.contains(words), "\(outcome)")
      #expect(outcome.growth < Self.mostGrowth, "\(outcome)")
    }

    /// A table of all its tiles would take gigabytes.
    @Test func aHugeDeclaredSizeTakesNoMemory() throws {
      let outcome = try outcome(
        "picture", "claim:width=1000000;height=1000000",
        child: String(decoding: Host.evilPath, as: UTF8.self))
      #expect(outcome.sentence == "1000000 × 1000000 pixels, at rest")
      #expect(outcome.growth < Self.mostGrowth, "\(outcome)")
    }

    @Test func aSurveysOutputTakesBoundedMemory() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("decoder", Array("#!/bin/sh\nexec yes >&2".utf8))
      try #require(chmod(path, 0o755) == 0)
      let outcome = try outcome("decoders", "", child: path)
      #expect(outcome.sentence.contains("wrote too many errors"), "\(outcome)")
      #expect(outcome.growth < Self.mostGrowth, "\(outcome)")
    }

    @Test(
      arguments: [
        ("fetching", "reports", "sent too many messages"),
        ("fetching", "answers", "sent too many messages"),
        ("fetching", "errors", "wrote too many errors"),
        ("fetcher", "errors first", "wrote too many errors"),
      ])
    func messagesFromTheFetcherTakeBoundedMemory(
      service: String, fault: String, words: String
    ) throws {
      let folder = try TemporaryFolder()
      let evil = try TemporaryFolder.contents(of: PipedProcess.built("fresnel-evil-decoder"))
      chmod(try folder.file("fresnel-fetch", evil), 0o755)
      let outcome = try outcome(service, fault, child: folder.path)
      #expect(outcome.sentence.contains(words), "\(outcome)")
      #expect(outcome.growth < Self.mostGrowth, "\(outcome)")
    }
  }
}
