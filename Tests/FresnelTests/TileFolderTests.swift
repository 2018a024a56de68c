import Fresnel
import TestSupport
import Testing

/// Tiles from a description or a template, in an embedding program's view.
@Suite(.serialized) struct TileFolderTests {
  private static let size = PixelSize(width: 200, height: 150)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes the picture in tiles of 64 pixels, padded at the edges or not, as one level of a
  /// template.
  private func write(
    _ picture: PixelGrid, fillsUp: Bool, name: (_ column: Int, _ row: Int) -> String
  ) throws {
    for row in 0..<3 {
      for column in 0..<4 {
        let width = fillsUp ? 64 : min(64, 200 - column * 64)
        let height = fillsUp ? 64 : min(64, 150 - row * 64)
        let tile = PixelGrid(
          width: width, height: height,
          color: { x, y in
            let (x, y) = (column * 64 + x, row * 64 + y)
            return x < 200 && y < 150 ? picture[x, y] : 0xFFFF_0000
          })
        try folder.picture(name(column, row), tile)
      }
    }
  }

  private func pixels(_ source: any TileSource) throws -> [UInt32] {
    let view = try FresnelView(offscreen: Self.size)
    view.show(source)
    let pixels = try view.pixels()
    return stride(from: 0, to: pixels.bytes.count, by: 4).map { index -> UInt32 in
      [3, 0, 1, 2].reduce(0) { word, byte in word << 8 | UInt32(pixels.bytes[index + byte]) }
    }
  }

  @Test func aTemplateNamesTheTiles() throws {
    let picture = gradient(200, 150)
    try write(picture, fillsUp: false) { "lake_1000_\($0)_\($1).png" }
    let source = try ProviderSource(
      tilesIn: folder.path, named: "lake_{scale}_{column}_{row}.png", of: Self.size, edge: 64,
      decoders: builtDecoders)
    let isSame = try pixels(source) == picture.words
    #expect(isSame)
  }

  @Test func paddedTilesAreCropped() throws {
    let picture = gradient(200, 150)
    // Three levels: the picture is level 2, and TMS counts rows from the bottom.
    try folder.folder("2")
    try write(picture, fillsUp: true) { "2/\($0)-\(2 - $1).png" }
    let source = try ProviderSource(
      tilesIn: folder.path, named: "{z}/{x}-{-y}.png", of: Self.size, edge: 64, fillsUp: true,
      decoders: builtDecoders)
    let isSame = try pixels(source) == picture.words
    #expect(isSame)
  }

  @Test func aDescriptionOpensAsAPicture() throws {
    let picture = gradient(200, 150)
    for name in ["p_files", "p_files/8"] { try folder.folder(name) }
    try write(picture, fillsUp: false) { "p_files/8/\($0)_\($1).png" }
    let path = try folder.file(
      "p.dzi",
      Array(
        """
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0"
        TileSize="64"><Size Width="200" Height="150"/></Image>
        """.utf8))
    let isSame =
      try pixels(PictureSource(path: path, decoders: builtDecoders)) == picture.words
    #expect(isSame)
  }

  @Test func impossibleTemplatesGiveASentence() throws {
    func sentence(_ template: String, edge: Int, in folder: String) -> String? {
      do throws(FresnelError) {
        _ = try ProviderSource(tilesIn: folder, named: template, of: Self.size, edge: edge)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(sentence("{q}", edge: 64, in: folder.path)?.contains("{q}") == true)
    #expect(sentence("{x}", edge: 8, in: folder.path)?.contains("8 × 8") == true)
    #expect(sentence("{x}", edge: 64, in: folder["no"])?.contains("no such file") == true)
  }
}
