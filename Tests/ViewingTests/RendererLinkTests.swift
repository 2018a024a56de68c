import Filters
import Geometry
import Platform
import Rendering
import Synchronization
import Testing
import Tiles

@testable import Viewing

/// The renderer link: painting before the render thread draws, and the takeover.
@Suite struct RendererLinkTests {
  private static let size = PixelSize(width: 40, height: 30)
  private static let picture = SourceID(number: 5)

  private func tile(
    _ request: UInt32 = 1, grey: UInt8 = 77, quality: TileQuality = .exact
  ) -> Tile {
    let key = TileKey(level: Level(size: Self.size), column: 0, row: 0)
    let pixels = OwnedPixels(count: key.layout.byteCount)
    for index in 0..<key.layout.byteCount {
      pixels.base.storeBytes(of: index % 4 == 3 ? 255 : grey, toByteOffset: index, as: UInt8.self)
    }
    return Tile(source: Self.picture, key: key, quality: quality, pixels: pixels, request: request)
  }

  private func frame(_ number: UInt64) -> Frame {
    Frame(
      number: number, picture: Self.picture,
      viewport: Viewport(
        surface: Self.size, picture: Self.size, scale: 1, origin: .zero, isSettled: true))
  }

  private func makeLink(_ canvas: TestCanvas, _ sink: TestSink) throws -> RendererLink {
    try RendererLink(
      configuration: RenderConfiguration(
        target: .offscreen(Self.size), sink: sink, usesGL: false), canvas: canvas)
  }

  /// A link that paints for a minute, or until it has to start its thread.
  private func makePaintingLink(_ canvas: TestCanvas) throws -> RendererLink {
    let link = try makeLink(canvas, TestSink(size: Self.size))
    link.begin(paintsUntil: MonotonicClock.now() + 60)
    return link
  }

