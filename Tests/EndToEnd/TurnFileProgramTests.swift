import Glibc
import TestSupport
import Testing

/// Turning files in the window: they are shown anew, and turned back.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct TurnFileProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("config/fresnel")
    try folder.folders("pictures")
    for (name, width) in [("a", 300), ("b", 200)] {
      try folder.picture("pictures/\(name).png", CoordinatePicture.grid(width, 150))
    }
    let settings = """
      [keys]
      "t" = "turn-file-right"
      "y" = "mirror-file"
      """
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
  }

  private func viewer() throws -> RunningViewer {
    try RunningViewer(
      ["--geometry", "600x400", folder["pictures/a.png"]],
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"],
      ])
  }

  private func isTurned(_ name: String) -> Bool {
    let file = (try? TemporaryFolder.contents(of: folder["pictures/\(name).png"])) ?? []
    let chunk = Array("eXIf".utf8)
    return file.indices.contains { file[$0...].starts(with: chunk) && file[$0 + 4 + 19] == 6 }
  }

  @Test func theShownFileIsTurnedAndTurnedBack() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.contains("300 × 150") }
    _ = try viewer.settled()
    viewer.type("t")
    viewer.expectTitle { $0.contains("150 × 300") }
    #expect(isTurned("a") && !isTurned("b"))
    viewer.type("t")
    viewer.expectTitle { $0.contains("300 × 150") }
    for size in ["150 × 300", "300 × 150"] {
      #expect(viewer.hands.key(0x7A, holding: [Key.control]))
      viewer.expectTitle { $0.contains(size) }
    }
    #expect(!isTurned("a"))
    #expect(TemporaryFolder.names(in: folder["pictures"]) == ["a.png", "b.png"])
    #expect(viewer.quit() == .status(0))
  }

  @Test func markedFilesAreTurned() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.contains("300 × 150") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("b.png") }
    _ = try viewer.settled()
    viewer.type("M")
    viewer.expectTitle { $0.hasPrefix("✓ b.png") }
    viewer.type("t")
    viewer.expectTitle { $0.contains("150 × 200") }
    #expect(isTurned("a") && isTurned("b"))
    viewer.type("p")
    viewer.expectTitle { $0.contains("150 × 300") }
    #expect(viewer.quit() == .status(0))
  }
}
