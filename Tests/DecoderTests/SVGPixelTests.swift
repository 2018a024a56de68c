import Geometry
import TestSupport
import Testing
import Tiles

/// SVG, compared with librsvg's own command, and with shapes that can be computed.
@Suite struct SVGPixelTests {
  /// A level over white.
  private static func onWhite(_ pixels: Pixels) -> [UInt8] {
    var bytes = pixels.bytes
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let rest = 255 - Int(bytes[index + 3])
      for channel in 0..<3 {
        bytes[index + channel] = UInt8(min(255, Int(bytes[index + channel]) + rest))
      }
      bytes[index + 3] = 255
    }
    return bytes
  }

  /// The rendering of a document by librsvg's command at a zoom, over white: words 0xAARRGGBB.
  private static func reference(_ document: String, zoom: Double) throws -> PixelGrid {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.svg", Array(document.utf8))
    let png = folder.path + "/a.png"
    let (output, end) = try PipedProcess(
      "/usr/bin/rsvg-convert",
      ["--zoom", "\(zoom)", "--background-color", "white", "--output", png, file]
    ).finish()
    try #require(end == .status(0), "\(output)")
    return try PixelGrid(png: png)
  }

  @Test(arguments: SVGSamples.documents.indices)
  func plainDocumentsEqualTheLibrarys(_ index: Int) throws {
    try compare(SVGSamples.documents[index])
  }

  @Test(arguments: SVGSamples.rareDocuments.indices)
  func rareFeaturesEqualTheLibrarys(_ index: Int) throws {
    try compare(SVGSamples.rareDocuments[index])
  }

  @Test(arguments: SVGSamples.structureDocuments.indices)
  func structuresEqualTheLibrarys(_ index: Int) throws {
    try compare(SVGSamples.structureDocuments[index])
  }

  @Test(arguments: SVGSamples.textDocuments.indices)
  func textsEqualTheLibrarys(_ index: Int) throws {
    try compare(SVGSamples.textDocuments[index])
  }

  @Test(arguments: SVGSamples.filterDocuments.indices)
  func filtersEqualTheLibrarys(_ index: Int) throws {
    try compare(SVGSamples.filterDocuments[index])
  }

  @Test(arguments: SVGSamples.rootDocuments.indices)
  func rootElementsEqualTheLibrarys(_ index: Int) throws {
    let (name, attributes, content) = SVGSamples.rootDocuments[index]
    try compare(name, SVGSamples.document(content, attributes: attributes))
  }

  /// Documents are rarely a whole number of pixels.
  ///
  /// At a round zoom they are drawn at exactly that scale, not stretched to the level's pixels.
  @Test(arguments: SVGSamples.fractionalDocuments.indices)
  func fractionalSizesEqualTheLibrarys(_ index: Int) throws {
    let (name, attributes, extent, content) = SVGSamples.fractionalDocuments[index]
    try compare(
      name, SVGSamples.document(content, attributes: attributes), of: extent,
      zooms: [0.5, 1, 1.25, 2.5, 3.3, 11])
  }

  /// Filters round to whole pixels, so a millionth of a pixel may change the result.
  @Test(arguments: SVGSamples.roundingDocuments.indices)
  func roundingFiltersEqualTheLibrarys(_ index: Int) throws {
    let (name, content) = SVGSamples.roundingDocuments[index]
    try compare(name, SVGSamples.document(content), zooms: [0.6, 0.7, 1, 2.75, 3.3, 7.1, 13])
  }

  /// librsvg aborts if no part of a tile lies on its surface.
  @Test(arguments: SVGSamples.scales(100.0, 1e6))
  func filterTilesAreVisibleAtAnyZoom(_ scale: Double) throws {
    let document = SVGSamples.document(
      ##"<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="80">"##
        + ##"<feFlood flood-color="lime" x="0" y="0" width="5" height="80"/><feOffset/>"##
        + ##"<feTile/></filter><rect width="100" height="80" filter="url(#f)"/>"##)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let level = try client.open().levels.exactLevel(scale: scale)
    let (x, y) = (Int(77 * scale), Int(60 * scale))
    let pixels = try client.pixels(
      of: level, in: PixelRect(minX: x, minY: y, maxX: x + 3, maxY: y + 3))
    #expect(pixels.pixel(1, 1) == [0, 255, 0, 255])
  }

  /// Filtered content that lies far outside the strip at these zooms.
  @Test(arguments: SVGSamples.farDocuments.indices)
  func distantFiltersEqualTheLibrarys(_ index: Int) throws {
    let (name, content) = SVGSamples.farDocuments[index]
    // Effects from more than 1024 pixels away are drawn at a smaller scale. There, librsvg's own
    // command draws the edge of a blur after other steps somewhere else: a quarter of a unit per
    // halving.
    let zooms: [Double] = [1, 4, 9, 14] + (name == "several steps" ? [] : [20])
    try compare(name, SVGSamples.document(content), zooms: zooms)
  }

  /// A box with its number stands for a missing character.
  ///
  /// At fractional zooms, the library's command moves the line that contains it; a view doesn't.
  @Test func missingGlyphsEqualTheLibrarys() throws {
    try compare(
      "missing glyphs", SVGSamples.document(SVGSamples.missingGlyphs), zooms: [1, 7, 20])
  }

  /// Compares views of a document with the library's command.
  private func compare(_ sample: (name: String, content: String)) throws {
    try compare(sample.name, SVGSamples.document(sample.content))
  }

  /// Compares views of a document with the library's command, and its size with `extent` unless
  /// that is `nil`.
  func compare(
    _ name: String, _ document: String, of extent: Extent? = Extent(width: 100, height: 80),
    zooms: [Double] = [0.1, 0.5, 1, 2.75, 7, 20]
  ) throws {
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let info = try client.open()
    if let extent {
      // librsvg's lengths have 24 bits.
      #expect(abs(info.extent.width - extent.width) < 1e-4)
      #expect(abs(info.extent.height - extent.height) < 1e-4)
    }
    for zoom in zooms {
      let level = info.levels.exactLevel(scale: zoom)
      // In a large view, only the centre.
      let width = min(level.size.width, 160)
      let height = min(level.size.height, 128)
      let x = (level.size.width - width) / 2
      let y = (level.size.height - height) / 2
      let area = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
      let own = Self.onWhite(try client.pixels(of: level, in: area))
      let whole = try Self.reference(document, zoom: zoom)
      // The command rounds partial pixels up.
      try #require(
        (0...1).contains(whole.size.width - level.size.width)
          && (0...1).contains(whole.size.height - level.size.height), "\(name) at \(zoom)")
      var sum = 0
      var far = 0
      for (place, word) in whole.cropped(to: area).words.enumerated() {
        var most = 0
        for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
          let difference = abs(Int(own[place * 4 + channel]) - Int(word >> shift & 0xFF))
          sum += difference
          most = max(most, difference)
        }
        if most > 24 { far += 1 }
      }
      let mean = Double(sum) / Double(width * height * 3)
      // In a small picture, a thousandth is less than one pixel.
      #expect(
        mean <= 1 && far <= max(1, width * height / 1000),
        "\(name) at \(zoom): \(mean), \(far) far")
    }
  }

  /// The position of a shape's edge at a scale: the pixels on one side are painted, those on the
  /// other are not.
  @Test(arguments: SVGSamples.scales(1e2, 1e4, 1e6, 1e9))
  func edgesAreInPlaceAtAnyZoom(_ scale: Double) throws {
    let document = SVGSamples.document(
      ##"<defs><mask id="m"><rect width="100" height="80" fill="white"/></mask></defs>"##
        + ##"<g opacity="0.5"><rect x="10" y="20" width="50" height="40" fill="#ff0000"/>"##
        + ##"<circle cx="80" cy="40" r="10" fill="#0000ff"/></g>"##
        + ##"<path mask="url(#m)" d="M0 70L100 79.5L0 79.5z" fill="#00ff00"/>"##)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let info = try client.open()
    #expect(info.levels.largestScale * 100 > SVGSamples.longestSide / 2)
    let level = info.levels.exactLevel(scale: scale)
    /// 64 × 64 pixels around a point of the document.
    func around(_ x: Double, _ y: Double) throws -> Pixels {
      let column = Int((x * Double(level.size.width) / 100).rounded())
      let row = Int((y * Double(level.size.height) / 80).rounded())
      return try client.pixels(
        of: level,
        in: PixelRect(minX: column - 32, minY: row - 32, maxX: column + 32, maxY: row + 32))
    }
    let left = try around(10, 40)
    #expect(left.pixel(30, 32) == [0, 0, 0, 0] && left.pixel(34, 32) == [128, 0, 0, 128])
    let bottom = try around(30, 60)
    #expect(bottom.pixel(32, 29) == [128, 0, 0, 128] && bottom.pixel(32, 34) == [0, 0, 0, 0])
    // Where the circle is vertical, its edge is straight within the view.
    let circle = try around(90, 40)
    #expect(circle.pixel(29, 32) == [0, 0, 128, 128] && circle.pixel(34, 32) == [0, 0, 0, 0])
    // librsvg's circle is four curves: exact at eighths of it, off by 2.7e-4 radii in between.
    let turned = try around(80 + 10 * 0.5.squareRoot(), 40 + 10 * 0.5.squareRoot())
    #expect(turned.pixel(30, 29) == [0, 0, 128, 128] && turned.pixel(34, 35) == [0, 0, 0, 0])
    // A slanted line, exactly 9.5 down per 100 across.
    let slanted = try around(50, 74.75)
    #expect(slanted.pixel(32, 35) == [0, 255, 0, 255] && slanted.pixel(32, 28) == [0, 0, 0, 0])
  }

  /// Lines far wider than any surface, and dashes that start far away.
  @Test(arguments: SVGSamples.scales(1e2, 1e4, 1e6))
  func linesAndDashesAreInPlace(_ scale: Double) throws {
    let document = SVGSamples.document(
      ##"<path d="M10 10H90" stroke="black" stroke-width="10"/><path d="M10 40H90" "##
        + ##"stroke="black" stroke-width="2" stroke-dasharray="4 4" stroke-dashoffset="1"/>"##)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let level = try client.open().levels.exactLevel(scale: scale)
    func around(_ x: Double, _ y: Double) throws -> Pixels {
      let column = Int((x * scale).rounded())
      let row = Int((y * scale).rounded())
      return try client.pixels(
        of: level,
        in: PixelRect(minX: column - 16, minY: row - 16, maxX: column + 16, maxY: row + 16))
    }
    let top = try around(50, 5)
    #expect(top.pixel(16, 13)[3] == 0 && top.pixel(16, 19)[3] == 255)
    let end = try around(90, 12)
    #expect(end.pixel(13, 16)[3] == 255 && end.pixel(19, 16)[3] == 0)
    // Dashes of 4 from 9 on: one ends at 61.
    let dash = try around(61, 40)
    #expect(dash.pixel(13, 16)[3] == 255 && dash.pixel(19, 16)[3] == 0)
    let next = try around(65, 40)
    #expect(next.pixel(13, 16)[3] == 0 && next.pixel(19, 16)[3] == 255)
  }

  /// Letters stay sharp: a glyph's stem keeps its position at any scale.
  @Test(arguments: SVGSamples.scales(1e2, 1e3, 1e5))
  func lettersStaySharp(_ scale: Double) throws {
    let document = SVGSamples.document(##"<text x="20" y="60" font-size="50">l</text>"##)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let info = try client.open()
    // The stem's left edge, from a scale at which librsvg's own text is correct.
    let base = try client.pixels(
      of: info.levels.exactLevel(scale: 16),
      in: PixelRect(minX: 0, minY: 45 * 16, maxX: 1600, maxY: 45 * 16 + 1))
    let edge = try #require((0..<base.size.width).first { base.pixel($0, 0)[3] > 127 })
    let part = Double(base.pixel(edge - 1, 0)[3]) / 255
    let place = (Double(edge) - part) / 16
    let level = info.levels.exactLevel(scale: scale)
    let column = Int(place * scale)
    // One pixel of that scale, on each side.
    let reach = Int(scale / 16) + 3
    for (x, alpha) in [(column - reach, UInt8(0)), (column + reach, 255)] {
      let pixels = try client.pixels(
        of: level,
        in: PixelRect(minX: x, minY: Int(45 * scale), maxX: x + 1, maxY: Int(45 * scale) + 1))
      #expect(pixels.pixel(0, 0)[3] == alpha, "at \(scale)")
    }
  }

  /// A view is the same after others have been drawn, by whatever method.
  @Test(arguments: [0, 5]) func earlierViewsDoNotChangeAView(_ index: Int) throws {
    let document = SVGSamples.document(SVGSamples.farDocuments[index].content)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let levels = try client.open().levels
    let first = try client.pixels(of: levels.exactLevel(scale: 2))
    #expect(first.bytes.contains { $0 != 0 })
    for scale in [40.0, 300] {
      let middle = Int(scale) * 40
      _ = try client.pixels(
        of: levels.exactLevel(scale: scale),
        in: PixelRect(minX: middle, minY: middle, maxX: middle + 20, maxY: middle + 20))
      #expect(try client.pixels(of: levels.exactLevel(scale: 2)) == first, "after \(scale)")
    }
  }

  /// Tiles drawn one by one match those drawn together, with filters too.
  @Test(arguments: [false, true]) func stripsAndTilesAreTheSame(isFiltered: Bool) throws {
    let blur =
      ##"<filter id="f"><feGaussianBlur stdDeviation="6"/></filter><rect x="30" y="30" "##
      + ##"width="45" height="40" fill="red" filter="url(#f)"/>"##
    let document = SVGSamples.document(isFiltered ? blur : SVGSamples.documents[3].content)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let level = try client.open().levels.exactLevel(scale: 4)
    let whole = try client.pixels(of: level)
    var most = 0
    for row in 0..<2 {
      for column in 0..<2 {
        let area = TileKey(level: level, column: column, row: row).area
        let tile = try client.pixels(of: level, in: area)
        for y in 0..<tile.size.height {
          for x in 0..<tile.size.width {
            for (a, b) in zip(tile.pixel(x, y), whole.pixel(area.minX + x, area.minY + y)) {
              most = max(most, abs(Int(a) - Int(b)))
            }
          }
        }
      }
    }
    #expect(most <= 16)
  }
}
