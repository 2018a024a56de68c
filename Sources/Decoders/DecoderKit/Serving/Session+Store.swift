import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// Caching a picture: when it is worth it, and which tiles are cut from the cache.
extension Session {
  /// Does the next piece of work; returns false if there is none.
  func work() throws(CodecError) -> Bool {
    if try giveRows() { return true }
    if header.timing != nil {
      guard let group = queue.nextGroup(from: lastFrame) else { return false }
      try runPass(for: group)
      return true
    }
    if try cutWhatIsHeld() { return true }
    if let group = queue.nextGroup(where: { mayRead($0) }) {
      if header.allowsOnePass { giveBuildUp() }
      let levels = try runPass(for: group)
      // A user who zooms into one part will look at another.
      if caching != .never, levels.contains(where: isDeep) { try prepareStore() }
      return true
    }
    if queue.isEmpty, cache.build == nil, !mayPrepareAtRest { return false }
    try prepareStore(isAtRest: queue.isEmpty)
    guard let build = cache.build else { return false }
    try build.step()
    report(missing: build.missing)
    report(headroom: build.headroom)
    report(progress: build.progress)
    sayWhatIsKept()
    if build.isFinished {
      cache.build = nil
      if cache.store?.index.firstKept == 0 { control.send(.cached) }
    } else if let store = cache.store, store.index.firstKept == store.layout.levels.count {
      // No level fits on the disk.
      cache.build = nil
    }
    return true
  }

  /// Cuts the oldest request that the cache can serve, and the rest of its group.
  private func cutWhatIsHeld() throws(CodecError) -> Bool {
    guard let store = cache.store else { return false }
    // The strips must stay until they have been read.
    store.index.beginReading()
    defer { store.index.endReading() }
    guard let batch = queue.takeFirst(where: { store.holds($0.key) }) else { return false }
    try cut(batch, from: store)
    return true
  }

  /// True if a group is made by its own pass instead of from the cache.
  func mayRead(_ group: RequestQueue.Group) -> Bool {
    let store = cache.store
    if header.allowsOnePass, cache.build != nil {
      return cache.isBuildingAtRest || store?.canHold(group.level) == false
    }
    if caching == .never, store == nil { return true }
    if header.skipsRows, let build = cache.build, store?.canHold(group.level) == true,
      isDeep(group.level)
    {
      let area = area(of: queue.keys(of: group), in: .picture)
      return !build.isSooner(thanReading: area.minY..<area.maxY)
    }
    return !isWorthStoring || !isDeep(group.level) || header.skipsRows
      || store?.canHold(group.level) == false
  }

  /// Cancels a caching pass, so that another can have its memory.
  private func giveBuildUp() {
    guard cache.build != nil else { return }
    cache.build = nil
    cache.store = nil
  }

  /// Tells the viewer which levels are kept, each time one was dropped for lack of disk space.
  private func sayWhatIsKept() {
    guard let store = cache.store else { return }
    let first = store.index.firstKept
    guard first != cache.reportedFirstKept ?? 0 else { return }
    cache.reportedFirstKept = first
    let levels = store.layout.levels
    let kept = first < levels.count ? header.orientation.applied(to: levels[first]) : .zero
    control.send(.noRoom(kept: kept))
  }

  /// Tells the viewer, once, that there is no space for anything.
  private func sayThatNothingIsKept() {
    guard isWithoutRoom, cache.reportedFirstKept == nil, isLarge else { return }
    cache.reportedFirstKept = 0
    control.send(.noRoom(kept: .zero))
  }

  /// True if a level is larger than the surface: the user has zoomed in.
  private func isDeep(_ level: Level) -> Bool {
    max(level.size.width, level.size.height) > surfaceEdge
  }

  private var isWorthStoring: Bool { scratchBytes > 0 && isLarge }

  private var isLarge: Bool { header.isWorthCaching }

  /// True if the picture may be cached before the user zooms in.
  private var mayPrepareAtRest: Bool {
    guard caching == .now, cache.store == nil, isWorthStoring else { return false }
    let pixels = StoredPixels(color, hasAlpha: header.hasAlpha)
    return StoreLayout(picture: header.size, pixels: pixels).mayBeFilledAtRest(in: scratchBytes)
  }

  /// Starts caching the picture, once.
  private func prepareStore(isAtRest: Bool = false) throws(CodecError) {
    sayThatNothingIsKept()
    guard cache.store == nil, isWorthStoring else { return }
    cache.isBuildingAtRest = isAtRest
    let file = StripFile(descriptor: WireFormat.scratchDescriptor, capacity: scratchBytes)
    let store = PictureStore(of: header, color: color, file: file)
    cache.build = try StoreBuild(store, codec: try makeCodec(), color: color)
    cache.store = store
  }
}

/// The cached levels of a session's picture, and the pass that fills them.
struct SessionCache {
  fileprivate var store: PictureStore?
  fileprivate var build: StoreBuild?
  /// True if caching started before the user zoomed in: if memory suffices for only one pass, any
  /// request cancels it.
  fileprivate var isBuildingAtRest = false
  /// The first kept level as last sent to the viewer; `nil` before the first time.
  fileprivate var reportedFirstKept: Int?
}
