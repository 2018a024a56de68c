import Geometry
import TestSupport
import Testing

/// The messages of `--filter` and `fresnel filters`, and filtering a folder of files.
@Suite struct FilterCommandTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", CoordinatePicture.grid(60, 40))
  }

  @Test(arguments: [
    ("exposure(9)", 2, "--filter: exposure: "),
    ("exposur", 2, "--filter: there is no filter “exposur”; did you mean exposure?"),
    ("exposure(", 2, "--filter: "),
    ("lut(\"none.cube\")", 1, "none.cube: "),
    ("lut", 2, "--filter: lut needs a file"),
    ("proof", 2, "--filter: proof needs a file"),
    ("proof(\"none.icc\")", 1, "none.icc: "),
    ("proof(\"/dev/null\")", 1, "/dev/null: "),
  ])
  func anInvalidChainGivesOneSentence(chain: String, status: Int32, sentence: String) throws {
    for arguments in [["render", file, "-o", folder["out.png"]], [file]] {
      let process = try TestProcess(
        RunningViewer.program, arguments + ["--filter", chain],
        environment: RunningViewer.nobody.merging(["DISPLAY": nil]) { $1 })
      #expect(process.wait(limit: RunningViewer.timeout) == .status(status))
      let error = process.standardError
      #expect(error.hasPrefix("fresnel: " + sentence), "\(error)")
      #expect(error.filter { $0 == "\n" }.count == 1, "\(error)")
    }
  }

  @Test func theListNamesEveryFilterWithItsRangesAndDefaults() throws {
    try folder.folders("config/fresnel/filters")
    try folder.file(
      "config/fresnel/filters/mine.frag",
      Array("//!DESC Mine\n//!HOOK COLOR\nvec4 filter_color(vec4 color) { return color; }\n".utf8))
    let process = try TestProcess(
      RunningViewer.program, ["filters"],
      environment: ["DISPLAY": nil, "XDG_CONFIG_HOME": folder["config"]])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    let text = String(decoding: process.standardOutput, as: UTF8.self)
    #expect(text.contains("\nexposure: "))
    #expect(text.contains("-5 to 5 [0]"))
    #expect(text.contains("\nmine (yours): Mine\n"), "\(text)")
    #expect(process.standardError.isEmpty)
  }

  @Test func aBrokenFilterFileIsNamedAndTheOthersWork() throws {
    try folder.folders("config/fresnel/filters")
    try folder.file("config/fresnel/filters/bad.frag", Array("//!HOOK NOWHERE\n".utf8))
    let output = folder["out.png"]
    let process = try RenderRun.start(
      file, ["--filter", "invert"], output: output,
      environment: ["XDG_CONFIG_HOME": folder["config"]])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(process.standardError.contains("bad.frag:1: "), "\(process.standardError)")
    let inverted = FilterTests.inverted(CoordinatePicture.grid(60, 40))
    #expect(try PixelGrid(png: output).difference(from: inverted, tolerance: 1) == nil)
  }

  @Test func aShellLoopProcessesAFolder() throws {
    try folder.picture("b.png", CoordinatePicture.grid(50, 70))
    let loop = """
      cd "\(folder.path)" && for f in a.png b.png; do
        "\(RunningViewer.program)" render "$f" -o "done-$f" --filter invert || exit 1
      done
      """
    let process = try TestProcess(
      "/bin/sh", ["-c", loop], environment: RunningViewer.nobody.merging(["DISPLAY": nil]) { $1 })
    #expect(process.wait(limit: RunningViewer.timeout) == .status(0), "\(process.standardError)")
    for (name, size) in [("a", (60, 40)), ("b", (50, 70))] {
      let inverted = FilterTests.inverted(CoordinatePicture.grid(size.0, size.1))
      let done = try PixelGrid(png: folder["done-\(name).png"])
      #expect(done.difference(from: inverted, tolerance: 1) == nil)
    }
  }
}
