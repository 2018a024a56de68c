import Geometry
import Testing

@testable import Viewer

@Suite struct WindowTitleTests {
  @Test func theTitleHasAllParts() {
    let title = WindowTitle.text(
      TitleParts(
        name: "a.jpg", size: PixelSize(width: 6000, height: 4000), scale: 0.27, place: 3,
        count: 120))
    #expect(title == "a.jpg — 6000 × 4000 — 27 % — 3 / 120 — Fresnel")
  }

  @Test func theTitleHasThePage() {
    let title = WindowTitle.text(
      TitleParts(name: "a.tif", page: PageNumber(number: 2, count: 5), scale: 0.5))
    #expect(title == "a.tif — page 2 of 5 — 50 % — Fresnel")
  }

  @Test(arguments: [
    ("DAPI", "page 2 of 5: DAPI"), ("2", "page 2 of 5"), ("a\u{1B}\nb", "page 2 of 5: a\\x1B\\nb"),
    ("", "page 2 of 5"), ("\u{202E}gpj.exe", "page 2 of 5: \\u{202E}gpj.exe"),
    ("a\u{2066}b\u{200F}c", "page 2 of 5: a\\u{2066}b\\u{200F}c"),
    ("a\u{2028}b\u{200B}", "page 2 of 5: a\\u{2028}b\\u{200B}"),
    (String(repeating: "x", count: 500), "page 2 of 5: " + String(repeating: "x", count: 80) + "…"),
  ])
  func aPagesNameFollowsItsNumber(_ name: String, _ text: String) {
    #expect(PageNumber(number: 2, count: 5, name: name).text == text)
  }

  @Test func aSinglePictureHasNoPosition() {
    let title = WindowTitle.text(TitleParts(name: "a"))
    #expect(title == "a — Fresnel")
  }

  @Test(arguments: [
    (1.0, "100 %"), (64.0, "6400 %"), (0.1, "10 %"), (0.0374, "3.7 %"), (0.0001, "< 0.1 %"),
  ])
  func percentagesAreRounded(scale: Double, text: String) {
    #expect(WindowTitle.percentage(scale) == text)
  }
}
