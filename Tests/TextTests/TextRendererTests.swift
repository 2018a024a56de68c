import Geometry
import Platform
import Testing

@testable import Text

@Suite struct TextRendererTests {
  @Test func textIsLightOnADarkTranslucentPanel() throws {
    let bitmap = try #require(try Collector().bitmap([.body("Fresnel")]))
    #expect(bitmap.lightest(columns: 0..<bitmap.size.width, rows: 0..<bitmap.size.height) > 200)
    #expect(bitmap.inkCount > 50)
    // Corners are round, so the corner pixel is nearly clear; the middle of the edge is panel.
    #expect(bitmap.pixels[3] < 40)
    let edge = Array(bitmap.pixels[(bitmap.size.width / 2) * 4..<(bitmap.size.width / 2) * 4 + 4])
    #expect((200..<230).contains(edge[3]) && edge[0] < 30)
  }

  @Test func pixelsArePremultipliedAndGrey() throws {
    let bitmap = try #require(try Collector().bitmap([.title("Fresnel"), .body("lens, 3 / 120")]))
    for start in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let pixel = bitmap.pixels[start..<start + 4]
      // No subpixel antialiasing: all three channels are equal.
      guard pixel[start] == pixel[start + 1], pixel[start] == pixel[start + 2],
        pixel[start] <= pixel[start + 3]
      else {
        Issue.record("pixel \(start / 4) is \(Array(pixel))")
        return
      }
    }
  }

  @Test func longerTextIsWiderAndALargerScaleIsLarger() throws {
    let collector = try Collector()
    let short = try #require(try collector.bitmap([.body("lens")])).size
    let long = try #require(try collector.bitmap([.body("lens lens lens lens")])).size
    #expect(long.width > short.width + 40)
    #expect(long.height == short.height)
    let double = try #require(try collector.bitmap([.body("lens")], scale: 2)).size
    #expect(abs(double.width - 2 * short.width) <= short.width / 4)
    #expect(abs(double.height - 2 * short.height) <= short.height / 4)
    let both = try #require(try collector.bitmap([.title("a"), .body("lens")])).size
    #expect(both.height > short.height + 14)
  }

  @Test func textWrapsAtTheMaximumWidth() throws {
    let sentence = String(repeating: "every lens is cut into rings ", count: 12)
    let collector = try Collector()
    let wide = try #require(try collector.bitmap([.body(sentence)], width: 500)).size
    let narrow = try #require(try collector.bitmap([.body(sentence)], width: 200)).size
    #expect(wide.width <= 500 && wide.width > 400)
    #expect(narrow.width <= 200 && narrow.width > 150)
    #expect(narrow.height > 2 * wide.height)
    // A long word without spaces, such as a file name, is broken inside.
    let word = String(repeating: "x", count: 400)
    #expect(try #require(try collector.bitmap([.body(word)], width: 200)).size.width <= 200)
  }

  @Test func tallTextIsCutAndKeysShrinkFirst() throws {
    let collector = try Collector()
    let sentence = String(repeating: "every lens is cut into rings ", count: 80)
    let cut = try #require(try collector.bitmap([.body(sentence)], width: 200, height: 120)).size
    #expect(cut.height <= 120)
    let rows = (0..<20).map { TextBlock.KeyRow("key \($0)", "action \($0)") }
    let free = try #require(try collector.bitmap([.keys(rows)]))
    let fitted = try #require(
      try collector.bitmap(
        [.keys(rows)], width: free.size.width, height: free.size.height * 4 / 5))
    #expect(fitted.size.height <= free.size.height * 4 / 5)
    #expect(fitted.size.width < free.size.width)
  }

  @Test func aTallListOfKeysStandsSideBySideWhereThereIsRoom() throws {
    let collector = try Collector()
    let rows = (0..<20).map { TextBlock.KeyRow("key \($0)", "action \($0)") }
    let free = try #require(try collector.bitmap([.keys(rows)], width: 1000)).size
    for (height, parts) in [(free.height * 3 / 5, 2), (free.height * 2 / 5, 3)] {
      let bitmap = try #require(
        try collector.bitmap([.keys(rows)], width: 1000, height: height))
      #expect(bitmap.size.height <= height)
      #expect(bitmap.size.width > free.width * parts * 3 / 4)
      // The letters keep their size: as much ink as in one list.
      let whole = try #require(try collector.bitmap([.keys(rows)], width: 1000)).inkCount
      #expect(abs(bitmap.inkCount - whole) * 10 <= whole)
    }
  }

  @Test func aListOfKeysThatIsScrolledIsWholeAndItsLettersKeepTheirSize() throws {
    let collector = try Collector()
    let rows = (0..<100).map { TextBlock.KeyRow("key \($0)", "action \($0)") }
    let free = try #require(try collector.bitmap([.keys(rows)], width: 296))
    let scrolled = try #require(
      try collector.bitmap([.keys(rows)], width: 296, height: 216, isScrolled: true))
    #expect(free.size.height > 2 * 216 && scrolled == free)
    // A list that fits with smaller letters needs no scrolling.
    let few = try collector.bitmap([.keys(Array(rows.prefix(12)))], width: 296)
    let height = try #require(few).size.height * 4 / 5
    let fitted = try #require(
      try collector.bitmap(
        [.keys(Array(rows.prefix(12)))], width: 150, height: height, isScrolled: true))
    #expect(fitted.size.height <= height)
  }

  @Test func keysHaveTwoColumns() throws {
    let bitmap = try #require(
      try Collector().bitmap([
        .title("Keys"), .keys([.init("f, F11", "full screen"), .init("?", "these keys")]),
      ]))
    // Below the title, a stripe without ink separates the columns, nearly as wide as their gap.
    let rows = bitmap.size.height / 2..<bitmap.size.height - 4
    let empty = (20..<bitmap.size.width - 20).filter {
      bitmap.lightest(columns: $0..<$0 + 1, rows: rows) < 64
    }
    var longest = 0
    var run = 0
    var last = -2
    for column in empty {
      run = column == last + 1 ? run + 1 : 1
      longest = max(longest, run)
      last = column
    }
    #expect(longest >= 16)
  }

  @Test func alignmentMovesTheShorterLine() throws {
    let collector = try Collector()
    let blocks: [TextBlock] = [.body("a much longer line than the other"), .body("i")]
    func inkColumns(_ alignment: TextAlignment) throws -> Int {
      let bitmap = try #require(try collector.bitmap(blocks, alignment: alignment))
      let rows = bitmap.size.height * 3 / 5..<bitmap.size.height - 2
      return try #require(
        (0..<bitmap.size.width).first {
          bitmap.lightest(columns: $0..<$0 + 1, rows: rows) > 128
        })
    }
    let (leading, center, trailing) = try (
      inkColumns(.leading), inkColumns(.center), inkColumns(.trailing)
    )
    #expect(leading < 25)
    #expect(center > leading + 50)
    #expect(trailing > center + 50)
  }

  @Test(arguments: StrangeText.all)
  func unusualTextsAreDrawn(_ strange: StrangeText) throws {
    let text = strange.text
    let bitmap = try #require(
      try Collector().bitmap(
        [.title(text), .body(text), .keys([.init(text, text)])], width: 300, height: 500))
    #expect(bitmap.size.width <= 300 && bitmap.size.height <= 500)
    #expect((bitmap.inkCount > 0) == strange.hasInk)
  }

  @Test func invalidSizesAreClamped() throws {
    let collector = try Collector()
    for (width, height, scale) in [
      (0, 0, 1.0), (-5, -5, 0), (1, 1, 1), (Int.max, Int.max, .infinity), (600, 400, .nan),
      (600, 400, 1e300), (600, 400, -1),
    ] {
      let bitmap = try #require(
        try collector.bitmap(
          [.body("lens"), .keys([.init("a", "b")])], width: width, height: height, scale: scale))
      #expect(!bitmap.size.isEmpty && bitmap.size.width <= 8192 && bitmap.size.height <= 8192)
    }
  }

  @Test func emptyTextGivesNoBitmap() throws {
    #expect(try Collector().bitmap([]) == nil)
    #expect(try Collector().bitmap([.body("")]) == nil)
  }

  @Test func withoutTheLibrariesEveryReplyIsEmptyWithOneSentence() throws {
    var names = TextLibraries.Names()
    names.pangoCairo = "libpangocairo-not-here.so.0"
    let collector = try Collector(names: names)
    let requests = (1...3).map {
      TextRequest(id: $0, blocks: [.body("lens")], maximumWidth: 300)
    }
    let answers = try collector.answers(to: requests)
    #expect(answers.map(\.id) == [1, 2, 3])
    #expect(answers.allSatisfy { $0.bitmap == nil })
    #expect(collector.complaints.count == 1)
    #expect(collector.complaints[0].contains("libpangocairo-not-here.so.0"))
  }

  @Test func stopEndsTheThreadAndDropsLaterRequests() throws {
    let collector = try Collector()
    #expect(try collector.bitmap([.body("lens")]) != nil)
    // `stop` joins the thread: it returns only when the thread has ended.
    collector.renderer.stop()
    try collector.renderer.request(
      TextRequest(id: 9, blocks: [.body("late")], maximumWidth: 300))
    collector.renderer.stop()
    #expect(collector.answers.takeAll().isEmpty)
  }
}

