import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing

/// Archives of tiles, unpacked by the sandboxed process.
@Suite struct ArchiveTests {
  /// The result of a request.
  private enum Outcome: Hashable {
    case bytes([UInt8])
    case missing
    case refused(CodecError.Code)
    /// The process has given up the whole archive.
    case failed(CodecError.Code)
    case died(PipedProcess.End)
  }

  private static let room = 65_536

  /// Requests entries, one after the other; before each but the first, the archive is rewritten as
  /// the next of `others`.
  private func ask(
    _ paths: [String], of archive: [UInt8], rewritten others: [[UInt8]] = []
  ) throws -> [Outcome] {
    let file = PictureFile(archive)
    let arena = try SharedMemory(count: Self.room)
    let pair = try FileDescriptor.socketPair()
    let process = try PipedProcess(
      PipedProcess.built("fresnel-decode-archive"),
      passing: [pair.second.number, file.descriptor.number, arena.number])
    let socket = pair.keepingFirst()
    let open = OpenRequest(
      arenaBytes: Self.room, slotCount: 0, surfaceEdge: 1, origin: .archive)
    func tell(_ message: HostMessage) {
      _ = send(socket.number, message.encoded, message.encoded.count, Int32(MSG_NOSIGNAL))
    }
    /// Requests one entry at a time: all are unpacked to the same slot.
    func askNext(_ index: Int) {
      guard index < paths.count else { return }
      if index > 0, !others.isEmpty { file.rewrite(others[(index - 1) % others.count]) }
      tell(.member(id: UInt32(index), path: paths[index]))
    }
    tell(.open(open))
    askNext(0)
    var framer = MessageFramer()
    var outcomes: [Outcome] = []
    let end = MonotonicClock.now() + 60
    while outcomes.count < paths.count {
      while let payload = try framer.next() {
        switch try DecoderMessage<ArchiveReport>(payload: payload) {
        case .hello(let hello): #expect(hello.library == "libzip")
        case .report(.member(let id, let count)):
          #expect(id == UInt32(outcomes.count))
          let bytes = UnsafeRawBufferPointer(start: arena.base, count: count ?? 0)
          outcomes.append(count == nil ? .missing : .bytes(Array(bytes)))
          askNext(outcomes.count)
        case .report(.memberFailed(_, let failure)):
          #expect(!failure.sentence.isEmpty && !failure.sentence.hasSuffix("."))
          outcomes.append(.refused(failure.code))
          askNext(outcomes.count)
        case .failure(let failure):
          #expect(process.waitForEnd() == .status(1))
          return outcomes + [.failed(failure.code)]
        // A long table of contents takes a while.
        case .progress: break
        }
      }
      guard outcomes.count < paths.count else { break }
      var set = PollSet()
      set.add(socket.number)
      set.wait(timeout: max(0, end - MonotonicClock.now()))
      try #require(set.isReadable(socket.number), "no answer in time")
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(socket.number, &buffer, buffer.count)
      guard count > 0 else { return outcomes + [.died(process.waitForEnd())] }
      buffer[..<count].withUnsafeBytes { framer.append($0) }
    }
    return outcomes
  }

  private func part(_ name: String, _ text: String = "x") -> ZipWriter.Part {
    ZipWriter.Part(name, Array(text.utf8))
  }

