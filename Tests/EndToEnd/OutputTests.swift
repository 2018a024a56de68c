import Geometry
import Glibc
import TestSupport
import Testing

/// Output is complete, or a sentence and the exit status say that it is lost.
struct OutputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let commands = [
    ["--help"], ["--version"], ["formats"], ["filters"], ["render", "--help"], ["cut", "--help"],
    ["filters", "--help"], ["formats", "--help"], ["commands"], ["commands", "--format", "json"],
    ["keys"],
  ]

  /// Runs a shell command line, in which `$0` is the program and `$@` are its arguments.
  private func run(_ line: String, _ arguments: [String]) throws -> TestProcess {
    try TestProcess(
      "sh", ["-c", line, RunningViewer.program] + arguments, environment: RunningViewer.nobody)
  }

  private func expectLoss(
    _ arguments: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    for (redirection, reason) in [
      (">/dev/full", "No space left on device"), (">&-", "it is closed"),
    ] {
      let process = try run("exec \"$0\" \"$@\" \(redirection)", arguments)
      #expect(
        process.wait(limit: RunningViewer.timeout) == .status(1), "\(arguments) \(redirection)",
        sourceLocation: location)
      #expect(
        process.standardError
          == "fresnel: standard output could not be written: \(reason)\n",
        sourceLocation: location)
    }
  }

  @Test(arguments: commands) func lostOutputIsAnError(arguments: [String]) throws {
    try expectLoss(arguments)
  }

  @Test func lostStatisticsOfRenderAreAnError() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(40, 30))
    let output = folder["out.png"]
    try expectLoss(["render", file, "-o", output, "--stats"])
    #expect(try PixelGrid(png: output) == CoordinatePicture.grid(40, 30))
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func lostStatisticsOfAWindowAreAnError() throws {
    let picture = CoordinatePicture.grid(400, 300)
    let file = try folder.picture("a.png", picture)
    let server = try XServer()
    // No opened file may get the closed output's descriptor, since printed text would go into it.
    for redirection in [">/dev/full", ">&-"] {
      let process = try server.run(
        "sh",
        ["-c", "exec \"$0\" --stats \"$1\" \(redirection)", RunningViewer.program, file])
      let viewer = try RunningViewer(process, on: server)
      viewer.expect(picture)
      #expect(viewer.quit() == .status(1))
      #expect(
        process.standardError.hasPrefix("fresnel: standard output could not be written: "))
    }
  }

  @Test(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
  func lostAnswersAndMarkedPathsAreAnError() throws {
    let file = try folder.picture("a.png", CoordinatePicture.grid(400, 300))
    let socket = folder["socket"]
    let server = try XServer()
    for redirection in [">/dev/full", ">&-"] {
      let process = try server.run(
        "sh",
        [
          "-c", "exec \"$0\" --listen \"$1\" --print-marked \"$2\" \(redirection)",
          RunningViewer.program, socket, file,
        ], environment: RunningViewer.nobody)
      let viewer = try RunningViewer(process, on: server)
      try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
      try expectLoss(["tell", socket, "get", "zoom"])
      viewer.type("M")
      viewer.expectTitle { $0.hasPrefix("✓ a.png") }
      #expect(viewer.quit() == .status(1))
      #expect(
        process.standardError.hasPrefix("fresnel: standard output could not be written: "))
    }
  }

  /// Lines of the help text are filled: no line breaks before it has to, unless the text says so.
  @Test(arguments: commands.filter { $0.last == "--help" && $0.first != "filters" })
  func helpLinesAreFilled(arguments: [String]) throws {
    let process = try run("exec \"$0\" \"$@\"", arguments)
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    let text = String(decoding: process.standardOutput, as: UTF8.self)
    let overview = text.split(separator: "\nUSAGE:")[0]
    for paragraph in overview.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n")
      for (line, next) in zip(lines, lines.dropFirst()) {
        let word = next.prefix { $0 != " " }
        #expect(
          line.count + 1 + word.count > 80 || line.hasSuffix("."), "“\(line)” ends before “\(word)”"
        )
      }
    }
  }

  @Test func theUsageNamesEveryCommand() throws {
    let process = try run("exec \"$0\" \"$@\"", ["--help"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    let text = String(decoding: process.standardOutput, as: UTF8.self)
    for command in ["render", "cut", "filters", "formats", "commands", "keys"] {
      #expect(text.contains("       fresnel \(command)"))
      #expect(text.replacing("\n", with: " ").contains("./\(command)"))
    }
  }
}
