import CCairo
import FresnelDrawing
import Geometry
import Testing

@Suite struct DrawnPixelsTests {
  @Test func groupsAreDrawnInPlace() throws {
    var path = Path(fill: PaintColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    path.rectangle(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
    let group = PathGroup(
      Drawing(path),
      transform: AffineTransform.scale(2).followed(by: .translation(x: 1, y: 0)))
    let drawn = try #require(DrawnPixels([group], size: PixelSize(width: 4, height: 3)))
    #expect(drawn.size == PixelSize(width: 4, height: 3))
    // The colour is premultiplied, and the pixels beside it are transparent.
    let filled: [UInt8] = [128, 64, 0, 128]
    for y in 0..<3 {
      for x in 0..<4 {
        let pixel = Array(drawn.bytes[(y * 4 + x) * 4..<(y * 4 + x) * 4 + 4])
        let isInside = (1..<3).contains(x) && y < 2
        let isRight = zip(pixel, isInside ? filled : [0, 0, 0, 0])
          .allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(isRight, "\(x), \(y)")
      }
    }
  }

  @Test func theBackgroundFillsTheRest() throws {
    let drawn = try #require(
      DrawnPixels([], size: PixelSize(width: 1, height: 2), background: .white))
    #expect(drawn.bytes.allSatisfy { $0 == 255 })
    #expect(DrawnPixels([], size: PixelSize(width: 0, height: 2)) == nil)
    #expect(DrawnPixels([], size: PixelSize(width: 1, height: 32_768)) == nil)
  }

  @Test func aFileHasThePixelsAndTheirAlpha() throws {
    var path = Path(fill: PaintColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    path.rectangle(Rect(minX: 0, minY: 0, maxX: 2, maxY: 1))
    let groups = [PathGroup(Drawing(path))]
    let size = PixelSize(width: 3, height: 2)
    let translucent = try #require(DrawnPixels(groups, size: size))
    // PNG's colours aren't premultiplied, so the pixels read back are within one step of those
    // drawn.
    let words: [UInt32] = [0x8080_4000, 0x8080_4000, 0, 0, 0, 0]
    let read = try #require(try self.words(of: translucent.png()))
    #expect(read.hasAlpha && isNear(read.words, words))
    let opaque = try #require(DrawnPixels(groups, size: size, background: .white))
    let onWhite: [UInt32] = [0xffff_bf7f, 0xffff_bf7f] + Array(repeating: 0xffff_ffff, count: 4)
    let file = try #require(try self.words(of: opaque.png()))
    #expect(!file.hasAlpha && isNear(file.words, onWhite))
  }

  /// True if all channels are within two steps.
  private func isNear(_ words: [UInt32], _ others: [UInt32]) -> Bool {
    words.count == others.count
      && zip(words, others).allSatisfy { word, other in
        [24, 16, 8, 0].allSatisfy { abs(Int(word >> $0 & 255) - Int(other >> $0 & 255)) <= 2 }
      }
  }

  /// A PNG file's pixels in cairo's format: A, R, G, B from the highest byte, premultiplied.
  private func words(of file: [UInt8]?) throws -> (words: [UInt32], hasAlpha: Bool)? {
    var unread = try #require(file)[...]
    let surface = withUnsafeMutablePointer(to: &unread) { unread in
      cairo_image_surface_create_from_png_stream(
        { context, target, count in
          guard let unread = context?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let target,
            unread.pointee.count >= Int(count)
          else { return CAIRO_STATUS_READ_ERROR }
          for (place, byte) in unread.pointee.prefix(Int(count)).enumerated() {
            target[place] = byte
          }
          unread.pointee.removeFirst(Int(count))
          return CAIRO_STATUS_SUCCESS
        }, unread)
    }
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let hasAlpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    var words: [UInt32] = []
    for y in 0..<Int(cairo_image_surface_get_height(surface)) {
      let row = UnsafeRawPointer(data + y * Int(cairo_image_surface_get_stride(surface)))
      for x in 0..<Int(cairo_image_surface_get_width(surface)) {
        words.append(
          row.load(fromByteOffset: x * 4, as: UInt32.self) | (hasAlpha ? 0 : 0xff00_0000))
      }
    }
    return (words, hasAlpha)
  }
}
