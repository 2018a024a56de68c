import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// Starting a decoder, and telling it how to open the picture.
extension DecodeSession {
  /// Sets how the picture is opened; a process that has it open otherwise ends, and owes nothing
  /// less.
  func reopen(
    slots: SlotCounts, surfaceEdge: Int, isViewed: Bool, cachesPicture: Bool
  ) {
    // One that has only been started is as good as new.
    if let process, process.arena != nil || cachesPicture && !process.cachesPicture {
      closeProcess()
    }
    self.slots = slots
    self.surfaceEdge = surfaceEdge
    self.isViewed = isViewed
    self.cachesPicture = cachesPicture
    ledger.restart(slots)
  }

  /// Starts a decoder, where none runs, that is to be told later how to open the picture.
  ///
  /// One for a picture that nobody has seen anything of does not give way: until then there is
  /// nothing that a hand could move.
  func spawn(cachesPicture: Bool, isWaitedFor: Bool, now: Double) {
    guard process == nil, failure == nil, !isClosed else { return }
    guard let file = picture.file() else {
      retryAt = now + limits.tick
      return
    }
    retryAt = nil
    do throws(DecodeError) {
      process = try makeProcess(
        of: file, cachesPicture: cachesPicture, givesWay: !isWaitedFor, now: now)
      self.cachesPicture = cachesPicture
      lastProgress = -1
      restartWatches(now)
    } catch {
      fail(error)
    }
  }

  /// Starts a decoder of the picture's file.
  func makeProcess(
    of file: consuming FileDescriptor, cachesPicture: Bool, givesWay: Bool = true, now: Double
  ) throws(DecodeError) -> DecoderProcess {
    let process = try DecoderProcess(
      format: picture.format, locator: desk.locator, file: file, folder: picture.folder(),
      cachesPicture: cachesPicture, givesWay: givesWay, scratchFolders: desk.scratchFolders(),
      limits: limits, now: now)
    desk.adopt(process)
    return process
  }

  /// Gives a file that was passed on back to the first decoder, to show what it can; false where it
  /// was not passed on, or is back already.
  func takeBack() -> Bool {
    guard let firstFormat, !isAlone else { return false }
    picture.format = firstFormat
    isAlone = true
    return true
  }

  /// Starts a decoder, where none runs, and has it open the picture, where it is known how.
  func start(now: Double) {
    spawn(cachesPicture: cachesPicture, isWaitedFor: isViewed && !hasBeenIdle, now: now)
    guard let process, process.arena == nil, isOpened else { return }
    do throws(Errno) {
      let request = try openRequest(for: process)
      // Not after its hello: the answer comes a round trip sooner.
      process.send(.open(request))
      if desk.wantsTimes(of: process) {
        process.conversation.askedForTimes()
        process.send(.tellTimes)
      }
      process.flush()
      restartWatches(now)
    } catch {
      fail(.notStarted(error))
    }
  }

  /// Makes the arena of a process: slots, and the display's profile behind them.
  ///
  /// There is room for slots of every kind of pixels that is taken; memory comes as they are used,
  /// as clearing that of a large window takes longer than decoding a small picture.
  private func openRequest(for process: DecoderProcess) throws(Errno) -> OpenRequest {
    var request = OpenRequest(
      arenaBytes: 0, slotCount: self.slots.total, surfaceEdge: surfaceEdge, shape: picture.shape,
      frame: picture.frame, pixelKinds: pixelKinds,
      origin: isAlone ? .fileAlone : .file, choices: desk.choices)
    let profile = picture.displayProfile
    guard let slots = checkedProduct(self.slots.total, request.slotRoom) else {
      throw Errno(code: ENOMEM, call: "memfd_create")
    }
    let room = Self.room(for: profile)
    let arena = try process.allocateArena(slots + room, parts: [slots..<slots + room])
    promiseSlots(of: .rgba8)
    request.arenaBytes = arena.count
    request.profile = ArenaRange(offset: slots, count: profile.count)
    profileOffset = slots
    write(profile, to: arena)
    return request
  }

  /// How many slots of any kind of pixels, and a profile, an arena has room for; where files may
  /// not grow, it may not either.
  var mostSlots: Int {
    let request = OpenRequest(
      arenaBytes: 0, slotCount: 0, surfaceEdge: surfaceEdge, shape: picture.shape,
      pixelKinds: pixelKinds)
    let most = min(SharedMemory.mostBytes, UnnamedFile.largestFile)
    let bytes = most - Self.room(for: picture.displayProfile)
    return max(0, bytes / max(1, request.slotRoom))
  }

  /// The kinds of pixels that are taken.
  var pixelKinds: PixelKinds { [.rgba8, .rgba16f] }

  /// Counts the slots of the kind of pixels that a decoder has chosen as if all were in use, but
  /// for those that most pictures never use.
  func promiseSlots(of format: PixelFormat) {
    var shape = picture.shape
    shape.format = format
    process?.memoryBytes =
      slots.tiles * shape.slotBytes + Self.room(for: picture.displayProfile)
  }

  /// What lies in a slot.
  var slotShape: TileShape {
    var shape = picture.shape
    shape.format = info?.levels.shape.format ?? shape.format
    return shape
  }

  /// Sees that there is memory for so many slots: no tile is read before, so that what can't be
  /// had is a sentence, and never a fault in the viewer.
  func allocateSlots(_ count: Int) {
    let bytes = count * slotShape.slotBytes
    do throws(Errno) {
      try process?.allocateSlots(upTo: bytes)
      let room = Self.room(for: picture.displayProfile)
      if let process { process.memoryBytes = max(process.memoryBytes, bytes + room) }
    } catch {
      fail(.notStarted(error))
    }
  }

  /// Gives back the memory of slots for tiles that are made ahead, once nothing uses them: they are
  /// needed once, when a picture is opened.
  func freeSlotsAhead() {
    guard ledger.isDoneWithSlotsAhead(), let process else { return }
    let bytes = slots.usual * slotShape.slotBytes
    process.freeSlots(bytes..<slots.total * slotShape.slotBytes)
    process.memoryBytes = min(
      process.memoryBytes, bytes + Self.room(for: picture.displayProfile))
  }

  /// Bytes for a profile, and for one that is a little larger.
  private static func room(for profile: [UInt8]) -> Int { (profile.count + 16383) & ~16383 }

  private func write(_ profile: [UInt8], to arena: SharedMemory) {
    profile.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      (arena.base + profileOffset).copyMemory(from: start, byteCount: bytes.count)
    }
  }

  /// Tiles that have not come yet are made for another display.
  func setDisplayProfile(_ profile: [UInt8], now: Double) {
    picture.displayProfile = profile
    guard let process, let arena = process.arena else { return }
    isCached = false
    keptSize = nil
    guard profileOffset + profile.count <= arena.count else {
      closeProcess()
      if ledger.isWanting { start(now: now) }
      return
    }
    write(profile, to: arena)
    for id in ledger.renew() { process.send(.cancel(id: id)) }
    process.send(.profile(ArenaRange(offset: profileOffset, count: profile.count)))
    process.grant(pixels: pixelsOfWork)
    disobedience.restart(now: now)
    sendRequests()
    process.flush()
  }
}
