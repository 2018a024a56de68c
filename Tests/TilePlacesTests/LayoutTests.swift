import Geometry
import Testing

@testable import TilePlaces

/// Every tile of every layout has the path and the size that other readers of the layout expect.
@Suite struct LayoutTests {
  static let sizes = [
    (1, 1), (256, 256), (257, 1), (1, 513), (1001, 613), (770, 3), (513, 257), (4096, 33),
    (2047, 2049), (65_537, 40),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  private func check(
    _ places: TilePlaces, rung: Int, _ level: ViewerFormulas.LevelOfTiles, _ name: String,
    isIn known: (TilePlace, String) -> Bool = { $0.paths.first == $1 }
  ) {
    #expect(places.levels[rung].size == level.size, "\(name)")
    let shown = places.rungs[rung].size
    #expect((0...1).contains(level.size.width - shown.width), "\(name)")
    #expect((0...1).contains(level.size.height - shown.height), "\(name)")
    let (columns, rows) = (
      (shown.width + places.tile.width - 1) / places.tile.width,
      (shown.height + places.tile.height - 1) / places.tile.height
    )
    var covered = 0
    for (row, tiles) in level.tiles.prefix(rows).enumerated() {
      for (column, tile) in tiles.prefix(columns).enumerated() {
        guard let place = places.place(rung: rung, column: column, row: row) else {
          Issue.record("\(name): no place for \(column), \(row)")
          continue
        }
        #expect(known(place, tile.path), "\(name): \(place.paths), not \(tile.path)")
        #expect(place.picture == tile.size, "\(name): \(tile.path)")
        #expect(PixelRect(place.picture).intersection(place.part) == place.part)
        covered += place.part.size.area ?? 0
      }
    }
    #expect(covered == shown.area, "\(name): the cells make up the level")
    #expect(places.place(rung: rung, column: columns, row: 0) == nil)
    #expect(places.place(rung: rung, column: 0, row: rows) == nil)
    #expect(places.place(rung: rung, column: -1, row: 0) == nil)
  }

  @Test(
    arguments: sizes, [(256, 0), (254, 1), (100, 2), (32, 31), (2048, 0), (2046, 1), (4096, 2)])
  func deepZoomPathsMatchOtherReaders(size: PixelSize, cut: (edge: Int, overlap: Int)) throws {
    let places = try TilePlaces(
      TileDescription(
        size: size, layout: .deepZoom(edge: cut.edge, overlap: cut.overlap, format: "png")))
    let formulas = ViewerFormulas.deepZoom(size, edge: cut.edge, overlap: cut.overlap)
    for rung in places.levels.indices {
      let level = try #require(formulas[places.levels[rung].number])
      check(places, rung: rung, level, "\(size), \(cut)")
    }
    // The largest level is the picture, and the smallest one tile.
    #expect(places.levels.last?.size == size)
    #expect(places.levels.first?.tileCount(edge: cut.edge) == 1)
    #expect(places.levels.first.map { max($0.size.width, $0.size.height) <= 1024 } == true)
  }

  @Test func deepZoomsOverlapIsCropped() throws {
    let places = try TilePlaces(
      TileDescription(
        size: PixelSize(width: 250, height: 205),
        layout: .deepZoom(edge: 100, overlap: 2, format: "jpg")))
    let last = places.levels.count - 1
    let middle = try #require(places.place(rung: last, column: 1, row: 1))
    #expect(middle.paths == ["8/1_1.jpg"])
    #expect(middle.picture == PixelSize(width: 104, height: 104))
    #expect(middle.part == PixelRect(minX: 2, minY: 2, maxX: 102, maxY: 102))
    let corner = try #require(places.place(rung: last, column: 2, row: 2))
    #expect(corner.picture == PixelSize(width: 52, height: 7))
    #expect(corner.part == PixelRect(minX: 2, minY: 2, maxX: 52, maxY: 7))
  }

  @Test(arguments: sizes.filter { $0.height > 8 })
  func zoomifyPathsMatchOtherReaders(size: PixelSize) throws {
    for edge in [256, 100] {
      let formulas = ViewerFormulas.zoomify(size, edge: edge)
      // Where OpenSeadragon's formula gives an empty level, there is nothing to compare.
      guard formulas.allSatisfy({ !$0.size.isEmpty }) else { continue }
      let count = formulas.reduce(0) { $0 + $1.tiles.joined().count }
      for told in [0, count] {
        let places = try TilePlaces(
          TileDescription(size: size, layout: .zoomify(edge: edge, tileCount: told)))
        #expect(places.levels.count == formulas.count)
        for (rung, level) in formulas.enumerated() {
          check(places, rung: rung, level, "\(size), \(edge)")
        }
      }
    }
  }

  @Test func zoomifyIsRoundedUpIfTheTileCountSaysSo() throws {
    // The output of libvips 8.14 for these sizes, according to its NUMTILES and its files.
    let cases = [
      (PixelSize(width: 1001, height: 613), 17, [251, 501, 1001]),
      (PixelSize(width: 513, height: 257), 9, [129, 257, 513]),
      (PixelSize(width: 1001, height: 1), 7, [250, 500, 1001]),
    ]
    for (size, count, widths) in cases {
      let places = try TilePlaces(
        TileDescription(size: size, layout: .zoomify(edge: 256, tileCount: count)))
      // If rounding up and rounding down give the same tile count, levels are cropped to the
      // smaller size.
      let isBoth = count != 9
      #expect(
        places.levels.map(\.size.width)
          == (isBoth ? ViewerFormulas.zoomify(size, edge: 256).map(\.size.width) : widths))
    }
  }

