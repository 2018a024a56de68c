import Geometry
import Glibc
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Tiles between the rungs of a ladder", .timeLimit(.minutes(30)))
struct BetweenTests {
  /// Cuts tiles out of a picture of one rung.
  private struct CutPicture: TileProvider {
    let picture: Picture
    func tile(_ request: ProvidedTileRequest) -> ProvidedTile {
      .pixels(request.size, picture.cut(request.key.area))
    }
  }

  private func noise(_ size: PixelSize, hasAlpha: Bool, seed: UInt64) -> Picture {
    var numbers = SeededNumbers(seed: seed)
    return Picture(size) { x, y in
      let alpha = hasAlpha ? (x / 16 + y / 16) % 3 == 0 ? 0 : Int(numbers.next() & 0xFF) : 255
      return (0..<3).map { _ in Int(numbers.next() & 0xFF) * alpha / 255 } + [alpha]
    }
  }

  private func zonePlate(_ size: PixelSize) -> Picture {
    Picture(size) { x, y in
      let u = Double(x) - Double(size.width) / 2
      let v = Double(y) - Double(size.height) / 2
      let wave = cos(Double.pi * (u * u + v * v) / Double(size.width))
      let code = Int((127.5 + 127.5 * wave).rounded())
      return [code, code, code, 255]
    }
  }

  private func reduce(
    _ picture: Picture, zoom: Double, edge: Int, overlap: Int = 0, hasAlpha: Bool
  ) throws -> (shown: [UInt8], wanted: [UInt8]) {
    let source = try ProviderSource(
      Extent(picture.size), .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0), edge: edge,
      overlap: overlap, hasAlpha: hasAlpha, CutPicture(picture: picture))
    defer { source.close() }
    let view = HandMadeView(source)
    let level = source.levels.exactLevel(scale: zoom)
    let keys = TileGrid(of: level).keys
    view.want(keys)
    try view.wait { view.delivered.count == keys.count }
    var shown = [UInt8](repeating: 0, count: level.size.width * level.size.height * 4)
    for (key, pixels) in view.pixels {
      let (area, layout) = (key.area, key.layout)
      for y in 0..<area.height {
        let from = (y + overlap) * layout.stride + overlap * 4
        let to = ((area.minY + y) * level.size.width + area.minX) * 4
        shown.replaceSubrange(
          to..<(to + area.width * 4), with: pixels[from..<(from + area.width * 4)])
      }
    }
    return (shown, picture.reduced(to: level.size))
  }

  @Test(
    "They equal a reduction of the whole picture, to 50 dB",
    arguments: [0.51, 0.7, 0.8, 0.97], [50, 256])
  func quality(zoom: Double, edge: Int) throws {
    let size = PixelSize(width: 521, height: 397)
    for (name, picture, hasAlpha) in [
      ("noise", noise(size, hasAlpha: false, seed: 3), false),
      ("translucent noise", noise(size, hasAlpha: true, seed: 4), true),
      ("zone plate", zonePlate(size), false),
    ] {
      let (shown, wanted) = try reduce(picture, zoom: zoom, edge: edge, hasAlpha: hasAlpha)
      let quality = shown.psnr(wanted)
      #expect(quality >= 50, "\(name): \(quality) dB")
    }
  }

  @Test("Below the smallest rung they are reduced too", arguments: [0.3, 0.12])
  func below(zoom: Double) throws {
    let picture = zonePlate(PixelSize(width: 900, height: 700))
    let (shown, wanted) = try reduce(picture, zoom: zoom, edge: 256, overlap: 1, hasAlpha: false)
    let quality = shown.psnr(wanted)
    // Below a quarter, a 4:1 box filter runs first, which aliases a little: the usual limit.
    #expect(quality >= (zoom > 0.25 ? 50 : 30), "\(quality) dB")
  }

  @Test("The rung's tiles come first, serve both and are requested once")
  func shared() throws {
    let provider = NumberedTiles()
    let extent = Extent(width: 3200, height: 2400)
    let source = try ProviderSource(
      extent, .ladder(levelsOfDetail: 7, levelsOfDetailBias: 3), provider)
    defer { source.close() }
    let view = HandMadeView(source)
    let port = Viewport(
      settledOn: PixelSize(width: 640, height: 400), picture: extent, scale: 0.7)
    try view.settle(at: port)
    let rung = source.levels.level(for: 0.7)
    let exact = source.levels.exactLevel(scale: 0.7)
    let order = view.delivered.map(\.level)
    #expect(Set(order).isSuperset(of: [rung, exact]))
    let lastRung = try #require(order.lastIndex(of: rung))
    let firstExact = try #require(order.firstIndex(of: exact))
    #expect(lastRung < order.count - 1 && firstExact > 0)
    #expect(Set(provider.askedTiles).count == provider.asked.count)
    // A pan by a few pixels needs the same tiles.
    provider.forget()
    var panned = port
    panned.origin.x -= 3
    try view.settle(at: panned)
    #expect(provider.asked.isEmpty)
  }
}
