import CCairo
import CRsvg
import DecoderKit
import DecoderProtocol
import DocumentDrawing
import Geometry
import Tiles

final class SVGDocument: DrawnDocument {
  let header: DrawnHeader
  let missing: String?
  private let words: SVGFeatures
  private let handle: SVGHandle
  private var way: Way
  /// The current style.
  private var style = ""
  /// The whole document, if it has been drawn for enlargement.
  private var overview: SVGOverview?
  /// True if drawing in a larger viewport enlarges everything.
  private let fillsViewport: Bool
  /// True for a document that draws nothing.
  private let isEmpty: Bool

  /// CSS's default size.
  private static let emptySize = Extent(width: 300, height: 150)

  /// How the document is transformed to a strip.
  private enum Way {
    /// By cairo's matrix: the document needs no intermediate surfaces.
    case matrix
    /// By a style on its root; surfaces have the strip's size.
    case root
    /// By a style on an outer document, since the document may transform its root itself.
    case frame
  }

  /// The reach of the document's filters; empty if it has none.
  private let filters: [SVGReach.Filter]
  /// Content that filters move further than this, in pixels, is drawn at a coarser scale.
  private static let farthestReach = 1024.0
  /// The margin around a strip if there is such content.
  private static let leastReach = 64.0
  /// Strips are split if filters would need more pixels for one.
  private static let mostFiltered = 6 << 20
  /// Levels with up to this many pixels are drawn whole for filters.
  private static let drawnWhole = 1 << 20

  /// Opens a document.
  ///
  /// `readsFonts` is true if text can be drawn.
  init(_ text: SVGText, readsFonts: Bool) throws(CodecError) {
    let frame = try SVGFrame(text)
    words = SVGFeatures(text.bytes)
    let own = try SVGHandle(text.bytes)
    let known = Self.size(of: own)
    isEmpty = known == nil
    let (extent, isItsOwn) = known ?? (Self.emptySize, true)
    // Lengths in the root's own properties do not grow with the viewport.
    let isPlain = !["mask", "clip-path", "filter", "style"].contains { frame.rootTag.has($0) }
    fillsViewport = isItsOwn && isPlain && !words.hasRules
    let movesRoot = words.mayMoveRoot || frame.rootTag.has("transform")
    way = !words.hasLayers ? .matrix : movesRoot ? .frame : .root
    handle = way == .frame ? try SVGHandle(frame.framed) : own
    filters =
      words.hasFilters ? SVGReach(text.bytes, extent, salt: .random(in: 1 ... .max)).filters : []
    let limit = DrawnLimit(
      library: "librsvg", isClamped: CairoClamp.isInForce, dropsFarShapes: Self.dropsFarShapes)
    header = DrawnHeader(extent: extent, largestScale: limit.largestScale(of: extent))
    missing =
      readsFonts || !words.hasTexts
      ? limit.sentence
      : "text is not drawn: reading fonts needs Landlock, which this kernel does not have"
  }

  func draw(_ strip: DrawnStrip) throws(CodecError) {
    if isEmpty { return }
    let scale = DrawnScale(of: strip.level, header.extent)
    guard !filters.isEmpty else { return try drawPlain(strip, scale) }
    if words.hasTiles, (strip.level.area ?? .max) > Self.mostFiltered {
      return try drawEnlarged(strip)
    }
    let reach = reach(max(scale.x, scale.y))
    try draw(strip.area, of: strip, scale, reach: Int(reach.near), far: reach.far)
  }

  /// The margin in pixels to draw around a strip, and the reach of content further away.
  private func reach(_ scale: Double) -> (near: Double, far: Double?) {
    var near = 0.0
    var far: Double?
    for filter in filters {
      let pixels = filter.pixels(scale)
      if pixels <= Self.farthestReach {
        near = max(near, pixels)
      } else if filter.others * scale < Self.leastReach {
        // Only several blurs together reach further, and bring nothing visible from there.
        near = Self.farthestReach
      } else {
        near = max(near, min(filter.blurPixels(scale) + Self.leastReach, Self.farthestReach))
        far = max(far ?? 0, pixels)
      }
    }
    return (near, far)
  }

