import TestSupport
import Testing

@testable import Viewer

/// Lines from other programs, parsed as requests.
@Suite struct RemoteLineTests {
  private func line(_ text: String) -> RemoteLine { RemoteLine(.line(Array(text.utf8))) }

  private func sentence(_ text: String) -> String? {
    if case .failure(let problem) = line(text).request { problem.sentence } else { nil }
  }

  private func command(_ text: String) -> String? {
    if case .success(.command(let command)) = line(text).request {
      command.description
    } else {
      sentence(text)
    }
  }

  @Test(arguments: [
    ("zoom-to 2", "zoom-to 2"), (#"{"command":["zoom-to","2"]}"#, "zoom-to 2"),
    (#"{"command":["zoom-to",2]}"#, "zoom-to 2"), (#"{"command":["zoom-to",0.5]}"#, "zoom-to 0.5"),
    (#"{"command":"zoom-to 2"}"#, "zoom-to 2"), (#"{"command":["fit"]}"#, "fit"),
    (#"{"command":{"name":"zoom-to","scale":2}}"#, "zoom-to 2"),
    (#"{"command":{"number":"+10","name":"go"}}"#, "go +10"),
    (#"{"command":{"name":"next"}}"#, "next 1"),
    (#"{"command":{"name":"pan","down":1,"right":-0.5}}"#, "pan -0.5 1"),
    (#"  {"command":["filter",""]}  "#, "filter ''"),
    (#"{"command":["filter","exposure(1), blur"]}"#, "filter 'exposure(1), blur'"),
    (#"{"command":["open","/a b.png","c'd"]}"#, #"open '/a b.png' "c'd""#),
    (#"{"command":{"name":"open","path":["a","b"]}}"#, "open 'a' 'b'"),
    (#"{"command":{"name":"open","path":"a"}}"#, "open 'a'"), ("open 'a b' c", "open 'a b' 'c'"),
  ])
  func commandsAreWordsOrNamedValues(text: String, expected: String) {
    #expect(command(text) == expected)
  }

  @Test func requestsAboutProperties() {
    #expect(line("get").request == .success(.get(nil)))
    #expect(line("get full-screen").request == .success(.get(.fullScreen)))
    #expect(line("observe -3 zoom").request == .success(.observe(-3, .zoom)))
    #expect(line(#"{"command":["observe",1,"file"]}"#).request == .success(.observe(1, .file)))
    #expect(
      line(#"{"command":{"name":"observe","number":1,"property":"file"}}"#).request
        == .success(.observe(1, .file)))
    #expect(line("unobserve 1").request == .success(.unobserve(1)))
  }

  @Test func namesComeWithoutACommand() {
    #expect(line(#"{"names":["/a","b"]}"#).request == .success(.names(["/a", "b"])))
    #expect(command(#"{"names":["/a"],"command":["fit"]}"#) == "fit")
    #expect(sentence(#"{"names":{}}"#) == "“names” must be a list of texts")
  }

  @Test func theIDIsRepeatedWhateverItIs() {
    #expect(line(#"{"command":["fit"],"request_id":7}"#).id == .integer(7))
    #expect(line(#"{"command":["nonsense"],"request_id":"a"}"#).id == .string("a"))
    #expect(line(#"{"request_id":null}"#).id == .null)
    #expect(line("fit").id == nil)
  }

  @Test(arguments: [
    ("", "the command is empty"), (#"{"command":[]}"#, "the command is empty"),
    ("{", "the line is not valid JSON at byte 2"), ("{} x", "the line is not valid JSON at byte 4"),
    ("{}", "“command” is missing"),
    (#"{"command":7}"#, "“command” must be a list of words or an object"),
    (#"{"command":{}}"#, "“command” needs a “name”"),
    (#"{"command":["fit",null]}"#, "a value must be a text or a number"),
    (#"{"command":["fit",[1]]}"#, "a value must be a text or a number"),
    (#"{"command":{"name":"fit","scale":2}}"#, "“fit” has no value “scale”"),
    (#"{"command":{"name":"pan","down":2}}"#, "“pan” needs the values before “down”, too"),
    ("zoom-too 2", "there is no command “zoom-too”; did you mean “zoom-to”?"),
    (
      #"{"command":{"name":"zoom-too"}}"#, "there is no command “zoom-too”; did you mean “zoom-to”?"
    ),
    ("get zom", "there is no property “zom”; did you mean “zoom”?"),
    ("get zoom file", "use: get [PROPERTY]"), ("observe zoom", "use: observe NUMBER PROPERTY"),
    ("observe one zoom", "NUMBER must be a whole number, not “one”"),
  ])
  func mistakesAreOneSentence(text: String, expected: String) {
    #expect(sentence(text) == expected)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let invalid = RemoteLine(.line([0x66, 0xff]))
    #expect(invalid.request == .failure(.init(sentence: "the line is not UTF-8")))
    let long = RemoteLine(.tooLong)
    #expect(long.request == .failure(.init(sentence: "the line is longer than 65536 bytes")))
  }
}