  /// Collects reports until the expected one arrives, for at most `seconds`.
  private func reports(
    of link: RendererLink, for seconds: Double = 20, until isLast: ([RenderReport]) -> Bool
  ) -> [RenderReport] {
    var all: [RenderReport] = []
    let limit = MonotonicClock.now() + seconds
    var pollSet = PollSet()
    while !isLast(all), MonotonicClock.now() < limit {
      all += link.takeReports(at: MonotonicClock.now())
      if isLast(all) { break }
      pollSet.removeAll()
      link.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: 0.05)
    }
    return all
  }

  private func tookOver(_ reports: [RenderReport]) -> Bool {
    reports.contains { if case .event(.tookOver) = $0 { true } else { false } }
  }

  private func released(_ reports: [RenderReport]) -> [UInt32] {
    reports.compactMap { if case .released(let tile) = $0 { tile.request } else { nil } }
  }

  @Test func motionIsPaintedUntilTheThreadHasEveryTile() throws {
    let canvas = TestCanvas()
    let sink = TestSink(size: Self.size)
    let link = try makeLink(canvas, sink)
    link.begin(paintsUntil: MonotonicClock.now() + 60)
    link.upload(tile())
    let early = link.takeReports(at: 0)
    #expect(early.contains { if case .resident = $0 { true } else { false } }, "shown from at once")
    #expect(!tookOver(early), "drivers wait for the first picture")
    #expect(link.show(frame(1), isComplete: true))
    #expect(canvas.painted == 1)
    #expect(canvas.pixel(10, 10) == [77, 77, 77, 255])
    canvas.isBusy = true
    #expect(
      !link.takesFrames && !link.show(frame(2), isComplete: true),
      "the server still reads the last one")
    canvas.isBusy = false
    _ = link.takeReports(at: 0)
    #expect(link.show(frame(2), isComplete: true), "motion is painted, too")
    canvas.isBusy = true
    // The thread starts, copies, and waits until the server is done with the canvas.
    let meanwhile = reports(of: link, for: 2) { !released($0).isEmpty || tookOver($0) }
    #expect(!tookOver(meanwhile), "not before the last painting is on the screen")
    canvas.isBusy = false
    let late = reports(of: link, until: tookOver)
    #expect(tookOver(late))
    #expect(canvas.hasEnded)
    #expect(released(early + meanwhile + late) == [1], "its memory went back once")
    let count = canvas.painted
    #expect(link.show(frame(3), isComplete: true))
    #expect(
      reports(of: link) {
        $0.contains {
          if case .event(.presented(let shown)) = $0 { shown.frame == 3 } else { false }
        }
      }.isEmpty == false)
    #expect(canvas.painted == count, "the view's thread never paints again")
    #expect(sink.puts == 1)
    link.stop()
  }

  @Test func theRenderThreadWaitsWhileTilesAreMissing() throws {
    let canvas = TestCanvas()
    let link = try makeLink(canvas, TestSink(size: Self.size))
    link.begin(paintsUntil: 1000)
    link.upload(tile())
    #expect(link.show(frame(1), isComplete: false))
    #expect(canvas.painted == 1, "what there is is painted")
    _ = link.takeReports(at: 0)
    #expect(link.deadline == 1000, "drivers wait still")
    #expect(link.show(frame(2), isComplete: true))
    _ = link.takeReports(at: 0)
    #expect(link.deadline == nil, "drivers start")
    link.stop()
  }

  @Test func movingAnIncompletePictureStartsTheRenderThread() throws {
    let link = try makeLink(TestCanvas(), TestSink(size: Self.size))
    link.begin(paintsUntil: 1000)
    link.upload(tile())
    #expect(link.show(frame(1), isComplete: false))
    _ = link.takeReports(at: 0)
    var moved = frame(2)
    moved.viewport.origin.x += 5
    #expect(link.show(moved, isComplete: false))
    _ = link.takeReports(at: 0)
    #expect(link.deadline == nil)
    link.stop()
  }

  @Test func aPreviewIsPaintedInPlaceUntilTheExactTileArrives() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile(1, grey: 5, quality: .preview))
    #expect(link.show(frame(1), isComplete: false))
    #expect(canvas.pixel(10, 10) == [5, 5, 5, 255])
    var all = link.takeReports(at: 0)
    link.upload(tile(2))
    #expect(link.show(frame(2), isComplete: true))
    #expect(canvas.pixel(10, 10) == [77, 77, 77, 255])
    #expect(released(all).isEmpty, "it is not copied, and may be painted from")
    all += reports(of: link) { released($0).count == 2 && tookOver($0) }
    #expect(released(all).sorted() == [1, 2])
    link.stop()
  }

  /// A small picture and a caption on a large surface.
  @Test func onlyPixelsOfThePictureArePainted() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile())
    link.setOverlay(
      3,
      bitmap: OverlayBitmap(
        size: PixelSize(width: 2, height: 2),
        pixels: (0..<4).flatMap { _ in [255, 0, 0, 255] as [UInt8] }))
    var frame = frame(1)
    frame.viewport = Viewport(
      surface: PixelSize(width: 200, height: 100), picture: Self.size, scale: 1,
      origin: Point(x: 30, y: 20), isSettled: true)
    frame.backdrop.surround = OpaqueColor(red: 1, green: 2, blue: 3)
    let caption = PixelRect(minX: 150, minY: 90, maxX: 152, maxY: 92)
    frame.overlays = [Overlay(position: caption, bitmap: 3)]
    #expect(link.show(frame, isComplete: true))
    let picture = PixelRect(minX: 30, minY: 20, maxX: 70, maxY: 50)
    #expect(canvas.parts?.rects == [picture, caption])
    let around: [UInt8] = [3, 2, 1, 255]
    #expect(
      canvas.pixel(30, 20) == [77, 77, 77, 255] && canvas.pixel(69, 49) == [77, 77, 77, 255])
    #expect(canvas.pixel(151, 91) == [0, 0, 255, 255])
    for (x, y) in [(29, 20), (30, 19), (70, 49), (69, 50), (149, 90), (152, 91), (199, 99)] {
      #expect(canvas.pixel(x, y) == around, "\(x), \(y)")
    }
    link.stop()
  }

  @Test func rowsPaintedAheadAreNotPaintedAgain() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile())
    link.showAhead(frame(0), above: 12)
    #expect(canvas.rows == [0..<12])
    #expect(canvas.pixel(10, 11) == [77, 77, 77, 255])
    link.showAhead(frame(0), above: 20)
    #expect(link.takesFrames, "nothing is waited for")
    #expect(link.show(frame(1), isComplete: true))
    #expect(canvas.rows == [0..<12, 12..<20, 20..<30])
    _ = link.takeReports(at: 0)
    link.stop()
  }

  @Test func anotherFrameIsPaintedWhole() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile())
    link.showAhead(frame(0), above: 12)
    var moved = frame(1)
    moved.viewport.origin.x += 5
    #expect(link.show(moved, isComplete: false))
    _ = link.takeReports(at: 0)
    #expect(link.show(frame(2), isComplete: true), "nor is what was ahead before")
    #expect(canvas.rows == [0..<12, 0..<30, 0..<30])
    link.stop()
  }

  /// If only new rows were painted, the others would stay the old tile's.
  @Test func aReplacedTileIsPaintedWhole() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile(1, grey: 5, quality: .preview))
    link.showAhead(frame(0), above: 12)
    #expect(canvas.pixel(3, 3) == [5, 5, 5, 255])
    link.upload(tile(2))
    #expect(link.show(frame(1), isComplete: true))
    #expect(canvas.rows == [0..<12, 0..<30])
    #expect(canvas.pixel(3, 3) == [77, 77, 77, 255])
    link.stop()
  }

  @Test func nothingIsPaintedAheadIfTheThreadStartsOrTheServerIsBusy() throws {
    let canvas = TestCanvas()
    let link = try makeLink(canvas, TestSink(size: Self.size))
    link.upload(tile())
    link.showAhead(frame(0), above: 12)
    link.begin(paintsUntil: MonotonicClock.now() + 60)
    canvas.isBusy = true
    link.showAhead(frame(0), above: 12)
    canvas.isBusy = false
    link.startNow()
    link.showAhead(frame(0), above: 12)
    #expect(canvas.painted == 0)
    link.stop()
  }

  @Test func filtersWaitForTheThread() throws {
    let canvas = TestCanvas()
    let sink = TestSink(size: Self.size)
    let link = try makeLink(canvas, sink)
    link.begin(paintsUntil: nil)
    link.upload(tile())
    #expect(!link.show(frame(1), isComplete: true))
    #expect(canvas.painted == 0)
    let all = reports(of: link, until: tookOver)
    #expect(tookOver(all) && link.takesFrames)
    link.stop()
  }

  @Test func aTileDroppedWhileItIsPaintedIsReleasedOnce() throws {
    let canvas = TestCanvas()
    let link = try makePaintingLink(canvas)
    link.upload(tile(1))
    link.upload(tile(2))
    _ = link.retain([], of: Self.picture)
    var all = link.takeReports(at: 0)
    #expect(released(all).isEmpty, "the thread has not copied them yet")
    link.startNow()
    all += reports(of: link) { released($0).count == 2 && tookOver($0) }
    #expect(released(all).sorted() == [1, 2])
    link.stop()
  }
}

