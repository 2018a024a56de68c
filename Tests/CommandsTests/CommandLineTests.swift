import Geometry
import Testing

@testable import Commands
@testable import Viewer

@Suite struct CommandLineTests {
  @Test func namesInInvalidUTF8KeepTheirBytes() {
    let name: [UInt8] = [0x61, 0xff, 0xfe, 0x2e, 0x70, 0x6e, 0x67]
    let arguments = RawArguments([Array("--stats".utf8), name])
    #expect(arguments.strings[0] == "--stats")
    #expect(arguments.bytes(of: arguments.strings[0]) == Array("--stats".utf8))
    #expect(arguments.bytes(of: arguments.strings[1]) == name)
  }

  @Test func twoNamesInInvalidUTF8StayDistinct() {
    let arguments = RawArguments([[0xff], [0xfe]])
    #expect(arguments.bytes(of: arguments.strings[0]) == [0xff])
    #expect(arguments.bytes(of: arguments.strings[1]) == [0xfe])
  }

  /// `PlainCommandLine`, the fast path without the parser, gives the parser's result.
  @Test(arguments: [
    [], ["a.png"], ["-"], ["--fullscreen"], ["b", "--fullscreen", "-", "--stats", "a b"],
    ["--stats", "--stats", "x--y"], ["--reuse", "a", "--reuse"],
    ["--fullscreen", "--fullscreen", ""], ["a", "render"],
    ["./cut"],
  ])
  func theFastPathAgreesWithTheParser(words: [String]) throws {
    let plain = try #require(PlainCommandLine(words))
    let parsed = try ViewCommand.parse(words)
    #expect(plain.names == parsed.files)
    #expect(plain.isFullScreen == parsed.fullscreen)
    #expect(plain.reusesWindow == parsed.reuse)
    #expect(plain.printsStatistics == parsed.stats)
  }

  @Test(arguments: [
    ["--zoom", "1", "a"], ["a", "--help"], ["--version"], ["--", "--fullscreen"], ["-f"],
    ["--fullscreen=1"], ["--full"], ["--no-fullscreen"], ["a", "-x"], ["render"], ["cut", "a"],
    ["filters"], ["formats", "--fullscreen"],
    ["tell", "a"], ["--listen", "a", "b"], ["--listen-trusted"],
  ])
  func theFastPathLeavesAllOtherWordsToTheParser(words: [String]) {
    #expect(PlainCommandLine(words) == nil)
  }

  @Test(arguments: [
    ("fit", ZoomArgument.fit), ("1", .scale(1)), ("0.5", .scale(0.5)), ("50%", .scale(0.5)),
    ("64", .scale(64)), ("100000000", .scale(1e8)), ("1e12%", .scale(1e10)),
  ])
  func readsZooms(text: String, zoom: ZoomArgument) {
    #expect(ZoomArgument(argument: text) == zoom)
  }

  @Test(arguments: ["", "0", "-1", "nan", "inf", "x", "%", "1e999"])
  func refusesInvalidZooms(text: String) {
    #expect(ZoomArgument(argument: text) == nil)
  }

  @Test(arguments: ["", "x", "10x", "x10", "0x5", "-3x4", "10x10x10", "9999999x1", "1.5x2"])
  func refusesInvalidSizes(text: String) {
    #expect(SizeArgument(argument: text) == nil)
  }

  @Test func readsSizesPointsAndColours() {
    #expect(
      SizeArgument(argument: "1620x1080")?.size == PixelSize(width: 1620, height: 1080))
    #expect(PointArgument(argument: "10,-2.5")?.point == Point(x: 10, y: -2.5))
    #expect(PointArgument(argument: "10") == nil)
    #expect(PointArgument(argument: "nan,1") == nil)
    let color = ColorArgument(argument: "#102aff")?.color
    #expect(color?.red == 16 && color?.green == 42 && color?.blue == 255)
    #expect(ColorArgument(argument: "12345") == nil)
    #expect(ColorArgument(argument: "-12345") == nil)
  }

  @Test func renderRefusesContradictoryOptions() {
    #expect(throws: (any Error).self) {
      try RenderCommand.parse(["a.png", "-o", "b.png", "--zoom", "fit"])
    }
    #expect(throws: (any Error).self) {
      try RenderCommand.parse(["a.png", "-o", "b.png", "--center", "1,1"])
    }
    #expect(throws: Never.self) {
      try RenderCommand.parse(["a.png", "-o", "b.png", "--zoom", "fit", "--size", "8x8"])
    }
  }
}
