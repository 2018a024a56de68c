import CLinux
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// Programs that talk to a window.
@Suite struct RemoteServerTests {
  @Test(arguments: ["netrc true", "header-file /a", "recent-files on"])
  func settingsThatLetDataLeaveNeedConfirmation(words: String) throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    let name = words.prefix { $0 != " " }
    #expect(
      harness.ask(program, "set \(words)").map(\.text) == [
        #"{"error":"“set \#(name)” needs confirmation: start fresnel with --listen-trusted"}"#
      ])
    #expect(harness.window.performed.isEmpty)
    _ = harness.ask(program, "set glide false")
    #expect(harness.window.performed == [try Command(parsing: "set glide false")])
    let trusted = try RemoteHarness(.everything)
    _ = trusted.ask(try trusted.connect(), "set \(words)")
    #expect(trusted.window.performed == [try Command(parsing: "set \(words)")])
  }

  @Test func everyRequestHasItsAnswer() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    #expect(
      harness.answer(program, #"{"command":["zoom-to","2"],"request_id":1}"#)
        == #"{"error":"success","request_id":1}"#)
    #expect(harness.answer(program, "next 3") == #"{"error":"success"}"#)
    #expect(harness.window.performed.map(\.description) == ["zoom-to 2", "next 3"])
    harness.window.values[.zoom] = .number(0.5)
    #expect(
      harness.answer(program, #"{"command":["get","zoom"],"request_id":"a"}"#)
        == #"{"error":"success","data":0.5,"request_id":"a"}"#)
    let all = harness.ask(program, "get").last?["data"]
    #expect(all?["zoom"] == .number(0.5) && all?["file"] == .null)
    #expect(
      harness.answer(program, "nonsense") == #"{"error":"there is no command “nonsense”"}"#)
    harness.window.problem = "it is broken"
    #expect(harness.answer(program, "filter x") == #"{"error":"it is broken"}"#)
  }

  @Test func commandsAreRefusedWithTheReason() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    harness.window.refusals[.play] = "no animation"
    #expect(
      harness.answer(program, "play") == #"{"error":"“play” is not allowed now: no animation"}"#)
    for command in ["save", "save-view", "paste", "trash", "delete", "undo", "script x"] {
      let name = command.split(separator: " ").first ?? ""
      #expect(
        harness.answer(program, command)
          == #"{"error":"“\#(name)” needs confirmation: start fresnel with --listen-trusted"}"#)
    }
    #expect(harness.window.performed.isEmpty)
    let trusting = try RemoteHarness(.everything)
    let trusted = try trusting.connect()
    #expect(trusting.answer(trusted, "save") == #"{"error":"success"}"#)
    #expect(trusting.window.performed.map(\.name) == [.save])
  }

  @Test func whatWritesOrLeavesTheViewerNeedsConfirmation() {
    let names = CommandName.allCases.filter {
      $0.definition.traits.contains(.needsConfirmation)
    }
    #expect(
      names == [
        .paste, .showInFolder, .trash, .delete, .undo, .rename, .copyTo, .moveTo, .openWith,
        .print, .wallpaper, .turnFileRight, .turnFileLeft, .rotateFile, .mirrorFile, .save,
        .saveView, .mark, .markRange, .invertMarks, .unmarkAll, .script,
      ])
  }

  // MARK: Properties and events

  @Test func observedPropertiesAreReportedWhenTheyChange() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    harness.window.values = [.zoom: .number(1), .index: .integer(1)]
    let first = harness.ask(program, "observe 1 zoom\nobserve 2 index")
    harness.turn()
    let initial = first + program.receive()
    #expect(
      initial.filter { $0["event"] != nil }.map(\.text) == [
        #"{"event":"property-change","id":1,"name":"zoom","data":1.0}"#,
        #"{"event":"property-change","id":2,"name":"index","data":1}"#,
      ])
    harness.turn()
    #expect(program.receive().isEmpty)
    harness.window.values[.index] = .integer(2)
    harness.turn()
    #expect(program.receive().map { $0["data"] } == [.integer(2)])
    #expect(harness.answer(program, "unobserve 2") == #"{"error":"success"}"#)
    #expect(harness.answer(program, "unobserve 2") == #"{"error":"nothing is observed as 2"}"#)
    harness.window.values[.index] = .integer(3)
    harness.turn()
    #expect(program.receive().isEmpty)
    for number in 0..<RemoteClient.mostObserved {
      #expect(harness.answer(program, "observe \(number) zoom") == #"{"error":"success"}"#)
    }
    #expect(
      harness.answer(program, "observe 99 zoom")
        == #"{"error":"64 properties are observed already"}"#)
  }

  @Test func everyProgramGetsTheEvents() throws {
    let harness = try RemoteHarness()
    let programs = [try harness.connect(), try harness.connect()]
    let events: [RemoteEvent] = [
      .pictureShown(file: .string("/a.png")), .settled, .zoom(2),
      .marks(count: 3, isShownMarked: false), .failed(name: "a", sentence: "it is damaged"),
      .command(try Command(parsing: "filter 'blur(1)'")),
    ]
    for event in events { harness.server.send(event) }
    harness.turn()
    for program in programs {
      #expect(
        program.receive().map(\.text) == [
          #"{"event":"picture-shown","file":"/a.png"}"#, #"{"event":"settled"}"#,
          #"{"event":"zoom","scale":2.0}"#,
          #"{"event":"mark","count":3,"marked":false}"#,
          #"{"event":"failed","name":"a","sentence":"it is damaged"}"#,
          #"{"event":"command","name":"filter","text":"filter 'blur(1)'"}"#,
        ])
    }
    harness.server.close()
    for program in programs {
      #expect(program.receive().map(\.text) == [#"{"event":"quit"}"#])
      #expect(program.isClosed)
    }
    #expect(access(harness.path, F_OK) != 0)
  }

  @Test func aSlowReaderLosesEventsAndIsTold() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    _ = harness.ask(program, "observe 1 zoom")
    harness.turn()
    _ = program.receive()
    let count = 100_000
    for number in 0..<count {
      harness.window.values[.zoom] = .integer(number)
      harness.server.send(.settled)
      if number % 16 == 0 { harness.turn() }
    }
    harness.turn()
    var messages: [JSON] = []
    var isLast = false
    harness.run {
      messages += program.receive()
      isLast = messages.contains { $0["data"] == .integer(count - 1) }
      return isLast
    }
    let settled = messages.count { $0["event"] == .string("settled") }
    let dropped = messages.compactMap { message -> Int? in
      if case .integer(let number)? = message["count"] { number } else { nil }
    }
    #expect(dropped.count >= 1 && settled < count)
    let changes = messages.count { $0["event"] == .string("property-change") }
    #expect(changes < count / 16, "values in between are left out")
    let lost = dropped.reduce(0, +)
    #expect(settled + lost >= count)
  }

  // MARK: Many programs

  @Test func oneThatNeverReadsHoldsNobodyUp() throws {
    let harness = try RemoteHarness()
    let silent = try harness.connect()
    let programs = [try harness.connect(), try harness.connect()]
    let count = 1000
    let requests = (0..<count).map { #"{"command":["zoom-to",2],"request_id":\#($0)}"# + "\n" }
    let most = 5000
    let line = "get zoom" + String(repeating: " ", count: 1000) + "\n"
    silent.send(String(repeating: line, count: most))
    for program in programs { program.send(requests.joined()) }
    var ids: [[JSON]] = [[], []]
    var passes = 0
    harness.run {
      passes += 1
      for (index, program) in programs.enumerated() {
        program.send()
        ids[index] += program.receive().compactMap { $0["request_id"] }
      }
      silent.send()
      return ids.allSatisfy { $0.count >= count }
    }
    for ids in ids { #expect(ids == (0..<count).map { .integer($0) }) }
    #expect(passes <= 10, "1000 commands took \(passes) × 64 rounds")
    #expect(!silent.hasSentAll, "what is not read is not taken")
    // The program can still read all of its answers.
    var answers = 0
    harness.run {
      silent.send()
      answers += silent.receive().count
      return answers >= most
    }
    #expect(answers == most)
  }

  @Test func thereIsRoomForSixteen() throws {
    let harness = try RemoteHarness()
    var programs: [RemoteProgram] = []
    for _ in 0..<RemoteServer.mostClients { programs.append(try harness.connect()) }
    let late = try harness.connect()
    #expect(
      late.receive().map(\.text) == [#"{"error":"16 programs are connected already"}"#])
    #expect(late.isClosed)
    programs.removeLast()
    harness.turn()
    let next = try harness.connect()
    #expect(harness.answer(next, "fit") == #"{"error":"success"}"#)
    for program in programs {
      #expect(harness.answer(program, "fit") == #"{"error":"success"}"#)
    }
  }

  // MARK: Attackers

  @Test func aLineWithoutItsEndIsNotPerformed() throws {
    let harness = try RemoteHarness()
    do {
      let program = try harness.connect()
      program.send("fit\nquit")
      harness.turn()
    }
    for _ in 0..<4 { harness.turn() }
    #expect(harness.window.performed.map(\.name) == [.fit])
  }

  @Test func oneThatSendsNoMoreGetsItsAnswers() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    program.send(String(repeating: "fit\n", count: 500) + "quit")
    shutdown(program.socket.number, Int32(SHUT_WR))
    var answers = 0
    harness.run {
      answers += program.receive().count
      return program.isClosed
    }
    #expect(answers == 500)
    #expect(harness.deadlineIsFree)
  }

  @Test func oneThatIsGoneEndsNothing() throws {
    let harness = try RemoteHarness()
    for count in [0, 1, 5000] {
      let program = try harness.connect()
      program.send(String(repeating: "get\n", count: count))
      harness.turn()
      _ = consume program
      harness.server.send(.settled)
      for _ in 0..<4 { harness.turn() }
    }
    let program = try harness.connect()
    #expect(harness.answer(program, "fit") == #"{"error":"success"}"#)
  }

  @Test func descriptorsAreNotTaken() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    let pipe = try FileDescriptor.pipe()
    let line = Array("fit\n".utf8)
    let sent = line.withUnsafeBytes {
      fresnel_send_with_descriptor(
        program.socket.number, $0.baseAddress, $0.count, pipe.second.number)
    }
    #expect(sent == line.count)
    harness.run {
      _ = program.receive()
      return program.isClosed
    }
    #expect(harness.window.performed.isEmpty)
  }

  @Test func aLineOfAnyLengthIsOneSentence() throws {
    let harness = try RemoteHarness()
    let program = try harness.connect()
    program.send(String(repeating: "x", count: 3 << 20))
    program.send("\nfit\n")
    var answers: [JSON] = []
    harness.run {
      program.send()
      answers += program.receive()
      return answers.count >= 2
    }
    #expect(
      answers.map(\.text) == [
        #"{"error":"the line is longer than 65536 bytes"}"#, #"{"error":"success"}"#,
      ])
  }

  @Test func randomLinesHaveOneAnswerEach() throws {
    var random = SeededNumbers(seed: SoakRow.seed)
    let harness = try RemoteHarness()
    let program = try harness.connect()
    let count = 10_000
    let row = SoakRow(
      "random lines of remote control", target: 1_000_000, sample: count, parts: 3)
    while row.goesOn {
      for problem in sendRandomLines(count, from: program, to: harness, &random) {
        row.fail(problem)
      }
      row.done(count)
    }
    let last = harness.answer(program, "fit")
    row.check(last == #"{"error":"success"}"#, "the last answer is \(last)")
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// Returns what is wrong with the answers.
  private func sendRandomLines(
    _ count: Int, from program: RemoteProgram, to harness: RemoteHarness,
    _ random: inout SeededNumbers
  ) -> [String] {
    let parts =
      CommandName.allCases.map(\.rawValue) + RemoteProperty.allCases.map(\.rawValue) + [
        "{\"command\":", "{\"command\":[\"", "\"]", "}", "{", "[", "\"request_id\":", "1", "\"",
        "'", ",",
        "get ", "observe ", "unobserve ", " ", "\0", "\u{202e}", "\\u0000", "\\ud800", "null",
        "-1e999",
        "\"name\"", ":", "\r", "\t", "{\"a\":{\"a\":{\"a\":",
      ]
    var bytes: [UInt8] = []
    for number in 0..<count {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        if Int.random(in: 0..<10, using: &random) == 0 {
          let byte = UInt8.random(in: .min ... .max, using: &random)
          bytes.append(byte == 10 ? 0 : byte)
        } else {
          bytes += (parts.randomElement(using: &random) ?? "").utf8
        }
      }
      if number == 7 { bytes += [UInt8](repeating: 0x5b, count: 70_000) }
      bytes.append(10)
    }
    program.send(bytes)
    var answers = 0
    var others = 0
    harness.run(limit: 300) {
      program.send()
      for message in program.receive() {
        if case .string(let sentence)? = message["error"] {
          answers += 1
          if sentence.isEmpty || sentence.contains("\n") { others += 1 }
        } else if message["event"] == nil {
          others += 1
        }
      }
      return answers >= count
    }
    for _ in 0..<4 { harness.turn() }
    answers += program.receive().count { $0["error"] != nil }
    var problems: [String] = []
    if answers != count { problems.append("\(answers) answers to \(count) lines") }
    if others != 0 { problems.append("\(others) answers without a sentence") }
    return problems
  }
}

extension RemoteHarness {
  /// True if no descriptor keeps the loop busy.
  fileprivate var deadlineIsFree: Bool { server.deadline(at: 0) == nil }
}