  /// Draws a part of a strip with its margin, and content from up to `far` pixels away.
  private func draw(
    _ part: PixelRect, of strip: DrawnStrip, _ scale: DrawnScale, reach: Int, far: Double?
  ) throws(CodecError) {
    let whole = PixelRect(strip.level)
    let around = words.hasTiles ? whole : Self.drawn(with: part.grown(by: reach), of: whole)
    if around.width * around.height > Self.mostFiltered, max(part.width, part.height) > 256 {
      for half in part.halves {
        try draw(half, of: strip, scale, reach: reach, far: far)
      }
      return
    }
    guard around != strip.area || far != nil && around != whole else {
      return try drawPlain(strip, scale)
    }
    let memory = OwnedPixels(count: around.width * around.height * 4)
    let pixels = memory.base.assumingMemoryBound(to: UInt32.self)
    let drawn = DrawnStrip(level: strip.level, area: around, pixels: pixels)
    try drawPlain(drawn, scale)
    if let far, around != whole { try addWhatIsFar(to: drawn, part, scale, reach: far) }
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

  /// Adds to a part of a drawing the content that filters bring from beyond its surface.
  ///
  /// That content is blurred, so it is computed at a smaller scale: as the difference between a
  /// drawing on a surface that contains everything, and one on a scaled copy of the original
  /// surface.
  private func addWhatIsFar(
    to drawn: DrawnStrip, _ part: PixelRect, _ scale: DrawnScale, reach: Double
  ) throws(CodecError) {
    // There is nothing outside the document.
    let view = SVGFarView(
      drawn.area, of: drawn.level,
      reach: min(reach, Double(max(drawn.level.width, drawn.level.height))),
      farthest: Self.farthestReach,
      mostPixels: Self.mostFiltered)
    let scale = scale.divided(by: view.division)
    let all = OwnedPixels(count: view.wide.width * view.wide.height * 4)
    let own = OwnedPixels(count: view.area.width * view.area.height * 4)
    let (allPixels, ownPixels) = (
      all.base.assumingMemoryBound(to: UInt32.self), own.base.assumingMemoryBound(to: UInt32.self)
    )
    try drawPlain(DrawnStrip(level: view.level, area: view.wide, pixels: allPixels), scale)
    try drawPlain(
      DrawnStrip(level: view.level, area: view.area, pixels: ownPixels), scale,
      like: Likeness(area: drawn.area, division: view.division))
    withExtendedLifetime((all, own)) { view.add(allPixels, minus: ownPixels, to: drawn, part) }
  }

  private static let unmoved = ":root { transform: scale(1); }"

  /// A surface whose shape a smaller surface must reproduce, with the factor between them.
  private struct Likeness {
    var area: PixelRect
    var division: Double
  }

  /// The area to draw for an area of a level: the whole level if that is hardly more.
  ///
  /// librsvg clips some filter regions at the edge of its surface, and then makes different pixels.
  private static func drawn(with area: PixelRect, of level: PixelRect) -> PixelRect {
    let around = area.intersection(level)
    guard let pixels = around.size.area, let all = level.size.area else { return around }
    return all <= max(2 * pixels, drawnWhole) && all <= mostFiltered ? level : around
  }

  /// Draws a strip by enlarging the whole document.
  private func drawEnlarged(_ strip: DrawnStrip) throws(CodecError) {
    let overview: SVGOverview
    if let known = self.overview {
      overview = known
    } else {
      let size = SVGOverview.size(of: header.extent, mostPixels: Self.mostFiltered)
      overview = try SVGOverview(size) { (whole) throws(CodecError) in
        try drawPlain(whole, DrawnScale(of: size, header.extent))
      }
      self.overview = overview
    }
    overview.enlarge(into: strip)
  }

  private func drawPlain(
    _ strip: DrawnStrip, _ scale: DrawnScale, like: Likeness? = nil
  ) throws(CodecError) {
    guard way == .matrix else { return try render(strip, scale, like: like) }
    do throws(CodecError) {
      try render(strip, scale, like: like)
    } catch {
      // Entities may hide keywords, so the document needed surfaces after all.
      way = .root
      strip.pixels.update(repeating: 0, count: strip.area.width * strip.area.height)
      try render(strip, scale, like: like)
    }
  }

  private func render(
    _ strip: DrawnStrip, _ scale: DrawnScale, like: Likeness?
  ) throws(CodecError) {
    let placing =
      if let like { placing(strip.area, scale, like: like) } else {
        placing(strip.area, of: strip.level, scale)
      }
    if let wanted = placing.style, wanted != style {
      // librsvg keeps a property until another style sets it.
      try handle.setStyle(wanted.isEmpty ? Self.unmoved : wanted)
      style = wanted
    }
    let isDrawn = try CairoClamp.draw(into: strip.pixels, strip.area.size) {
      (cairo) throws(CodecError) in
      cairo_translate(cairo, placing.offset.x, placing.offset.y)
      cairo_scale(cairo, placing.scale.x, placing.scale.y)
      try handle.render(cairo, placing.viewport)
    }
    guard isDrawn else {
      throw CodecError(.tooLarge, "there is not enough memory to draw the SVG file")
    }
  }

  /// The transform of a level's area to a surface: a style, cairo's matrix, and librsvg's viewport.
  private struct Placing {
    var style: String?
    var offset = Point(x: 0, y: 0)
    var scale = Point(x: 1, y: 1)
    var viewport: Extent
  }

  private func placing(
    _ area: PixelRect, of level: PixelSize, _ scale: DrawnScale
  ) -> Placing {
    // A surface of the whole level has room for all intermediate surfaces.
    if way == .matrix || way == .root && words.hasFilters && area == PixelRect(level) {
      return Placing(
        style: way == .matrix ? nil : "",
        offset: Point(x: -Double(area.minX), y: -Double(area.minY)),
        scale: Point(x: scale.x, y: scale.y), viewport: header.extent)
    }
    if let canvas = canvas(area, scale) {
      return Placing(style: canvas.style, viewport: canvas.viewport)
    }
    return placing(
      SVGPlacement(area, scale, of: header.extent, isExact: words.hasFilters), area.size)
  }

  /// The transform for a smaller copy of another surface.
  private func placing(_ area: PixelRect, _ scale: DrawnScale, like: Likeness) -> Placing {
    let larger = scale.divided(by: 1 / like.division)
    if let canvas = canvas(like.area, larger)?.divided(by: like.division, area) {
      return Placing(style: canvas.style, viewport: canvas.viewport)
    }
    let place = SVGPlacement(like.area, larger, of: header.extent, isExact: words.hasFilters)
    return placing(place.divided(by: like.division, area), area.size)
  }

  private func canvas(_ area: PixelRect, _ scale: DrawnScale) -> SVGCanvas? {
    guard way == .root, words.hasFilters, fillsViewport, scale.x == scale.y else { return nil }
    return SVGCanvas(area, scale.x, of: header.extent)
  }

  private func placing(_ place: SVGPlacement, _ size: PixelSize) -> Placing {
    if way == .frame { return Placing(style: place.frameStyle, viewport: Extent(size)) }
    return Placing(
      style: place.rootStyle, scale: place.surfaceScale, viewport: header.extent)
  }

  /// True if librsvg itself drops shapes beyond cairo's coordinate range: from 2.59.1 on.
  private static var dropsFarShapes: Bool {
    (rsvg_major_version, rsvg_minor_version, rsvg_micro_version) >= (2, 59, 1)
  }

  /// The document's size: stated in the file, or that of its view box or its shapes.
  ///
  /// `isItsOwn` is true if it comes from the root element alone, so that everything grows with the
  /// viewport. `nil` if the document draws nothing: it has no shapes, or a side of 0, which in SVG
  /// disables rendering.
  private static func size(of handle: SVGHandle) -> (size: Extent, isItsOwn: Bool)? {
    let stated = handle.statedSize
    let ratio = stated.box.map { $0.height / $0.width }
    let size: Extent?
    switch (stated.width, stated.height) {
    case (let width?, let height?): size = Extent(width: width, height: height)
    case (let width?, nil): size = ratio.map { Extent(width: width, height: width * $0) }
    case (nil, let height?): size = ratio.map { Extent(width: height / $0, height: height) }
    case (nil, nil): size = stated.box
    }
    if let size { return size.isEmpty ? nil : (size, true) }
    guard let drawn = handle.drawnSize else { return nil }
    let width = stated.width ?? drawn.width
    let extent = Extent(width: width, height: stated.height ?? drawn.height)
    return extent.isEmpty ? nil : (extent, false)
  }
}

extension PixelRect {
  /// Both halves, cut across the longer side.
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
