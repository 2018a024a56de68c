import Geometry
import Markers
import Platform
import Synchronization
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// A view of a source that answers at once, and what its delegate was told.
final class ViewStage: TiledViewDelegate {
  let renderer = StillRenderer()
  let source: QuickSource
  let view: TiledView
  var now = 0.0
  private(set) var news: [SourceEvent] = []
  private(set) var covered = 0
  private(set) var zooms: [ZoomPhase] = []
  private(set) var settled = 0
  /// Why no text can be drawn, as often as it was told.
  private(set) var textComplaints: [String] = []
  private(set) var taps: [(TapKind, Point)] = []
  /// What the surface becomes when it is known what the source is, as a window that is mapped then.
  private let resizedOnOpening: PixelSize?
  /// What taps have hit of markers.
  private(set) var hits: [MarkerHit] = []
  /// Whether the delegate takes taps on markers for itself.
  var takesHits = false
  /// Whether the delegate takes taps for itself.
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
    view.add(source, as: .awaited)
    run(until: 0.1)
    if let info = view.info(of: source.id) {
      view.show(source.id, with: view.firstController(of: info))
    }
    run(until: 0.2)
  }

  /// Lets time pass in steps of a display's refresh.
  func run(until end: Double) {
    while now < end {
      now += 1 / 60.0
      renderer.now = now
      view.dispatch(at: now)
    }
  }

  /// Serves the view as a host does, which wakes only when the view has said so; whether it goes
  /// to sleep within some seconds.
  func runUntilAsleep(limit: Double = 10) -> Bool {
    let end = now + limit
    while now < end {
      renderer.now = now
      view.dispatch(at: now)
      guard let deadline = view.deadline(at: now) else { return true }
      // A thread never wakes early, and takes a moment.
      now = max(now, deadline) + 0.0002
    }
    return false
  }

  /// Lets so many seconds pass.
  func run(for seconds: Double) { run(until: now + seconds) }

  func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {
    switch event {
    case .source(_, let event):
      news.append(event)
      if case .opened = event, let resizedOnOpening { view.resize(to: resizedOnOpening, at: now) }
    case .covered: covered += 1
    case .zoom(let phase): zooms.append(phase)
    case .settled: settled += 1
    case .textless(let sentence): textComplaints.append(sentence)
    case .renderer: break
    }
  }
  func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    taps.append((kind, imagePoint))
    return takesTaps
  }
  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    hits.append(hit)
    return takesHits
  }
}

/// A source that has every tile at once, but for those that a test holds back or breaks.
final class QuickSource: TileSource {
  let id: SourceID
  private let levels: SourceLevels
  private(set) var info: SourceInfo?
  var access = TilePlanner.Access.direct
  let memoryBytes = 0
  private var events: [SourceEvent] = []
  /// How often each tile was asked for.
  private(set) var asked: [TileKey: Int] = [:]
  /// Tiles that have been given and not taken back.
  private(set) var out = 0
  private(set) var isClosed = false
  /// What the newest plan was for.
  private(set) var demand: SourceDemand?
  /// Tiles that can't be had.
  var broken: (TileKey) -> Bool = { _ in false }
  private var underWay: Set<TileKey> = []
  /// How many plans it was given.
  private(set) var plans = 0
  /// What it was told of the display.
  private(set) var profile: [UInt8] = []
  /// Whether tiles are held back until they are let go.
  var holdsBack = false { didSet { if !holdsBack { letGo() } } }
  private var held: [TileKey] = []
  /// How long each of its frames is shown, in microseconds; empty where it stands still.
  let frameTimes: [Int]

  /// A source that knows what it is at once, unless it is to be told later.
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

  /// Gives the tiles of one row that are held back.
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

  /// Says something of its own accord.
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
