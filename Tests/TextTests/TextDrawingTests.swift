import Geometry
import Testing

@testable import Text

@Suite struct TextDrawingTests {
  private func draw(
    _ items: [DrawingItem], width: Int = 64, height: Int = 32
  ) throws -> TextBitmap {
    let collector = try Collector()
    return try #require(
      try collector.drawing(
        DrawingRequest(id: 1, size: PixelSize(width: width, height: height), items: items)))
  }

  private let red = PaintColor(red: 1, green: 0.2, blue: 0)

  @Test func rectanglesAreExactAndPremultiplied() throws {
    let half = PaintColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let bitmap = try draw([
      .rectangle(Rect(minX: 4, minY: 5, maxX: 20, maxY: 15), red),
      .rectangle(Rect(minX: 30, minY: 5, maxX: 40, maxY: 15), half),
    ])
    #expect(bitmap.size == PixelSize(width: 64, height: 32))
    for y in 0..<32 {
      for x in 0..<64 {
        let pixel = bitmap.pixel(x, y)
        if (4..<20).contains(x), (5..<15).contains(y) {
          #expect(pixel == [255, 51, 0, 255])
        } else if (30..<40).contains(x), (5..<15).contains(y) {
          #expect(pixel == [128, 0, 0, 128])
        } else {
          #expect(pixel == [0, 0, 0, 0])
        }
      }
    }
  }

  @Test func cornersAreRoundAndOutlinesInside() throws {
    let bitmap = try draw([
      .rectangle(Rect(minX: 0, minY: 0, maxX: 20, maxY: 20), radius: 10, red),
      .outline(Rect(minX: 30, minY: 2, maxX: 50, maxY: 22), width: 2, red),
    ])
    #expect(bitmap.pixel(0, 0) == [0, 0, 0, 0])
    #expect(bitmap.pixel(10, 0)[3] > 200)
    #expect(bitmap.pixel(10, 10) == [255, 51, 0, 255])
    #expect(bitmap.pixel(30, 2) == [255, 51, 0, 255])
    #expect(bitmap.pixel(31, 21) == [255, 51, 0, 255])
    #expect(bitmap.pixel(32, 4) == [0, 0, 0, 0])
    #expect(bitmap.pixel(29, 10) == [0, 0, 0, 0])
    #expect(bitmap.pixel(50, 10) == [0, 0, 0, 0])
  }

  @Test func gradientsLinesPolygonsAndClipsAreExact() throws {
    let black = PaintColor(white: 0)
    let white = PaintColor(white: 1)
    let bitmap = try draw([
      .gradient(Rect(minX: 0, minY: 0, maxX: 64, maxY: 4), from: black, to: white),
      .line([Point(x: 4, y: 10), Point(x: 30, y: 10)], width: 4, white),
      .polygon([Point(x: 40, y: 8), Point(x: 60, y: 8), Point(x: 40, y: 28)], white),
      .clipped(
        Rect(minX: 0, minY: 20, maxX: 10, maxY: 30),
        [.rectangle(Rect(minX: 0, minY: 16, maxX: 30, maxY: 32), red)]),
    ])
    #expect(bitmap.pixel(0, 1)[0] < 6)
    #expect(abs(Int(bitmap.pixel(32, 1)[0]) - 129) <= 2)
    #expect(bitmap.pixel(63, 1)[0] > 249)
    #expect(bitmap.pixel(15, 8)[3] == 255 && bitmap.pixel(15, 11)[3] == 255)
    #expect(bitmap.pixel(15, 12)[3] == 0)
    #expect(bitmap.pixel(42, 12)[3] == 255 && bitmap.pixel(58, 26)[3] == 0)
    #expect(bitmap.pixel(9, 29) == [255, 51, 0, 255])
    #expect(bitmap.pixel(10, 29)[3] == 0 && bitmap.pixel(5, 19)[3] == 0)
  }

  private func text(
    _ text: String, _ frame: Rect, size: Double = 13, alignment: TextAlignment = .leading,
    lines: Int = 1, caret: Int? = nil, isBold: Bool = false
  ) -> DrawingItem {
    .text(
      DrawingText(
        text, in: frame, size: size, isBold: isBold, alignment: alignment,
        color: PaintColor(white: 1), lines: lines, caret: caret))
  }

  @Test func textStaysInItsFrameAndIsAligned() throws {
    let frame = Rect(minX: 20, minY: 6, maxX: 180, maxY: 26)
    for (alignment, columns) in [
      (TextAlignment.leading, 20..<70), (.center, 75..<125), (.trailing, 130..<180),
    ] {
      let bitmap = try draw(
        [text("Lens", frame, alignment: alignment)], width: 200, height: 32)
      let ink = try #require(bitmap.ink)
      #expect(ink.minX >= columns.lowerBound && ink.maxX <= columns.upperBound)
      #expect(ink.width > 20)
      // The capital's centre is the frame's centre.
      #expect(abs(Double(ink.minY + ink.maxY) / 2 - 16) <= 1)
    }
  }

  @Test func textThatDoesNotFitEndsInAnEllipsis() throws {
    let long = "a name that is much too long for its place"
    let narrow = Rect(minX: 4, minY: 0, maxX: 60, maxY: 24)
    let bitmap = try draw([text(long, narrow)], width: 200, height: 24)
    let ink = try #require(bitmap.ink)
    #expect(ink.minX >= 4 && ink.maxX <= 60)
    // The dots are on the baseline: above them, the end of the line has no ink.
    let end = ink.maxX - 3
    #expect(bitmap.lightest(columns: end..<ink.maxX, rows: 0..<12) < 60)
    let wrapped = try draw(
      [text(long, Rect(minX: 4, minY: 0, maxX: 120, maxY: 60), lines: 3)],
      width: 200, height: 60)
    #expect(try #require(wrapped.ink).height > 30)
  }

  @Test func textOfTwiceTheSizeIsTwiceAsLarge() throws {
    let small = try #require(
      try draw(
        [text("Hamburg", Rect(minX: 0, minY: 0, maxX: 400, maxY: 40), size: 12)], width: 400,
        height: 40
      ).ink)
    let large = try #require(
      try draw(
        [text("Hamburg", Rect(minX: 0, minY: 0, maxX: 400, maxY: 80), size: 24)], width: 400,
        height: 80
      ).ink)
    #expect(abs(large.width - 2 * small.width) <= 4)
    #expect(abs(large.height - 2 * small.height) <= 3)
  }

  @Test func allDigitsHaveTheSameWidth() throws {
    let frame = Rect(minX: 0, minY: 0, maxX: 300, maxY: 30)
    let widths = try ["1111111110", "8888888880"].map {
      try #require(try draw([text($0, frame)], width: 300, height: 30).ink).maxX
    }
    #expect(widths[0] == widths[1])
  }

  @Test func theCaretFollowsItsLetterAndStaysVisible() throws {
    let frame = Rect(minX: 10, minY: 2, maxX: 60, maxY: 30)
    let empty = try #require(try draw([text("", frame, caret: 0)]).ink)
    #expect(empty.minX == 10 && empty.width == 1 && empty.height >= 12)
    let typed = try #require(
      try draw([text("ii", frame, caret: 2)], width: 64, height: 32).ink)
    #expect(typed.maxX > 14 && typed.maxX < 22)
    let long = String(repeating: "W", count: 40)
    let atEnd = try draw([text(long, frame, caret: 40)], width: 80)
    #expect(try #require(atEnd.ink).maxX == 60)
    let atStart = try #require(try draw([text(long, frame, caret: 0)], width: 80).ink)
    #expect(atStart.minX == 10 && atStart.maxX == 60)
  }

  @Test(arguments: [12.0, 24]) func aLineIsBelowTheUnderlinedLetter(size: Double) throws {
    func draw(_ underlined: Int?) throws -> TextBitmap {
      let frame = Rect(minX: 10, minY: 2, maxX: 110, maxY: 46)
      let text = DrawingText(
        "HIH", in: frame, size: size, color: PaintColor(white: 1), underlined: underlined)
      return try self.draw([.text(text)], width: 128, height: 48)
    }
    let plain = try draw(nil)
    let bottom = try #require(plain.ink).maxY
    var start = 10
    for index in 0..<3 {
      let bitmap = try draw(index)
      let rows = (0..<48).filter { y in
        let bytes = y * 128 * 4..<(y + 1) * 128 * 4
        return bitmap.pixels[bytes] != plain.pixels[bytes]
      }
      #expect(rows.count == Int(size / 12) && rows.allSatisfy { $0 >= bottom })
      let columns = (0..<128).filter { bitmap.pixel($0, rows.first ?? 0)[3] == 255 }
      // The lines of neighbours touch each other.
      #expect(columns.first == start && columns.count > 1)
      start = (columns.last ?? 0) + 1
    }
    for index in [-1, 3, Int.max] { #expect(try draw(index) == plain, "\(index)") }
  }

  @Test(arguments: StrangeText.all)
  func unusualTextsAreDrawn(_ strange: StrangeText) throws {
    let frame = Rect(minX: 10, minY: 6, maxX: 70, maxY: 36)
    let inside = PixelRect(minX: 10, minY: 6, maxX: 70, maxY: 36)
    let good = text("Lens", Rect(minX: 80, minY: 6, maxX: 120, maxY: 36))
    func draw(_ items: [DrawingItem]) throws -> TextBitmap {
      try self.draw(items, width: 128, height: 48)
    }
    let alone = try draw([good])
    for (item, hasInk) in [
      (text(strange.text, frame), strange.hasInk),
      (text(strange.text, frame, lines: 4), strange.hasInk),
      (text(strange.text, frame, caret: 3), true),
      (text(strange.text, frame, caret: Int.max), true),
      (text(strange.text, frame, size: .nan, caret: -4), true),
      (text(strange.text, Rect(minX: 9, minY: 9, maxX: 3, maxY: 3), size: 1e9), false),
    ] {
      let ink = try draw([item]).ink
      #expect((ink != nil) == hasInk, "\(item)")
      if let ink { #expect(ink.intersection(inside) == ink, "\(ink)") }
      // An unusual text does not affect what is drawn after it.
      let both = try draw([item, good])
      for y in 0..<48 {
        let columns = (y * 128 + 76) * 4..<(y + 1) * 128 * 4
        #expect(both.pixels[columns] == alone.pixels[columns], "row \(y)")
      }
    }
  }

  @Test func invalidSizesAreClamped() throws {
    let collector = try Collector()
    for size in [PixelSize.zero, PixelSize(width: -4, height: 5)] {
      #expect(try collector.drawing(DrawingRequest(id: 1, size: size, items: [])) == nil)
    }
    let wide = try collector.drawing(
      DrawingRequest(id: 1, size: PixelSize(width: .max, height: 1), items: []))
    #expect(wide?.size.width == 8192)
  }

  @Test func oneThreadAnswersDrawingsAndTextsInOrder() throws {
    let collector = try Collector()
    try collector.renderer.request(
      TextRequest(id: 1, blocks: [.body("lens")], maximumWidth: 300))
    let bitmap = try #require(
      try collector.drawing(
        DrawingRequest(id: 2, size: PixelSize(width: 4, height: 4), items: []), after: 1))
    #expect(bitmap.pixels == [UInt8](repeating: 0, count: 64))
  }

  @Test func theCacheKeepsOnlyTheLastDrawingsTexts() throws {
    let cache = LineCache(try FontSource(TextLibraries()))
    func line(_ words: String) -> DrawingLine? {
      cache.line(
        for: DrawingText(
          words, in: Rect(minX: 0, minY: 0, maxX: 50, maxY: 20), size: 12,
          color: PaintColor(white: 1)))
    }
    let first = try #require(line("one"))
    _ = line("two")
    cache.forgetUnused()
    #expect(line("one") === first)
    cache.forgetUnused()
    #expect(cache.count == 1)
    #expect(line("one") === first)
  }
}

extension TextBitmap {
  /// The four bytes of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * size.width + x) * 4
    return Array(pixels[start..<start + 4])
  }

  /// The smallest rectangle around all visible pixels.
  var ink: PixelRect? {
    var found: PixelRect?
    for y in 0..<size.height {
      for x in 0..<size.width where pixels[(y * size.width + x) * 4 + 3] > 40 {
        let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        found = found.map { $0.union(pixel) } ?? pixel
      }
    }
    return found
  }
}

extension Collector {
  /// Draws one request, after `count` other answers.
  func drawing(_ request: DrawingRequest, after count: Int = 0) throws -> TextBitmap? {
    try renderer.request(request)
    let received = try answers(count: count + 1)
    #expect(received.last?.id == request.id)
    return received.last?.bitmap
  }
}
