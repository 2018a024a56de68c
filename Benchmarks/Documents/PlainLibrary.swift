import CCairo
import CPoppler
import CRsvg
import Geometry
import Glibc
import Platform

/// A document opened by its library alone, on one thread with cairo's surfaces.
final class PlainLibrary {
  private enum Handle {
    case svg(OpaquePointer)
    case pdf(OpaquePointer, OpaquePointer)
  }

  private let handle: Handle
  private let size: Extent
  /// The time that opening took, in milliseconds.
  let opening: Double

  init(_ document: Document) throws {
    let start = MonotonicClock.now()
    let text = try FileBytes.read(document.path)
    size = document.subject.size
    switch document.kind {
    case .svg:
      let made = text.withUnsafeBytes { text -> OpaquePointer? in
        let stream = g_memory_input_stream_new_from_data(text.baseAddress, text.count, nil)
        return rsvg_handle_new_from_stream_sync(stream, nil, 0, nil, nil)
      }
      guard let made else { throw BenchmarkError(description: "librsvg refuses the document") }
      rsvg_handle_set_dpi(made, 96)
      handle = .svg(made)
    case .pdf:
      let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 16)
      kept.copyBytes(from: text)
      let source = g_bytes_new_static(kept.baseAddress, kept.count)
      guard let made = poppler_document_new_from_bytes(source, nil, nil),
        let page = poppler_document_get_page(made, 0)
      else { throw BenchmarkError(description: "poppler refuses the document") }
      handle = .pdf(made, page)
    }
    opening = (MonotonicClock.now() - start) * 1000
  }

  /// Returns the time to draw the view in one go, in milliseconds.
  func view(_ sight: Sight) -> Double {
    milliseconds { draw(sight, PixelRect(Sight.surface)) }
  }

  /// Returns the time to draw the whole document for each tile of 256 pixels, in milliseconds.
  func tiles(_ sight: Sight) -> Double {
    let corner = sight.corner
    let edge = 256
    // Tiles are aligned to the document's own grid.
    let left = Int((max(0, corner.x) / Double(edge)).rounded(.down)) * edge - Int(corner.x)
    let top = Int((max(0, corner.y) / Double(edge)).rounded(.down)) * edge - Int(corner.y)
    let right = min(Double(Sight.surface.width), size.width * sight.scale - corner.x)
    let bottom = min(Double(Sight.surface.height), size.height * sight.scale - corner.y)
    return milliseconds {
      for y in stride(from: top, to: Int(bottom.rounded(.up)), by: edge) {
        for x in stride(from: left, to: Int(right.rounded(.up)), by: edge) {
          draw(sight, PixelRect(minX: x, minY: y, maxX: x + edge, maxY: y + edge))
        }
      }
    }
  }

  private func milliseconds(_ body: () -> Void) -> Double {
    let start = MonotonicClock.now()
    body()
    return (MonotonicClock.now() - start) * 1000
  }

  /// Draws an area of the view.
  private func draw(_ sight: Sight, _ area: PixelRect) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height))
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return }
    defer { cairo_destroy(cairo) }
    cairo_translate(
      cairo, -(sight.corner.x + Double(area.minX)), -(sight.corner.y + Double(area.minY)))
    switch handle {
    case .svg(let handle):
      var viewport = RsvgRectangle(
        x: 0, y: 0, width: size.width * sight.scale, height: size.height * sight.scale)
      _ = rsvg_handle_render_document(handle, UnsafeMutableRawPointer(cairo), &viewport, nil)
    case .pdf(_, let page):
      cairo_set_source_rgb(cairo, 1, 1, 1)
      cairo_paint(cairo)
      cairo_scale(cairo, sight.scale * 96 / 72, sight.scale * 96 / 72)
      poppler_page_render(page, UnsafeMutableRawPointer(cairo))
    }
  }
}

/// Reads whole files.
enum FileBytes {
  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw BenchmarkError(description: "cannot read \(path)")
    }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else {
      throw BenchmarkError(description: "cannot read \(path)")
    }
    return bytes
  }
}
