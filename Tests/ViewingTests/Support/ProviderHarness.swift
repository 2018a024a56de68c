import Decoding
import Geometry
import Platform
import Providing
import Rendering
import Synchronization
import TestSupport
import Tiles
import Tiling

@testable import Viewing

/// A view of a provider's tiles, drawn without a window, with a record of the requests.
final class ProviderHarness: TiledViewDelegate {
  let source: ProviderSource
  let view: TiledView
  let pool = ProviderHarness.makePool()
  private let link: OffscreenLink
  private var pollSet = PollSet()
  private(set) var settled = 0
  private(set) var failed: [(TileKey, String)] = []

  init(
    _ levels: ProvidedLevels, surface: PixelSize,
    provider: any TileProvider, encoded: Bool = false
  ) throws {
    source = try ProviderSource(
      id: SourceID(number: 3), levels: levels, hasAlpha: false, provider: provider,
      pictures: encoded ? .sandboxed(pool, shape: levels.shape) : nil)
    var settings = TiledViewSettings()
    settings.fadeDuration = 0
    settings.prefetches = false
    settings.zooming.isAnimated = false
    link = OffscreenLink(OffscreenRenderer(usesGL: false))
    view = try TiledView(surface: surface, renderer: link, settings: settings)
    view.delegate = self
    view.add(source, as: .pending)
    settle { view.info(of: source.id) != nil }
    if let info = view.info(of: source.id) {
      view.show(source.id, with: view.firstController(of: info))
    }
  }

  /// A pool that finds the built PNG decoder.
  static func makePool() -> DecoderPool {
    DecoderPool(
      locator: DecoderLocator(
        folders: [],
        overrides: [
          "fresnel-decode-png": Array(PipedProcess.built("fresnel-decode-png").utf8)
        ]))
  }

  /// Dispatches the view until a condition is true; gives up after half a minute.
  @discardableResult
  func settle(until holds: () -> Bool) -> Bool {
    let limit = MonotonicClock.now() + 30
    while MonotonicClock.now() < limit {
      let now = MonotonicClock.now()
      view.dispatch(at: now)
      if holds() { return true }
      pollSet.removeAll()
      pollSet.add(view.descriptor)
      let deadline = min(view.deadline(at: now) ?? limit, now + 0.5)
      pollSet.wait(timeout: max(0, deadline - now))
    }
    return false
  }

  /// Zooms to a scale and waits until the view has all its tiles.
  func show(scale: Double, center: Point) -> Bool {
    let before = settled
    view.zoom(to: scale, center: center, animated: false, now: MonotonicClock.now())
    return settle { settled > before }
  }

  /// Renders the newest frame.
  func pixels() throws -> [UInt8] {
    guard let frame = view.newestFrame else { return [] }
    return try link.render(frame, band: PixelRect(frame.viewport.surface))
  }

  func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {
    if case .settled = event { settled += 1 }
    if case .source(_, .tileFailed(let key, let sentence)) = event {
      failed.append((key, sentence))
    }
  }
}

/// A provider that colours each tile by its position, and records the requests.
final class PositionedTiles: TileProvider {
  private let requests = Mutex<[ProvidedTileRequest]>([])
  private let answer: @Sendable (ProvidedTileRequest) throws -> ProvidedTile?

  init(_ answer: @escaping @Sendable (ProvidedTileRequest) throws -> ProvidedTile? = { _ in nil }) {
    self.answer = answer
  }

  var asked: [ProvidedTileRequest] { requests.withLock { $0 } }
  func forget() { requests.withLock { $0 = [] } }

  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile {
    requests.withLock { $0.append(request) }
    if let answer = try answer(request) { return answer }
    let color = Self.color(request.column, request.row)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(request.size.width * request.size.height * 4)
    for _ in 0..<request.size.width * request.size.height { bytes.append(contentsOf: color) }
    return .pixels(request.size, bytes)
  }

  static func color(_ column: Int, _ row: Int) -> [UInt8] {
    [
      UInt8(column * 37 % 200 + 20), UInt8(row * 53 % 200 + 20), UInt8((column + row) % 2 * 100),
      255,
    ]
  }
}
