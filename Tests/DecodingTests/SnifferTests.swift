import Decoding
import TestSupport
import Testing

/// Files are identified by their first bytes, and look-alikes are rejected.
@Suite struct SnifferTests {
  private func content(_ text: String, size: Int? = nil) -> FileContent? {
    Sniffer.content(of: Array(text.utf8), fileSize: size)
  }

  private func content(_ bytes: [UInt8]) -> FileContent? { Sniffer.content(of: bytes) }

  /// A `ftyp` box with brands, the major one first.
  private func isoFile(_ brands: String...) -> [UInt8] {
    let body = Array((brands[0] + "\0\0\0\0" + brands.dropFirst().joined()).utf8)
    return [0, 0, 0, UInt8(8 + body.count)] + Array("ftyp".utf8) + body + Array("\0\0\0@meta".utf8)
  }

  @Test func riffIsWebPOnlyWithItsFourCC() {
    #expect(content("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ") == .picture(.webp))
    #expect(content("RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt ") == nil)
    #expect(content("RIFF\u{1}\u{2}\u{3}\u{4}AVI LIST") == .video("AVI"))
    #expect(content("RIFF\u{1}\u{2}\u{3}\u{4}WEB") == nil)
  }

  @Test func descriptionsAreIdentifiedByTheirContent() {
    let deepZoom = "xmlns='http://schemas.microsoft.com/deepzoom/2008'"
    let cases: [(String, FileContent?)] = [
      ("<?xml version='1.0'?>\n<!-- it --><Image \(deepZoom) Format='jpg'/>", .picture(.deepZoom)),
      ("<d:Image \(deepZoom)/>", .picture(.deepZoom)),
      ("<Image src='a.png'/>", nil),
      ("<Images \(deepZoom)/>", nil),
      ("<svg \(deepZoom)/>", .picture(.svg)),
      ("<!DOCTYPE x><Image \(deepZoom)/>", nil),
      ("<IMAGE_PROPERTIES WIDTH='10'/>", .picture(.zoomify)),
      ("<image_properties WIDTH='10'/>", nil),
      (
        " {\"Image\": {\"xmlns\": \"http:\\/\\/schemas.microsoft.com\\/deepzoom\\/2008\"",
        .picture(.deepZoom)
      ),
      ("{\"@context\": \"http://iiif.io/api/image/2/context.json\"", .picture(.iiif)),
      ("{\"@context\":\"http:\\/\\/iiif.io\\/api\\/image\\/3\\/context.json\"", .picture(.iiif)),
      ("IIP:1.0\r\nMax-size:10 20\r\n", .picture(.internetImaging)),
      ("IIP:1.0\r\n", nil), ("IIP:2.0\r\nMax-size:10 20\r\n", nil),
      ("{\"a\": 1}", nil), ("[\"iiif.io\"]", nil), ("{", nil), ("<", nil), ("<!--", nil),
    ]
    for (text, wanted) in cases { #expect(content(text) == wanted, "\(text)") }
  }

  @Test func archivesAreIdentifiedByTheirEntries() {
    func archive(_ name: String) -> String {
      "PK\u{3}\u{4}\u{14}" + String(repeating: "\0", count: 25) + name
    }
    for name in ["a/a_files/0/0_0.png", "p.dzi", "x/ImageProperties.xml", "info.json"] {
      #expect(content(archive(name)) == .picture(.archive), "\(name)")
    }
    for name in ["letter.txt", "word/document.xml", ""] {
      #expect(content(archive(name)) == .unread("ZIP without tiles of a picture"), "\(name)")
    }
    #expect(content(archive("mimetypeimage/openraster")) == .unread("OpenRaster"))
    #expect(content("PK\u{5}\u{6}a.dzi") == nil)
  }

  @Test func gifHasTwoVersions() {
    #expect(content("GIF87a\u{1}") == .picture(.gif))
    #expect(content("GIF89a\u{1}") == .picture(.gif))
    #expect(content("GIF88a\u{1}") == nil)
    #expect(content("GIF is what people say") == .none)
  }

  @Test func jpegXLIsIdentifiedBareAndInAContainer() {
    #expect(PictureFormat.sniff([0xFF, 0x0A, 0x20]) == .jxl)
    #expect(
      PictureFormat.sniff([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) == .jxl)
    #expect(
      Sniffer.content(of: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        == .picture(.jp2))
  }

  @Test func isoFilesAreIdentifiedByTheirBrands() {
    let cases: [([UInt8], FileContent?)] = [
      (isoFile("avif", "mif1", "miaf"), .picture(.avif)),
      (isoFile("avis", "msf1"), .picture(.avif)),
      (isoFile("mif1", "avif", "miaf"), .picture(.avif)),
      (isoFile("heic", "mif1", "heic"), .picture(.heic)),
      (isoFile("mif1", "heic"), .picture(.heic)),
      (isoFile("msf1", "hevc"), .picture(.heic)),
      (isoFile("heix"), .picture(.heic)),
      // The first specific brand counts; a general brand alone is left to libheif.
      (isoFile("mif1", "heic", "avif"), .picture(.heic)),
      (isoFile("mif1", "miaf"), .picture(.heic)),
      (isoFile("XXXX", "mif1"), .picture(.heic)),
      (isoFile("crx ", "isom"), .picture(.raw)),
      (isoFile("isom", "mp42"), .video("MPEG-4")),
      (isoFile("qt  "), .video("QuickTime")),
      (isoFile("XXXX", "YYYY"), nil),
    ]
    for (bytes, wanted) in cases {
      #expect(Sniffer.content(of: bytes) == wanted, "\(String(decoding: bytes, as: UTF8.self))")
    }
    // Brands after the box don't count.
    #expect(Sniffer.content(of: isoFile("XXXX") + Array("avifavif".utf8)) == nil)
    // A box of size 0 extends to the end of the file; one too small for its fields is invalid.
    var bytes = isoFile("mif1", "avif")
    bytes[3] = 0
    #expect(Sniffer.content(of: bytes) == .picture(.avif))
    bytes[3] = 9
    #expect(Sniffer.content(of: bytes) == nil)
    // A longer size field moves the brands.
    let long: [UInt8] = [0, 0, 0, 1] + Array("ftyp".utf8) + [0, 0, 0, 0, 0, 0, 0, 28]
    #expect(Sniffer.content(of: long + Array("avif\0\0\0\0mif1".utf8)) == .picture(.avif))
  }

  @Test func drawingsAreIdentifiedByTheirFirstElement() {
    let drawings = [
      "<svg>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\u{FEFF}<?xml version='1.0'?>\n<svg ",
      "<?xml version='1.0'?><!-- <html> --><svg:svg xmlns:svg='…'>",
      "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd'>\n<svg>",
      "<!DOCTYPE svg [<!ENTITY a '>'>]><svg>", "  \n\t<svg\n",
    ]
    for text in drawings { #expect(content(text) == .picture(.svg), "\(text)") }
    for text in drawings where text.first != "\u{FEFF}" {
      let units = Array(
        "<?xml version='1.0'?>\(text.hasPrefix("<?") ? "<!---->" : text)<svg>".utf16)
      let marked = [0xFEFF] + units
      #expect(content(marked.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == .picture(.svg))
      #expect(content(marked.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == .picture(.svg))
      #expect(content(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == .picture(.svg))
      #expect(content(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == .picture(.svg))
    }
    #expect(content([0xFF, 0xFE]) == nil && content([0xFE, 0xFF, 0x3C]) == nil)
    // Characters beyond ASCII whose bytes look like it.
    #expect(content([0xFF, 0xFE] + Array("<\u{1}s\u{1}v\u{1}g\u{1}>\u{1}".utf8)) == nil)
    let others = [
      "<svgfoo>", "<html><body><svg>", "<!DOCTYPE html><svg>", "<!-- <svg> -->", "<?xml <svg> ",
      "text <svg>", "<g><svg>", "<svg", "<rss><svg/></rss>", "<!DOCTYPE svgx><svg>",
      "<!-- an open comment <svg>",
    ]
    for text in others { #expect(content(text) == nil, "\(text)") }
    // A comment that fills the bytes examined hides what follows: the format stays unknown.
    #expect(content("<!--" + String(repeating: "x", count: 5000) + "--><svg>") == nil)
  }

  @Test func bitmapsInCDifferFromOtherC() {
    let bits = "#define i_width 16\n#define i_height 16\nstatic unsigned char i_bits[] = {"
    #expect(content(bits) == .picture(.xbm))
    #expect(content("/* made by hand */\n" + bits) == .picture(.xbm))
    #expect(
      content(
        "#define c_width 9\r\n#define c_height 9\r\n#define c_x_hot 1\r\n#define c_y_hot 2\r\n"
          + "static char c_bits[]") == .picture(.xbm))
    #expect(content("/* XPM */\nstatic char *x[] = {") == .picture(.xpm))
    #expect(content("/* XPM */ static const char *x[] = {") == .picture(.xpm))
    #expect(
      content("#define c_height 9\n/* rows */\n#define c_width 9\nunsigned char c_bits[]")
        == .picture(.xbm))
    #expect(content("/* XPM */\n/* by hand */\nstatic char *x[] = {") == .picture(.xpm))
    #expect(content("! XPM2\n4 4 2 1\n") == .picture(.xpm))
    #expect(content("#define x_format 1\n#define x_width 4\n") == .picture(.xpm))
    let others = [
      "#define WIDTH 16\n#define HEIGHT 16\nstatic int x;", "#define i_width 16\nint main() {}",
      "#define i_width 1x\n#define i_height 16\nstatic", "#define i_width 16\n#define i_height (3)",
      "/* XPM parser */\nstatic char x;", "/* XPM */\n#include <stdio.h>", "#include <a.h>",
      "#define i_width",
    ]
    for text in others { #expect(content(text) == nil, "\(text)") }
  }

  @Test func iconsAreIdentified() {
    func icon(_ kind: UInt8, count: UInt8 = 1, offset: UInt8 = 22) -> [UInt8] {
      [0, 0, kind, 0, count, 0, 16, 16, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, offset, 0, 0, 0]
    }
    #expect(Sniffer.content(of: icon(1)) == .picture(.ico))
    #expect(Sniffer.content(of: icon(2)) == .picture(.cur))
    #expect(Sniffer.content(of: icon(1, count: 0)) == nil)
    // A place inside the list itself.
    #expect(Sniffer.content(of: icon(1, count: 2)) == nil)
    #expect(Sniffer.content(of: icon(3)) == nil)
  }

  @Test func formatsWithoutASignatureComeLast() {
    var targa = [UInt8](repeating: 0, count: 18)
    targa[2] = 10
    (targa[12], targa[14], targa[16]) = (16, 16, 24)
    #expect(Sniffer.content(of: targa) == .picture(.tga))
    for (index, value) in [(2, 12), (2, 0), (5, 1), (12, 0), (14, 0), (16, 7), (17, 0x40), (1, 2)] {
      var spoiled = targa
      spoiled[index] = UInt8(value)
      #expect(Sniffer.content(of: spoiled) == nil, "byte \(index) = \(value)")
    }
    // 9 × 3 one-bit pixels: six bytes after the header's four.
    let wireless: [UInt8] = [0, 0, 9, 3, 1, 2, 3, 4, 5, 6]
    #expect(Sniffer.content(of: wireless, fileSize: 10) == .picture(.wbmp))
    #expect(Sniffer.content(of: wireless, fileSize: 11) == nil)
    #expect(Sniffer.content(of: wireless) == nil)
    #expect(Sniffer.content(of: [0, 0, 0x81, 0x82, 0x83, 0x84, 5], fileSize: 7) == nil)
  }

  /// poppler opens all of these, though it requires no signature at all.
  @Test func pageDescriptionsAreIdentifiedByTheirMark() {
    let pages = [
      "%PDF-1.7", "junk before\n%PDF-1.4", "%!PS-Adobe-3.0 PDF-1.5\n%PDF-1.5",
      "%!PS-Adobe-3.0 PDF-1.4\n1 0 obj", "%PDF 1.4\n", "%PDF1.4\n", "%PDF\n1 0 obj", "%pdf-1.4\n",
      "PDF-1.4\n", "\u{FEFF}\r\n %PDF 1.4", "1 0 obj\n<<", "\n12 0 obj<<",
      String(repeating: "x", count: 1019) + "%PDF-1.7",
      "HTTP/1.1 200 OK\n" + String(repeating: "x", count: 2000) + "\r\n%PDF-1.7\n",
    ]
    for text in pages { #expect(content(text) == .picture(.pdf), "\(text)") }
    let others = [
      "%PDX-1.7", "%PDF", "%PDFium", "PDF-reader", "PDF-1", "%pdf-x", "1 0 Obj",
      "1 obj", "10 2 3", String(repeating: " ", count: 1030) + "%PDF-1.7",
    ]
    for text in others { #expect(content(text) == nil, "\(text)") }
    #expect(content("%!PS-Adobe-3.0\n%%Title: PDF-1.4") == .unread("PostScript"))
    let drawing = "<svg>" + String(repeating: " ", count: 1030) + "\n%PDF-1.7\n</svg>"
    #expect(content(drawing) == .picture(.svg))
  }

  @Test func djvuIsIdentifiedByItsForm() {
    #expect(content("AT&TFORM\0\0\0\u{1}DJVU") == .picture(.djvu))
    #expect(content("AT&TFORM\0\0\0\u{1}DJVM") == .picture(.djvu))
    #expect(content("AT&TFORM\0\0\0\u{1}PM44") == nil)
  }

  @Test func unsupportedFormatsAreNamed() {
    let cases: [(String, String)] = [
      ("gimp xcf file", "GIMP's XCF"), ("%!PS-Adobe", "PostScript"),
      ("\u{1F}", ""), ("P8\n", ""), ("P6x", ""), ("Pa ", ""), ("SIMPLE = T", ""), ("8BP", ""),
    ]
    for (text, name) in cases {
      #expect(content(text) == (name.isEmpty ? nil : .unread(name)), "\(text)")
    }
    for text in ["P6\n2 2 255\n", "P1#", "P7\nWIDTH"] { #expect(content(text) == .picture(.pnm)) }
    #expect(content("SIMPLE  =   T") == .picture(.fits))
    #expect(content("8BPS\0\u{1}") == .picture(.psd))
    let raw = [
      "FUJIFILMCCD-RAW 02", "IIRO\u{8}", "IIRS\u{8}", "MMOR\0", "IIU\0", "FOVb\0", "\0MRM\0",
      "II\u{1A}\0\0\0HEAPCCDR",
    ]
    for text in raw { #expect(content(text) == .picture(.raw), "\(text)") }
    #expect(content("[Virtual Microscope Specimen]\nNoLayers=1") == .picture(.hamamatsu))
    #expect(
      content("[Uncompressed Virtual Microscope Specimen]\n") == .picture(.hamamatsu))
    #expect(content("[Virtual machine]\n") == nil)
    #expect(content("SQLite format 3\0\u{10}") == .picture(.sakura))
    #expect(content("SQLite is a library") == nil)
    #expect(content("qoif\0\0") == .picture(.qoi))
    #expect(content("DDS |") == .picture(.dds))
    #expect(content("Pf\n2 2") == .picture(.pfm))
    #expect(content("#?RADIANCE\n") == .picture(.hdr))
    #expect(Sniffer.content(of: [0x76, 0x2F, 0x31, 0x01]) == .picture(.exr))
    #expect(Sniffer.content(of: [0xFF, 0x4F, 0xFF, 0x51]) == .picture(.jp2))
    #expect(Sniffer.content(of: [0x59, 0xA6, 0x6A, 0x95]) == .picture(.sun))
    #expect(Sniffer.content(of: [0x01, 0xDA, 1, 2, 0]) == .picture(.sgi))
    #expect(Sniffer.content(of: [0x0A, 5, 1, 8]) == .picture(.pcx))
    #expect(
      Sniffer.content(of: [0x1F, 0x8B, 8, 0]) == .picture(.svg))
    // Not every file that begins with BM is a bitmap.
    #expect(content("BMW is a maker of cars") == nil)
    var bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]
    #expect(Sniffer.content(of: bitmap) == .picture(.bmp))
    for (count, isBitmap) in [(12, true), (16, true), (66, true), (124, true), (13, false)] {
      bitmap[14] = UInt8(count)
      #expect(Sniffer.content(of: bitmap) == (isBitmap ? .picture(.bmp) : nil), "\(count)")
    }
    bitmap[14] = 40
    let array = Array("BA".utf8) + [UInt8](repeating: 0, count: 12) + bitmap
    #expect(Sniffer.content(of: array) == .picture(.bmp))
    #expect(content("BAcon and BMW") == nil)
  }

  /// The format of each prefix of a file, independent of the bytes after it.
  @Test func theSnifferStaysWithinTheBytes() {
    let starts: [(bytes: [UInt8], steps: [Int: PictureFormat])] = [
      // The major brand means HEIF, the compatible one names the codec.
      (isoFile("mif1", "avif"), [12: .heic, 20: .avif]),
      (Array("<!DOCTYPE svg [<!ENTITY a '>'>]><svg>".utf8), [37: .svg]),
      (Array("#define i_width 16\n#define i_height 16\nstatic char i_bits[] = {".utf8), [46: .xbm]),
      ([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 4, 0, 0, 0, 22, 0, 0, 0], [22: .ico]),
      (Array("/* XPM */ static char".utf8), [21: .xpm]), ([0x0A, 5, 1, 8], [4: .pcx]),
      ([0, 0, 9, 3] + [UInt8](repeating: 7, count: 6), [10: .wbmp]),
      (Array("qoif".utf8), [4: .qoi]), (Array("AT&TFORM\0\0\0\u{1}DJVU".utf8), [16: .djvu]),
    ]
    for (start, steps) in starts {
      var expected: FileContent?
      for count in 0...start.count {
        if let step = steps[count] { expected = .picture(step) }
        let exact = Array(start[..<count])
        #expect(Sniffer.content(of: exact, fileSize: count) == expected, "\(count) of \(start)")
        // The rest still follows it in memory.
        var cut = start
        cut.removeLast(start.count - count)
        #expect(Sniffer.content(of: cut, fileSize: count) == expected, "\(count) of \(start)")
      }
    }
  }

  @Test func laterBytesDoNotChangeTheFormat() {
    var generator = SeededNumbers(seed: 12_012)
    let starts = [
      isoFile("mif1", "avif"), Array("<!DOCTYPE svg [<!ENTITY a '>'>]><svg>".utf8),
      Array("#define i_width 16\n#define i_height 16\nstatic".utf8), [0, 0, 1, 0, 1, 0],
      Array("/* XPM */ static char".utf8), [0x0A, 5, 1, 8], [0, 0, 9, 3],
    ]
    var known = 0
    for start in starts {
      for _ in 0..<200 {
        var bytes = start
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        let filling = [UInt8](repeating: 0x20, count: Sniffer.byteCount - bytes.count)
        let content = Sniffer.content(of: bytes + filling)
        let more = [UInt8](repeating: .random(in: 0...255, using: &generator), count: 64)
        #expect(Sniffer.content(of: bytes + filling + more) == content, "\(bytes)")
        known += content == nil ? 0 : 1
      }
    }
    #expect(known > 100 && known < 7 * 200)
  }
}
