import CCairo
import CairoClamp
import DecoderKit
import DecoderProtocol
import Geometry

/// An SVG document, of which any part can be drawn at any scale.
final class SVGDocument: DrawnDocument {
  let header: DrawnHeader
  let missing: String?
  private let handle: SVGHandle
  private var place: SVGPlace?

  /// Opens a document.
  ///
  /// `readsFonts` says whether texts can be drawn.
  init(_ text: SVGText, readsFonts: Bool) throws(CodecError) {
    let frame = try SVGFrame(text)
    let extent = try Self.size(of: text, frame)
    let most = CairoClamp.isInForce ? 0x1p44 : 0x1p23
    header = DrawnHeader(
      extent: extent,
      largestScale: min(
        DrawnHeader.largestScale(of: extent), most / max(extent.width, extent.height)))
    missing =
      readsFonts || !text.hasTexts
      ? nil
      : "texts are not drawn: this kernel has no Landlock, without which no file can be opened"
    handle = try SVGHandle(frame.framed)
  }

  func draw(_ strip: DrawnStrip) throws(CodecError) {
    let place = SVGPlace(strip, of: header.extent)
    if place != self.place {
      try handle.setStyle(place.style)
      self.place = place
    }
    guard
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(strip.pixels).assumingMemoryBound(to: UInt8.self),
        CAIRO_FORMAT_ARGB32, Int32(strip.area.width), Int32(strip.area.height), Int32(strip.stride))
    else { throw Self.noMemory }
    defer {
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface)
    else { throw Self.noMemory }
    defer { cairo_destroy(cairo) }
    try handle.render(cairo, Extent(strip.area.size))
  }

  private static var noMemory: CodecError {
    CodecError(.tooLarge, "there is no memory to draw the SVG file")
  }

  /// The size that the file says; of one that says none, what its view box or its shapes have.
  private static func size(of text: SVGText, _ frame: SVGFrame) throws(CodecError) -> Extent {
    let stated = try SVGHandle(frame.empty).statedSize
    let ratio = stated.box.map { $0.height / $0.width }
    let size: Extent?
    switch (stated.width, stated.height) {
    case (let width?, let height?): size = Extent(width: width, height: height)
    case (let width?, nil): size = ratio.map { Extent(width: width, height: width * $0) }
    case (nil, let height?): size = ratio.map { Extent(width: height / $0, height: height) }
    case (nil, nil): size = stated.box
    }
    if let size {
      guard !size.isEmpty else { throw CodecError(.corrupt, "the SVG file has no size") }
      return size
    }
    let drawn = try SVGHandle(text.bytes).drawnSize
    guard let drawn else { throw CodecError(.corrupt, "the SVG file draws nothing") }
    return Extent(width: stated.width ?? drawn.width, height: stated.height ?? drawn.height)
  }
}

extension SVGText {
  /// Whether it may draw texts.
  var hasTexts: Bool {
    let word = Array("text".utf8)
    return bytes.indices.contains { index in
      (bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: ":"))
        && bytes[(index + 1)...].starts(with: word)
    }
  }
}
