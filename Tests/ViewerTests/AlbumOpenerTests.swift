import Decoding
import Glibc
import Platform
import Testing

@testable import Viewer

@Suite struct AlbumOpenerTests {
  /// A `PictureOpener` whose results a test can wait for.
  private final class Harness {
    let answers: Mailbox<PictureOpening>
    let opener: PictureOpener

    init(standardInput: Int32 = 0, largest: Int = 1 << 20) throws {
      let answers = try Mailbox<PictureOpening>()
      self.answers = answers
      opener = try PictureOpener(
        standardInput: standardInput,
        spoolInto: { () throws(PictureFileError) in
          try SpooledFile(folders: ["/proc/nothing/fresnel", "/tmp"], largest: largest)
        },
        deliver: { answers.post($0) })
    }

    func wait(for count: Int) throws -> [PictureOpening] {
      var poll = PollSet()
      poll.add(answers.descriptor)
      var received: [PictureOpening] = []
      let limit = MonotonicClock.now() + 60
      while received.count < count {
        poll.wait(timeout: 1)
        received += answers.takeAll()
        if MonotonicClock.now() > limit { throw AlbumTestFolder.NotMade() }
      }
      return received
    }

    deinit { opener.stop() }
  }

  private func named(_ path: [UInt8], _ argument: Int = 0) -> AlbumEntry {
    AlbumEntry(argument: argument, path: path, origin: .named)
  }

  private let standardInput = AlbumEntry(
    argument: 0, path: Array("-".utf8), origin: .standardInput)

  private func contents(_ picture: OpenedPicture) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: picture.byteCount)
    let count = pread(picture.file.number, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  @Test func filesOpenInOrder() throws {
    let folder = try AlbumTestFolder()
    let harness = try Harness()
    let good = named(try folder.file("a"))
    let bad = named(folder["missing"])
    harness.opener.open(good)
    harness.opener.open(bad)
    let answers = try harness.wait(for: 2)
    #expect(answers.map(\.entry) == [good, bad])
    #expect(try answers[0].result.get().byteCount == TestPictureBytes.picture.count)
    #expect(throws: PictureFileError.missing) { try answers[1].result.get() }
  }

  @Test func pipedDataIsStoredAndCanBeReopened() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reading = FileDescriptor(adopting: ends[0])
    let harness = try Harness(standardInput: reading.number)
    harness.opener.open(standardInput)
    harness.opener.open(standardInput)
    let bytes = TestPictureBytes.magic + (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let answers = try harness.wait(for: 2).map { try $0.result.get() }
    #expect(contents(answers[0]) == bytes && contents(answers[1]) == bytes)
    // Each has its own file offset, so two decoders can read at once.
    lseek(answers[0].file.number, 100, SEEK_SET)
    #expect(lseek(answers[1].file.number, 0, SEEK_CUR) == 0)
    harness.opener.open(standardInput)
    #expect(contents(try harness.wait(for: 1)[0].result.get()) == bytes)
  }

  @Test func aFileAsStandardInputIsNotCopied() throws {
    let folder = try AlbumTestFolder()
    let file = try FileDescriptor.openForReading(try folder.file("a"))
    let harness = try Harness(standardInput: file.number)
    harness.opener.open(standardInput)
    let picture = try harness.wait(for: 1)[0].result.get()
    var (mine, theirs) = (stat(), stat())
    fstat(file.number, &mine)
    fstat(picture.file.number, &theirs)
    #expect(mine.st_ino == theirs.st_ino)
  }

  @Test func aNamedPipeWaitsForItsWriterAndBlocksNothing() throws {
    let folder = try AlbumTestFolder()
    let harness = try Harness()
    let pipe = named(try folder.pipe("pipe"), 1)
    harness.opener.open(pipe)
    // The pipe has no writer yet, and a file requested later is opened first.
    let file = named(try folder.file("a"))
    harness.opener.open(file)
    #expect(try harness.wait(for: 1).map(\.entry) == [file])
    let number = pipe.path.withCPath { open($0, O_WRONLY) }
    #expect(write(number, TestPictureBytes.picture, 11) == 11)
    close(number)
    let answers = try harness.wait(for: 1)
    #expect(answers.map(\.entry) == [pipe])
    #expect(contents(try answers[0].result.get()) == TestPictureBytes.picture)
  }

  @Test func aPipeInAFolderIsNotRead() throws {
    let folder = try AlbumTestFolder()
    let harness = try Harness()
    harness.opener.open(
      AlbumEntry(argument: 0, path: try folder.pipe("pipe"), origin: .found))
    let answer = try harness.wait(for: 1)[0]
    #expect(throws: PictureFileError.pipe) { try answer.result.get() }
  }

  @Test func anEndlessPipeIsCutOff() throws {
    let pipe = try FileDescriptor.pipe()
    let harness = try Harness(standardInput: pipe.first.number, largest: 10_000)
    harness.opener.open(standardInput)
    let bytes = [UInt8](repeating: 1, count: 20_000)
    #expect(write(pipe.second.number, bytes, bytes.count) == bytes.count)
    let answer = try harness.wait(for: 1)[0]
    #expect(throws: PictureFileError.tooMuchPiped(limit: 10_000)) { try answer.result.get() }
  }

  @Test func stopEndsTheThreadsThatWaitForAPipe() throws {
    let folder = try AlbumTestFolder()
    let harness = try Harness()
    harness.opener.open(named(try folder.pipe("pipe")))
    // `stop` joins all threads, so it returns only when they have ended, though nothing was ever
    // written.
    harness.opener.stop()
    #expect(harness.answers.takeAll().isEmpty)
  }

  @Test func theSpooledFileIsUnnamed() throws {
    let file = try SpooledFile(folders: ["/tmp"])
    var status = stat()
    #expect(fstat(file.descriptor.number, &status) == 0)
    #expect(status.st_nlink == 0 && file.limit > 0)
    #expect(throws: PictureFileError.nowhereToSpool(Errno(code: ENOENT, call: "open"))) {
      try SpooledFile(folders: ["/proc/nothing/fresnel"])
    }
  }
}
