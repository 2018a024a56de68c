import DecoderProtocol
import Decoding
import Filters
import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import Viewing

/// Decodes, draws and writes a view of a picture, band by band, on the calling thread.
///
/// A band has as many rows as fit into memory. One too wide for that is decoded and drawn in pieces
/// from left to right, so a picture of any size needs the memory of one piece.
package final class RenderJob {
  private let name: String
  private let file: OpenedPicture
  /// The page or frame of the file.
  private let frame: Int
  private let filters: FilterChain
  private let cancellation: Cancellation?
  /// Called with the fraction written, from 0 to 1.
  private let report: (Double) -> Void
  private let renderer = OffscreenRenderer()
  private let pool: DecoderPool
  private let cachesLarge: Bool
  private let limits: RenderBands.Limits
  private var source: any PictureTiles
  private var view: StillView?
  private let startTime = MonotonicClock.now()
  /// The statistics for `--stats`.
  package private(set) var statistics = Statistics()

  /// Why part of the picture is missing; the rest has been written.
  package var missing: String? { view?.missing.map { "\(name): \($0)" } }

  /// Creates a job for an open picture; errors begin with `name`.
  package init(
    name: String, file: OpenedPicture, frame: Int = 0, filters: FilterChain = FilterChain(),
    choices: PictureChoices = PictureChoices(), cachesLarge: Bool = false,
    limits: RenderBands.Limits = RenderBands.Limits(),
    cancellation: Cancellation? = nil,
    report: @escaping (Double) -> Void = { _ in }
  ) {
    self.name = name
    self.file = file
    self.frame = frame
    self.filters = filters
    self.cancellation = cancellation
    self.report = report
    self.limits = limits
    self.cachesLarge = cachesLarge
    pool = DecoderPool(scratchFolders: UnnamedFile.folders(), choices: choices)
    source = file.tiles(
      id: SourceID(number: 1), page: frame, cachesLarge: cachesLarge, pool: pool)
  }

  /// Renders a view, writes it to a file and returns the file's path.
  ///
  /// `makeView` is called once the picture's properties are known.
  @discardableResult
  package func write(
    _ makeView: (SourceInfo) throws(UserError) -> RenderView, to destination: PNGFile.Destination
  ) throws(UserError) -> [UInt8] {
    let info = try openForDrawing()
    defer { self.view?.close() }
    let view: RenderView
    do throws(UserError) {
      view = try makeView(info)
    } catch {
      throw UserError(sentence: "\(name): \(error.sentence)")
    }
    let size = view.area.size
    guard checkedProduct(size.width, 4).map({ $0 <= 1 << 31 }) == true, size.height < 1 << 31 else {
      throw UserError(sentence: "\(name): the view is too large for a PNG file")
    }
    try prepare(for: view, info)
    let path: [UInt8]
    if RenderBands.keepsWholeRows(of: view.area, limits: limits) {
      path = try writeRows(of: view, info.levels, to: destination)
    } else {
      path = try writePieces(of: view, info.levels, to: destination)
    }
    finishStatistics(view.viewport, info.levels)
    statistics.light = Statistics.Light(
      kind: info.levels.shape.format, headroom: source.info?.headroom ?? 1, toning: view.toning)
    return path
  }

  private func writeRows(
    of view: RenderView, _ levels: SourceLevels, to destination: PNGFile.Destination
  ) throws(UserError) -> [UInt8] {
    let png = try PNGFile(destination, size: view.area.size)
    try png.start()
    for band in bands(of: view, levels, limits) {
      var rows = try draw(band, of: view, levels, limits)
      StraightAlpha.convert(&rows)
      try png.write(rows)
      report(Double(band.maxY - view.area.minY) / Double(view.area.height))
    }
    try checkCancellation()
    return try png.finish()
  }

  /// Writes rows too wide to store even a few of them.
  private func writePieces(
    of view: RenderView, _ levels: SourceLevels, to destination: PNGFile.Destination
  ) throws(UserError) -> [UInt8] {
    let area = view.area
    let png = try PiecewisePNG(destination, size: area.size, folders: UnnamedFile.folders())
    try png.start()
    for band in RenderBands.piecedBands(of: area, limits: limits) {
      png.beginBand(rows: band.height)
      for piece in pieces(of: band, view, levels, limits) {
        var pixels = [UInt8](repeating: 0, count: piece.width * piece.height * 4)
        try draw(piece, of: view, levels, into: &pixels, of: piece)
        StraightAlpha.convert(&pixels)
        try png.write(pixels)
        let done = Double(piece.maxX - area.minX) / Double(area.width) * Double(band.height)
        report((Double(band.minY - area.minY) + done) / Double(area.height))
      }
      try png.endBand()
    }
    try checkCancellation()
    return try png.finish()
  }

  /// Renders a view and passes its rows to `body` from top to bottom, as premultiplied RGBA.
  ///
  /// `view` is called once the picture's properties are known. At most `mostTiles` tiles are
  /// decoded at a time.
  package func forEachBand(
    _ view: (SourceInfo) throws(UserError) -> RenderView, mostTiles: (SourceInfo) -> Int,
    _ body: ([UInt8], PixelSize) throws(UserError) -> Void
  ) throws(UserError) {
    let info = try openForDrawing()
    defer { self.view?.close() }
    let view = try view(info)
    var limits = limits
    limits.tiles = mostTiles(info)
    for band in bands(of: view, info.levels, limits) {
      try body(try draw(band, of: view, info.levels, limits), band.size)
      report(Double(band.maxY - view.area.minY) / Double(view.area.height))
    }
    try checkCancellation()
  }

  private func openForDrawing() throws(UserError) -> SourceInfo {
    if let reason = renderer.fallbackReason, !filters.isIdentity {
      throw UserError(sentence: "\(name): filters need OpenGL ES 3: \(reason)")
    }
    return try open()
  }

  /// Makes a decoder cache the picture, if each piece of a band would otherwise take a pass over
  /// all of it.
  private func prepare(for view: RenderView, _ info: SourceInfo) throws(UserError) {
    guard !cachesLarge, !info.isRandomAccess, !info.isTimed,
      let band = RenderBands.piecedBands(of: view.area, limits: limits).first(where: { _ in true }),
      let piece = pieces(of: band, view, info.levels, limits).first(where: { _ in true }),
      piece != band
    else { return }
    self.view?.close()
    source = file.tiles(id: SourceID(number: 2), page: frame, cachesLarge: true, pool: pool)
    _ = try open()
  }

  private func bands(
    of view: RenderView, _ levels: SourceLevels, _ limits: RenderBands.Limits
  ) -> some Sequence<PixelRect> {
    RenderBands.bands(
      of: view.viewport, in: view.area, levels: levels,
      margin: filters.margin(zoom: view.viewport.scale), limits: limits)
  }

  private func pieces(
    of band: PixelRect, _ view: RenderView, _ levels: SourceLevels, _ limits: RenderBands.Limits
  ) -> some Sequence<PixelRect> {
    RenderBands.pieces(
      of: band, of: view.viewport, levels: levels,
      margin: filters.margin(zoom: view.viewport.scale), limits: limits)
  }

  /// Returns the rows of a band, without padding.
  private func draw(
    _ band: PixelRect, of view: RenderView, _ levels: SourceLevels, _ limits: RenderBands.Limits
  ) throws(UserError) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: band.width * band.height * 4)
    for piece in pieces(of: band, view, levels, limits) {
      try draw(piece, of: view, levels, into: &rows, of: band)
    }
    return rows
  }

  /// Decodes and draws a piece, and copies it into the pixels of its band.
  private func draw(
    _ piece: PixelRect, of view: RenderView, _ levels: SourceLevels, into rows: inout [UInt8],
    of band: PixelRect
  ) throws(UserError) {
    guard let still = self.view else { return }
    // The frame of an animation; a page has only one.
    let moving = source.info?.isTimed == true ? self.frame : 0
    try named { () throws(StillView.Problem) in
      try still.decode(piece, of: view.viewport, frame: moving)
    }
    pool.reap()
    var frame = still.frame(of: view.viewport, frame: moving)
    frame.levels = levels
    frame.magnification = view.magnification
    frame.filters = filters
    frame.split = view.split
    frame.toning = view.toning
    var left = piece.minX
    while left < piece.maxX {
      try checkCancellation()
      let right = min(piece.maxX, left + limits.edge)
      let part = PixelRect(minX: left, minY: piece.minY, maxX: right, maxY: piece.maxY)
      let pixels = try named { () throws(StillView.Problem) in
        try still.render(frame, area: part)
      }
      for row in 0..<part.height {
        let target = ((part.minY - band.minY + row) * band.width + left - band.minX) * 4
        rows.replaceSubrange(
          target..<target + part.width * 4,
          with: pixels[row * part.width * 4..<(row + 1) * part.width * 4])
      }
      left = right
    }
    if statistics.firstFrameMilliseconds == nil {
      statistics.firstFrameMilliseconds = (MonotonicClock.now() - startTime) * 1000
    }
  }

  // MARK: Decoding

  /// Starts the decoder and waits for the picture's header.
  private func open() throws(UserError) -> SourceInfo {
    let still = try named { () throws(StillView.Problem) in
      try StillView(of: source, drawnBy: renderer, filters: filters, cancellation: cancellation)
    }
    view = still
    source.open(
      surface: PixelSize(width: 1, height: 1), interest: .view, now: MonotonicClock.now())
    let info = try named { () throws(StillView.Problem) in try still.info() }
    if info.isTimed, info.frameCount > 0, frame >= info.frameCount {
      throw UserError(
        sentence: "\(name): it has no frame \(frame), only \(info.frameCount), counted from 0")
    }
    return info
  }

  /// Adds the picture's name to an error.
  private func named<Result>(
    _ body: () throws(StillView.Problem) -> Result
  ) throws(UserError) -> Result {
    do throws(StillView.Problem) { return try body() } catch {
      switch error {
      case .cancelled: throw cancelled
      case .failed(let reason): throw UserError(sentence: "\(name): \(reason)")
      }
    }
  }

  private var cancelled: UserError { UserError(sentence: "\(name): saving was cancelled") }

  private func checkCancellation() throws(UserError) {
    if cancellation?.isCancelled == true { throw cancelled }
  }

  private func finishStatistics(_ view: Viewport, _ levels: SourceLevels) {
    let drawing = renderer.statistics
    statistics.take(pool.statistics, drawing)
    statistics.displayedPixels = view.displayedPixels(of: levels)
    statistics.notice(
      arenas: pool.arenaBytes, tiles: pool.arenaBytes + drawing.peakTextureBytes)
    for time in drawing.frameMilliseconds { statistics.addFrame(milliseconds: Double(time)) }
  }
}
