import CRsvg
import DecoderProtocol
import Geometry

/// A document opened by librsvg.
///
/// Use it on one thread.
final class SVGHandle {
  private let handle: OpaquePointer

  /// The resolution of CSS, and of librsvg's command-line tool.
  private static let dotsPerInch = 96.0

  /// Parses a document; external references are not followed.
  init(_ text: [UInt8]) throws(CodecError) {
    var failure: UnsafeMutablePointer<GError>?
    let handle: OpaquePointer? = text.withUnsafeBytes { text in
      guard let stream = g_memory_input_stream_new_from_data(text.baseAddress, text.count, nil)
      else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
      return rsvg_handle_new_from_stream_sync(stream, nil, 0, nil, &failure)
    }
    guard let handle else { throw Self.error(.corrupt, "is damaged", failure) }
    self.handle = handle
    rsvg_handle_set_dpi(handle, Self.dotsPerInch)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Sets the user style sheet.
  func setStyle(_ css: String) throws(CodecError) {
    var failure: UnsafeMutablePointer<GError>?
    let bytes = Array(css.utf8)
    guard rsvg_handle_set_stylesheet(handle, bytes, bytes.count, &failure) != 0 else {
      throw Self.error(.other, "can't be placed", failure)
    }
  }

  /// Draws the document with its viewport at the origin of cairo's context.
  func render(_ cairo: OpaquePointer, _ size: Extent) throws(CodecError) {
    var failure: UnsafeMutablePointer<GError>?
    var viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    let isDone = rsvg_handle_render_document(
      handle, UnsafeMutableRawPointer(cairo), &viewport, &failure)
    guard isDone != 0 else { throw Self.error(.unsupported, "can't be drawn", failure) }
  }

  /// The library's error as one sentence.
  private static func error(
    _ code: CodecError.Code, _ what: String, _ failure: UnsafeMutablePointer<GError>?
  ) -> CodecError {
    defer { if let failure { g_error_free(failure) } }
    let reason = failure?.pointee.message.map { String(cString: $0) } ?? "librsvg gives no reason"
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    return CodecError(code, "the SVG file \(what) (\(line))")
  }
}

extension SVGHandle {
  /// The size stated by the root element; an axis is `nil` if it is missing or a percentage.
  var statedSize: (width: Double?, height: Double?, box: Extent?) {
    var (hasWidth, hasHeight, hasBox): (Int32, Int32, Int32) = (0, 0, 0)
    var width = RsvgLength()
    var height = RsvgLength()
    var box = RsvgRectangle()
    rsvg_handle_get_intrinsic_dimensions(
      handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
    let extent = Extent(width: box.width, height: box.height)
    var pixels = (width: 0.0, height: 0.0)
    let isKnown =
      rsvg_handle_get_intrinsic_size_in_pixels(handle, &pixels.width, &pixels.height) != 0
    return (
      isKnown ? pixels.width : hasWidth != 0 ? Self.pixels(width) : nil,
      isKnown ? pixels.height : hasHeight != 0 ? Self.pixels(height) : nil,
      hasBox != 0 && !extent.isEmpty ? extent : nil
    )
  }

  /// The bounding box of everything drawn; `nil` if nothing is.
  var drawnSize: Extent? {
    var viewport = RsvgRectangle(x: 0, y: 0, width: 1, height: 1)
    var ink = RsvgRectangle()
    guard rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, nil, nil) != 0 else {
      return nil
    }
    let extent = Extent(width: ink.width, height: ink.height)
    return extent.isEmpty ? nil : extent
  }

  /// A length in units of 1/96 inch; `nil` for a percentage.
  private static func pixels(_ length: RsvgLength) -> Double? {
    switch length.unit {
    case 1: length.length
    case 2: length.length * 12  // librsvg's default font size
    case 3: length.length * 6
    case 4: length.length * 96
    case 5: length.length * 96 / 2.54
    case 6: length.length * 96 / 25.4
    case 7: length.length * 96 / 72
    case 8: length.length * 16
    default: nil
    }
  }
}
