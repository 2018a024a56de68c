import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A decoded page: red, green and blue of 8 bits, as it is seen.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class DjVuPage: WholePicture, @unchecked Sendable {
  let missing: String?
  private let pixels: UnsafeMutablePointer<CChar>
  private let rowBytes: Int

  /// What is known of a page, from 0, before it is decoded.
  static func header(_ file: DjVuFile, page: Int) throws(CodecError) -> PictureHeader {
    let size = try file.size(ofPage: page)
    return PictureHeader(
      size: size, format: RowFormat(channels: .rgb), color: .sRGB, hasAlpha: false,
      // The pixels, and the layers that they are put together from.
      memory: try .whole(checkedProduct(size.width, size.height, 7), of: size),
      frameCount: file.pageCount)
  }

  /// Decodes a page of a file; that takes as long as it takes.
  init(
    _ file: DjVuFile, page: Int, _ size: PixelSize
  ) throws(CodecError) {
    rowBytes = size.width * 3
    guard let count = checkedProduct(rowBytes, size.height), let memory = malloc(count) else {
      throw .noMemory
    }
    let pixels = memory.bindMemory(to: CChar.self, capacity: count)
    do throws(CodecError) {
      let isWhole = try file.decode(page: page) { (handle) throws(CodecError) in
        try Self.draw(handle, size, pixels)
      }
      missing = isWhole ? nil : "the file is damaged: some of the page is missing"
    } catch {
      free(memory)
      throw error
    }
    self.pixels = pixels
  }

  deinit { free(pixels) }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    target.copyMemory(from: pixels + row * rowBytes, byteCount: rowBytes)
  }

  private static func draw(
    _ page: OpaquePointer, _ size: PixelSize, _ pixels: UnsafeMutablePointer<CChar>
  ) throws(CodecError) {
    guard Int(ddjvu_page_get_width(page)) == size.width,
      Int(ddjvu_page_get_height(page)) == size.height
    else { throw CodecError(.corrupt, "the DjVu file is damaged (its page has another size)") }
    guard let format = ddjvu_format_create(DDJVU_FORMAT_RGB24, 0, nil) else { throw .noMemory }
    defer { ddjvu_format_release(format) }
    ddjvu_format_set_row_order(format, 1)
    ddjvu_format_set_y_direction(format, 1)
    // In one go: parts of a photograph that are drawn one by one don't meet exactly.
    var whole = ddjvu_rect_t(x: 0, y: 0, w: UInt32(size.width), h: UInt32(size.height))
    let rowBytes = size.width * 3
    let isDrawn = ddjvu_page_render(
      page, DDJVU_RENDER_COLOR, &whole, &whole, format, UInt(rowBytes), pixels)
    // A page without anything on it is white paper.
    if isDrawn == 0 { memset(pixels, 255, rowBytes * size.height) }
  }
}
