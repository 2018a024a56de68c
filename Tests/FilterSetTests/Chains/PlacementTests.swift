import Filters
import Geometry
import Rendering
import Testing
import Zooming

/// The geometry of a filtered view: its pixels, the split line, and the background.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct PlacementTests {
  /// Every pixel's colour is far from its neighbours'.
  private let picture = TestPicture(60, 40) { x, y in
    [UInt8(x * 97 & 255), UInt8(y * 89 & 255), UInt8((x * 31 + y * 57) & 255), 255]
  }

  private let shift = """
    //!DESC One image pixel
    //!HOOK IMAGE
    //!MARGIN 1
    vec4 filter_image(vec2 position) {
      return source(view_from_image(image_from_view(position) + vec2(1.0, 0.0)));
    }

    """

  // The split line is fixed in the view wherever the picture is moved; the shift of one pixel is
  // fixed in the picture however it is turned.
  @Test(arguments: 1...8, [1, 2])
  func theLineIsFixedInTheViewAndTheShiftInThePicture(exif: Int, zoom: Int) throws {
    let bench = try FilterBench(picture)
    let chain = try FilterChain.of(shift)
    let orientation = Orientation(exif: exif)
    let shown = orientation.applied(to: picture.size)
    let surface = PixelSize(width: 130, height: 110)
    let column = 40
    for (left, top) in [(9, -5), (-12, 7), (38, 20), (39, 0), (60, 3)] {
      let view = Viewport.of(
        picture.size, on: surface, scale: Double(zoom), x: Double(left), y: Double(top),
        orientation: orientation)
      func expected(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        let (sx, sy) = ((x - left) / zoom, (y - top) / zoom)
        guard x >= left, y >= top, sx < shown.width, sy < shown.height else { return .zero }
        let place = orientation.inverse.apply(
          PixelRect(minX: sx, minY: sy, maxX: sx + 1, maxY: sy + 1), in: shown)
        return picture.premultiplied(place.minX + (x < column ? 0 : 1), place.minY)
      }
      for (minX, maxX) in [(0, 130), (0, 37), (37, 90), (41, 130)] {
        let band = PixelRect(minX: minX, minY: 0, maxX: maxX, maxY: surface.height)
        let drawn = try bench.draw(
          chain, view: view, band: band, magnification: .crisp, split: column)
        var wrong = (left: 0, right: 0)
        for y in 0..<surface.height {
          for x in minX..<maxX {
            let difference =
              SIMD4<Int>(truncatingIfNeeded: drawn.premultiplied(x - minX, y))
              &- SIMD4<Int>(truncatingIfNeeded: expected(x, y))
            // A filtered pixel may be off by one; one to the left of the line may not.
            if x < column {
              if difference != .zero { wrong.left += 1 }
            } else if max(difference.max(), -difference.min()) > 1 {
              wrong.right += 1
            }
          }
        }
        #expect(wrong == (0, 0), "\(left), \(top), columns \(minX)..<\(maxX)")
      }
    }
  }

  @Test(arguments: ["invert", "blur(0),invert", "invert,blur(0)"])
  func theCheckerboardBehindThePictureIsUnfiltered(chain: String) throws {
    let picture = TestPicture.chart()
    let checker = Backdrop.Checker(
      first: .init(red: 200, green: 10, blue: 90), second: .init(red: 20, green: 240, blue: 130),
      edge: 8)
    let surface = PixelSize(width: picture.size.width + 20, height: picture.size.height + 20)
    let drawn = try FilterBench(picture).draw(
      .reading(chain), view: .of(picture.size, on: surface, scale: 1, x: 7, y: 5),
      checker: checker)
    var outside = 0
    var largest = 0.0
    var open = 0
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        let pixel = drawn.premultiplied(x, y)
        guard (7..<surface.width - 13).contains(x), (5..<surface.height - 15).contains(y) else {
          if pixel != .zero { outside += 1 }
          continue
        }
        let color = picture.straight(x - 7, y - 5)
        let field = (x / 8 + y / 8) % 2 == 0 ? checker.first : checker.second
        let behind = SIMD3(Double(field.red), Double(field.green), Double(field.blue))
        let mixed = (1 - color.rgb) * color.w * 255 + behind * (1 - color.w)
        let apart = SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) - mixed
        largest = max(largest, apart.max(), -apart.min())
        if pixel.w != 255 { open += 1 }
      }
    }
    #expect(outside == 0)
    #expect(largest <= 1)
    #expect(open == 0)
  }
}
