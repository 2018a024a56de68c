import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of a picture in a file, made by a locked-down decoder process that nobody believes.
///
/// It lives on the thread of the view, whose poll set has its descriptors and those of its desk,
/// and never waits. Each call tells the time in seconds of one clock that only rises. The process
/// is killed when the scheduler is closed or goes away; the desk reaps it.
package final class DecodeScheduler: TileSource {
  /// Its name in every stage.
  package let id: SourceID
  let session: DecodeSession
  private let shape: TileShape
  private let byteCount: Int
  private var latest = 0.0

  /// Bytes of a file below which its picture is decoded again in no time.
  private static let smallestCached = 1 << 20

  /// A picture whose decoder has not been started.
  ///
  /// `file` gives a descriptor of it, open for reading, each time a process is started; while it
  /// gives none, none is started, and it is asked again within a second. `byteCount` is the size of
  /// the file: only a large one is cached on the disk. `frame` is one of the file's frames or
  /// pages, from 0. An empty `displayProfile` means sRGB. `folder` gives a descriptor of the folder
  /// in which the picture's other files lie, for a format that has some.
  package init(
    id: SourceID, file: @escaping () -> FileDescriptor?,
    folder: @escaping () -> FileDescriptor? = { nil }, format: PictureFormat, frame: Int = 0,
    shape: TileShape = .usual, displayProfile: [UInt8] = [], byteCount: Int, desk: DecoderDesk
  ) {
    self.id = id
    // The protocol's tiles overlap by one pixel at most.
    let shape = TileShape(edge: shape.edge, overlap: min(1, shape.overlap))
    self.shape = shape
    self.byteCount = byteCount
    session = DecodeSession(
      id, DecoderPair.Files(file: file, folder: folder), format: format,
      opening: DecoderOpening(
        frame: frame, shape: shape, displayProfile: Self.checked(displayProfile)), desk: desk)
  }

  deinit { session.close() }

  /// Starts the decoder before anybody knows how large the view is; `open` or a plan says it later.
  package func start(interest: TilePlanner.Interest = .view, now: Double) {
    latest = now
    guard !session.openedAs.isKnown else { return }
    session.spawn(
      cachesPicture: interest == .view && isLarge, isWaitedFor: interest != .fitOnly, now: now)
  }

  /// Starts the decoder before the first plan, to learn what the picture is.
  ///
  /// `surface` is as large as the view is, or is going to be: the first plan should find its slots
  /// there. A picture that is open already stays as it is.
  package func open(
    surface: PixelSize, interest: TilePlanner.Interest = .view, now: Double
  ) {
    latest = now
    guard !session.openedAs.isKnown else { return }
    provide(for: SourceDemand(surface: surface, interest: interest), now: now)
    session.start(now: now)
  }

  /// Says that the picture is looked at, or is not any more, before the next plan does.
  package func setInterest(_ interest: TilePlanner.Interest) {
    switch interest {
    case .view, .still: session.keepRunning()
    case .fitOnly: session.finishWhenIdle()
    }
  }

  /// Has tiles made for another display from now on; what is wanted and has not come is asked for
  /// anew.
  ///
  /// Tiles that have come are the caller's to ask for again. Empty means sRGB.
  @discardableResult
  package func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    latest = now
    let profile = Self.checked(profile)
    guard profile != session.openedAs.displayProfile else { return false }
    session.setDisplayProfile(profile, now: now)
    return true
  }

  /// One that is larger than any display's is none.
  private static func checked(_ profile: [UInt8]) -> [UInt8] {
    profile.count <= WireFormat.longestProfile ? profile : []
  }

  private var isLarge: Bool { byteCount >= Self.smallestCached }

  // MARK: TileSource

  /// What the header says; `nil` until a decoder has read it.
  package var info: SourceInfo? { session.known.info }

  /// Why the picture can't be shown (any further), for who wants more than the event's sentence.
  package var failure: DecodeError? { session.failure }

  /// The library that the decoder works with, and its version, once it has said so.
  package var library: (name: String, version: String)? {
    session.library.map { ($0.library, $0.libraryVersion) }
  }

  /// How long each frame is shown, in microseconds, as far as the decoder has said it.
  package var frameTimes: [Int] { session.known.frameTimes }

  /// How the picture's gain map is to be applied; `nil` where it has none, or none is known yet.
  package var gainMap: GainMap? { session.known.gainMap }

  /// What a tile more costs now.
  package var access: TilePlanner.Access {
    if info?.isRandomAccess == true || session.known.isCached { return .direct }
    guard let kept = session.known.keptSize, !kept.isEmpty else { return .pass }
    return .upTo(kept)
  }

  /// Bytes of the arena of the process, where one runs.
  package var memoryBytes: Int { session.memoryBytes }

  /// Whether everything that was wanted has been delivered, or can't be.
  package var isIdle: Bool { session.isIdle }

  /// Takes a new plan, and sees that there are slots for it.
  ///
  /// Requests that are still wanted stay, the others are cancelled, and new ones are sent most
  /// wanted first, as many as there are slots; the rest follow as slots become free. A process that
  /// has ended is started again where anything is wanted. Where the picture is not looked at, it
  /// ends as soon as everything is delivered.
  package func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    latest = now
    // What is under way is not thrown away for more slots: those that there are come round.
    let hasWork = !(plan.wanted.isEmpty && plan.prefetched.isEmpty)
    if hasWork, !session.isWanting { provide(for: demand, now: now) }
    if demand.interest != .fitOnly { session.keepRunning() }
    // What is made ahead of the first look at a part must not fill the disk, until the view rests.
    let isLook = demand.isClose || plan.prefetched.isEmpty
    session.update(
      plan, caching: demand.isResting ? .now : isLook ? .onCloserLook : .never, now: now)
    if demand.interest == .fitOnly { session.finishWhenIdle() }
  }

  /// Takes a tile back; one of a process that has ended needs no release, and gets none.
  package func release(_ tile: Tile, now: Double) {
    latest = now
    guard tile.source == id else { return }
    session.release(tile, now: now)
  }

  /// Adds the process, its socket and its standard error.
  package func addDescriptors(to pollSet: inout PollSet) {
    session.addDescriptors(to: &pollSet)
  }

  /// When to call `process(_:now:)` even if no descriptor is ready; `nil` while nothing is due.
  package var nextDeadline: Double? {
    session.known.hasEvents ? latest : session.nextDeadline(now: latest)
  }

  /// Looks after what a poll, and the time, have brought; call it after each poll.
  package func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    latest = now
    session.step(pollSet, now: now)
    return session.takeEvents()
  }

  /// Ends the process at once; no event comes any more.
  package func close() { session.close() }

  // MARK: Slots

  /// Sees that the arena has slots for what is wanted, and the picture a place to be cached.
  ///
  /// A picture beside the one in view needs slots for its fit view alone. One that has become the
  /// one in view, or whose window has grown, is opened anew with more. Previews are painted from
  /// where they are until drivers have started, so the exact tiles that follow have slots of their
  /// own, and so have tiles of the next step that are made in the same pass.
  private func provide(for demand: SourceDemand, now: Double) {
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
      let ahead = NextStep.slotsAhead(of: demand.surface, margin: demand.margin, shape: shape)
      slots.ahead = min(ahead, max(0, session.openedAs.mostSlots - slots.usual))
    }
    session.reopen(
      DecoderOpening.Scope(
        slots: slots, surfaceEdge: max(1, demand.surface.width, demand.surface.height),
        isViewed: isViewed, cachesPicture: isViewed && isLarge))
    if isViewed { session.keepRunning() } else { session.finishWhenIdle() }
  }
}
