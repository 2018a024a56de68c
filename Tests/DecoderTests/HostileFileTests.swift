import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// Files of every format, truncated or mutated: each ends as a picture, part of it or a sentence,
/// within its memory limit.
///
/// `Scripts/fuzz` runs all cases; the tests run a small part, the same every time.
@Suite struct HostileFileTests {
  /// The outcome for one file.
  private enum Outcome: Hashable {
    case picture, part, sentence
    /// The library ended its decoder; the viewer reports that and continues.
    case death(PipedProcess.End)
  }

  @Test(arguments: Fuzzing.formats)
  func truncatedFilesGiveAPictureOrASentence(_ format: DecoderClient.Format) throws {
    let samples = FormatSamples.files(of: format).map(\.bytes)
    try #require(!samples.isEmpty)
    var outcomes: [Outcome: Int] = [:]
    let row = SoakRow("truncated files, \(format)", target: Fuzzing.cuts, sample: Fuzzing.cuts)
    for cut in 0..<Fuzzing.cuts {
      defer { row.done() }
      for (number, bytes) in samples.enumerated() {
        // In the small part, each sample gets different places.
        guard Fuzzing.cuts >= 100 || cut % samples.count == number else { continue }
        let count = bytes.count * cut / Fuzzing.cuts
        let outcome = outcome(
          of: Array(bytes[..<count]), format, "\(number) cut at \(count)", row)
        outcomes[outcome, default: 0] += 1
      }
    }
    tell(outcomes, "\(format) cut")
    row.report()
    #expect(row.problems.isEmpty)
  }

  @Test(arguments: Fuzzing.formats)
  func mutatedFilesGiveAPictureOrASentence(_ format: DecoderClient.Format) throws {
    let samples = FormatSamples.files(of: format).map(\.bytes)
    try #require(!samples.isEmpty)
    let count = Fuzzing.formats.count
    var outcomes: [Outcome: Int] = [:]
    let row = SoakRow(
      "mutated files, \(format)", target: max(Fuzzing.mutations(50), 20_000 / count),
      sample: Fuzzing.mutations(50), parts: Double(count))
    while row.goesOn {
      defer { row.done() }
      let number = row.reached
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let bytes = Fuzzing.changed(samples[number % samples.count], samples, &random)
      let outcome = outcome(of: bytes, format, "change \(number), seed \(Fuzzing.seed)", row)
      outcomes[outcome, default: 0] += 1
    }
    tell(outcomes, "\(format) changed")
    let deaths = outcomes.filter { if case .death = $0.key { true } else { false } }
    row.remark("\(deaths.values.reduce(0, +)) ended their decoder")
    row.report()
    #expect(row.problems.isEmpty)
  }

  /// Opens a file as the viewer does and requests a view of the whole and of one detail.
  private func outcome(
    of bytes: [UInt8], _ format: DecoderClient.Format, _ what: String, _ row: SoakRow
  ) -> Outcome {
    do {
      let client = try DecoderClient(format, PictureFile(bytes))
      do {
        let info = try client.open()
        let fit = info.size.fitting(PixelSize(width: 256, height: 256))
        _ = try client.pixels(of: Level(size: fit))
        let corner = PixelRect(info.size).intersection(
          PixelRect(PixelSize(width: 256, height: 256)))
        _ = try client.pixels(of: Level(size: info.size), in: corner)
        try lookAtFrames(of: client, info, "\(format) \(what)", row)
        checkMemory(of: client, info, "\(format) \(what)", row)
        client.send(.close)
        let end = client.process.waitForEnd()
        guard end == .status(0) else { return death(end, format, bytes, what, row) }
        return client.missing.isEmpty ? .picture : .part
      } catch let failure as CodecError {
        check(failure, "\(format) \(what)", row)
        // A decoder that failed only at a tile keeps running.
        client.send(.close)
        let end = client.process.waitForEnd()
        row.check(end == .status(1) || end == .status(0), "\(format) \(what) ended by \(end)")
        return .sentence
      } catch {
        // The decoder closed its socket, or sent nothing in time.
        return death(client.process.finish(limit: 1).end, format, bytes, what, row)
      }
    } catch {
      row.fail("\(format) \(what): \(error)")
      return .sentence
    }
  }

  private func check(_ failure: CodecError, _ what: String, _ row: SoakRow) {
    let sentence = failure.sentence
    row.check(!sentence.isEmpty && sentence.count < 300, "\(what) failed with \(sentence)")
  }

  /// Requests frames of an animation, forwards and backwards; any may fail, with a sentence.
  private func lookAtFrames(
    of client: DecoderClient, _ info: SourceInfo, _ what: String, _ row: SoakRow
  ) throws {
    guard info.isTimed else { return }
    let fit = Level(size: info.size.fitting(PixelSize(width: 256, height: 256)))
    for frame in [1, info.frameCount / 2, info.frameCount - 1, 0, 1] {
      do {
        _ = try client.pixels(of: fit, frame: frame)
      } catch let failure as CodecError {
        check(failure, what, row)
      }
    }
  }

  /// The kernel limits the address space; the resident memory must stay within the limit too.
  private func checkMemory(
    of client: DecoderClient, _ info: SourceInfo, _ what: String, _ row: SoakRow
  ) {
    // A sanitizer needs extra memory for each byte.
    guard !Fuzzing.isSanitizing, let peak = client.process.peakResidentBytes else { return }
    // A canvas and its copy, beside a picture.
    let most = 64 << 20 + (info.isTimed ? 18 : 10) * (info.size.area ?? 0)
    row.check(peak <= most, "\(what): \(peak) bytes for \(info.size)")
  }

  private func death(
    _ end: PipedProcess.End, _ format: DecoderClient.Format, _ bytes: [UInt8], _ what: String,
    _ row: SoakRow
  ) -> Outcome {
    // A system call that the sandbox forbids, or a decoder that had to be killed, is our own fault.
    // A sanitizer's report counts as ours too, until it is found to be a library's.
    let isOurs =
      [.signal(SIGSYS), .signal(SIGKILL), .status(Fuzzing.reportStatus)].contains(end)
    row.check(!isOurs && Fuzzing.toleratesDeath, "\(format) \(what) ended by \(end)")
    if Fuzzing.toleratesDeath, let folder = getenv("FRESNEL_FUZZ_FOLDER") {
      let name = "\(format)-\(what).bin".map { $0 == " " || $0 == "," ? "-" : $0 }
      let path = String(cString: folder) + "/" + String(name)
      let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      _ = write(number, bytes, bytes.count)
      close(number)
      print("\(format) \(what) ended by \(end): \(path)")
    }
    return .death(end)
  }

  private func tell(_ outcomes: [Outcome: Int], _ what: String) {
    let words = outcomes.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
    print("\(what): \(words)")
  }
}

extension PixelSize {
  /// The size, reduced in proportion to fit within another.
  fileprivate func fitting(_ frame: PixelSize) -> PixelSize {
    let scale = min(
      1, Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    return PixelSize(
      width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
  }
}
