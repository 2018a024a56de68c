import Geometry
import TestSupport
import Testing

/// The user's settings apply when the command line is only a file name.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct BareNameTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(500, 300)

  init() throws { folder = try TemporaryFolder() }

  private func open(_ settings: String) throws -> RunningViewer {
    try folder.folders("config/fresnel")
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    let file = try folder.picture("map.png", picture)
    return try RunningViewer([file], environment: ["XDG_CONFIG_HOME": folder["config"]])
  }

  @Test func backgroundAndFullScreenApply() throws {
    let viewer = try open("background = \"102030\"\nfullscreen = true\n")
    let screen = PixelSize(width: 1280, height: 800)
    viewer.expect(picture.centered(on: screen, surround: 0x102030))
    #expect(viewer.rect == PixelRect(screen))
    _ = viewer.quit()
    #expect(viewer.process.standardError == "")
  }

  @Test func theZoomKeysUseTheWheelsStep() throws {
    let viewer = try open("wheel-step = 2\nbar = \"off\"\n")
    viewer.expect(picture)
    for (key, zoom) in [("+", 200), ("+", 400), ("-", 200), ("-", 100)] as [(Unicode.Scalar, Int)] {
      viewer.type(key)
      viewer.expectTitle("after \(key)") { $0.contains(" \(zoom) %") }
    }
    let middle = viewer.size
    viewer.point(atX: middle.width / 2, y: middle.height / 2)
    viewer.hands.wheel(-1)
    viewer.expectTitle("after the wheel") { $0.contains(" 200 %") }
  }

  @Test func invalidSettingsAreReported() throws {
    let viewer = try open("animation = true\nwheel-step = 9\nbackground = \"102030\"\n")
    viewer.waitUntilQuiet()
    _ = viewer.quit()
    let lines = viewer.process.standardError.split(separator: "\n")
    let file = folder["config/fresnel/config.toml"]
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.hasPrefix("fresnel: \(file):2: wheel-step must be") == true, "\(lines)")
  }
}