/// A text that has broken other programs, with a short name for the test's output.
struct StrangeText: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  /// True if any of it is visible.
  var hasInk: Bool { !text.allSatisfy(\.isWhitespace) }

  init(_ name: String, _ text: String) {
    testDescription = name
    self.text = text
  }

  static let all: [StrangeText] = [
    StrangeText("direction overrides", "\u{202E}gpj.exe\u{2066}\u{2069}"),
    StrangeText("Hebrew and Arabic", "שלום עולם مرحبا"),
    StrangeText("control characters", "a\u{0}b\u{1B}[31m\u{7}\r\n\n\u{85}"),
    StrangeText("10 000 letters", String(repeating: "W", count: 10_000)),
    StrangeText("10 000 lines", String(repeating: "w\n", count: 10_000)),
    StrangeText("10 000 accents", "a" + String(repeating: "\u{0301}", count: 10_000)),
    StrangeText("joined emoji", "👨‍👩‍👧‍👦🇨🇭\u{FFFE}\u{10FFFF}"),
    StrangeText("a format", "%s%n%p"),
    StrangeText("markup", "<b>&amp;</b>"),
    StrangeText("a space", " "),
    StrangeText("a line feed", "\n"),
    StrangeText(
      "invalid UTF-8", String(decoding: [0xFF, 0xC0, 0x80, 0xED, 0xA0] as [UInt8], as: UTF8.self)),
  ]
}
