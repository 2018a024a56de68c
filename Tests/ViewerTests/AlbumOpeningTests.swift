import Decoding
import Glibc
import Platform
import Testing

@testable import Viewer

@Suite struct AlbumOpeningTests {
  private func open(_ path: [UInt8]) throws(PictureFileError) -> OpenedPicture {
    try OpenedPicture(FileOpening.open(path))
  }

  private func error(_ path: [UInt8]) -> PictureFileError? {
    do throws(PictureFileError) {
      _ = try open(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func theFirstBytesDetermineTheFormatNotTheName() throws {
    let folder = try AlbumTestFolder()
    let short = try open(try folder.file("short.txt"))
    #expect(short.format == .png && short.byteCount == TestPictureBytes.picture.count)
    let long = try open(
      try folder.file("long.png", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 9, count: 5000)))
    #expect(long.format == .jpeg && long.byteCount == 5003)
    #expect(lseek(long.file.number, 0, SEEK_CUR) == 0)
    #expect(error(try folder.file("x.png", [1, 2, 3])) == .unknownFormat(.unknown))
  }

  @Test func unusableFilesGiveTheirError() throws {
    let folder = try AlbumTestFolder()
    #expect(error(folder["missing"]) == .missing)
    #expect(error(Array("".utf8)) == .missing)
    #expect(error(try folder.file("a") + Array("/b".utf8)) == .missing)
    #expect(error(try folder.link("dangling", to: "nothing")) == .danglingLink)
    #expect(error(try folder.link("loop", to: "loop")) == .linkLoop)
    #expect(error(try folder.file("empty", [])) == .empty)
    #expect(error(try folder.folder("folder")) == .folder)
    #expect(error(try folder.pipe("pipe")) == .pipe)
    #expect(error(Array("/dev/zero".utf8)) == .device)
    #expect(error(folder[String(repeating: "x", count: 300)]) == .nameTooLong)
    #expect(error(folder[String(repeating: "x/", count: 4000)]) == .nameTooLong)
  }

  @Test func unknownFilesAreDescribed() throws {
    let folder = try AlbumTestFolder()
    func look(_ text: [UInt8]) throws -> PictureFileError? { error(try folder.file("x", text)) }
    #expect(try look(Array("\n <!DOCTYPE HTML>…".utf8)) == .unknownFormat(.webPage))
    #expect(try look(Array("<html><p>404".utf8)) == .unknownFormat(.webPage))
    #expect(try look(Array("Grüße\n\tan alle".utf8)) == .unknownFormat(.text))
    #expect(try look([0, 1, 2, 3, 0xFF]) == .unknownFormat(.unknown))
    #expect(try look([0xFF, 0xFE, 0x41, 0xC3, 0x28, 0x42]) == .unknownFormat(.unknown))
    #expect(try look(Array("SDPX\0\u{1}".utf8)) == .unknownFormat(.unread("DPX")))
    #expect(
      try look([0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8))
        == .unknownFormat(.video("MPEG-4")))
    #expect(
      PictureFileError.unknownFormat(.unread("DPX")).sentence
        == "it is in the format DPX, which Fresnel \(FresnelVersion.number) does not read")
    // A size that fits the bytes after it, and one that does not.
    #expect(try look([0, 0, 9, 3, 1, 2, 3, 4, 5, 6]) == nil)
    #expect(try look([0, 0, 9, 3, 1, 2, 3, 4, 5]) == .unknownFormat(.unknown))
  }

  @Test func aSlideIsRecognizedByItsFolder() throws {
    let folder = try AlbumTestFolder()
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    func look(_ path: [UInt8]) -> PictureFileError? {
      do throws(PictureFileError) {
        _ = try OpenedPicture(FileOpening.open(path), path: path)
        return nil
      } catch {
        return error
      }
    }
    let slide = try folder.file("slide.mrxs", jpeg)
    let photo = try folder.file("slide.jpg", jpeg)
    #expect(look(slide) == nil)
    _ = try folder.folder("slide")
    #expect(look(slide) == nil)
    _ = try folder.file("slide/Slidedat.ini", [])
    #expect(try OpenedPicture(FileOpening.open(slide), path: slide).format == .mirax)
    // A JPEG with another name is not the slide.
    #expect(look(photo) == nil)
  }

  @Test func aSocketIsNamed() throws {
    let folder = try AlbumTestFolder()
    let path = folder["socket"]
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    folder.willRemove(path)
    #expect(error(path) == .socket)
  }

  @Test func anUnreadableFileIsNamed() throws {
    let folder = try AlbumTestFolder()
    let path = try folder.file("secret")
    _ = path.withCPath { chmod($0, 0) }
    // Root can read everything, so this thread becomes the user nobody for a moment.
    let isRoot = geteuid() == 0
    let setFileSystemUser = unsafeBitCast(
      try #require(dlsym(nil, "setfsuid")), to: (@convention(c) (UInt32) -> Int32).self)
    if isRoot { _ = setFileSystemUser(65534) }
    defer { if isRoot { _ = setFileSystemUser(0) } }
    #expect(error(path) == .notAllowed)
  }

  @Test func everyErrorIsOneSentenceWithoutAFinalPeriod() {
    let errors: [PictureFileError] = [
      .missing, .danglingLink, .linkLoop, .notAllowed, .empty, .unknownFormat(.webPage),
      .unknownFormat(.text), .unknownFormat(.unknown), .unknownFormat(.unread("QOI")),
      .unknownFormat(.video("AVI")), .folder, .noPictures, .device, .socket,
      .terminal, .pipe, .nameTooLong, .tooManyOpenFiles, .tooMuchPiped(limit: 8 << 30),
      .nowhereToSpool(Errno(code: EROFS, call: "open")), .system(Errno(code: EIO, call: "pread")),
    ]
    #expect(Set(errors.map(\.sentence)).count == errors.count)
    for error in errors {
      #expect(!error.sentence.isEmpty && !error.sentence.contains("\n"))
      #expect(error.sentence.last != ".")
    }
  }
}
