import DecoderProtocol
import Decoding
import Filters
import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import ViewGeometry
import Zooming

/// Decodes, draws and writes a view of a picture, band by band; everything on the calling thread.
///
/// A band is as many rows of the view as a bounded arena has slots for, so that a picture of any
/// size takes the memory of one band.
final class RenderJob {
  private let name: String
  private let file: OpenedPicture
  private let filters: FilterChain
  private let cancellation: Cancellation?
  /// Told how far the writing is, from 0 to 1.
  private let report: (Double) -> Void
  private let picture = SourceID(number: 1)
  private let scheduler = DecodeSchedulers()
  private let renderer = OffscreenRenderer()
  private let startTime = MonotonicClock.now()
  /// The picture's size has to be known before a band's is: until then a slot or two are enough.
  private static let smallestSurface = PixelSize(width: 1, height: 1)
  private var pollSet = PollSet()
  private var resident: Set<TileKey> = []
  /// The tiles of the largest band: so many slots are asked for.
  private var mostTiles = 1
  /// Why some of the picture is missing; what there was has been written.
  private(set) var missing: String?
  /// What the work took, for `--stats`.
  private(set) var statistics = Statistics()

  /// A job for a picture that is open; errors name it by `name`.
  init(
    name: String, file: OpenedPicture, filters: FilterChain = FilterChain(),
    cancellation: Cancellation? = nil, report: @escaping (Double) -> Void = { _ in }
  ) {
    self.name = name
    self.file = file
    self.filters = filters
    self.cancellation = cancellation
    self.report = report
  }

  /// Renders a view and writes it to a file, whose path it tells.
  ///
  /// The view is asked for when the picture's size is known.
  @discardableResult
  func write(
    _ view: (PixelSize) -> RenderView, to destination: PNGFile.Destination
  ) throws(UserError) -> [UInt8] {
    if let reason = renderer.fallbackReason, !filters.isIdentity {
      throw UserError(sentence: "\(name): filters need OpenGL ES 3, and \(reason)")
    }
    defer { scheduler.close(picture) }
    let info = try open()
    let view = view(info.size)
    let size = view.area.size
    guard checkedProduct(size.width, 4).map({ $0 <= 1 << 31 }) == true else {
      throw UserError(sentence: "\(name): a view of that size can't be written as PNG")
    }
    let margin = filters.margin(zoom: view.viewport.scale)
    let bands = RenderBands.bands(
      of: view.viewport, in: view.area, levels: info.levels, margin: margin)
    func tiles(_ band: PixelRect) -> TileGrid {
      RenderBands.tiles(of: view.viewport, in: band, levels: info.levels, margin: margin)
    }
    mostTiles = min(bands.map { tiles($0).count }.max() ?? 1, RenderBands.mostTiles)

    let png = try PNGFile(destination, size: size)
    try png.start()
    for band in bands {
      try decode(tiles(band))
      try draw(band, of: view, to: png)
    }
    try checkCancellation()
    let path = try png.finish()
    finishStatistics(view.viewport, info.levels)
    return path
  }

  private func draw(
    _ band: PixelRect, of view: RenderView, to png: borrowing PNGFile
  ) throws(UserError) {
    let frame = Frame(
      number: 0, picture: picture, viewport: view.viewport, magnification: view.magnification,
      backdrop: Backdrop(checker: nil), filters: filters, split: view.split)
    var rows = [UInt8](repeating: 0, count: band.width * band.height * 4)
    var left = band.minX
    while left < band.maxX {
      try checkCancellation()
      let right = min(band.maxX, left + RenderBands.drawnEdge)
      let part = PixelRect(minX: left, minY: band.minY, maxX: right, maxY: band.maxY)
      let pixels: [UInt8]
      do throws(OffscreenFailure) {
        pixels = try renderer.render(frame, band: part)
      } catch {
        throw UserError(sentence: "\(name): \(error.reason)")
      }
      for row in 0..<part.height {
        let target = (row * band.width + left - band.minX) * 4
        rows.replaceSubrange(
          target..<target + part.width * 4,
          with: pixels[row * part.width * 4..<(row + 1) * part.width * 4])
      }
      left = right
    }
    StraightAlpha.convert(&rows)
    if statistics.firstFrameMilliseconds == nil {
      statistics.firstFrameMilliseconds = (MonotonicClock.now() - startTime) * 1000
    }
    try png.write(rows)
    report(Double(band.maxY - view.area.minY) / Double(view.area.height))
  }

