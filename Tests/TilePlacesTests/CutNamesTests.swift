import CutPlan
import Geometry
import Testing

@testable import TilePlaces

/// A cut picture has every file that readers of its layout request, in the size that they compute.
@Suite struct CutNamesTests {
  static let sizes = [
    (1, 1), (256, 256), (257, 1), (1, 513), (1001, 613), (770, 3), (513, 257), (4096, 33),
    (2047, 2049), (255, 255), (65_537, 40),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  private func names(
    _ layout: CutLayout, _ size: PixelSize, edge: Int, overlap: Int = 0, ending: String = "jpg"
  ) throws -> CutNames {
    let pyramid = try #require(
      CutPyramid(
        size: size, edge: edge, overlap: overlap, rounding: layout.rounding, end: layout.end,
        isPadded: layout.isPadded))
    return CutNames(
      layout: layout, pyramid: pyramid, name: Array("p".utf8), ending: ending,
      identifier: "https://example.org/p")
  }

  /// The written files with their sizes; no name occurs twice.
  private func files(_ names: CutNames) -> [String: PixelSize] {
    var files: [String: PixelSize] = [:]
    for index in 0..<names.pyramid.tileCount {
      let position = names.pyramid.position(of: index)
      #expect(names.pyramid.index(of: position) == index)
      for path in names.paths(of: position) {
        let path = String(decoding: path, as: UTF8.self)
        #expect(files[path] == nil, "\(path) twice")
        files[path] = names.pyramid.pictureSize(of: position)
      }
    }
    return files
  }

  private func check(_ level: ViewerFormulas.LevelOfTiles, _ files: [String: PixelSize]) {
    for tile in level.tiles.joined() {
      #expect(isThere(tile.size, files[tile.path]), "\(tile.path) of \(level.size)")
    }
  }

  /// IIIF 2 has the same name for tiles of two levels that are one pixel wide: the larger one gets
  /// it.
  private func isThere(_ wanted: PixelSize?, _ found: PixelSize?) -> Bool {
    guard let wanted, let found else { return false }
    return found == wanted || wanted.width == 1 && found.width == 1 && found.height > wanted.height
  }

  @Test(arguments: sizes, [(256, 0), (254, 1), (100, 2), (32, 16)])
  func deepZoomHasEveryFile(size: PixelSize, cut: (edge: Int, overlap: Int)) throws {
    let files = files(
      try names(.dzi, size, edge: cut.edge, overlap: cut.overlap, ending: "png"))
    let levels = ViewerFormulas.deepZoom(size, edge: cut.edge, overlap: cut.overlap)
    for level in levels.values { check(level, files) }
    #expect(files.count == levels.values.reduce(0) { $0 + $1.tiles.joined().count })
  }

  @Test(arguments: sizes, [64, 256])
  func zoomifyHasEveryFile(size: PixelSize, edge: Int) throws {
    let names = try names(.zoomify, size, edge: edge)
    let files = files(names)
    // If a side is shorter than a halving can be, OpenSeadragon finds no tiles at all.
    let levels = ViewerFormulas.zoomify(size, edge: edge)
    guard levels.allSatisfy({ !$0.size.isEmpty }) else { return }
    for level in levels { check(level, files) }
    #expect(files.count == levels.reduce(0) { $0 + $1.tiles.joined().count })
    #expect(names.description.contains("NUMTILES=\"\(files.count)\""))
  }

  @Test(arguments: sizes, [2, 3])
  func iiifHasEveryFile(size: PixelSize, version: Int) throws {
    let names = try names(version == 3 ? .iiif3 : .iiif, size, edge: 256)
    let files = files(names)
    for index in names.pyramid.levels.indices {
      check(
        ViewerFormulas.iiif(size, edge: 256, high: 256, factor: 1 << index, version: version), files
      )
    }
    // What a level 0 client requests, according to `sizes`.
    for whole in names.wholeSizes {
      guard version == 3 || size.width > 1 || whole == names.wholeSizes.last else { continue }
      let address = version == 3 ? "\(whole.width),\(whole.height)" : "\(whole.width),"
      #expect(files["full/\(address)/0/default.jpg"] == whole)
    }
    #expect(names.wholeSizes.isEmpty == false)
  }

