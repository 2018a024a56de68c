import CCairo
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
  private let words: SVGWords
  private let handle: SVGHandle
  private var way: Way
  private var place: SVGPlace?

  /// How a part of the document is brought onto a strip.
  private enum Way {
    /// cairo's matrix moves and scales it: nothing in it needs further surfaces.
    case matrix
    /// A style moves and scales its root, and surfaces have the strip's size.
    case root
    /// The same of a document around it, since it may move its root itself.
    case frame
  }

  /// How far filters bring what they filter, in units of the extent; 0 where there are none.
  private let filterReach: Double
  /// What comes from more pixels beyond a strip than these is not seen.
  private static let farthestReach = 1024
  /// Strips are drawn in parts where filters would have more pixels drawn for one.
  private static let mostFiltered = 6 << 20

  /// Opens a document.
  ///
  /// `readsFonts` says whether texts can be drawn.
  init(_ text: SVGText, readsFonts: Bool) throws(CodecError) {
    let frame = try SVGFrame(text)
    words = SVGWords(text.bytes)
    let own = try SVGHandle(text.bytes)
    let extent = try Self.size(of: own)
    let movesRoot = words.mayMoveRoot || frame.rootTag.has("transform")
    way = !words.hasLayers ? .matrix : movesRoot ? .frame : .root
    handle = way == .frame ? try SVGHandle(frame.framed) : own
    filterReach =
      words.hasFilters
      ? max(1, SVGReach(text.bytes, extent, salt: .random(in: 1 ... .max)).units) : 0
    let limit = DrawnLimit(
      library: "librsvg", isClamped: CairoClamp.isInForce, dropsFarShapes: Self.dropsFarShapes)
    header = DrawnHeader(extent: extent, largestScale: limit.largestScale(of: extent))
    missing =
      readsFonts || !words.hasTexts
      ? limit.sentence
      : "texts are not drawn: this kernel has no Landlock, without which no file can be opened"
  }

  func draw(_ strip: DrawnStrip) throws(CodecError) {
    guard filterReach > 0 else { return try drawPlain(strip) }
    let scale = Double(strip.level.width) / header.extent.width
    // Blurs are three boxes of whole pixels.
    let reach = min(Double(Self.farthestReach), (filterReach * scale).rounded(.up) + 8)
    try draw(strip.area, of: strip, reach: Int(reach))
  }

  /// Draws a part of a strip, with what lies around it.
  private func draw(
    _ part: PixelRect, of strip: DrawnStrip, reach: Int
  ) throws(CodecError) {
    let around = part.grown(by: reach).intersection(PixelRect(strip.level))
    if around.width * around.height > Self.mostFiltered, max(part.width, part.height) > 256 {
      for half in part.halves { try draw(half, of: strip, reach: reach) }
      return
    }
    guard around != strip.area else { return try drawPlain(strip) }
    let memory = OwnedPixels(count: around.width * around.height * 4)
    let pixels = memory.base.assumingMemoryBound(to: UInt32.self)
    try drawPlain(DrawnStrip(level: strip.level, area: around, pixels: pixels))
    let first = pixels + (part.minY - around.minY) * around.width + part.minX - around.minX
    let target =
      strip.pixels + (part.minY - strip.area.minY) * strip.area.width + part.minX - strip.area.minX
    withExtendedLifetime(memory) {
      for row in 0..<part.height {
        (target + row * strip.area.width)
          .update(from: first + row * around.width, count: part.width)
      }
    }
  }

  /// Draws a strip as it is.
  private func drawPlain(_ strip: DrawnStrip) throws(CodecError) {
    guard way == .matrix else { return try render(strip) }
    do throws(CodecError) {
      try render(strip)
    } catch {
      // Words may be hidden in entities: some surface was too large all the same.
      way = .root
      strip.pixels.update(repeating: 0, count: strip.area.width * strip.area.height)
      try render(strip)
    }
  }

  private func render(_ strip: DrawnStrip) throws(CodecError) {
    let place = SVGPlace(strip, of: header.extent, isExact: words.hasFilters)
    if way != .matrix, place != self.place {
      try handle.setStyle(way == .root ? place.rootStyle : place.frameStyle)
      self.place = place
    }
    let isDrawn = try CairoClamp.draw(into: strip.pixels, strip.area.size) {
      (cairo) throws(CodecError) in
      switch way {
      case .matrix:
        cairo_translate(cairo, -Double(strip.area.minX), -Double(strip.area.minY))
        cairo_scale(
          cairo, Double(strip.level.width) / header.extent.width,
          Double(strip.level.height) / header.extent.height)
      case .root: cairo_scale(cairo, place.surfaceScale.x, place.surfaceScale.y)
      case .frame: break
      }
      try handle.render(cairo, way == .frame ? Extent(strip.area.size) : header.extent)
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
  private static func size(of handle: SVGHandle) throws(CodecError) -> Extent {
    let stated = handle.statedSize
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
    guard let drawn = handle.drawnSize else {
      throw CodecError(.corrupt, "the SVG file draws nothing")
    }
    return Extent(width: stated.width ?? drawn.width, height: stated.height ?? drawn.height)
  }
}

extension PixelRect {
  /// Both parts of it, cut across its longer side.
  fileprivate var halves: [PixelRect] {
    if width > height {
      let middle = minX + width / 2
      return [
        PixelRect(minX: minX, minY: minY, maxX: middle, maxY: maxY),
        PixelRect(minX: middle, minY: minY, maxX: maxX, maxY: maxY),
      ]
    }
    let middle = minY + height / 2
    return [
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: middle),
      PixelRect(minX: minX, minY: middle, maxX: maxX, maxY: maxY),
    ]
  }
}
