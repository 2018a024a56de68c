import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// Caching a picture: when it is worth it, and which tiles are cut from there.
extension Session {
  /// Does the next piece of work; false where there is none.
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
      // Who has looked at one part closely will look at another.
      if caching != .never, levels.contains(where: isDeep) { try prepareStore() }
      return true
    }
    if queue.isEmpty, build == nil, !mayPrepareAtRest { return false }
    try prepareStore(isAtRest: queue.isEmpty)
    guard let build else { return false }
    try build.step()
    tell(missing: build.missing)
    tell(headroom: build.headroom)
    sayBuildProgress(build.progress)
    sayWhatIsKept()
    if build.isFinished {
      self.build = nil
      if store?.index.firstKept == 0 { control.send(.cached) }
    } else if let store, store.index.firstKept == store.layout.levels.count {
      // Nothing of it would be kept.
      self.build = nil
    }
    return true
  }

  /// Cuts tiles that the oldest request that can be served from the file asks for.
  private func cutWhatIsHeld() throws(CodecError) -> Bool {
    guard let store else { return false }
    // What is held when it is looked for must be there until it has been read.
    store.index.beginReading()
    defer { store.index.endReading() }
    guard let batch = queue.takeFirst(where: { store.holds($0.key) }) else { return false }
    try cut(batch, from: store)
    return true
  }

  /// Whether a group is made by a pass of its own rather than from what is cached.
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

  /// Ends a pass that caches the picture, so that another has its memory.
  private func giveBuildUp() {
    guard build != nil else { return }
    build = nil
    store = nil
  }

  /// Tells the viewer once the disk had no room for the largest version, or one more.
  private func sayWhatIsKept() {
    guard let store else { return }
    let first = store.index.firstKept
    guard first != toldFirstKept ?? 0 else { return }
    toldFirstKept = first
    let levels = store.layout.levels
    let kept = first < levels.count ? header.orientation.applied(to: levels[first]) : .zero
    control.send(.noRoom(kept: kept))
  }

  /// Tells the viewer, once, that there is no room for anything.
  private func sayThatNothingIsKept() {
    guard isWithoutRoom, toldFirstKept == nil, isLarge else { return }
    toldFirstKept = 0
    control.send(.noRoom(kept: .zero))
  }

  /// Whether a level shows more than a window can show of the whole picture.
  private func isDeep(_ level: Level) -> Bool {
    max(level.size.width, level.size.height) > surfaceEdge
  }

  private var isWorthStoring: Bool { scratchBytes > 0 && isLarge }

  private var isLarge: Bool { header.isWorthCaching }

  /// Whether the picture is cached before anybody has looked closely.
  private var mayPrepareAtRest: Bool {
    guard caching == .now, store == nil, isWorthStoring else { return false }
    let pixels = StoredPixels(color, hasAlpha: header.hasAlpha)
    return StoreLayout(picture: header.size, pixels: pixels).mayBeFilledAtRest(in: scratchBytes)
  }

  /// Begins to cache the picture, once.
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
