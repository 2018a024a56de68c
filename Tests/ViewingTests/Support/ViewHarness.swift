import Geometry
import Markers
import Platform
import Synchronization
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// A view of a source that answers at once, with a record of its events.
final class ViewHarness: TiledViewDelegate {
  let renderer = StillRenderer()
  let source: QuickSource
  let view: TiledView
  var now = 0.0
  private(set) var sourceEvents: [SourceEvent] = []
  private(set) var covered = 0
  private(set) var zooms: [ZoomPhase] = []
  private(set) var settled = 0
  /// The failures to draw text that were reported.
  private(set) var textComplaints: [String] = []
  private(set) var taps: [(TapKind, Point)] = []
  /// The surface's size once the source is known, as for a window mapped then.
  private let resizedOnOpening: PixelSize?
  /// The marker hits of taps.
  private(set) var hits: [MarkerHit] = []
  /// True if the delegate handles taps on markers.
  var takesHits = false
  /// True if the delegate handles taps.
  var takesTaps = false

  init(
    _ levels: SourceLevels, surface: PixelSize = PixelSize(width: 600, height: 400),
    settings: TiledViewSettings = TiledViewSettings(), resizedOnOpening: PixelSize? = nil,
    access: TilePlanner.Access = .direct, frameTimes: [Int] = [], loops: Int = 0,
    holdsBack: Bool = false, preparesNextStep: Bool = true,
    preview: SourceInfo.Preview = .none, isRandomAccess: Bool = true
  ) throws {
    self.resizedOnOpening = resizedOnOpening
    source = QuickSource(
      levels, frameTimes: frameTimes, loops: loops, preview: preview,
      isRandomAccess: isRandomAccess)
    source.access = access
    source.holdsBack = holdsBack
    var settings = settings
    settings.fadeDuration = 0
    view = try TiledView(surface: surface, renderer: renderer, settings: settings)
    view.delegate = self
    view.preparesNextStep = preparesNextStep
    view.add(source, as: .pending)
    run(until: 0.1)
    if let info = view.info(of: source.id) {
      view.show(source.id, with: view.firstController(of: info))
    }
    run(until: 0.2)
  }

  /// Advances time in steps of a display's refresh.
  func run(until end: Double) {
    while now < end {
      now += 1 / 60.0
      renderer.now = now
      view.dispatch(at: now)
    }
  }

  /// Runs the view like a host that wakes only at the view's deadlines; returns true if it goes to
  /// sleep within `limit` seconds.
  func runUntilAsleep(limit: Double = 10) -> Bool {
    let end = now + limit
    while now < end {
      renderer.now = now
      view.dispatch(at: now)
      guard let deadline = view.deadline(at: now) else { return true }
      // A thread never wakes early, and is a little late.
      now = max(now, deadline) + 0.0002
    }
    return false
  }

  func run(for seconds: Double) { run(until: now + seconds) }

  func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {
    switch event {
    case .source(_, let event):
      sourceEvents.append(event)
      if case .opened = event, let resizedOnOpening { view.resize(to: resizedOnOpening) }
    case .covered: covered += 1
    case .zoom(let phase): zooms.append(phase)
    case .settled: settled += 1
    case .textless(let sentence): textComplaints.append(sentence)
    case .renderer: break
    }
  }
  func tiledView(
    _ view: TiledView, tapped kind: TapKind, at imagePoint: Point, now: Double
  ) -> Bool {
    taps.append((kind, imagePoint))
    return takesTaps
  }
  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit, now: Double) -> Bool {
    hits.append(hit)
    return takesHits
  }
}

/// A source that has every tile at once, except those that a test holds back or breaks.
final class QuickSource: TileSource {
  let id: SourceID
  private let levels: SourceLevels
  private(set) var info: SourceInfo?
  var access: TilePlanner.Access {
    get {
      accessReads += 1
      return keptAccess
    }
    set { keptAccess = newValue }
  }
  private var keptAccess = TilePlanner.Access.direct
  /// How often `access` was read; each new plan reads it.
  private(set) var accessReads = 0
  let memoryBytes = 0
  private var events: [SourceEvent] = []
  /// How often each tile was requested.
  private(set) var asked: [TileKey: Int] = [:]
  /// Tiles delivered and not yet released.
  private(set) var out = 0
  private(set) var isClosed = false
  /// The newest plan's demand.
  private(set) var demand: SourceDemand?
  /// True for tiles that fail.
  var broken: (TileKey) -> Bool = { _ in false }
  private var underWay: Set<TileKey> = []
  /// The number of plans received.
  private(set) var plans = 0
  /// The display's profile, as received.
  private(set) var profile: [UInt8] = []
  /// True while tiles are held back.
  var holdsBack = false { didSet { if !holdsBack { letGo() } } }
  private var held: [TileKey] = []
  /// The duration of each frame in microseconds; empty for a still picture.
  let frameTimes: [Int]

  /// A source that is described at once, unless `opens` is false.
  init(
    _ levels: SourceLevels, number: UInt32 = 7, hasAlpha: Bool = false, opens: Bool = true,
    frameTimes: [Int] = [], loops: Int = 0, preview: SourceInfo.Preview = .none,
    isRandomAccess: Bool = true
  ) {
    id = SourceID(number: number)
    self.levels = levels
    self.frameTimes = frameTimes
    guard opens else { return }
    let info = SourceInfo(
      levels: levels, frameCount: max(1, frameTimes.count), isTimed: !frameTimes.isEmpty,
      loops: loops, hasAlpha: hasAlpha, isRandomAccess: isRandomAccess, preview: preview)
    self.info = info
    events.append(.opened(info))
  }

  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    self.demand = demand
    plans += 1
    let wanted = plan.wanted + plan.prefetched
    underWay.formIntersection(wanted.map(\.key))
    for tile in wanted where underWay.insert(tile.key).inserted {
      asked[tile.key, default: 0] += 1
      if broken(tile.key) {
        events.append(.tileFailed(tile.key, "no such tile"))
        continue
      }
      if holdsBack { held.append(tile.key) } else { give(tile.key) }
    }
    held.removeAll { !underWay.contains($0) }
  }

  private func give(_ key: TileKey) {
    out += 1
    events.append(
      .tile(Tile(source: id, key: key, pixels: OwnedPixels(count: key.layout.byteCount))))
  }

  /// Delivers the held tiles of one row.
  func letGo(row: Int) {
    for key in held where key.row == row { give(key) }
    held.removeAll { $0.row == row }
  }

  private func letGo() {
    for key in held { give(key) }
    held = []
  }

  func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    self.profile = profile
    return true
  }

  func release(_ tile: Tile, now: Double) {
    out -= 1
    underWay.remove(tile.key)
  }

  /// Sends an event of its own accord.
  func tell(_ event: SourceEvent) {
    if case .changed(let info) = event { self.info = info }
    events.append(event)
  }

  func forgetAsked() { asked = [:] }
  func addDescriptors(to pollSet: inout PollSet) {}
  var nextDeadline: Double? { events.isEmpty ? nil : 0 }
  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    defer { events.removeAll() }
    return events
  }
  func close() { isClosed = true }
}
