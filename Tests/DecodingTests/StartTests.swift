import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Starting {
    private func error(decoder path: String) -> DecodeError? {
      let host = Host()
      host.scheduler = Schedulers(
        locator: DecoderLocator(
          folders: [], overrides: [PictureFormat.png.decoderName: Array(path.utf8)]))
      let picture = host.open("honest")
      // The error is due at once, though no descriptor is ready.
      #expect(host.scheduler.nextDeadline != nil)
      host.turn()
      #expect(host.scheduler.statistics.processesAlive == 0)
      return host.error(of: picture)
    }

    @Test func aMissingDecoderIsNamed() {
      let error = error(decoder: "/nowhere/fresnel-decode-png")
      #expect(error == .missingDecoder(.png))
      #expect(
        error?.sentence
          == "the decoder for PNG pictures (fresnel-decode-png) is not installed; "
          + "on Debian it needs \(DebianSuite.current.name(of: "libpng16-16")) and libisal2")
    }

    @Test func aMissingLibraryIsNamedWithItsPackage() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("decoder", Array(Self.loader.utf8))
      try #require(chmod(path, 0o755) == 0)
      let host = Host()
      host.scheduler = Schedulers(
        locator: DecoderLocator(
          folders: [], overrides: [PictureFormat.webp.decoderName: Array(path.utf8)]))
      let picture = host.open("honest", format: .webp)
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture) == .missingLibrary(.webp, library: "libwebp.so.7"))
      #expect(
        host.error(of: picture)?.sentence
          == "the decoder for WebP pictures needs libwebp.so.7, which is not installed "
          + "(on Debian: libwebp7)")
      // The start isn't retried.
      #expect(host.scheduler.statistics.processesStarted == 1)
    }

    /// Prints and exits as the dynamic loader does.
    private static let loader = """
      #!/bin/sh
      echo "$0: error while loading shared libraries: libwebp.so.7: cannot open shared object \
      file: No such file or directory" >&2
      exit 127
      """

    @Test func aSurveyStartsEveryDecoder() throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("decoder", Array(Self.loader.utf8))
      try #require(chmod(path, 0o755) == 0)
      let evil = Host.evilPath
      let answers = DecoderSurvey.answers(
        locator: DecoderLocator(
          folders: [Array("/nowhere".utf8)],
          overrides: [
            PictureFormat.png.decoderName: evil, PictureFormat.webp.decoderName: Array(path.utf8),
          ]))
      #expect(answers.map(\.format) == PictureFormat.all)
      for answer in answers {
        switch (answer.format, answer.result) {
        case (.png, .success): break
        case (.webp, .failure(.missingLibrary(.webp, library: "libwebp.so.7"))): break
        case (.png, _), (.webp, _): Issue.record("\(answer)")
        case (let format, .failure(.missingDecoder(let missing))): #expect(format == missing)
        default: Issue.record("\(answer)")
        }
      }
    }

    @Test func aFileThatCannotBeExecutedIsNamed() {
      #expect(error(decoder: "/etc/passwd") == .notStarted(Errno(code: EACCES, call: "")))
      let path = "/tmp/fresnel-no-program-\(getpid())"
      let number = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o755)
      _ = write(number, "\u{7F}ELF?", 5)
      close(number)
      defer { unlink(path) }
      let error = error(decoder: path)
      #expect(error == .notStarted(Errno(code: ENOEXEC, call: "")))
      #expect(error?.sentence == "the decoder could not be started: Exec format error")
    }

    @Test func aSystemErrorIsPassedOnWithItsCause() {
      let host = Host()
      let picture = host.open(
        "honest", slots: SharedMemory.mostBytes / TileShape.usual.slotBytes + 1)
      host.turn()
      #expect(host.error(of: picture) == .notStarted(Errno(code: ENOMEM, call: "")))
      host.scheduler.close(picture)
      #expect(host.servesHonestly())
    }

    @Test func otherFormatsStillOpen() {
      let host = Host()
      host.scheduler = Schedulers(
        locator: DecoderLocator(
          folders: [Array("/nowhere".utf8)],
          overrides: [PictureFormat.jpeg.decoderName: Host.evilPath]))
      let png = host.open("honest", format: .png)
      let jpeg = host.open("honest", format: .jpeg)
      #expect(host.pump { host.hasOpened(jpeg) })
      #expect(host.error(of: png) == .missingDecoder(.png))
      #expect(host.error(of: jpeg) == nil)
    }

    @Test func decodersAreFoundBesideTheProgramThenInLibexec() {
      let paths = DecoderLocator.installed.candidates(for: .jpeg).map {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(paths.count == 2)
      #expect(paths[0].hasSuffix("/fresnel-decode-jpeg"))
      #expect(paths[1].hasSuffix("/../libexec/fresnel/fresnel-decode-jpeg"))
    }

    @Test func everyDescriptorIsClosedInTheEnd() {
      let host = Host()
      let before = identities()
      let pictures = (0..<5).map { _ in host.open("honest") }
      #expect(host.pump { pictures.allSatisfy { host.hasOpened($0) } })
      // The children hold the other ends of our descriptors, or the same files.
      var shared = Set<OpenFileIdentity>()
      for processID in host.scheduler.processIDs { shared.formUnion(identities(of: processID)) }
      #expect(shared.count > 10)
      for picture in pictures { host.scheduler.close(picture) }
      #expect(host.everyProcessIsGone(host.scheduler.processIDs))
      #expect(identities().subtracting(before).isDisjoint(with: shared.subtracting(before)))
    }
  }
}

/// An open file's identity, independent of its descriptor.
struct OpenFileIdentity: Hashable {
  var device: UInt
  var inode: UInt
}

/// The open files of a process.
func identities(of processID: Int32 = getpid()) -> Set<OpenFileIdentity> {
  var result = Set<OpenFileIdentity>()
  for number in 0..<1024 {
    var status = stat()
    guard stat("/proc/\(processID)/fd/\(number)", &status) == 0 else { continue }
    result.insert(OpenFileIdentity(device: status.st_dev, inode: status.st_ino))
  }
  return result
}
