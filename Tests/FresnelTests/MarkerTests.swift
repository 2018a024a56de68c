import Fresnel
import TestSupport
import Testing

/// Markers from images and texts.
@Suite(.serialized) struct MarkerTests {
  private static let size = PixelSize(width: 200, height: 150)

  /// A view of a black picture at 100 %.
  private func view() throws -> FresnelView {
    let view = try FresnelView(offscreen: Self.size)
    let black: [UInt8] = [0, 0, 0, 255]
    view.show(
      try PixelSource(
        size: Self.size, pixels: Array(repeatElement(black, count: 200 * 150).joined()),
        hasAlpha: false))
    _ = try view.pixels()
    return view
  }

  private func image(
    _ edge: Int, _ color: [UInt8] = [255, 255, 255, 255], anchor: Point? = nil
  ) -> MarkerImage {
    // A large image of one value is made at once, not pixel by pixel.
    let isEven = color.allSatisfy { $0 == color[0] }
    return MarkerImage(
      size: PixelSize(width: edge, height: edge),
      pixels: isEven
        ? [UInt8](repeating: color[0], count: edge * edge * 4)
        : Array(repeatElement(color, count: edge * edge).joined()), anchor: anchor)
  }

  private func color(_ pixels: ViewPixels, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[start..<start + 3])
  }

  @Test func imagesLieAtTheirPoints() throws {
    let view = try view()
    let (white, red) = (image(10), image(6, [255, 0, 0, 255], anchor: Point(x: 0, y: 0)))
    let first = Marker(at: PicturePoint(x: 50, y: 40), image: white, selectedImage: red)
    let second = Marker(at: PicturePoint(x: 100, y: 80), image: red)
    #expect(first.id != second.id)
    #expect(view.markers.add(first) && view.markers.add(second))
    var pixels = try view.pixels()
    #expect(color(pixels, 46, 36) == [255, 255, 255] && color(pixels, 54, 44) == [255, 255, 255])
    #expect(color(pixels, 44, 36) == [0, 0, 0] && color(pixels, 56, 44) == [0, 0, 0])
    #expect(color(pixels, 100, 80) == [255, 0, 0] && color(pixels, 99, 80) == [0, 0, 0])
    #expect(view.markers.hit(at: SurfacePoint(x: 52, y: 42)) == .marker(first.id))
    #expect(view.markers.hit(at: SurfacePoint(x: 90, y: 42)) == nil)
    view.markers.selection = [first.id]
    view.markers.move(second.id, to: PicturePoint(x: 20, y: 20))
    #expect(view.markers[second.id]?.position == PicturePoint(x: 20, y: 20))
    pixels = try view.pixels()
    #expect(color(pixels, 46, 36) == [0, 0, 0] && color(pixels, 50, 40) == [255, 0, 0])
    #expect(color(pixels, 22, 22) == [255, 0, 0])
    view.markers[first.id]?.position = PicturePoint(x: 150, y: 100)
    #expect(color(try view.pixels(), 152, 102) == [255, 0, 0])
    view.markers.remove(first.id)
    view.markers[second.id] = nil
    #expect(view.markers.isEmpty && view.markers[first.id] == nil)
    let isBlack = try view.pixels().bytes.enumerated().allSatisfy { $0 % 4 == 3 || $1 == 0 }
    #expect(isBlack)
    #expect(!view.markers.add(Marker(at: PicturePoint(x: .nan, y: 0), image: white)))
  }

  /// An image takes room once while any marker uses it.
  @Test func theRoomOfImagesIsUsedAgain() throws {
    let view = try view()
    let shared = image(512)
    for number in 0..<100 {
      let marker = Marker(
        MarkerID(UInt64(number)), at: PicturePoint(x: 1000, y: 0), image: shared)
      #expect(view.markers.add(marker))
    }
    // Room for eight of this size.
    for number in 100..<107 {
      #expect(
        view.markers.add(
          Marker(MarkerID(UInt64(number)), at: PicturePoint(x: 1000, y: 0), image: image(512))))
    }
    let last = Marker(MarkerID(1000), at: PicturePoint(x: 100, y: 75), image: image(512))
    #expect(!view.markers.add(last))
    #expect(view.markers.count == 107)
    // A marker that changes its image gives the old one back.
    for _ in 0..<20 {
      view.markers.remove(MarkerID(106))
      #expect(
        view.markers.add(
          Marker(MarkerID(106), at: PicturePoint(x: 1000, y: 0), image: image(512))))
    }
    view.markers[MarkerID(106)]?.image = shared
    #expect(view.markers.add(last))
    view.markers.removeAll()
    for _ in 0..<20 {
      #expect(view.markers.add(last))
      view.markers.remove(last.id)
      view.markers.clustering = MarkerClustering(image: image(512))
      view.markers.clustering = nil
    }
    #expect(view.markers.add(last))
    #expect(color(try view.pixels(), 100, 75) == [255, 255, 255])
  }

  @Test func clustersHaveTheirImage() throws {
    let view = try view()
    view.markers.clustering = MarkerClustering(image: image(30, [0, 0, 255, 255]))
    #expect(view.markers.clustering?.distance == 48)
    let ids = (0..<3).map { number in
      let marker = Marker(
        at: PicturePoint(x: 40 + Double(number), y: 40), image: image(4))
      view.markers.add(marker)
      return marker.id
    }
    _ = try view.pixels()
    guard case .cluster(let all, let middle)? = view.markers.hit(at: SurfacePoint(x: 41, y: 40))
    else {
      Issue.record("no cluster is hit")
      return
    }
    #expect(Set(all) == Set(ids))
    #expect(middle == PicturePoint(x: 41, y: 40))
  }

  /// A text is drawn on a thread, and its panel is centred on the point.
  @Test func aTextIsAMarker() throws {
    let view = try view()
    let marker = Marker(at: PicturePoint(x: 100, y: 75), text: "Here")
    view.markers.add(marker)
    var isThere = false
    let wasDrawn = serve([view]) {
      isThere =
        (try? view.pixels()).map { pixels in
          stride(from: 0, to: pixels.bytes.count, by: 4).contains { pixels.bytes[$0] > 100 }
        } ?? false
      return isThere
    }
    #expect(wasDrawn)
    let pixels = try view.pixels()
    let bright = (0..<200 * 150).filter { pixels.bytes[$0 * 4] > 100 }
    let (columns, rows) = (bright.map { $0 % 200 }, bright.map { $0 / 200 })
    #expect(abs((columns.min() ?? 0) + (columns.max() ?? 0) - 200) <= 12)
    #expect((rows.min() ?? 0) < 75 && (rows.max() ?? 0) > 75)
    #expect(view.markers.hit(at: SurfacePoint(x: 100, y: 75)) == .marker(marker.id))
    // Removed while it is being drawn, a text leaves nothing behind.
    for number in 0..<30 {
      let other = Marker(at: PicturePoint(x: 20, y: 20), text: "Text \(number)")
      view.markers.add(other)
      view.markers.remove(other.id)
    }
    view.markers.removeAll()
    view.markers.add(Marker(at: PicturePoint(x: 20, y: 20), image: image(3)))
    serve([view], limit: 0.5) { false }
    let after = try view.pixels()
    #expect(stride(from: 0, to: after.bytes.count, by: 4).count { after.bytes[$0] > 0 } == 9)
  }
}
