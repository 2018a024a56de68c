import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A decoded page, of which any part can be drawn, optionally reduced.
// @unchecked Sendable: once created, all state except `lock` is accessed inside the lock.
final class DjVuSheet: @unchecked Sendable {
  /// Why some of the page is missing, as a sentence.
  let missing: String?
  private let lock = ConditionLock()
  private let file: DjVuFile
  private let page: DjVuFile.Page
  private let size: PixelSize

  /// The pixel format for drawing.
  enum Ink {
    /// A byte per pixel, black to white, for pages without colours.
    case gray
    /// Red, green and blue.
    case colors

    /// Bytes per pixel.
    var bytes: Int { self == .gray ? 1 : 3 }
  }

  /// Decodes a page, from 0, however long that takes.
  init(_ file: DjVuFile, page number: Int, _ size: PixelSize) throws(CodecError) {
    self.file = file
    self.size = size
    page = try file.decode(page: number)
    missing = page.isWhole ? nil : "the file is damaged: some of the page is missing"
    guard page.size == size else {
      throw CodecError(.corrupt, "the DjVu file is damaged (its page has a different size)")
    }
  }

  /// Draws an area of the page at `size` divided by `division`, rounded up.
  ///
  /// If reduced, pixels are means of encoded values, not of light: good enough for previews.
  func draw(
    _ area: PixelRect, division: Int, _ ink: Ink, into memory: UnsafeMutableRawPointer
  ) throws(CodecError) {
    let whole = PixelSize(
      width: dividedRoundingUp(size.width, by: division),
      height: dividedRoundingUp(size.height, by: division))
    let style = ink == .gray ? DDJVU_FORMAT_GREY8 : DDJVU_FORMAT_RGB24
    guard let format = ddjvu_format_create(style, 0, nil) else { throw .noMemory }
    defer { ddjvu_format_release(format) }
    ddjvu_format_set_row_order(format, 1)
    ddjvu_format_set_y_direction(format, 1)
    var all = ddjvu_rect_t(x: 0, y: 0, w: UInt32(whole.width), h: UInt32(whole.height))
    var part = ddjvu_rect_t(
      x: Int32(area.minX), y: Int32(area.minY), w: UInt32(area.width), h: UInt32(area.height))
    let rowBytes = area.width * ink.bytes
    let isDrawn = lock.withLock {
      ddjvu_page_render(
        page.handle, DDJVU_RENDER_COLOR, &all, &part, format, UInt(rowBytes),
        memory.assumingMemoryBound(to: CChar.self))
    }
    // A page without content is white paper.
    if isDrawn == 0 { memset(memory, 255, rowBytes * area.height) }
  }
}

/// A file's decoded page, kept from its preview until it has been drawn whole.
// @unchecked Sendable: `sheet` is accessed inside `lock` only.
final class DjVuSheets: @unchecked Sendable {
  private let lock = ConditionLock()
  private var sheet: DjVuSheet?
  private let file: DjVuFile
  private let page: Int
  private let size: PixelSize

  /// The sheet of a page, from 0; takes over the file.
  init(_ file: DjVuFile, page: Int, _ size: PixelSize) {
    self.file = file
    self.page = page
    self.size = size
  }

  /// The decoded page, decoded now if necessary; `keeping` keeps it for later calls.
  func sheet(keeping: Bool) throws(CodecError) -> DjVuSheet {
    let outcome = lock.withLock { () -> Result<DjVuSheet, CodecError> in
      let outcome =
        sheet.map(Result.success)
        ?? Result { () throws(CodecError) in try DjVuSheet(file, page: page, size) }
      sheet = keeping ? try? outcome.get() : nil
      return outcome
    }
    return try outcome.get()
  }
}