/// A canvas in memory.
private final class TestCanvas: PlainCanvas {
  private(set) var painted = 0
  private(set) var hasEnded = false
  private var bytes: [UInt8] = []
  private var width = 0
  var isReady = true
  var isBusy = false

  /// The last painting.
  private(set) var parts: PaintedParts?
  /// The rows of each painting.
  private(set) var rows: [Range<Int>] = []

  func paint(
    _ parts: PaintedParts, rows: Range<Int>, _ draw: (SurfacePixels, PixelRect) -> Void
  ) -> Bool {
    painted += 1
    self.parts = parts
    self.rows.append(rows)
    let size = parts.size
    width = size.width
    if rows.lowerBound == 0 {
      let around = [parts.surround.blue, parts.surround.green, parts.surround.red, 255]
      bytes = (0..<size.width * size.height).flatMap { _ in around }
    }
    let band = PixelRect(
      minX: 0, minY: rows.lowerBound, maxX: size.width, maxY: rows.upperBound)
    bytes.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return }
      for part in parts.rects.map({ $0.intersection(band) }) where !part.isEmpty {
        let start = base + (part.minY * size.width + part.minX) * 4
        draw(SurfacePixels(base: start, stride: size.width * 4, size: part.size), part)
      }
    }
    return true
  }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(bytes[start..<start + 4])
  }

  func end() { hasEnded = true }
}

/// A window in memory that counts its updates.
private final class TestSink: PixelSink {
  private let size: PixelSize
  private let count = Mutex(0)
  var puts: Int { count.withLock { $0 } }

  init(size: PixelSize) { self.size = size }

  func currentSize() -> PixelSize? { size }

  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool {
    var bytes = [UInt32](repeating: 0, count: size.width * size.height)
    bytes.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: size.width * 4, size: size))
    }
    count.withLock { $0 += 1 }
    return true
  }
}
