import Fresnel
import Geometry
import TestSupport
import Testing

@testable import FresnelDrawing

/// Shapes over a picture.
@Suite(.serialized) struct ShapeLayerTests {
  private static let size = PixelSize(width: 400, height: 300)

  private func view() throws -> (FresnelView, ShapeLayer) {
    let view = try FresnelView(offscreen: Self.size)
    let grey = [UInt8](repeating: 128, count: 400 * 300 * 4).enumerated().map {
      $0.offset % 4 == 3 ? 255 : $0.element
    }
    view.show(try PixelSource(size: Self.size, pixels: grey, hasAlpha: false))
    let layer = try ShapeLayer(picture: Extent(Self.size))
    view.addLayer(layer.source)
    _ = try view.pixels()
    return (view, layer)
  }

  private func color(_ view: FresnelView, _ x: Int, _ y: Int) throws -> [UInt8] {
    let pixels = try view.pixels()
    let at = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[at..<at + 3])
  }

  @Test func shapesAreAddedChangedAndRemoved() throws {
    let (view, layer) = try view()
    let red = Paint.color(PaintColor(hex: 0xff0000))
    let blue = Paint.color(PaintColor(hex: 0x0000ff))
    layer.set(.box(Rect(minX: 50, minY: 50, maxX: 100, maxY: 100), fill: red), for: ShapeID(1))
    layer.set(.circle(center: Point(x: 100, y: 75), radius: 20, fill: blue), for: ShapeID(2))
    #expect(try color(view, 60, 60) == [255, 0, 0])
    #expect(try color(view, 95, 75) == [0, 0, 255])
    #expect(try color(view, 200, 200) == [128, 128, 128])
    // A changed shape keeps its z-order, below the other.
    layer.set(.box(Rect(minX: 80, minY: 50, maxX: 130, maxY: 100), fill: red), for: ShapeID(1))
    #expect(try color(view, 60, 60) == [128, 128, 128])
    #expect(try color(view, 125, 60) == [255, 0, 0])
    #expect(try color(view, 95, 75) == [0, 0, 255])
    #expect(layer.ids == [ShapeID(1), ShapeID(2)])
    #expect(layer.remove(ShapeID(2)))
    let isGone = layer.remove(ShapeID(2))
    #expect(!isGone)
    #expect(try color(view, 95, 75) == [255, 0, 0])
    layer.removeAll()
    #expect(try color(view, 95, 75) == [128, 128, 128])
    #expect(layer.count == 0)
    let circle = layer.add(.circle(center: Point(x: 100, y: 75), radius: 20, fill: blue))
    let box = layer.add(.box(Rect(minX: 90, minY: 65, maxX: 110, maxY: 85), fill: red))
    #expect(layer.ids == [circle, box])
    #expect(try color(view, 85, 75) == [0, 0, 255])
    #expect(try color(view, 95, 75) == [255, 0, 0])
  }

  /// A line's width in pixels is constant at any zoom, one in units grows; both are fully erased.
  @Test func strokesInPixelsAndUnitsAreErased() throws {
    let (view, layer) = try view()
    let stroke = Stroke(PaintColor(hex: 0xff0000), width: .pixels(6))
    let units = Stroke(PaintColor(hex: 0x0000ff), width: .units(6))
    layer.set(
      .line(from: Point(x: 0, y: 100), to: Point(x: 400, y: 100), stroke: stroke), for: ShapeID(1))
    layer.set(
      .line(from: Point(x: 0, y: 150), to: Point(x: 400, y: 150), stroke: units), for: ShapeID(2))
    for (scale, widths) in [(1.0, (6, 6)), (4, (6, 24))] {
      view.zoom(to: scale, center: PicturePoint(x: 200, y: 125), animated: false)
      let pixels = try view.pixels()
      var red = 0
      var blue = 0
      for y in 0..<300 {
        let at = (y * 400 + 200) * 4
        if pixels.bytes[at] == 255 { red += 1 }
        if pixels.bytes[at + 2] == 255, pixels.bytes[at] == 0 { blue += 1 }
      }
      #expect((red, blue) == widths)
    }
    layer.remove(ShapeID(1))
    let pixels = try view.pixels()
    let reds = stride(from: 0, to: pixels.bytes.count, by: 4).count {
      pixels.bytes[$0] > 200
    }
    #expect(reds == 0)
  }

  /// The store finds the same shapes as a linear search, after any changes.
  @Test func theStoreFindsWhatALinearSearchFinds() {
    var numbers = SeededNumbers()
    let store = ShapeStore(world: Rect(minX: 0, minY: 0, maxX: 1000, maxY: 1000))
    var known: [(id: ShapeID, box: Rect)] = []
    func random() -> Rect {
      let x = Double.random(in: 0...1000, using: &numbers)
      let y = Double.random(in: 0...1000, using: &numbers)
      let edge = Double.random(in: 0...60, using: &numbers)
      return Rect(minX: x, minY: y, maxX: x + edge, maxY: y + edge)
    }
    var wrong = 0
    for step in 0..<3000 {
      let id = ShapeID(UInt64.random(in: 0..<400, using: &numbers))
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        _ = store.remove(id)
        known.removeAll { $0.id == id }
      } else {
        let box = random()
        var path = Path(fill: .black)
        path.rectangle(box)
        _ = store.set(Drawing(path), for: id)
        if let place = known.firstIndex(where: { $0.id == id }) {
          known[place].box = box
        } else {
          known.append((id, box))
        }
      }
      guard step % 10 == 0 else { continue }
      let area = random()
      var found: [Rect] = []
      store.groups(in: area, unitsPerPixel: 1) { found.append($0.bounds) }
      if found != known.map(\.box).filter({ $0.touches(area) }) { wrong += 1 }
    }
    #expect(wrong == 0, "\(numbers.origin)")
    #expect(store.ids == known.map(\.id))
  }
}
