import DecoderProtocol
import Decoding
import Geometry
import Platform
import Rendering
import Tiling
import Zooming

/// One run of `fresnel render`: decodes, draws and writes a view, band by band.
///
/// A band is as many rows of the view as a bounded arena has slots for, so that a picture of any
/// size takes the memory of one band.
final class RenderJob {
  private let name: String
  private let request: RenderRequest
  private let file: OpenedPicture
  private let picture = PictureID(number: 1)
  private let scheduler = DecodeScheduler()
  private let renderer = OffscreenRenderer()
  private let startTime = MonotonicClock.now()
  private var pollSet = PollSet()
  /// What the work took, for `--stats`.
  private(set) var statistics = Statistics()

  /// The most slots of an arena, 132 MiB: the fewer bands, the fewer passes over the picture.
  private static let mostSlots = 512
  /// The longest edge that is drawn at once, in pixels: below every GPU's largest texture.
  private static let drawnEdge = 2048

  /// Opens the picture, or throws the sentence that says why not.
  init(path: [UInt8], request: RenderRequest) throws(UserError) {
    self.request = request
    let kind = ArgumentKind(path: path)
    let origin: AlbumEntry.Origin = kind == .standardInput ? .standardInput : .named
    let entry = AlbumEntry(argument: 0, path: path, origin: origin)
    let name = entry.displayPath
    self.name = name
    do throws(AlbumError) {
      file = try Self.open(entry)
    } catch {
      throw UserError(sentence: "\(name): \(error.sentence)")
    }
  }

  /// Opens an entry as the window does, and waits for it.
  private static func open(_ entry: AlbumEntry) throws(AlbumError) -> OpenedPicture {
    let mailbox: Mailbox<PictureOpening>
    let opener: PictureOpener
    do throws(Errno) {
      let answers = try Mailbox<PictureOpening>()
      mailbox = answers
      opener = try PictureOpener {
        answers.post($0)
      }
    } catch {
      throw .system(error)
    }
    defer { opener.stop() }
    opener.open(entry)
    while true {
      if let answer = mailbox.waitForMessages().first { return try answer.result.get() }
    }
  }

  /// Renders the view and writes it to a file.
  func write(to output: [UInt8]) throws(UserError) {
    defer { scheduler.close(picture) }
    let info = try open(slots: 1)
    let view = request.viewport(of: info.size)
    guard checkedProduct(view.surface.width, 4).map({ $0 <= 1 << 31 }) == true else {
      throw UserError(sentence: "\(name): a view of that size can't be written as PNG")
    }
    let bands = Self.bands(of: view)
    let slots = bands.map { Self.tiles(of: view, in: $0).count }.max() ?? 1
    scheduler.close(picture)
    _ = try open(slots: max(1, min(slots, Self.mostSlots)))

    let png = try PNGFile(path: output, size: view.surface)
    try png.start()
    for band in bands {
      try decode(Self.tiles(of: view, in: band))
      try draw(band, of: view, to: png)
    }
    try png.finish()
    finishStatistics(view)
  }

  // MARK: Bands

  /// The bands of a view from top to bottom, each with no more tiles than an arena has slots.
  static func bands(of view: Viewport) -> [PixelRect] {
    var bands: [PixelRect] = []
    var top = 0
    while top < view.surface.height {
      var height = min(view.surface.height - top, drawnEdge)
      func band() -> PixelRect {
        PixelRect(minX: 0, minY: top, maxX: view.surface.width, maxY: top + height)
      }
      while height > 1, tiles(of: view, in: band()).count > mostSlots { height = (height + 1) / 2 }
      bands.append(band())
      top += height
    }
    return bands
  }

  /// The tiles of the view's exact level that a band shows.
  private static func tiles(of view: Viewport, in band: PixelRect) -> TileGrid {
    var part = view
    part.surface = band.size
    part.origin.y -= Double(band.minY)
    return part.visibleTiles(of: part.exactLevel)
  }

  private func draw(
    _ band: PixelRect, of view: Viewport, to png: borrowing PNGFile
  ) throws(UserError) {
    let frame = Frame(
      number: 0, picture: picture, viewport: view, backdrop: Backdrop(checker: nil))
    var rows = [UInt8](repeating: 0, count: band.width * band.height * 4)
    var left = 0
    while left < band.width {
      let right = min(band.width, left + Self.drawnEdge)
      let part = PixelRect(minX: left, minY: band.minY, maxX: right, maxY: band.maxY)
      let pixels: [UInt8]
      do throws(OffscreenFailure) {
        pixels = try renderer.render(frame, band: part)
      } catch {
        throw UserError(sentence: "\(name): \(error.reason)")
      }
      for row in 0..<part.height {
        let target = (row * band.width + left) * 4
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
  }

  // MARK: Decoding

  /// Starts the decoder and waits for the picture's header.
  private func open(slots: Int) throws(UserError) -> PictureInfo {
    let descriptor: FileDescriptor
    do throws(AlbumError) {
      descriptor = try FileOpening.reopen(file.file.number)
    } catch {
      throw UserError(sentence: "\(name): \(error.sentence)")
    }
    scheduler.open(
      picture, file: descriptor, format: file.format, slotCount: slots,
      surfaceEdge: Self.drawnEdge, now: MonotonicClock.now())
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
        picture, plan: TilePlan(wanted: wanted, kept: resident), now: MonotonicClock.now())
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

  private var resident: Set<TileKey> = []

  /// Waits for the decoder once; its failure ends the job.
  private func step() throws(UserError) -> [DecodeEvent] {
    pollSet.removeAll()
    scheduler.addDescriptors(to: &pollSet)
    let now = MonotonicClock.now()
    pollSet.wait(timeout: scheduler.nextDeadline.map { max(0, $0 - now) })
    let events = scheduler.process(pollSet, now: MonotonicClock.now())
    for event in events {
      if case .failed(_, let error) = event {
        throw UserError(sentence: "\(name): \(error.sentence)")
      }
    }
    return events
  }

  private func finishStatistics(_ view: Viewport) {
    let decoding = scheduler.statistics
    statistics.decodedPixels = decoding.exactPixels + decoding.previewPixels
    statistics.tilesCancelled = decoding.tilesCancelled
    statistics.displayedPixels = view.displayedPixels
    let drawing = renderer.statistics
    statistics.uploadedBytes = drawing.uploadedBytes
    statistics.peakTextureBytes = drawing.peakTextureBytes
    for time in drawing.frameMilliseconds { statistics.addFrame(milliseconds: Double(time)) }
  }
}