  // MARK: Decoding

  /// Starts the decoder and waits for the picture's header.
  private func open() throws(UserError) -> SourceInfo {
    do throws(AlbumError) {
      _ = try FileOpening.reopen(file.file.number)
    } catch {
      throw UserError(sentence: "\(name): \(error.sentence)")
    }
    let file = file
    scheduler.open(
      picture, file: { try? FileOpening.reopen(file.file.number) }, format: file.format,
      surface: Self.smallestSurface, now: MonotonicClock.now())
    while true {
      for event in try step() { if case .opened(_, let info) = event { return info } }
    }
  }

  /// Has tiles decoded and uploaded, and forgets all others.
  private func decode(_ grid: TileGrid) throws(UserError) {
    let keys = grid.keys
    renderer.retain(Set(keys), of: picture)
    var missing = Set(keys).subtracting(resident)
    resident.formIntersection(keys)
    while !missing.isEmpty {
      let wanted = keys.filter(missing.contains).map {
        TilePlan.Wanted(key: $0, quality: .exact)
      }
      scheduler.update(
        picture, plan: TilePlan(wanted: wanted, kept: resident),
        for: SourceDemand(surface: Self.smallestSurface, lackedTiles: mostTiles),
        now: MonotonicClock.now())
      for event in try step() {
        guard case .tile(let tile) = event else { continue }
        do throws(OffscreenFailure) {
          try renderer.upload(tile)
        } catch {
          throw UserError(sentence: "\(name): \(error.reason)")
        }
        scheduler.release(tile)
        missing.remove(tile.key)
        resident.insert(tile.key)
      }
    }
  }

  /// Waits for the decoder once; its failure ends the job.
  private func step() throws(UserError) -> [DecodeEvent] {
    pollSet.removeAll()
    scheduler.addDescriptors(to: &pollSet)
    if let cancellation { pollSet.add(cancellation.descriptor) }
    let now = MonotonicClock.now()
    pollSet.wait(timeout: scheduler.nextDeadline.map { max(0, $0 - now) })
    try checkCancellation()
    let events = scheduler.process(pollSet, now: MonotonicClock.now())
    for event in events {
      if case .failed(_, let error) = event {
        throw UserError(sentence: "\(name): \(error.sentence)")
      }
      if case .incomplete(_, let sentence) = event { missing = "\(name): \(sentence)" }
    }
    return events
  }

  private func checkCancellation() throws(UserError) {
    if cancellation?.isCancelled == true {
      throw UserError(sentence: "\(name): the saving was cancelled")
    }
  }

  private func finishStatistics(_ view: Viewport, _ levels: SourceLevels) {
    let decoding = scheduler.statistics
    statistics.decodedPixels = decoding.exactPixels + decoding.previewPixels
    statistics.tilesCancelled = decoding.tilesCancelled
    statistics.displayedPixels = view.displayedPixels(of: levels)
    let drawing = renderer.statistics
    statistics.uploadedBytes = drawing.uploadedBytes
    statistics.peakTextureBytes = drawing.peakTextureBytes
    statistics.notice(
      arenas: scheduler.arenaBytes, tiles: scheduler.arenaBytes + drawing.peakTextureBytes)
    for time in drawing.frameMilliseconds { statistics.addFrame(milliseconds: Double(time)) }
  }
}
