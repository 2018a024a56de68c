import Geometry
import TestSupport
import Testing

/// Transparent pictures, on the screen and in a file.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct TransparencyTests {
  let folder: TemporaryFolder
  /// Every alpha with every red; transparent pixels have colours, too.
  let picture = PixelGrid(
    width: 512, height: 256,
    color: { x, y in
      UInt32(y) << 24 | UInt32(x & 255) << 16 | UInt32((x * 3) & 255) << 8 | UInt32(255 - x / 2)
    })

  init() throws { folder = try TemporaryFolder() }

  @Test func theCheckerboardShowsThrough() throws {
    let viewer = try RunningViewer([
      "--geometry", "530x270", try folder.picture("glass.png", picture),
    ])
    // A checkerboard of 8-pixel squares in two greys, from the window's corner.
    func shown(_ x: Int, _ y: Int) -> UInt32 {
      let (column, row) = (x - 9, y - 7)
      guard column >= 0, row >= 0, column < 512, row < 256 else { return surround }
      let field = UInt32((x / 8 + y / 8) % 2 == 0 ? 102 : 153)
      let pixel = picture[column, row]
      let alpha = pixel >> 24
      return [UInt32(16), 8, 0].reduce(0) { word, shift in
        // Premultiplied and rounded like a decoder's output, then blended with the grey.
        let color = ((pixel >> shift & 255) * alpha * 2 + 255) / 510
        let mixed = (color * 510 + field * (255 - alpha) * 2 + 255) / 510
        return word | min(255, mixed) << shift
      }
    }
    viewer.expect(PixelGrid(width: 530, height: 270, opaque: shown))
  }

  @Test func renderWritesStraightAlpha() throws {
    let file = try folder.picture("glass.png", picture)
    let rendered = try RenderRun.pixels(file, in: folder)
    try #require(rendered.size == picture.size)
    for index in 0..<picture.words.count {
      let (a, b) = (picture.words[index], rendered.words[index])
      let alpha = a >> 24
      guard b >> 24 == alpha else {
        Issue.record("pixel \(index) has another alpha")
        return
      }
      for shift in [UInt32(16), 8, 0] {
        // Equal to within one, premultiplied.
        let difference = abs(Int(a >> shift & 255) - Int(b >> shift & 255)) * Int(alpha)
        guard difference <= 255 else {
          Issue.record("pixel \(index) differs by more than one, premultiplied")
          return
        }
      }
    }
  }

  @Test func pixelsOutsideThePictureAreTransparent() throws {
    let opaque = CoordinatePicture.grid(100, 60)
    let file = try folder.picture("a.png", opaque)
    let rendered = try RenderRun.pixels(file, ["--size", "130x81"], in: folder)
    func color(x: Int, y: Int) -> UInt32 {
      let (column, row) = (x - 15, y - 10)
      guard column >= 0, row >= 0, column < 100, row < 60 else { return 0 }
      return opaque[column, row]
    }
    let expected = PixelGrid(width: 130, height: 81, color: color)
    #expect(rendered.difference(from: expected) == nil)
  }
}
