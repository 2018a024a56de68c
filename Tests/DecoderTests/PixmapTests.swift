import DecoderProtocol
import Geometry
import Testing
import Tiles

/// XBM and XPM in C, as programs and people write them.
@Suite struct PixmapTests {
  /// All pixels of a small file, four samples each.
  private func pixels(_ text: String) throws -> [UInt8] {
    try DecoderClient.decode(.classic, PictureFile(Array(text.utf8))).1.bytes
  }

  private func greys(_ values: [UInt8]) -> [UInt8] { values.flatMap { [$0, $0, $0, 255] } }

  @Test func pixmapsOfFiveColorsDecode() throws {
    let writer = LongTailWriter()
    let numbers = (0..<37 * 23).map { (place: Int) -> UInt8 in UInt8((place * 7 + place / 5) % 5) }
    let palette: [[UInt8]] = [[255, 0, 0], [3, 250, 17], [0, 0, 255], [255, 255, 255]]
    var shown: [UInt8] = []
    for number in numbers {
      shown += number < 4 ? palette[Int(number)] : [0, 0, 0]
      shown.append(number < 4 ? 255 : 0)
    }
    let (_, pixels) = try DecoderClient.decode(
      .classic, PictureFile(writer.xpm(numbers, palette: palette)))
    #expect(pixels.difference(Pixels(straight: shown, size: writer.size)) == 0)
  }

  private static func pixmap(_ colors: [String], _ pixels: String) -> String {
    let texts = ["\(colors.count) 1 \(colors.count) 1"] + colors + [pixels]
    return "/* XPM */\nstatic char *i[] = {\n"
      + texts.map { "\"\($0)\"" }.joined(separator: ",\n") + "};\n"
  }

  @Test(
    arguments: [
      ("c #f00", [255, 0, 0, 255]), ("c #1A2b3C", [26, 43, 60, 255]),
      ("c #123456789", [18, 69, 120, 255]), ("c #ffff80800000", [255, 128, 0, 255]),
      ("c None", [0, 0, 0, 0]), ("c none", [0, 0, 0, 0]), ("c Transparent", [0, 0, 0, 0]),
      ("c red", [255, 0, 0, 255]), ("c Light Blue", [173, 216, 230, 255]),
      ("c green", [0, 255, 0, 255]), ("c gray", [190, 190, 190, 255]),
      ("c gray50", [127, 127, 127, 255]), ("c SlateBlue3", [105, 89, 205, 255]),
      ("c NoSuchColor", [0, 0, 0, 255]), ("s edge c blue m white", [0, 0, 255, 255]),
      ("m white g gray10 c tan", [210, 180, 140, 255]), ("m white", [255, 255, 255, 255]),
      ("g4 gray m white", [190, 190, 190, 255]), ("\tc\tnavy blue\tg black", [0, 0, 128, 255]),
    ] as [(String, [UInt8])])
  func colorWordsGiveTheirColors(_ words: String, _ shown: [UInt8]) throws {
    #expect(try pixels(Self.pixmap(["a \(words)"], "a")) == shown)
  }

  @Test func keysMayBeLongOrUnusual() throws {
    let long = """
      /* XPM */
      /* Not a "picture" */
      static const char *const x[] = {
      /* width height ncolors chars_per_pixel */
      "3 1 3 3 0 0 XPMEXT",
      "abc c #010203", "ab\\\\ c #040506", "\\"   c None", /* "pixels" */
      "ab\\\\abc\\"  "
      };
      """
    #expect(try pixels(long) == [4, 5, 6, 255, 1, 2, 3, 255, 0, 0, 0, 0])
    #expect(
      try pixels(Self.pixmap(["  c red", "c c blue"], " c")) == [255, 0, 0, 255, 0, 0, 255, 255])
  }

  @Test func olderVersionsDecode() throws {
    let shown: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0]
    #expect(try pixels("! XPM2\n! by hand\n2 1 2 1\na c red\n- c None\na-\n") == shown)
    let first = """
      #define x_format 1
      #define x_width 2
      #define x_height 1
      #define x_ncolors 2
      #define x_chars_per_pixel 1
      static char *x_colors[] = {
      "a", "red",
      "-", "None"
      };
      static char *x_pixels[] = {
      "a-"
      };
      """
    #expect(try pixels(first) == shown)
  }

  @Test func damagedPixmapsShowTheirPixels() throws {
    for (text, words) in [
      (
        Self.pixmap(["a c red", "b c blue"], "a?"),
        "the file is damaged: some of its pixels have no colour"
      ),
      (
        Self.pixmap(["a c red", "b c blue"], "a"),
        "the file ends too early: the rest of the picture is missing"
      ),
    ] {
      let client = try DecoderClient(.classic, PictureFile(Array(text.utf8)))
      let info = try client.open()
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(pixels.bytes == [255, 0, 0, 255, 0, 0, 0, 255])
      #expect(client.missing == [words])
    }
  }

  @Test func bitmapsOfBothVersionsOfXDecode() throws {
    var values: [UInt8] = [255, 0, 255, 0, 0, 255, 255, 255, 255, 0]
    values += [0, 255, 255, 255, 255, 255, 255, 255, 255, 255]
    let shown = greys(values)
    let eleventh = """
      /* by hand */
      #define b_width 10
      #define b_height 2
      #define b_x_hot 1
      #define b_y_hot 1
      static unsigned char b_bits[] = {
        0x1a, 0X02, 1, 0x00 };
      """
    #expect(try pixels(eleventh) == shown)
    let tenth = "#define b_width 10\n#define b_height 2\nstatic short b_bits[] = {\n0x021A,0x0001};"
    #expect(try pixels(tenth) == shown)
  }

  @Test func aTruncatedBitmapShowsItsRows() throws {
    let text = "#define b_width 8\n#define b_height 2\nstatic char b_bits[] = {\n0xff, "
    let client = try DecoderClient(.classic, PictureFile(Array(text.utf8)))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.bytes == greys([UInt8](repeating: 0, count: 16)))
    #expect(client.missing.count == 1)
  }
}
