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
    if queue.isEmpty, build == nil, !mayPrepareAtRest { return false }
    try prepareStore(isAtRest: queue.isEmpty)
    guard let build else { return false }
    try build.step()
    report(missing: build.missing)
    report(headroom: build.headroom)
    sayBuildProgress(build.progress)
    sayWhatIsKept()
    if build.isFinished {
      self.build = nil
      if store?.index.firstKept == 0 { control.send(.cached) }
    } else if let store, store.index.firstKept == store.layout.levels.count {
      // No level fits on the disk.
      self.build = nil
    }
    return true
  }

  /// Cuts the oldest request that the cache can serve, and the rest of its group.
  private func cutWhatIsHeld() throws(CodecError) -> Bool {
    guard let store else { return false }
    // The strips must stay until they have been read.
    store.index.beginReading()
    defer { store.index.endReading() }
    guard let batch = queue.takeFirst(where: { store.holds($0.key) }) else { return false }
    try cut(batch, from: store)
    return true
  }

  /// True if a group is made by its own pass instead of from the cache.
  func mayRead(_ group: RequestQueue.Group) -> Bool {
    if header.allowsOnePass, build != nil {
      return isBuildingAtRest || store?.canHold(group.level) == false
    }
    if caching == .never, store == nil { return true }
    if header.skipsRows, let build, store?.canHold(group.level) == true, isDeep(group.level) {
      let area = area(of: queue.keys(of: group), in: .picture)
      return !build.isSooner(thanReading: area.minY..<area.maxY)
    }
    return !isWorthStoring || !isDeep(group.level) || header.skipsRows
      || store?.canHold(group.level) == false
  }

  /// Cancels a caching pass, so that another can have its memory.
  private func giveBuildUp() {
    guard build != nil else { return }
    build = nil
    store = nil
  }

  /// Tells the viewer which levels are kept, each time one was dropped for lack of disk space.
  private func sayWhatIsKept() {
    guard let store else { return }
    let first = store.index.firstKept
    guard first != reportedFirstKept ?? 0 else { return }
    reportedFirstKept = first
    let levels = store.layout.levels
    let kept = first < levels.count ? header.orientation.applied(to: levels[first]) : .zero
    control.send(.noRoom(kept: kept))
  }

  /// Tells the viewer, once, that there is no space for anything.
  private func sayThatNothingIsKept() {
    guard isWithoutRoom, reportedFirstKept == nil, isLarge else { return }
    reportedFirstKept = 0
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
    guard caching == .now, store == nil, isWorthStoring else { return false }
    let pixels = StoredPixels(color, hasAlpha: header.hasAlpha)
    return StoreLayout(picture: header.size, pixels: pixels).mayBeFilledAtRest(in: scratchBytes)
  }

  /// Starts caching the picture, once.
  private func prepareStore(isAtRest: Bool = false) throws(CodecError) {
    sayThatNothingIsKept()
    guard store == nil, isWorthStoring else { return }
    isBuildingAtRest = isAtRest
    let file = StripFile(descriptor: WireFormat.scratchDescriptor, capacity: scratchBytes)
    let store = PictureStore(of: header, color: color, file: file)
    build = try StoreBuild(store, codec: try makeCodec(), color: color)
    self.store = store
  }

  private func sayBuildProgress(_ fraction: Double) {
    let now = MonotonicClock.now()
    guard now - lastBuildProgress >= 0.1 else { return }
    lastBuildProgress = now
    control.send(.progress(fraction: Float(min(max(fraction, 0), 1))))
  }
}
