import FaultyServer
import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// A window that listens, and `fresnel tell`.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct RemoteProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let other = CoordinatePicture.grid(200, 300)
  var socket: String { folder["socket"] }

  init() throws { folder = try TemporaryFolder() }

  /// Starts the viewer and waits until it listens.
  private func listening(_ arguments: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(
      ["--listen", socket] + arguments, environment: RunningViewer.nobody)
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    return viewer
  }

  private struct Answer: Equatable {
    var status: TestProcess.Exit?
    var output: String
    var error: String
  }

  private func tell(_ words: String..., names: [[UInt8]] = []) throws -> Answer {
    let process = try TestProcess(
      RunningViewer.program, ["tell", socket] + words, names: names)
    let status = process.wait(limit: RunningViewer.timeout)
    return Answer(
      status: status, output: String(decoding: process.standardOutput, as: UTF8.self),
      error: process.standardError)
  }

  private func value(_ property: String) throws -> String {
    let answer = try tell("get", property)
    #expect(answer.status == .status(0) && answer.error == "")
    return String(answer.output.dropLast())
  }

  /// Waits until the picture of a name is on the screen.
  private func expect(file: String, _ at: SourceLocation = #_sourceLocation) {
    let isShown = waitUntil(RunningViewer.timeout) { (try? value("file")) == file }
    #expect(isShown, sourceLocation: at)
  }

  @Test func aWindowIsToldWhatToDo() throws {
    let file = try folder.picture("a.png", picture)
    let next = try folder.picture("b.png", other)
    let viewer = try listening([file, next])
    var status = stat()
    #expect(lstat(socket, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
    #expect(try tell("zoom-to", "2") == Answer(status: .status(0), output: "", error: ""))
    viewer.expectTitle { $0.contains("200 %") }
    #expect(try value("zoom") == "2.0")
    #expect(try value("file") == file)
    #expect(try value("index") == "1")
    #expect(try value("count") == "2")
    #expect(try value("width") == "400")
    #expect(try value("height") == "300")
    #expect(try tell("expose -0.5").status == .status(0))
    #expect(try tell("pan", "-0.1", "0").status == .status(0))
    #expect(try tell("filter", "exposure(stops=1)").status == .status(0))
    #expect(try value("filters") == "exposure(stops=1)")
    #expect(try tell("rotate", "90").status == .status(0))
    #expect(try value("rotation") == "90")
    let beyond = try tell("go 9999")
    #expect(beyond.status == .status(1))
    #expect(beyond.error.contains("there is no picture 9999, only 2 pictures"))
    #expect(try value("index") == "1")
    #expect(try tell("next").status == .status(0))
    expect(file: next)
    #expect(try tell("quit").status == .status(0))
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(access(socket, F_OK) != 0)
    #expect(viewer.process.standardError == "")
  }

  @Test func theMiddleAndTheExposureCanBeRead() throws {
    let file = try folder.picture("a.png", picture)
    let viewer = try listening(
      ["--geometry", "600x400", "--zoom", "4", "--center", "120,90", file])
    #expect(try value("center") == "120.0,90.0")
    #expect(try value("exposure") == "0.0")
    #expect(try tell("expose -0.5").status == .status(0))
    #expect(try value("exposure") == "-0.5")
    #expect(try tell("fit").status == .status(0))
    #expect(try value("center") == "200.0,150.0")
    // Its coordinates do not turn with the picture.
    #expect(try tell("rotate", "90").status == .status(0))
    #expect(try value("center") == "200.0,150.0")
    #expect(viewer.quit() == .status(0))
  }

  @Test func mistakesAreOneSentence() throws {
    let viewer = try listening([folder.picture("a.png", picture)])
    func expectError(_ words: String..., sentence: String) throws {
      let process = try TestProcess(RunningViewer.program, ["tell", socket] + words)
      #expect(process.wait(limit: RunningViewer.timeout) == .status(1), "\(words)")
      #expect(process.standardError == "fresnel: \(sentence)\n")
      #expect(process.standardOutput.isEmpty)
    }
    try expectError("zoom-too", sentence: "there is no command “zoom-too”; did you mean “zoom-to”?")
    try expectError("play", sentence: "“play” is not allowed now: no animation")
    try expectError("next", sentence: "“next” is not allowed now: no other picture")
    try expectError(
      "save", sentence: "“save” needs confirmation: start fresnel with --listen-trusted")
    let filter = try tell("filter", "nonsense(1)")
    #expect(filter.status == .status(1) && filter.error.hasPrefix("fresnel: filter: "))
    for words in [["filter"], []] {
      let process = try TestProcess(
        RunningViewer.program, ["tell", socket] + words, names: [[0x61, 0xff]])
      #expect(process.wait(limit: RunningViewer.timeout) == .status(1), "\(words)")
      #expect(process.standardError == "fresnel: “a\\xFF” is not UTF-8\n")
    }
    #expect(viewer.quit() == .status(0))
    #expect(try tell("fit").error == "fresnel: \(socket): No such file or directory\n")
  }

  @Test func linesArePassedBothWays() throws {
    let viewer = try listening([folder.picture("a.png", picture)])
    let pipe = try FileDescriptor.pipe()
    let process = try TestProcess(
      RunningViewer.program, ["tell", socket], passing: [pipe.first.number: 0])
    func send(_ text: String) throws {
      try FileDescriptor.writeAll(Array(text.utf8)[...], to: pipe.second.number)
    }
    func expectLine(_ line: String, _ at: SourceLocation = #_sourceLocation) {
      let isThere = waitUntil(RunningViewer.timeout) {
        String(decoding: process.standardOutput, as: UTF8.self).split(separator: "\n")
          .contains { $0 == line }
      }
      #expect(
        isThere, "\(String(decoding: process.standardOutput, as: UTF8.self))", sourceLocation: at)
    }
    try send("{\"command\":[\"observe\",3,\"zoom\"],\"request_id\":1}\n")
    expectLine(#"{"error":"success","request_id":1}"#)
    expectLine(#"{"event":"property-change","id":3,"name":"zoom","data":1.0}"#)
    viewer.type("+")
    expectLine(#"{"event":"command","name":"zoom-in","text":"zoom-in"}"#)
    expectLine(#"{"event":"property-change","id":3,"name":"zoom","data":1.25}"#)
    expectLine(#"{"event":"settled"}"#)
    viewer.type("q")
    expectLine(#"{"event":"quit"}"#)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    // Requests from standard input are answered even after it has ended.
    let again = try listening([folder["a.png"]])
    let input = try folder.file("input", Array("get zoom\nfit\n".utf8))
    let text = open(input, O_RDONLY | O_CLOEXEC)
    defer { close(text) }
    let short = try TestProcess(RunningViewer.program, ["tell", socket], passing: [text: 0])
    #expect(short.wait(limit: RunningViewer.timeout) == .status(0))
    let lines = String(decoding: short.standardOutput, as: UTF8.self).split(separator: "\n")
    #expect(!lines.contains { $0.contains(#""event":"command""#) }, "no user has chosen it")
    #expect(
      lines.filter { $0.contains("error") } == [
        #"{"error":"success","data":1.0}"#, #"{"error":"success"}"#,
      ])
    #expect(again.quit() == .status(0))
  }

  @Test func marksAreReported() throws {
    let files = [try folder.picture("a.png", picture), try folder.picture("b.png", other)]
    let viewer = try listening(files)
    let peer = try RemotePeer(socket)
    var events: [String] = []
    func expectEvent(_ text: String, number: Int, _ at: SourceLocation = #_sourceLocation) {
      _ = waitUntil(RunningViewer.timeout) {
        events += peer.receive().filter { $0["event"] == .string("mark") }.map(\.text)
        return events.count >= number
      }
      #expect(events.count == number && events.last == text, "\(events)", sourceLocation: at)
    }
    #expect(try value("marked") == "false")
    viewer.type("M")
    expectEvent(#"{"event":"mark","count":1,"marked":true}"#, number: 1)
    #expect(try value("marked") == "true")
    #expect(try value("marks") == "1")
    #expect(try tell("next").status == .status(0))
    expect(file: files[1])
    #expect(try value("marked") == "false")
    viewer.hands.key(0x6d, holding: [Key.control])
    expectEvent(#"{"event":"mark","count":1,"marked":true}"#, number: 2)
    viewer.hands.key(0x75, holding: [Key.control])
    expectEvent(#"{"event":"mark","count":0,"marked":false}"#, number: 3)
    #expect(viewer.quit() == .status(0))
  }

  // MARK: Opening

  @Test func otherPicturesAreOpened() throws {
    let first = try folder.picture("a.png", picture)
    try folder.folder("more")
    let inFolder = try folder.picture("more/c.png", other)
    _ = try folder.picture("more/d.png", picture)
    let viewer = try listening([first])
    viewer.expect(picture)
    #expect(try tell("open", folder["more"]).status == .status(0))
    expect(file: inFolder)
    viewer.expectTitle { $0.contains("1 / 2") }
    // Names needn't be UTF-8.
    let bytes = Array("\(folder.path)/".utf8) + [0xff, 0x2e, 0x70, 0x6e, 0x67]
    try folder.file([0xff, 0x2e, 0x70, 0x6e, 0x67], TemporaryFolder.contents(of: first))
    #expect(try tell("open", names: [bytes]).status == .status(0))
    expect(file: "file://\(folder.path)/%FF.png")
    #expect(try tell("open", first, inFolder).status == .status(0))
    expect(file: first)
    #expect(try value("count") == "2")
    // Opening the same file again changes nothing, and a missing one is an error in the window.
    #expect(try tell("open", first, inFolder).status == .status(0))
    #expect(try tell("open", folder["none.png"]).status == .status(0))
    expect(file: folder["none.png"])
    #expect(try value("error") != "null")
    #expect(try tell("open", first).status == .status(0))
    expect(file: first)
    #expect(try value("error") == "null")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func aWindowWithoutPicturesOpensSome() throws {
    let viewer = try listening([])
    #expect(try value("file") == "null")
    #expect(try value("center") == "null")
    #expect(try value("count") == "0")
    #expect(try tell("open", folder["none.png"]).status == .status(0))
    expect(file: folder["none.png"])
    let file = try folder.picture("a.png", picture)
    #expect(try tell("open", file).status == .status(0))
    expect(file: file)
    viewer.expectTitle { $0.contains("a.png") }
    #expect(viewer.quit() == .status(0))
  }

  @Test func manyListsAtOnceEndWithTheLast() throws {
    let files = try (0..<5).map { try folder.picture("\($0).png", picture) }
    let viewer = try listening([files[0]])
    let lines = (0..<200).map { "open '\(files[$0 % 4])'\n" }.joined() + "open '\(files[4])'\n"
    let input = try folder.file("input", Array(lines.utf8))
    let text = open(input, O_RDONLY | O_CLOEXEC)
    defer { close(text) }
    let process = try TestProcess(RunningViewer.program, ["tell", socket], passing: [text: 0])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    expect(file: files[4])
    viewer.expectTitle { $0.contains("5 / 5") }
    #expect(viewer.quit() == .status(0))
  }

  /// A program can't make the window reach a host.
  @Test func anAddressIsFetchedOnceTheUserAllowsIt() throws {
    let file = try folder.picture("a.png", picture)
    let bytes = try TemporaryFolder.contents(of: file)
    let server = try FaultyServer { _ in WebReply(body: bytes) }
    let viewer = try listening([file])
    viewer.expect(picture)
    let address = "http://127.0.0.1:\(server.port)/b.png"
    #expect(try tell("open", address).status == .status(0))
    #expect(
      waitUntil(RunningViewer.timeout) {
        (try? value("error"))?.contains("another program asks for it") == true
      })
    #expect(server.requests.isEmpty)
    // An answer counts once the user could read the question; until then it is given again.
    let isAnswered = waitUntil(RunningViewer.timeout, every: 0.7) {
      if server.requests.isEmpty { viewer.type(Key.enter) }
      return !server.requests.isEmpty
    }
    #expect(isAnswered)
    expect(file: address)
    #expect(
      waitUntil(RunningViewer.timeout) { (try? value("width")) == "400" })
    #expect(!server.requests.isEmpty)
    #expect(viewer.quit() == .status(0))
  }

  // MARK: Attackers

  @Test func aPathThatIsTakenIsLeftAlone() throws {
    let file = try folder.picture("a.png", picture)
    try folder.file("socket", [7])
    let viewer = try RunningViewer(
      ["--listen", socket, file], environment: RunningViewer.nobody)
    viewer.expect(picture)
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.process.standardError
          == "fresnel: --listen: \(socket): it exists and is not a socket\n"
      })
    #expect(viewer.quit() == .status(0))
    #expect(try TemporaryFolder.contents(of: socket) == [7])
  }

  @Test func decodersGetNeitherTheSocketNorItsConnections() throws {
    let first = try folder.picture("a.png", picture)
    let second = try folder.picture("b.png", other)
    let viewer = try listening([first])
    viewer.expect(picture)
    func descriptors() -> Int? {
      viewer.decoders(named: "fresnel-decode").first.map { decoder in
        (0..<64).count { access("/proc/\(decoder)/fd/\($0)", F_OK) == 0 }
      }
    }
    let before = try #require(descriptors())
    let clients = try (0..<3).map { _ in
      Shared(try FileDescriptor.connect(toLocal: Array(socket.utf8)))
    }
    #expect(try tell("open", second).status == .status(0))
    expect(file: second)
    viewer.waitUntilQuiet()
    #expect(clients.count == 3 && descriptors() == before)
    #expect(viewer.quit() == .status(0))
  }
}
