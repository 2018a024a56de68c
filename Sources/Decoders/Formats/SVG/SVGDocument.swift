import CCairo
import CRsvg
import DecoderKit
import DecoderProtocol
import DocumentDrawing
import Geometry
import Tiles

/// An SVG document, of which any part can be drawn at any scale.
final class SVGDocument: DrawnDocument {
  let header: DrawnHeader
  let missing: String?
  private let words: SVGWords
  private let handle: SVGHandle
  private var way: Way
  /// The style that is set.
  private var style = ""
  /// All of the document, where it has been enlarged before.
  private var overview: SVGOverview?
  /// Whether a larger viewport shows the same, larger.
  private let fillsViewport: Bool
  /// True of a document that draws nothing.
  private let isEmpty: Bool

  /// What CSS gives to what has no size of its own.
  private static let emptySize = Extent(width: 300, height: 150)

  /// How a part of the document is brought onto a strip.
  private enum Way {
    /// cairo's matrix moves and scales it: nothing in it needs further surfaces.
    case matrix
    /// A style moves and scales its root, and surfaces have the strip's size.
    case root
    /// The same of a document around it, since it may move its root itself.
    case frame
  }

  /// How far filters bring what they filter; empty where there are none.
  private let filters: [SVGReach.Filter]
  /// What comes from more pixels beyond a strip than these is drawn coarser.
  private static let farthestReach = 1024.0
  /// What is drawn around a strip where more comes from afar.
  private static let leastReach = 64.0
  /// Strips are drawn in parts where filters would have more pixels drawn for one.
  private static let mostFiltered = 6 << 20
  /// Levels of so many pixels are drawn whole for filters.
  private static let drawnWhole = 1 << 20

  /// Opens a document.
  ///
  /// `readsFonts` says whether texts can be drawn.
  init(_ text: SVGText, readsFonts: Bool) throws(CodecError) {
    let frame = try SVGFrame(text)
    words = SVGWords(text.bytes)
    let own = try SVGHandle(text.bytes)
    let known = Self.size(of: own)
    isEmpty = known == nil
    let (extent, isItsOwn) = known ?? (Self.emptySize, true)
    // What the root says of itself is in the viewport's units.
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
      : "texts are not drawn: this kernel has no Landlock, without which no file can be opened"
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

  /// How many pixels around a strip are drawn with it, and from how far more comes than from there.
  private func reach(_ scale: Double) -> (near: Double, far: Double?) {
    var near = 0.0
    var far: Double?
    for filter in filters {
      let pixels = filter.pixels(scale)
      if pixels <= Self.farthestReach {
        near = max(near, pixels)
      } else if filter.others * scale < Self.leastReach {
        // Blurs after blurs: nothing is left of what comes from there.
        near = Self.farthestReach
      } else {
        near = max(near, min(filter.blurPixels(scale) + Self.leastReach, Self.farthestReach))
        far = max(far ?? 0, pixels)
      }
    }
    return (near, far)
  }

  /// Draws a part of a strip, with what lies around it, and what comes from `far` away.
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

  /// Adds what filters bring from beyond a surface to a part of what was drawn on it.
  ///
  /// That has no detail where it was blurred: it is the difference, at a smaller scale, between
  /// what is drawn on a surface that has all of it, and what is drawn on the same surface, smaller.
  private func addWhatIsFar(
    to drawn: DrawnStrip, _ part: PixelRect, _ scale: DrawnScale, reach: Double
  ) throws(CodecError) {
    // Beyond the document there is nothing.
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

  /// A surface that another one is to be as large as, but for being so many times smaller.
  private struct Likeness {
    var area: PixelRect
    var division: Double
  }

  /// What is drawn where an area of a level must be: all of it where that is hardly more.
  ///
  /// librsvg cuts some filters' areas off where its surface ends, and then makes other pixels.
  private static func drawn(with area: PixelRect, of level: PixelRect) -> PixelRect {
    let around = area.intersection(level)
    guard let pixels = around.size.area, let all = level.size.area else { return around }
    return all <= max(2 * pixels, drawnWhole) && all <= mostFiltered ? level : around
  }

  /// Draws a strip from the whole document, smaller than it should be.
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

  /// Draws a strip as it is.
  private func drawPlain(
    _ strip: DrawnStrip, _ scale: DrawnScale, like: Likeness? = nil
  ) throws(CodecError) {
    guard way == .matrix else { return try render(strip, scale, like: like) }
    do throws(CodecError) {
      try render(strip, scale, like: like)
    } catch {
      // Words may be hidden in entities: some surface was too large all the same.
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
      // What librsvg has been told stays until it is told something else of the same.
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
      throw CodecError(.tooLarge, "there is no memory to draw the SVG file")
    }
  }

  /// How an area of a level is brought onto a surface: by a style, cairo's matrix, and librsvg's
  /// viewport.
  private struct Placing {
    var style: String?
    var offset = Point(x: 0, y: 0)
    var scale = Point(x: 1, y: 1)
    var viewport: Extent
  }

  private func placing(
    _ area: PixelRect, of level: PixelSize, _ scale: DrawnScale
  ) -> Placing {
    // A surface of the whole level has room for all surfaces that it takes.
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
      SVGPlace(area, scale, of: header.extent, isExact: words.hasFilters), area.size)
  }

  /// The same for a surface that is smaller than another one.
  private func placing(_ area: PixelRect, _ scale: DrawnScale, like: Likeness) -> Placing {
    let larger = scale.divided(by: 1 / like.division)
    if let canvas = canvas(like.area, larger)?.divided(by: like.division, area) {
      return Placing(style: canvas.style, viewport: canvas.viewport)
    }
    let place = SVGPlace(like.area, larger, of: header.extent, isExact: words.hasFilters)
    return placing(place.divided(by: like.division, area), area.size)
  }

  private func canvas(_ area: PixelRect, _ scale: DrawnScale) -> SVGCanvas? {
    guard way == .root, words.hasFilters, fillsViewport, scale.x == scale.y else { return nil }
    return SVGCanvas(area, scale.x, of: header.extent)
  }

  private func placing(_ place: SVGPlace, _ size: PixelSize) -> Placing {
    if way == .frame { return Placing(style: place.frameStyle, viewport: Extent(size)) }
    return Placing(
      style: place.rootStyle, scale: place.surfaceScale, viewport: header.extent)
  }

  /// Whether librsvg itself leaves out shapes that are farther away than cairo's numbers go: from
  /// 2.59.1 on.
  private static var dropsFarShapes: Bool {
    (rsvg_major_version, rsvg_minor_version, rsvg_micro_version) >= (2, 59, 1)
  }

  /// The size that the file says; of one that says none, what its view box or its shapes have.
  ///
  /// And whether that comes from the root element alone, so that all of it grows with a viewport.
  /// `nil` of a document that draws nothing: one without shapes, or with a side of 0, which SVG has
  /// for a document that is not to be drawn.
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
