import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing

/// Tiles without a description, in folders and on servers, opened by a template.
@Suite struct NamedTilesTests {
  private let folder: TemporaryFolder
  private let file: String
  private let picture = CoordinatePicture.grid(603, 335)

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  private func cut(_ layout: String, edge: Int = 128) throws {
    try CutRun.run(
      file, ["--layout", layout, "--format", "png", "--tile-size", "\(edge)"],
      output: folder[layout])
  }

  /// The output of `fresnel cut` without a description, from a folder and from a server.
  @Test(arguments: [
    ("xyz", "{z}/{x}/{y}.png", 128), ("rowcol", "rowcol_{scale}_{column}_{row}.png", 128),
    ("rowcol", "rowcol_{scale}_{column}_{row}.png", 256),
  ])
  func cutTilesEqualThePicture(layout: String, names: String, edge: Int) throws {
    try cut(layout, edge: edge)
    let template = "\(layout)/\(names)#603x335" + (edge == 256 ? "" : "@\(edge)")
    let here = try RenderRun.pixels(folder[template], in: folder)
    #expect(here.difference(from: picture) == nil)
    let path = folder.path
    let server = try FaultyServer { WebReply.file($0.path, in: path) }
    let there = try RenderRun.pixels(
      server.address("/" + template), in: folder,
      environment: ["HOME": folder.path, "XDG_CACHE_HOME": folder["cache"], "http_proxy": nil])
    #expect(there.difference(from: picture) == nil)
  }

  /// Rows and columns alone form one level, from which smaller views are reduced.
  @Test func rowsAndColumnsAreOneLevel() throws {
    try cut("rowcol")
    for (name, _) in try CutRun.files(below: folder["rowcol"]) where name.contains("_1000_") {
      let parts = name.split(separator: "_")
      let plain = folder["rowcol/t_\(parts[2])_\(parts[3])"]
      try #require(rename(folder["rowcol/\(name)"], plain) == 0)
    }
    let template = folder["rowcol/t_{column}_{row}.png#603x335@128"]
    #expect(try RenderRun.pixels(template, in: folder).difference(from: picture) == nil)
    let small = try RenderRun.pixels(template, ["--zoom", "0.25"], in: folder)
    let wanted = try RenderRun.pixels(file, ["--zoom", "0.25"], in: folder)
    #expect(small.difference(from: wanted, tolerance: 1) == nil)
  }

  @Test func theTitleShowsTheFoldersName() throws {
    try cut("xyz")
    let viewer = try RunningViewer([
      "--geometry", "603x335+30+20", folder["xyz/{z}/{x}/{y}.png#603x335@128"],
    ])
    #expect(try viewer.settled().difference(from: picture) == nil)
    #expect(viewer.title.hasPrefix("xyz"), "\(viewer.title)")
    _ = viewer.quit()
    #expect(viewer.process.standardError == "")
  }

  @Test func aFileNamedLikeATemplateIsAFile() throws {
    let named = try folder.picture("{x}#1x1.png", picture)
    #expect(try RenderRun.pixels(named, in: folder).difference(from: picture) == nil)
  }

  @Test(arguments: [
    ("no/{z}/{x}/{y}.png#603x335", "which does not exist"),
    ("xyz/{z}/{x}/{y}.jpg#603x335@128", "no tile"),
    ("xyz/{column}_{row}.png", "the picture's size is missing"),
    ("xyz/{z}/{x}/{y}.png#603", "the picture's size is missing"),
    ("xyz/{z}/{x}/{y}.png#603x335@8", "8 × 8"),
    ("xyz/{z}/{q}/{y}.png#603x335", "{q}"),
    ("xyz/{z}/{x}/{y}.png#603x335", "128 × 128 pixels instead of 256 × 256"),
  ])
  func impossibleTemplatesGiveASentence(template: String, sentence: String) throws {
    try cut("xyz")
    let run = try RenderRun.start(folder[template], output: folder["out.png"])
    #expect(run.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(run.standardError.contains(sentence), "\(run.standardError)")
  }
}
