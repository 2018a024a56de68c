import Controls
import Geometry
import Preferences
import TestSupport
import Testing
import Text

@testable import Viewer

/// The colours of panels, and the desktop's wish for no motion.
@Suite struct PanelThemeTests {
  private let area = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)

  private func drawing(_ background: PaintColor, _ text: PaintColor) -> PanelDrawing {
    PanelDrawing(
      position: area,
      items: [
        .rectangle(Rect(area), background),
        .clipped(Rect(area), [.text(DrawingText("a", in: Rect(area), size: 9, color: text))]),
      ])
  }

  private func colors(_ drawing: PanelDrawing) -> (background: PaintColor, text: PaintColor)? {
    guard case .rectangle(_, _, let background) = drawing.items[0],
      case .clipped(_, let items) = drawing.items[1], case .text(let text)? = items.first
    else { return nil }
    return (background, text.color)
  }

  private let dark = PaintColor(red: 0.075, green: 0.077, blue: 0.084, alpha: 0.92)

  @Test func withoutAThemeNothingChanges() {
    let drawing = drawing(dark, PaintColor(white: 0.6))
    #expect(PanelTheme().applied(to: drawing) == drawing)
  }

  @Test(arguments: [false, true])
  func highContrastIsOpaqueAndFarApart(isLight: Bool) throws {
    let theme = PanelTheme(isLight: isLight, hasHighContrast: true)
    let found = try #require(
      colors(theme.applied(to: drawing(dark, PaintColor(white: 0.6, alpha: 0.7)))))
    #expect(found.background.alpha == 1 && found.text.alpha == 1)
    let (low, high) = isLight ? (found.text, found.background) : (found.background, found.text)
    #expect(low.red < 0.25 && high.red > 0.75)
    // Relative luminance, as WCAG 2 defines its contrast; 7 is its strictest level.
    func linear(_ value: Double) -> Double { value * value * (value > 0 ? 1 : 0) }
    #expect((linear(high.green) + 0.05) / (linear(low.green) + 0.05) >= 7)
  }

  @Test func aLightThemeKeepsTheHue() throws {
    let blue = PaintColor(red: 0.4, green: 0.64, blue: 0.98)
    let found = try #require(colors(PanelTheme(isLight: true).applied(to: drawing(dark, blue))))
    #expect(found.background.red > 0.9 && found.background.alpha == 0.92)
    #expect(found.text.blue > found.text.green && found.text.green > found.text.red)
    #expect(found.text.blue < 0.7 && found.text.red >= 0)
  }

  @Test func shownPanelsAreDrawnAgain() throws {
    var controller = OverlayController()
    let surface = PixelSize(width: 100, height: 100)
    let drawing = drawing(dark, PaintColor(white: 0.6))
    _ = controller.set(.menu, .drawing(drawing), on: surface)
    let theme = PanelTheme(isLight: true, hasHighContrast: true)
    let again = controller.setTheme(theme)
    guard case .drawing(let request)? = again.first, again.count == 1 else {
      Issue.record("nothing is drawn again")
      return
    }
    #expect(request.items == theme.applied(to: drawing).items)
    let unchanged = controller.setTheme(theme)
    #expect(unchanged.isEmpty)
  }

  // MARK: Settings

  @Test func panelsAreLightIfTheDesktopOrTheUserPrefersIt() throws {
    var settings = try settings("")
    #expect(settings.panelTheme == PanelTheme())
    settings.desktop.isLight = true
    #expect(settings.panelTheme == PanelTheme(isLight: true))
    try settings.set(Setting.named("theme").get(), to: "dark")
    #expect(settings.panelTheme == PanelTheme())
    settings.desktop.hasHighContrast = true
    #expect(settings.panelTheme == PanelTheme(hasHighContrast: true))
    try settings.set(Setting.named("theme").get(), to: "auto")
    #expect(settings.panelTheme == PanelTheme(isLight: true, hasHighContrast: true))
  }

  @Test func theFilesThemeCountsFromTheStart() throws {
    #expect(try settings("theme = \"light\"\n").panelTheme == PanelTheme(isLight: true))
    var dark = try settings("theme = \"dark\"\n")
    dark.desktop.isLight = true
    #expect(dark.panelTheme == PanelTheme())
  }

  // MARK: Motion

  private func settings(_ text: String) throws -> ViewSettings {
    let folder = try TemporaryFolder()
    let path = try folder.file("config.toml", Array(text.utf8))
    return ViewSettings(PreferencesFile.read(Array(path.utf8)))
  }

  @Test func theDesktopStopsMotionUnlessTheUserHasChosen() throws {
    var still = try settings("")
    #expect(still.zooming.isAnimated && still.fadeTime > 0 && still.view.playsAtOnce)
    still.desktop.isAnimated = false
    #expect(!still.zooming.isAnimated && still.fadeTime == 0 && !still.view.playsAtOnce)
    try still.set(Setting.named("animation").get(), to: "true")
    #expect(still.zooming.isAnimated && still.fadeTime > 0)
    var chosen = try settings("animation = true\n")
    chosen.desktop.isAnimated = false
    #expect(chosen.zooming.isAnimated && chosen.fadeTime > 0)
    chosen.desktop.isAnimated = true
    #expect(chosen.zooming.isAnimated)
  }
}
