import Geometry
import Platform
import Tiles
import Tiling

/// Runs one decoder process for each open picture, and believes none of them.
///
/// It lives on the window thread, whose poll set has its descriptors, and never waits:
/// `addDescriptors(to:)` before a poll, `process(_:now:)` after it. Times are seconds of one clock
/// that the caller reads. Processes are killed and reaped when the scheduler goes away.
public final class DecodeScheduler {
  private let limits: Limits
  private let desk: DecodeDesk
  private var sessions: [SourceID: DecodeSession] = [:]
  private var latest = 0.0

  /// A scheduler with no picture open.
  public init(locator: DecoderLocator = .installed, limits: Limits = .standard) {
    desk = DecodeDesk(locator: locator)
    self.limits = limits
  }

  /// Opens a picture: starts its decoder, whose answer comes as `opened` or `failed`.
  ///
  /// The file is a regular one, opened for reading. `slotCount` tiles of shared memory are taken at
  /// once. `surfaceEdge` is the longest edge of the surface, an empty profile means sRGB, and
  /// `frame` is one of the file's frames or pages, from 0. A
  /// picture that is open already stays as it is.
  public func open(
    _ picture: SourceID, file: consuming FileDescriptor, format: PictureFormat, slotCount: Int,
    surfaceEdge: Int, displayProfile: [UInt8] = [], shape: TileShape = .usual,
    setsAside: Bool = false,
    frame: Int = 0, now: Double
  ) {
    latest = now
    guard sessions[picture] == nil else { return }
    let session = DecodeSession(
      picture: picture, file: file, format: format, slotCount: slotCount,
      surfaceEdge: surfaceEdge, displayProfile: displayProfile, shape: shape,
      setsAside: setsAside, frame: frame, limits: limits, now: now)
    sessions[picture] = session
    session.start(desk, now: now)
  }

  /// Closes a picture: its decoder is killed, and no event comes for it any more.
  ///
  /// Tiles that are out stay valid until they are dropped; they need not be released.
  public func close(_ picture: SourceID) {
    sessions.removeValue(forKey: picture)?.closeProcess(desk)
    desk.events.removeAll { $0.picture == picture }
  }

  /// Says what a view wants of a picture now.
  ///
  /// Requests that are still wanted stay, the others are cancelled, and new ones are sent most
  /// wanted first, as many as there are slots; the rest follow as slots become free. A process that
  /// was closed is started again where anything is wanted.
  public func update(_ picture: SourceID, plan: TilePlan, now: Double) {
    latest = now
    sessions[picture]?.update(plan, desk, now: now)
  }

  /// Gives a tile's slot back once its pixels have been copied.
  public func release(_ tile: Tile) {
    sessions[tile.source]?.release(tile, now: latest)
  }

  /// Ends a picture's process as soon as everything that was asked of it has been delivered.
  ///
  /// The picture stays open: a later plan that wants tiles starts a process again, and it ends in
  /// the same way, until `keepRunning(_:)` is called.
  public func finishWhenIdle(_ picture: SourceID) { sessions[picture]?.finishWhenIdle(desk) }

  /// Takes `finishWhenIdle(_:)` back, for a neighbour that has become the picture in view.
  public func keepRunning(_ picture: SourceID) { sessions[picture]?.keepRunning() }

  /// Ends a picture's process now and forgets its plan; a later plan starts it again.
  ///
  /// The picture stays open, and delivered tiles stay valid.
  public func closeProcess(_ picture: SourceID) { sessions[picture]?.suspend(desk) }

  /// Adds everything that the scheduler waits for.
  public func addDescriptors(to pollSet: inout PollSet) {
    for session in sessions.values { session.process?.addDescriptors(to: &pollSet) }
    for child in desk.dying { pollSet.add(child.descriptor) }
  }

  /// When to call `process(_:now:)` even if no descriptor is ready; `nil` while nothing is due.
  public var nextDeadline: Double? {
    if !desk.events.isEmpty { return latest }
    return sessions.values.compactMap { $0.nextDeadline(limits, now: latest) }.min()
  }

  /// Looks after what a poll, and the time, have brought; call it after each poll.
  public func process(_ pollSet: PollSet, now: Double) -> [DecodeEvent] {
    latest = now
    for session in sessions.values { session.step(pollSet, desk, now: now) }
    desk.reap()
    defer { desk.events.removeAll() }
    return desk.events
  }

  /// What has been done so far.
  public var statistics: DecodeStatistics {
    var statistics = desk.statistics
    let running = sessions.values.count { $0.process != nil }
    statistics.processesAlive = running + desk.dying.count
    return statistics
  }

  /// Whether everything that was wanted of a picture has been delivered, or it has failed.
  public func isIdle(_ picture: SourceID) -> Bool { sessions[picture]?.isIdle ?? true }

  /// Whether a picture's decoder has said that any tile of it is near: a request starts no pass.
  public func isSetAside(_ picture: SourceID) -> Bool { sessions[picture]?.isSetAside ?? false }

  /// The size of the picture that tiles are near up to, where there was no room for all of it.
  ///
  /// It is `nil` where there was room, or where nothing at all is near.
  public func keptSize(_ picture: SourceID) -> PixelSize? {
    guard let size = sessions[picture]?.keptSize, !size.isEmpty else { return nil }
    return size
  }

  /// Bytes of the arenas of all decoders that run.
  public var arenaBytes: Int { sessions.values.reduce(0) { $0 + ($1.process?.arena.count ?? 0) } }

  /// The numbers of the processes that exist, for whoever watches them.
  public var processIDs: [Int32] {
    sessions.values.compactMap { $0.process?.child.processID } + desk.dying.map(\.processID)
  }
}
