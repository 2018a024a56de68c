import CLinux
import Geometry
import Gestures
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// Handing pictures over to a window that is open.
@Suite struct ReuseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: The path

  private func path(display: String? = ":1", runtime: String? = nil) -> String? {
    let variables = [
      "XDG_RUNTIME_DIR": runtime ?? folder.path, "DISPLAY": display,
    ]
    return ReuseSocket.path { name in (variables[name] ?? nil).map { Array($0.utf8) } }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func eachDisplayHasItsOwn() {
    #expect(path() == folder["fresnel/:1"])
    #expect(path(display: ":1.0") == folder["fresnel/:1"])
    #expect(path(display: ":1.1") == folder["fresnel/:1.1"])
    #expect(path(display: "/tmp/a:0") == folder["fresnel/%tmp%a:0"])
    #expect(path(display: "..") == folder["fresnel/.."], "which is a folder, so nothing listens")
    #expect(path(display: nil) == nil && path(display: "") == nil)
    #expect(path(runtime: "") == nil && path(runtime: "relative") == nil)
    #expect(path(runtime: folder["none"]) == nil)
    var status = stat()
    #expect(lstat(folder["fresnel"], &status) == 0 && status.st_mode == S_IFDIR | 0o700)
  }

  @Test(arguments: [0o755, 0o770, 0o701] as [mode_t])
  func aFolderThatOthersReachIsNotUsed(mode: mode_t) throws {
    try folder.folder("fresnel")
    chmod(folder["fresnel"], mode)
    #expect(path() == nil)
    chmod(folder["fresnel"], 0o700)
    #expect(path() != nil)
  }

  @Test func aLinkOrAFileIsNotUsed() throws {
    try folder.folder("other")
    chmod(folder["other"], 0o700)
    #expect(symlink(folder["other"], folder["fresnel"]) == 0)
    #expect(path() == nil)
    unlink(folder["fresnel"])
    try folder.file("fresnel", [])
    #expect(path() == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make another user's folder"))
  func anothersFolderIsNotUsed() throws {
    try folder.folder("fresnel")
    chmod(folder["fresnel"], 0o700)
    chown(folder["fresnel"], 65534, 65534)
    #expect(path() == nil)
  }

  // MARK: Handing over

  /// Hands over on a thread while the window's loop turns.
  private func handOver(
    _ names: [[UInt8]], to harness: RemoteHarness, input: Int32 = STDIN_FILENO,
    startupID: String = ""
  ) throws -> Bool {
    let answers = try Mailbox<Bool>()
    let path = Array(harness.path.utf8)
    _ = try Platform.Thread(name: "start") {
      answers.post(
        Handover.succeeds(with: names, at: path, standardInput: input, patience: 30) {
          $0 == "DESKTOP_STARTUP_ID" ? Array(startupID.utf8) : nil
        })
    }
    var answer: Bool?
    harness.run {
      answer = answers.takeAll().first ?? answer
      return answer != nil
    }
    return answer == true
  }

  @Test func namesBecomeAbsolute() throws {
    let harness = try RemoteHarness(.openOnly)
    let names = ["/a.png", "b c.png", "http://example.org/d", "file:///e%20"].map { Array($0.utf8) }
    #expect(try handOver(names + [[0x2f, 0xff]], to: harness, startupID: "id_TIME7"))
    let pictures = try #require(harness.window.handedOver.first)
    let here = String(decoding: PathBytes.absolute([]).dropLast(), as: UTF8.self)
    #expect(
      pictures.names == [
        "/a.png", here + "/b c.png", "http://example.org/d", "file:///e%20", "file:///%FF",
      ])
    #expect(pictures.startupID == "id_TIME7" && pictures.input == nil)
  }

  @Test func standardInputGoesAlong() throws {
    let harness = try RemoteHarness(.openOnly)
    let pipe = try FileDescriptor.pipe()
    try FileDescriptor.writeAll([1, 2, 3], to: pipe.second.number)
    #expect(try handOver([Array("-".utf8)], to: harness, input: pipe.first.number))
    let pictures = try #require(harness.window.handedOver.first)
    let input = try #require(pictures.input)
    #expect(pictures.names == ["-"])
    #expect(fcntl(input.value.number, F_GETFD) == FD_CLOEXEC)
    #expect(try FileDescriptor.readAll(input.value.number, limit: 3) == [1, 2, 3])
  }

  @Test func moreNamesThanALineHasAreOneList() throws {
    let harness = try RemoteHarness(.openOnly)
    let pipe = try FileDescriptor.pipe()
    // A control character takes six bytes of JSON.
    var names = (0..<3000).map { Array("/\($0)/\(String(repeating: "x\u{1}", count: 30))".utf8) }
    names.insert(Array("-".utf8), at: 7)
    names.append(Array(repeating: 0x2f, count: 50_000))
    #expect(Handover.requests(names, startupID: nil).count > 10)
    #expect(try handOver(names, to: harness, input: pipe.first.number, startupID: "id_TIME7"))
    let pictures = try #require(harness.window.handedOver.first)
    #expect(harness.window.handedOver.count == 1)
    #expect(pictures.names == names.map { String(decoding: $0, as: UTF8.self) })
    #expect(pictures.startupID == "id_TIME7" && pictures.input != nil)
  }

  @Test func onlyOpenIsUnderstood() throws {
    let harness = try RemoteHarness(.openOnly)
    let program = try harness.connect()
    for line in ["fit", "quit", "get file", "observe 1 zoom", "save"] {
      #expect(
        harness.answer(program, line) == #"{"error":"only “open” is understood here"}"#, "\(line)")
    }
    harness.server.send(.settled)
    harness.turn()
    #expect(program.receive().isEmpty && harness.window.performed.isEmpty)
    #expect(harness.answer(program, "open") != #"{"error":"success"}"#)
    #expect(harness.answer(program, "open /a") == #"{"error":"success"}"#)
    #expect(harness.window.handedOver.map(\.names) == [["/a"]])
  }

  @Test func withoutAWindowNothingIsHandedOver() throws {
    let path = Array(folder["socket"].utf8)
    #expect(!Handover.succeeds(with: [[0x61]], at: path))
    let listener = try LocalListener(at: path)
    let start = MonotonicClock.now()
    #expect(!Handover.succeeds(with: [[0x61]], at: path), "it does not answer")
    let seconds = MonotonicClock.now() - start
    #expect(seconds > 0.9 && Handover.patience <= 1 && listener.number >= 0)
    let many = [[UInt8]](repeating: [UInt8](repeating: 0x61, count: 4000), count: 20)
    #expect(!Handover.succeeds(with: many, at: path), "the first of its lines is not answered")
    let long = [UInt8](repeating: 0x61, count: LineReader.longestRequest)
    #expect(!Handover.succeeds(with: [long], at: path), "longer than a line")
  }

  @Test func aBusyWindowThatHasAnsweredIsWaitedFor() throws {
    let harness = try RemoteHarness(.openOnly)
    harness.window.openingTime = Handover.patience + 0.5
    #expect(try handOver([Array("/a".utf8)], to: harness))
    #expect(harness.window.handedOver.map(\.names) == [["/a"]])
  }

  /// Otherwise two windows would show them.
  @Test func aWindowThatAnswersTooLateOpensNothing() throws {
    let harness = try RemoteHarness(.openOnly)
    #expect(!Handover.succeeds(with: [Array("/a".utf8)], at: Array(harness.path.utf8)))
    for _ in 0..<4 { harness.turn() }
    #expect(harness.window.handedOver.isEmpty)
  }

  // MARK: Two windows

  /// Events by which the user turns to a window.
  static let turns: [WindowEvent] = [
    .focusChanged(true),
    .key(KeyPress(keysym: Keysym.f.rawValue, modifiers: [], position: .zero, time: 0)),
    .button(ButtonEvent(button: 1, isPressed: true, position: .zero, modifiers: [], time: 0)),
    .touch(TouchEvent(id: 1, phase: .began, position: .zero, time: 0)),
  ]

  /// Of two starts at the same moment, each has its window, and one of them listens.
  @Test(arguments: turns)
  func theOtherWindowListensAfterTheFirstHasClosed(turn: WindowEvent) throws {
    let path = folder["socket"]
    let socket = RemoteControl.Socket(path: Array(path.utf8), access: .openOnly)
    let (one, other) = (RemoteWindow(), RemoteWindow())
    let controls = (RemoteControl([socket], host: one), RemoteControl([socket], host: other))
    controls.0.listen { Issue.record("\($0)") }
    controls.1.listen { Issue.record("\($0)") }
    func start() throws {
      let program = try RemoteProgram(path)
      program.send("open /a\n")
      var pollSet = PollSet()
      for _ in 0..<8 {
        for control in [controls.0, controls.1] {
          pollSet.removeAll()
          control.addDescriptors(to: &pollSet)
          pollSet.wait(timeout: 0)
          control.take(pollSet, at: MonotonicClock.now())
        }
      }
      #expect(program.receive().map(\.text) == [#"{"error":"success"}"#])
    }
    controls.1.note(turn, isRepeat: false, at: 5)
    try start()
    #expect(one.handedOver.count == 1 && other.handedOver.isEmpty)
    controls.0.close()
    for event in [.pointerLeft, .focusChanged(false)] as [WindowEvent] {
      controls.1.note(event, isRepeat: false, at: 7)
    }
    // A window that hangs must not be asked by every key.
    controls.1.note(turn, isRepeat: false, at: 5.9)
    #expect(throws: LocalSocketProblem.self) { try start() }
    controls.1.note(turn, isRepeat: false, at: 7)
    try start()
    #expect(one.handedOver.count == 1 && other.handedOver.count == 1)
    controls.1.close()
    #expect(access(path, F_OK) != 0)
  }

  // MARK: Attackers

  private func names(_ count: Int, bytes: Int) -> String {
    let name = "\"" + String(repeating: "x", count: bytes) + "\""
    return "{\"names\":[" + Array(repeating: name, count: count).joined(separator: ",") + "]}"
  }

  @Test func namesThatWaitAreBoundedForAllProgramsTogether() throws {
    let success = #"{"error":"success"}"#
    // Two lines of a thousand short names, which take more memory than the line.
    let most = 2 * 1000 * (1 + MemoryLayout<String>.stride)
    let harness = try RemoteHarness(.openOnly, mostNameBytes: most)
    var programs = [try harness.connect(), try harness.connect()]
    for program in programs {
      #expect(harness.answer(program, names(1000, bytes: 1)) == success)
    }
    #expect(
      harness.answer(programs[1], names(1, bytes: 1)) == #"{"error":"there are too many names"}"#)
    // Its names are dropped, and those of a program that is gone.
    #expect(harness.answer(programs[1], names(1000, bytes: 1)) == success)
    programs.removeFirst()
    for _ in 0..<4 { harness.turn() }
    let late = try harness.connect()
    #expect(harness.answer(late, names(1000, bytes: 1)) == success)
    #expect(harness.window.handedOver.isEmpty)
  }

  @Test func namesAloneOpenNothing() throws {
    let harness = try RemoteHarness(.openOnly)
    let success = #"{"error":"success"}"#
    do {
      let program = try harness.connect()
      #expect(harness.answer(program, names(1, bytes: 3)) == success)
    }
    for _ in 0..<4 { harness.turn() }
    #expect(harness.window.handedOver.isEmpty)
    let program = try harness.connect()
    #expect(harness.answer(program, "open /a") == success)
    #expect(harness.answer(program, names(2, bytes: 1)) == success)
    #expect(harness.answer(program, "open /b") == success)
    #expect(harness.answer(program, "open /c") == success)
    #expect(harness.window.handedOver.map(\.names) == [["/a"], ["x", "x", "/b"], ["/c"]])
    for line in [#"{"names":7}"#, #"{"names":["/a",7]}"#] {
      #expect(
        harness.answer(program, line) == #"{"error":"“names” must be a list of texts"}"#)
    }
  }

  @Test func namesAreOnlyForStarts() throws {
    let harness = try RemoteHarness(.everything)
    let program = try harness.connect()
    #expect(
      harness.answer(program, names(1, bytes: 1)) == #"{"error":"“command” is missing"}"#)
    #expect(harness.answer(program, "open /a") == #"{"error":"success"}"#)
    #expect(harness.window.performed.map(\.texts) == [["/a"]])
  }

  @Test func onlyTheLastDescriptorIsKept() throws {
    let harness = try RemoteHarness(.openOnly)
    let program = try harness.connect()
    let other = try FileDescriptor.pipe()
    let last = try FileDescriptor.pipe()
    try FileDescriptor.writeAll([1, 2, 3], to: last.second.number)
    for count in 1...100 {
      let number = count == 100 ? last.first.number : other.first.number
      let byte: [UInt8] = [0x61]
      _ = byte.withUnsafeBytes {
        fresnel_send_with_descriptor(program.socket.number, $0.baseAddress, 1, number)
      }
      harness.turn()
    }
    let success = #"{"error":"success"}"#
    #expect(harness.answer(program, "\nopen /a") == success)
    #expect(harness.answer(program, "open /b") == success)
    let handedOver = harness.window.handedOver
    #expect(handedOver.map(\.names) == [["/a"], ["/b"]])
    let input = try #require(handedOver.first?.input)
    #expect(try FileDescriptor.readAll(input.value.number, limit: 3) == [1, 2, 3])
    #expect(handedOver.last?.input == nil)
  }

  @Test func twoDescriptorsInOneMessageEndTheConnection() throws {
    let harness = try RemoteHarness(.openOnly)
    let program = try harness.connect()
    let pipe = try FileDescriptor.pipe()
    // A cmsghdr by hand, as its macros are not imported: length, level, type, numbers.
    var control: [Int32] = [24, 0, SOL_SOCKET, 1, pipe.first.number, pipe.second.number]
    var line = Array("open /a\n".utf8)
    var sent = 0
    line.withUnsafeMutableBytes { line in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: line.baseAddress, iov_len: line.count)
        withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          sent = sendmsg(program.socket.number, &header, 0)
        }
      }
    }
    #expect(sent == line.count)
    for _ in 0..<4 { harness.turn() }
    _ = program.receive()
    #expect(program.isClosed && harness.window.handedOver.isEmpty)
  }
}
