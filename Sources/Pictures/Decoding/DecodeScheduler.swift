import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of a picture in a file, made by a sandboxed decoder process that is not trusted.
///
/// Use it on the view's thread, whose poll set contains its descriptors and those of its pool; it
/// never blocks. Every call passes the time in seconds of one monotonic clock. Closing or releasing
/// the scheduler kills the process; the pool reaps it.
package final class DecodeScheduler: TileSource {
  /// The source's id in every stage.
  package let id: SourceID
  let session: DecodeSession
  private let shape: TileShape
  private let byteCount: Int
  private var latest = 0.0

  /// A picture in a smaller file decodes again quickly.
  private static let smallestCached = 1 << 20

  /// A picture whose decoder has not been started.
  ///
  /// `file` returns an open descriptor of it each time a process is started; if it returns `nil`,
  /// none is started, and it is called again within a second. `byteCount` is the size of the file:
  /// only large ones are cached on disk. `frame` is one of the file's frames or pages, from 0. An
  /// empty `displayProfile` means sRGB. `folder` returns a descriptor of the folder with the
  /// picture's other files, for formats that have some.
  package init(
    id: SourceID, file: @escaping () -> FileDescriptor?,
    folder: @escaping () -> FileDescriptor? = { nil }, format: PictureFormat, frame: Int = 0,
    shape: TileShape = .usual, displayProfile: [UInt8] = [], byteCount: Int, pool: DecoderPool
  ) {
    self.id = id
    // The protocol's tiles overlap by at most one pixel.
    let shape = TileShape(edge: shape.edge, overlap: min(1, shape.overlap))
    self.shape = shape
    self.byteCount = byteCount
    session = DecodeSession(
      id, DecoderPair.Files(file: file, folder: folder), format: format,
      opening: DecoderOpening(
        frame: frame, shape: shape, displayProfile: Self.checked(displayProfile)), pool: pool)
  }

  deinit { session.close() }

  /// Starts the decoder before the size of the view is known; `open` or a plan provides it later.
  package func start(interest: TilePlanner.Interest = .view, now: Double) {
    latest = now
    guard !session.openedAs.isKnown else { return }
    session.spawn(
      cachesPicture: interest == .view && isLarge, isWaitedFor: interest != .fitOnly, now: now)
  }

  /// Starts the decoder before the first plan, to get the picture's header.
  ///
  /// `surface` is the present or expected size of the view, so that the first plan finds its slots.
  /// Does nothing if the picture is already open.
  package func open(
    surface: PixelSize, interest: TilePlanner.Interest = .view, now: Double
  ) {
    latest = now
    guard !session.openedAs.isKnown else { return }
    provide(for: SourceDemand(surface: surface, interest: interest))
    session.start(now: now)
  }

  /// Makes tiles for another display from now on; pending tiles are requested again.
  ///
  /// The caller must request delivered tiles again. An empty profile means sRGB.
  @discardableResult
  package func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    latest = now
    let profile = Self.checked(profile)
    guard profile != session.openedAs.displayProfile else { return false }
    session.setDisplayProfile(profile, now: now)
    return true
  }

  /// Discards a profile that is larger than any display's.
  private static func checked(_ profile: [UInt8]) -> [UInt8] {
    profile.count <= WireFormat.longestProfile ? profile : []
  }

  private var isLarge: Bool { byteCount >= Self.smallestCached }

  // MARK: TileSource

  /// The picture's header; `nil` until a decoder has read it.
  package var info: SourceInfo? { session.known.info }

  /// Why the picture can't be shown (any more), in more detail than the event's sentence.
  package var failure: DecodeError? { session.failure }

  /// The decoder's library and version, once known.
  package var library: (name: String, version: String)? {
    session.library.map { ($0.library, $0.libraryVersion) }
  }

  /// The known frame durations, in microseconds.
  package var frameTimes: [Int] { session.known.frameTimes }

  /// The picture's gain map parameters; `nil` if there are none or they are not known yet.
  package var gainMap: GainMap? { session.known.gainMap }

  /// The cost of further tiles.
  package var access: TilePlanner.Access {
    if info?.isRandomAccess == true || session.known.isCached { return .direct }
    guard let kept = session.known.keptSize, !kept.isEmpty else { return .pass }
    return .upTo(kept)
  }

  /// Bytes of the arena, if a process is running.
  package var memoryBytes: Int { session.memoryBytes }

  /// True if every wanted tile has been delivered or has failed.
  package var isIdle: Bool { session.isIdle }

  /// Takes a new plan, and provides slots for it.
  ///
  /// Requests that are still wanted stay, others are cancelled, and new ones are sent most wanted
  /// first, as many as there are slots; the rest follow as slots become free. A process that has
  /// ended is restarted if anything is wanted. If the picture is not in view, the process ends once
  /// everything is delivered.
  package func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    latest = now
    // Running work is not cancelled to get more slots: the existing ones become free in turn.
    let hasWork = !(plan.wanted.isEmpty && plan.prefetched.isEmpty)
    if hasWork, !session.isWanting { provide(for: demand) }
    if demand.interest != .fitOnly { session.keepRunning() }
    // Prefetching before the user zooms in must not fill the disk, until the view is idle.
    let isLook = demand.isClose || plan.prefetched.isEmpty
    session.update(
      plan, caching: demand.isResting ? .now : isLook ? .onCloserLook : .never, now: now)
    if demand.interest == .fitOnly { session.finishWhenIdle() }
  }

  /// Releases a tile's slot; tiles of an earlier process need no release.
  package func release(_ tile: Tile, now: Double) {
    latest = now
    guard tile.source == id else { return }
    session.release(tile, now: now)
  }

  /// Adds the descriptors of the process, its socket and its standard error.
  package func addDescriptors(to pollSet: inout PollSet) {
    session.addDescriptors(to: &pollSet)
  }

  /// When to call `process(_:now:)` even if no descriptor is ready; `nil` if nothing is due.
  package var nextDeadline: Double? {
    session.known.hasEvents ? latest : session.nextDeadline(now: latest)
  }

  /// Handles poll results and timeouts; call it after each poll.
  package func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    latest = now
    session.step(pollSet, now: now)
    return session.takeEvents()
  }

  /// Ends the process at once; no more events follow.
  package func close() { session.close() }

  // MARK: Slots

  /// Provides slots for what is wanted, and a place to cache the picture.
  ///
  /// A neighbour of the viewed picture needs slots for its fit view only. If it becomes the viewed
  /// one, or its window has grown, it is reopened with more. Previews stay in their slots until
  /// drivers have started, so the exact tiles that follow have slots of their own, and so do tiles
  /// of the next step that are made in the same pass.
  private func provide(for demand: SourceDemand) {
    let isViewed = demand.interest != .fitOnly
    let lacked = max(1, demand.lackedTiles)
    guard
      !session.openedAs.isKnown || session.openedAs.scope.slots.tiles < lacked
        || isViewed && !session.openedAs.scope.isViewed
    else { return }
    let fit = TileGrid(of: Level(size: demand.surface, shape: shape)).count
    let usual =
      isViewed
      ? TileGrid.slotCount(forSurface: demand.surface, margin: demand.margin, shape: shape) : fit
    var slots = SlotCounts(tiles: max(usual, lacked))
    slots.previews = min(fit, max(0, session.openedAs.mostSlots - slots.usual))
    if isViewed {
      let prefetched = NextStep.prefetchSlots(
        of: demand.surface, margin: demand.margin, shape: shape)
      slots.prefetched = min(prefetched, max(0, session.openedAs.mostSlots - slots.usual))
    }
    session.reopen(
      DecoderOpening.Scope(
        slots: slots, surfaceEdge: max(1, demand.surface.width, demand.surface.height),
        isViewed: isViewed, cachesPicture: isViewed && isLarge))
    if isViewed { session.keepRunning() } else { session.finishWhenIdle() }
  }
}
