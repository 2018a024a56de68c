import CRsvg
import CairoClamp
import DecoderKit
import DecoderProtocol
import Geometry
import Tiles

/// An SVG document, of which any part can be drawn at any scale.
final class SVGDocument: DrawnDocument {
  let header: DrawnHeader
  let missing: String?
  private let handle: SVGHandle
  private var place: SVGPlace?
  /// Whether something may be seen in a strip that comes from beyond it.
  private let hasFilters: Bool

  /// So many pixels beyond a strip are drawn where filters may bring them into it.
  private static let filterReach = 256

  /// Opens a document.
  ///
  /// `readsFonts` says whether texts can be drawn.
  init(_ text: SVGText, readsFonts: Bool) throws(CodecError) {
    let frame = try SVGFrame(text)
    let extent = try Self.size(of: text, frame)
    let most = CairoClamp.isInForce && !Self.dropsFarShapes ? 0x1p44 : 0x1p23
    header = DrawnHeader(
      extent: extent,
      largestScale: min(
        DrawnHeader.largestScale(of: extent), most / max(extent.width, extent.height)))
    missing =
      readsFonts || !text.has(element: "text")
      ? nil
      : "texts are not drawn: this kernel has no Landlock, without which no file can be opened"
    hasFilters = text.hasFilters
    handle = try SVGHandle(frame.framed)
  }

  func draw(_ strip: DrawnStrip) throws(CodecError) {
    guard hasFilters else { return try drawPlain(strip) }
    let around = strip.area.grown(by: Self.filterReach).intersection(PixelRect(strip.level))
    guard around != strip.area else { return try drawPlain(strip) }
    let memory = OwnedPixels(count: around.width * around.height * 4)
    let pixels = memory.base.assumingMemoryBound(to: UInt32.self)
    try drawPlain(DrawnStrip(level: strip.level, area: around, pixels: pixels))
    let first =
      pixels + (strip.area.minY - around.minY) * around.width + strip.area.minX - around.minX
    withExtendedLifetime(memory) {
      for row in 0..<strip.area.height {
        (strip.pixels + row * strip.area.width)
          .update(from: first + row * around.width, count: strip.area.width)
      }
    }
  }

  /// Draws a strip as it is.
  private func drawPlain(_ strip: DrawnStrip) throws(CodecError) {
    let place = SVGPlace(strip, of: header.extent)
    if place != self.place {
      try handle.setStyle(place.style)
      self.place = place
    }
    let isDrawn = try CairoClamp.draw(into: strip.pixels, strip.area.size) {
      (cairo) throws(CodecError) in try handle.render(cairo, Extent(strip.area.size))
    }
    guard isDrawn else {
      throw CodecError(.tooLarge, "there is no memory to draw the SVG file")
    }
  }

  /// Whether librsvg itself leaves out shapes that are farther away than cairo's numbers go: from
  /// 2.59.1 on.
  private static var dropsFarShapes: Bool {
    (rsvg_major_version, rsvg_minor_version, rsvg_micro_version) >= (2, 59, 1)
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
  /// Whether it may have filters: elements, attributes, or functions in its styles.
  fileprivate var hasFilters: Bool {
    let word = Array("filter".utf8)
    return bytes.indices.contains { index in
      bytes[index] == word[0] && bytes[index...].starts(with: word)
    }
  }

  /// Whether it may have an element whose name begins so.
  fileprivate func has(element name: String) -> Bool {
    let word = Array(name.utf8)
    return bytes.indices.contains { index in
      (bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: ":"))
        && bytes[(index + 1)...].starts(with: word)
    }
  }
}