  @Test func archivesGiveTheirDescriptionAndTiles() throws {
    let archive = ZipWriter([
      part("slide/slide_files/0/0_0.png", "tile"), part("slide/scan-properties.xml"),
      part("slide/deeper/other.dzi", "other"), part("slide/slide.dzi", "description"),
    ]).bytes
    let outcomes = try ask(["", "0/0_0.png", "0/0_1.png", "../slide.dzi"], of: archive)
    #expect(
      outcomes == [
        .bytes(Array("description".utf8)), .bytes(Array("tile".utf8)), .missing, .missing,
      ])
  }

  @Test(arguments: ["ImageProperties.xml", "info.json"])
  func descriptionsAreFoundAtTheirUsualPaths(name: String) throws {
    let archive = ZipWriter([part("p/TileGroup0/0-0-0.jpg", "tile"), part("p/" + name, "it")])
    #expect(
      try ask(["", "TileGroup0/0-0-0.jpg"], of: archive.bytes)
        == [.bytes(Array("it".utf8)), .bytes(Array("tile".utf8))])
    let bare = ZipWriter([part("0-0-0.jpg", "tile"), part(name, "it")])
    #expect(
      try ask(["", "0-0-0.jpg"], of: bare.bytes)
        == [.bytes(Array("it".utf8)), .bytes(Array("tile".utf8))])
  }

  @Test func anArchiveWithoutTilesGivesASentence() throws {
    for names in [["a.jpg", "b.txt"], ["dzi", "x.dzi.bak", "myinfo.jsonx"], [".dzi"]] {
      let archive = ZipWriter(names.map { part($0) }).bytes
      #expect(try ask([""], of: archive) == [.failed(.unsupported)], "\(names)")
    }
  }

  /// Whatever an entry's name says, it is only a name in the archive.
  @Test func entryNamesReachNoFileOutside() throws {
    let archive = ZipWriter([
      part("p.dzi", "it"), part("p_files/../../../etc/passwd", "inside"),
      part("/etc/passwd", "root"),
    ])
    #expect(
      try ask(["../../../etc/passwd", "/etc/passwd", "etc/passwd"], of: archive.bytes)
        == [.bytes(Array("inside".utf8)), .missing, .missing])
  }

  @Test func entriesLongerThanTheLimitAreNotUnpacked() throws {
    let exact = [UInt8](repeating: 7, count: Self.room)
    var liar = ZipWriter.Part("p_files/liar", exact + [7])
    liar.claimedSize = 3
    let archive = ZipWriter([
      part("p.dzi"), ZipWriter.Part("p_files/exact", exact),
      ZipWriter.Part("p_files/long", exact + [7]), liar,
    ])
    let outcomes = try ask(["exact", "long", "liar", ""], of: archive.bytes)
    #expect(outcomes[0] == .bytes(exact))
    #expect(outcomes[1] == .refused(.tooLarge))
    if case .bytes = outcomes[2] { Issue.record("the declared length was trusted") }
    // The other entries can still be read.
    #expect(outcomes[3] == .bytes(Array("x".utf8)))
  }

  @Test func anEntryThatCannotBeUnpackedFailsAlone() throws {
    var (secret, strange, away) = (
      part("p_files/secret"), part("p_files/strange"), part("p_files/away")
    )
    secret.flags = 1
    strange.method = 77
    away.claimedPlace = 0xFFFF_FF00
    let archive = ZipWriter([part("p.dzi", "it"), secret, strange, away])
    let outcomes = try ask(["secret", "strange", "away", ""], of: archive.bytes)
    for outcome in outcomes.prefix(3) {
      guard case .refused = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
    #expect(outcomes.last == .bytes(Array("it".utf8)))
  }

  /// A table of contents of any length is read, or refused with a sentence.
  @Test func hugeAndOverlappingTablesOfContentsAreReadOrRefused() throws {
    var parts = [part("p.dzi", "it")]
    for number in 0..<60_000 {
      var part = part("p_files/\(number)")
      // All entries are at the description's offset.
      part.claimedPlace = 0
      parts.append(part)
    }
    let many = ZipWriter(parts)
    #expect(try ask([""], of: many.bytes) == [.bytes(Array("it".utf8))])
    var wrong = ZipWriter([part("p.dzi", "it")])
    wrong.claimedCount = 60_000
    #expect(try ask([""], of: wrong.bytes) == [.failed(.corrupt)])
  }

  /// The file is rewritten in place between two entries, which are larger than what is read ahead.
  @Test func anArchiveRewrittenWhileItIsOpenGivesBytesOrASentence() throws {
    let tile = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    let good = ZipWriter(
      [part("p.dzi", "it")] + (0..<5).map { ZipWriter.Part("p_files/0/\($0)_0.png", tile) }
    ).bytes
    let other = ZipWriter([part("other.dzi", "other"), part("p_files/0/0_0.png")]).bytes
    let paths = [""] + (0..<5).map { "0/\($0)_0.png" }
    for number in 0..<Fuzzing.mutations(40) {
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let cut = Array(good.prefix(.random(in: 0..<good.count, using: &random)))
      let others = [Fuzzing.changed(good, [good, other], &random), cut, [], other]
        .shuffled(using: &random)
      for outcome in try ask(paths, of: good, rewritten: others) {
        if case .died(let end) = outcome {
          Issue.record("the process ended: \(end), change \(number), seed \(Fuzzing.seed)")
        }
      }
    }
  }

  @Test func damagedArchivesGiveBytesOrASentence() throws {
    let good = ZipWriter([
      part("p.dzi", "it"), part("p_files/0/0_0.png", "tile"), part("p_files/1/0_0.png", "more"),
    ]).bytes
    for count in [0, 3, 22, good.count / 2, good.count - 1] {
      let outcomes = try ask([""], of: Array(good.prefix(count)))
      guard case .failed = outcomes.last else {
        Issue.record("\(count) bytes: \(outcomes)")
        continue
      }
    }
    for number in 0..<Fuzzing.mutations(60) {
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let bytes = Fuzzing.changed(good, [good], &random)
      for outcome in try ask(["", "0/0_0.png", "1/0_0.png"], of: bytes) {
        if case .died(let end) = outcome {
          Issue.record("the process ended: \(end), change \(number), seed \(Fuzzing.seed)")
        }
      }
    }
  }
}