  @Test(arguments: sizes, [2, 3])
  func iiifPathsMatchOtherReaders(size: PixelSize, version: Int) throws {
    // If a picture is one pixel wide, OpenSeadragon takes every level for the picture itself.
    guard version == 3 || size.width > 1 else { return }
    let factors = [4, 1, 2, 8, 16, 32, 64, 128, 256]
    for (edge, high) in [(256, 256), (1000, 1000), (512, 256), (300, 2000), (4096, 4096)] {
      let set = TileDescription.TileSet(
        size: PixelSize(width: edge, height: high), factors: factors)
      let places = try TilePlaces(
        TileDescription(size: size, layout: .iiif(version: version, sets: [set], formats: [])))
      for rung in places.levels.indices {
        let level = ViewerFormulas.iiif(
          size, edge: edge, high: high, factor: places.levels[rung].factor, version: version)
        check(places, rung: rung, level, "\(size), \(edge), \(high)") { $0.paths.contains($1) }
      }
      #expect(places.levels.last?.size == size)
      let first = try #require(places.levels.first)
      #expect(
        first.size.width <= edge && first.size.height <= high || first.factor == factors.max())
    }
  }

  @Test func iiifRequestsTheCanonicalFormFirst() throws {
    let set = TileDescription.TileSet(size: PixelSize(width: 256, height: 256), factors: [1, 2])
    func first(_ size: PixelSize, _ version: Int, _ rung: Int, _ column: Int, _ row: Int) throws
      -> String?
    {
      try TilePlaces(
        TileDescription(size: size, layout: .iiif(version: version, sets: [set], formats: ["png"]))
      ).place(rung: rung, column: column, row: row)?.paths.first
    }
    let large = PixelSize(width: 1001, height: 613)
    #expect(try first(large, 2, 0, 1, 1) == "512,512,489,101/245,/0/default.png")
    #expect(try first(large, 3, 0, 1, 1) == "512,512,489,101/245,51/0/default.png")
    let small = PixelSize(width: 100, height: 80)
    #expect(try first(small, 2, 0, 0, 0) == "full/full/0/default.png")
    #expect(try first(small, 3, 0, 0, 0) == "full/max/0/default.png")
  }

  /// The requests of IIPMooViewer: sizes halved and rounded down, tiles counted row by row.
  @Test(arguments: sizes.filter { $0.height > 8 }, [128, 96])
  func internetImagingRequestsMatchOtherReaders(size: PixelSize, high: Int) throws {
    for count in [1, 3, 5, 9] {
      let tile = PixelSize(width: 128, height: high)
      let description = TileDescription(
        size: size, layout: .internetImaging(tile: tile, levels: count))
      guard max(size.width, size.height) >> (count - 1) <= 4096 else { continue }
      let places = try TilePlaces(description)
      #expect(places.levels.last?.size == size && places.levels.last?.number == count - 1)
      for (rung, level) in places.levels.enumerated() {
        let halvings = count - 1 - level.number
        let own = PixelSize(
          width: max(1, size.width >> halvings), height: max(1, size.height >> halvings))
        #expect(level.size == own)
        let columns = (own.width + 127) / 128
        for (column, row) in [(0, 0), (columns - 1, 0), (0, (own.height + high - 1) / high - 1)] {
          guard let place = places.place(rung: rung, column: column, row: row) else { continue }
          #expect(place.paths == ["JTL=\(level.number),\(row * columns + column)"])
          #expect(place.picture.width == min(128, own.width - column * 128))
          #expect(place.picture.height == min(high, own.height - row * high))
        }
      }
      // Levels smaller than one tile of a larger level are not requested.
      #expect(
        places.levels.dropFirst().allSatisfy { $0.size.width > 128 || $0.size.height > high })
    }
  }

  @Test func templatesNameLevelsColumnsAndRows() throws {
    let size = PixelSize(width: 1001, height: 613)
    func place(_ template: String, isPadded: Bool = false) throws -> TilePlace? {
      let places = try TilePlaces(
        TileTemplate(template), size: size, edge: 256, isPadded: isPadded)
      return places.place(rung: places.levels.count - 1, column: 3, row: 2)
    }
    #expect(try place("{z}/{x}/{y}.png")?.paths == ["2/3/2.png"])
    #expect(try place("a{level}/{-y}-{column}.jpg")?.paths == ["a2/0-3.jpg"])
    #expect(try place("lake_{scale}_{column}_{row}.jpg")?.paths == ["lake_1000_3_2.jpg"])
    #expect(try place("{x}_{y}")?.picture == PixelSize(width: 233, height: 101))
    let padded = try #require(try place("{x}_{y}", isPadded: true))
    #expect(padded.picture == PixelSize(width: 256, height: 256))
    #expect(padded.part == PixelRect(minX: 0, minY: 0, maxX: 233, maxY: 101))
    let lowest = try TilePlaces(
      TileTemplate("{z} {scale}"), size: size, edge: 256, isPadded: false
    ).place(rung: 0, column: 0, row: 0)
    #expect(lowest?.paths == ["0 250"])
    // Without a placeholder for levels there is one level.
    let plain = try TilePlaces(
      TileTemplate("{x}_{y}"), size: size, edge: 256, isPadded: false)
    #expect(plain.levels.map(\.size) == [size] && plain.levels.map(\.factor) == [1])
    #expect(throws: TilePlacesError.badTemplate("q")) { try TileTemplate("{z}/{q}.png") }
  }
}

extension TilePlaces.PlacedLevel {
  func tileCount(edge: Int) -> Int {
    ((size.width + edge - 1) / edge) * ((size.height + edge - 1) / edge)
  }
}
