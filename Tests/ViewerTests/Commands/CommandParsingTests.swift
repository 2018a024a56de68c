import TestSupport
import Testing

@testable import Viewer

/// Commands as text.
@Suite struct CommandParsingTests {
  private func sentence(_ text: String) -> String? {
    do throws(Command.SyntaxError) {
      _ = try Command(parsing: text)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test func aNameWithAZeroByteIsNoFile() {
    #expect(throws: Command.SyntaxError(sentence: "no file is called “/a\\x00.png”")) {
      try Command(parsing: "open '/a\u{0}.png'")
    }
  }

  @Test func valuesAreThoseWritten() throws {
    #expect(try Command(parsing: "zoom-to 2").number() == 2)
    #expect(try Command(parsing: "  pan  -0.1   0.5 ").number(1) == 0.5)
    #expect(try Command(parsing: "pan -0.1 0.5").number(0) == -0.1)
    #expect(try Command(parsing: "next").wholeNumber() == 1)
    #expect(try Command(parsing: "next 12").wholeNumber() == 12)
    #expect(try Command(parsing: "rotate -90").wholeNumber() == -90)
    #expect(
      try Command(parsing: "filter 'exposure(stops=0.5), sharpen'").text
        == "exposure(stops=0.5), sharpen")
    #expect(try Command(parsing: "filter ''").text == "")
    #expect(try Command(parsing: "filter \"a'b\"").text == "a'b")
  }

  @Test(arguments: [("7", 7, false), ("+10", 10, true), ("-3", -3, true)])
  func aPlaceIsANumberOrADistance(text: String, number: Int, isRelative: Bool) throws {
    let place = try Command(parsing: "go \(text)").place
    #expect(place.number == number && place.isRelative == isRelative)
  }

  @Test func aSettingIsCheckedWithItsValue() throws {
    let command = try Command(parsing: "set edge-policy free")
    #expect(command.text == "edge-policy" && command.text(1) == "free")
    #expect(try Command(parsing: "set filter ''").text(1) == "")
    #expect(try Command(parsing: command.description) == command)
    #expect(sentence("set wheel-step 9") == "wheel-step must be 1.01 to 4, not “9”")
    #expect(
      sentence("set wheel-stepp 2")
        == "there is no setting “wheel-stepp”; did you mean “wheel-step”?")
    #expect(sentence("set glide") == "“set” needs VALUE: a text")
    #expect(sentence("set glide true false") == "“set” takes two values")
  }

  @Test func errorsAreOneSentence() {
    #expect(sentence("") == "the command is empty")
    #expect(sentence("zoom-too 2") == "there is no command “zoom-too”; did you mean “zoom-to”?")
    #expect(sentence("frobnicate") == "there is no command “frobnicate”")
    #expect(sentence("fit 2") == "“fit” takes no value")
    #expect(sentence("zoom-to 2 3") == "“zoom-to” takes one value")
    #expect(sentence("zoom-by") == "“zoom-by” needs FACTOR: a number from 0.001 to 1000")
    #expect(
      sentence("zoom-by 0")
        == "FACTOR of “zoom-by” must be a number from 0.001 to 1000, not “0”")
    #expect(
      sentence("rotate 45")
        == "DEGREES of “rotate” must be 90, 180, 270, -90, -180, -270, not “45”")
    #expect(
      sentence("go 0") == "NUMBER of “go” must be a number from 1, or a distance with its sign, "
        + "not “0”")
    #expect(sentence("filter 'exposure") == "a quotation mark is missing")
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e400", "9223372036854775808", "-9223372036854775808"])
  func numbersWithoutBoundsAreRefused(text: String) {
    for name in ["zoom-to", "zoom-by", "next", "go", "rotate", "expose"] {
      #expect(sentence("\(name) \(text)") != nil, "\(name) \(text)")
    }
  }

  @Test func aCommandIsWrittenAsItIsRead() throws {
    for text in [
      "next 3", "go +10", "go -1", "go 5", "zoom-to 0.5", "pan 0.25 -0.5", "filter 'exposure(1)'",
      "fit", "expose -0.25",
    ] {
      let command = try Command(parsing: text)
      #expect(command.description == text)
      #expect(try Command(parsing: command.description) == command)
    }
  }

  @Test func theLargestNumberIsReadAsItWasWritten() throws {
    let command = try Command(parsing: "zoom-to 1e15")
    #expect(command.number() == 1e15)
    #expect(try Command(parsing: command.description) == command)
  }

  @Test func randomLinesAreCommandsOrHaveASentence() {
    var random = SeededNumbers()
    let words =
      CommandName.allCases.map(\.rawValue) + [
        "'", "\"", "\u{202E}", "1e9", "-", "+", "\0", "é", "",
      ]
    for _ in 0..<100_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text += words.randomElement(using: &random) ?? ""
        text += Bool.random(using: &random) ? " " : String(Int.random(in: -9...9, using: &random))
      }
      if let sentence = sentence(text) {
        #expect(!sentence.isEmpty && !sentence.contains("\n"), "\(text), seed \(random.seed)")
      }
    }
  }

  @Test func everyCommandThatNeedsNoValueHasNone() throws {
    for name in CommandName.allCases {
      let needsValues = name.definition.arguments.contains { $0.standard == nil }
      #expect((Command(name) == nil) == needsValues, "\(name)")
      if !needsValues { #expect(try Command(parsing: name.rawValue) == Command(name)) }
    }
  }

  @Test func aWheelMultipliesWhatCanBeMultiplied() throws {
    #expect(try Command(parsing: "expose 0.5").scaled(by: -2).number() == -1)
    #expect(try Command(parsing: "zoom-to 2").scaled(by: 3).number() == 2)
    #expect(try Command(parsing: "zoom-by 2").scaled(by: 3).number() == 8)
    #expect(try Command(parsing: "zoom-by 2").scaled(by: -1).number() == 0.5)
    let pan = try Command(parsing: "pan 0.5 -0.25").scaled(by: 2)
    #expect(pan.number(0) == 1 && pan.number(1) == -0.5)
  }

  @Test(arguments: [
    ("next 2", "previous 2"), ("next-page", "previous-page"), ("go +3", "go -3"),
    ("zoom-in", "zoom-out"), ("zoom-by 4", "zoom-by 0.25"), ("pan 0.5 -1", "pan -0.5 1"),
    ("rotate 90", "rotate -90"), ("turn-right", "turn-left"), ("faster", "slower"),
    ("expose 1", "expose -1"), ("pan-up", "pan-down"), ("next-marked", "previous-marked"),
  ])
  func aStepHasAnOpposite(text: String, other: String) throws {
    let step = try Command(parsing: text)
    let back = try Command(parsing: other)
    #expect(step.opposite == back)
    #expect(back.opposite == step)
  }

  @Test(arguments: ["go 3", "fit", "zoom-to 2", "trash", "delete", "quit", "script a", "mirror"])
  func otherCommandsHaveNoOpposite(text: String) throws {
    #expect(try Command(parsing: text).opposite == nil)
  }
}