  /// The project itself finds each tile at the first or a later one of its candidate paths.
  @Test(arguments: sizes)
  func thisProjectFindsEveryTile(size: PixelSize) throws {
    let set = TileDescription.TileSet(
      size: PixelSize(width: 128, height: 128), factors: (0..<24).map { 1 << $0 })
    let layouts: [(CutLayout, TileDescription.Layout)] = [
      (.dzi, .deepZoom(edge: 128, overlap: 2, format: "png")),
      (.zoomify, .zoomify(edge: 128, tileCount: 0)),
      (.iiif, .iiif(version: 2, sets: [set], formats: ["png"])),
      (.iiif3, .iiif(version: 3, sets: [set], formats: ["png"])),
    ]
    for (layout, description) in layouts where layout != .iiif || size.width > 1 {
      let names = try names(
        layout, size, edge: 128, overlap: layout == .dzi ? 2 : 0, ending: "png")
      try check(TilePlaces(TileDescription(size: size, layout: description)), files(names), layout)
    }
    let xyz = try names(.xyz, size, edge: 128, ending: "png")
    try check(
      TilePlaces(TileTemplate("{z}/{x}/{y}.png"), size: size, edge: 128, isPadded: true),
      files(xyz), .xyz)
    let rows = try names(.rowcol, size, edge: 128, ending: "png")
    try check(
      TilePlaces(
        TileTemplate("p_{scale}_{column}_{row}.png"), size: size, edge: 128, isPadded: false),
      files(rows), .rowcol)
  }

  private func check(_ places: TilePlaces, _ files: [String: PixelSize], _ layout: CutLayout) {
    for (rung, level) in places.rungs.enumerated() {
      for row in 0..<(level.size.height + 127) / 128 {
        for column in 0..<(level.size.width + 127) / 128 {
          let place = places.place(rung: rung, column: column, row: row)
          let found = place?.paths.compactMap { files[$0] }.first
          #expect(isThere(place?.picture, found), "\(layout): \(rung), \(column), \(row)")
        }
      }
    }
  }

  @Test func ambiguousScalesAreReported() throws {
    let small = try names(.rowcol, PixelSize(width: 1 << 18, height: 10), edge: 256)
    #expect(!small.areAmbiguous)
    let large = try names(.rowcol, PixelSize(width: 1 << 20, height: 10), edge: 256)
    #expect(large.areAmbiguous)
  }

  @Test func foreignTextsAreEscaped() throws {
    let pyramid = try #require(
      CutPyramid(
        size: PixelSize(width: 9, height: 9), edge: 256, overlap: 0, rounding: .up, end: .tile,
        isPadded: false))
    let names = CutNames(
      layout: .iiif3, pyramid: pyramid, name: [], ending: "jpg", identifier: "a\"b\\c\n")
    #expect(names.description.contains(#""id": "a\"b\\c\u000a","#))
  }

  @Test func impossiblePyramidsAreRefused() {
    func pyramid(_ width: Int, _ edge: Int, _ overlap: Int) -> CutPyramid? {
      CutPyramid(
        size: PixelSize(width: width, height: 10), edge: edge, overlap: overlap, rounding: .up,
        end: .tile, isPadded: false)
    }
    #expect(pyramid(100, 256, 0) != nil)
    #expect(pyramid(0, 256, 0) == nil && pyramid(-1, 256, 0) == nil)
    #expect(pyramid(1 << 25, 256, 0) == nil && pyramid(100, 31, 0) == nil)
    #expect(pyramid(100, 1025, 0) == nil && pyramid(100, 1024, 1) == nil)
    #expect(pyramid(100, 64, 33) == nil && pyramid(100, 64, -1) == nil)
  }
}
