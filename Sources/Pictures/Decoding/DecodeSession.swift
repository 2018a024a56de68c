import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// One picture: what is wanted of it, and the decoder that works on it, if one does.
///
/// A session outlives its process: one that crashed is started again once, and one that was closed
/// to save memory is started again when tiles are wanted.
final class DecodeSession {
  /// What does not change while a picture is open.
  struct Picture {
    let id: SourceID
    let file: () -> FileDescriptor?
    let folder: () -> FileDescriptor?
    /// Another one where its decoder says so.
    var format: PictureFormat
    let frame: Int
    let shape: TileShape
    var displayProfile: [UInt8]
  }

  var picture: Picture
  let desk: DecoderDesk
  var slots = SlotCounts()
  /// Whether it was opened to be looked at.
  var isViewed = false
  var surfaceEdge = 1
  var cachesPicture = false
  /// Whether all that was wanted at some time has been delivered: somebody has seen the picture.
  var hasBeenIdle = false

  var process: DecoderProcess?
  /// One that is ready, and was told to open nothing yet: the next one, where it is needed.
  var spare: DecoderProcess?
  var info: SourceInfo?
  var failure: DecodeError?
  /// What the decoder says that it decodes with.
  var library: Hello?
  /// How long each frame is shown, as far as it is known, in microseconds.
  var frameTimes: [Int] = []
  /// How the gain map is to be applied, where there is one.
  var gainMap: GainMap?
  /// Whose decoder passed the file on.
  var firstFormat: PictureFormat?
  /// Whether the file was passed on and nobody else reads it: the first decoder shows what it can.
  var isAlone = false
  var events: [SourceEvent] = []
  var isClosed = false
  var ledger = RequestLedger(SlotCounts())
  var crashes = 0
  var endsWhenIdle = false
  /// When the file is asked for again, where there was no descriptor to spare.
  var retryAt: Double?
  /// Whether a request has been answered since the process was given time for the next one.
  var hasAnswered = false
  /// How often a process was ended because it worked on for nobody.
  var burns = 0
  var lastProgress: Float = -1
  /// How long cancelled requests have not been answered: a decoder that does not read its socket.
  var disobedience = SilenceWatch(now: 0)
  var hasPlan = false
  /// When the picture is to be cached.
  private var caching = Caching.onCloserLook
  /// Where the display's profile lies in the arena.
  var profileOffset = 0
  /// Whether the process that runs has every part of the picture near.
  var isCached = false
  /// Whether the window thread knows that some of the picture is missing.
  var isIncomplete = false
  /// Whether the window thread knows that the disk has no room.
  var hasToldNoRoom = false
  /// The largest version of the picture that is near although there was no room for all of it.
  var keptSize: PixelSize?

  var limits: DecoderDesk.Limits { desk.limits }

  init(_ picture: Picture, desk: DecoderDesk) {
    self.picture = picture
    self.desk = desk
  }

  /// Whether it is known how the picture is to be opened.
  var isOpened: Bool { slots.total > 0 }

  /// Whether something that is wanted has not been delivered.
  var isWanting: Bool { ledger.isWanting }

  /// Whether the decoder owes something: only then is its silence a fault.
  var isWorking: Bool {
    guard let process else { return false }
    if !process.hasGreeted || process.hasParted { return true }
    return process.arena != nil && (!process.conversation.isOpen || ledger.isAwaitingAnswers)
  }

  /// Whether everything that was wanted has been delivered, as far as it ever will be.
  var isIdle: Bool { failure != nil || (info != nil && !ledger.isWanting) }

  // MARK: What the viewer asks

  /// Takes a new plan: cancels what it lacks, asks for what is new.
  ///
  /// `caching` says when the picture is to be cached.
  func update(_ plan: TilePlan, caching: Caching = .onCloserLook, now: Double) {
    guard failure == nil, !isClosed else { return }
    if !isWorking { restartWatches(now) }
    hasPlan = true
    if !ledger.isAwaitingCancels { disobedience.restart(now: now) }
    let wasWanting = ledger.isWanting
    let unwanted = ledger.want(plan.wanted, ahead: plan.prefetched)
    desk.counts.tilesCancelled += unwanted.count
    for id in unwanted { process?.send(.cancel(id: id)) }
    // Somebody moves the picture already.
    if !unwanted.isEmpty { process?.giveWay() }
    self.caching = caching
    if ledger.isWanting {
      start(now: now)
      sendRequests()
    } else {
      if caching == .now { tellCaching() }
      process?.flush()
      dismissSpare()
      if wasWanting { becomeIdle() } else { finishIfAsked() }
    }
  }

  /// Ends the process once everything wanted has been delivered, now or later.
  func finishWhenIdle() {
    endsWhenIdle = true
    process?.giveWay()
    finishIfAsked()
  }

  func finishIfAsked() {
    if endsWhenIdle, hasPlan, info != nil, !ledger.isWanting { closeProcess() }
  }

  /// Takes `finishWhenIdle` back.
  func keepRunning() { endsWhenIdle = false }

  /// Ends everything for good, and forgets what has not been told.
  func close() {
    isClosed = true
    closeProcess()
    dismissSpare()
    retryAt = nil
    events.removeAll()
  }

  /// What has happened since the last call, in order.
  func takeEvents() -> [SourceEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Ends the process; tiles that are out keep their arena, and what it owed waits for the next.
  ///
  /// It is killed, not asked: it may be deep in a pass, and has nothing to tidy up.
  func closeProcess() {
    guard let process else { return }
    desk.bury(process)
    self.process = nil
    isCached = false
    isIncomplete = false
    hasToldNoRoom = false
    keptSize = nil
    ledger.restart(slots)
  }

  /// A tile has been copied: its slot may be used again.
  func release(_ tile: Tile, now: Double) {
    // A tile of an earlier process has its own arena, which goes away with the tile.
    guard let process, tile.memory === process.arena else { return }
    if !isWorking { restartWatches(now) }
    ledger.release(slot: tile.slot, request: tile.request)
    sendRequests()
  }

  /// Pixels that a pass may go over: to come to a frame, those of all before it.
  var pixelsOfWork: Int {
    guard let info, let pixels = info.size.area else { return 0 }
    let frames = info.isTimed ? max(1, info.frameCount, frameTimes.count) : 1
    return checkedProduct(pixels, frames) ?? .max
  }

  /// Pixels of what it may still do when it owes nothing: the rest of a picture that it has in
  /// memory, or caching all of it.
  var pixelsOfRest: Int {
    let area = info?.size.area ?? 0
    let isCaching = process?.cachesPicture == true && !isCached && keptSize == nil
    return isCaching ? area : min(area, Self.mostPixelsInMemory)
  }

  /// More pixels than any decoder holds.
  private static let mostPixelsInMemory = 1 << 28

  private func tellCaching() {
    guard let process, process.conversation.isOpen, process.toldCaching != caching else { return }
    process.toldCaching = caching
    process.grant(pixels: pixelsOfWork)
    process.send(.caching(caching))
  }

  func sendRequests() {
    guard let process, process.conversation.isOpen else { return }
    tellCaching()
    var slots = 0
    var first: TileQuality?
    while let request = ledger.nextRequest() {
      first = first ?? request.quality
      if request.quality == first { slots = max(slots, request.slot + 1) }
      process.send(.tile(request))
    }
    process.flush()
    if first != nil { process.grant(pixels: pixelsOfWork) }
    // The decoder has begun meanwhile. Slots of what comes after previews follow with their tiles.
    allocateSlots(slots)
    freeSlotsAhead()
  }
}
