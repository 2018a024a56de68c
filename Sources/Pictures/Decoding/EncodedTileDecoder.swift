import DecoderProtocol
import Geometry
import Platform
import Tiles

/// Decodes encoded tiles of one source and one format in one sandboxed process.
///
/// They come from a server or a provider as bytes, and pass through the process's arena. Pictures
/// larger than tiles pass through it one at a time, an area of each; it has space for the largest
/// one so far. Use it on one thread, whose poll set contains its descriptors and those of its pool;
/// it never blocks: `addDescriptors(to:)` before a poll, `process(_:now:)` after it. A tile that is
/// damaged, has the wrong size or crashes the process fails alone; a process that ended is
/// restarted, at most three times a minute, after which all waiting tiles fail.
package final class EncodedTileDecoder {
  /// The result for a tile.
  package enum Event: Sendable {
    /// The tile's pixels, laid out for its size and of the decoder's shape.
    case decoded(id: UInt64, OwnedPixels)
    /// The tile failed, with a sentence that is escaped for display.
    case failed(id: UInt64, String)
  }

  /// A tile without a result yet.
  private struct Work {
    let id: UInt64
    let bytes: [UInt8]
    let size: PixelSize
    let area: PixelRect
    /// The process's id for it, once it was sent.
    var request: UInt32 = 0
    var isCancelled = false
  }

  private let format: PictureFormat
  private let shape: TileShape
  /// The size of the largest pictures.
  private let largest: PixelSize
  private let pool: DecoderPool
  private let displayProfile: [UInt8]
  private let slotCount: Int
  /// True if pictures are larger than tiles: all slots then form one.
  private let isLarge: Bool
  private var layout: EncodedArena
  private var process: DecoderProcess?
  /// The content of each slot.
  private var slots: [Work?]
  private var waiting: [Work] = []
  private var events: [Event] = []
  private var lastRequest: UInt32 = 0
  /// When processes had to be restarted.
  private var restarts: [Double] = []
  /// The error that prevents a new process, and until when.
  private var givenUp: (sentence: String, until: Double)?
  private var latest = 0.0
  private var isClosed = false

  /// How often a process is restarted within `restartTime`.
  package static let mostRestarts = 3
  /// The time in which restarts are counted, in seconds.
  package static let restartTime = 60.0

  /// The maximum number of pixels of a picture to decode at once.
  package static let mostPixels = 1 << 24

  /// A decoder of tiles in slots of a shape, or of large pictures one at a time; no process runs
  /// yet.
  init(
    format: PictureFormat, shape: TileShape, largest: PixelSize, isLarge: Bool,
    displayProfile: [UInt8], slots: Int, pool: DecoderPool
  ) {
    self.format = format
    self.shape = shape
    self.largest = largest
    self.isLarge = isLarge
    self.displayProfile =
      displayProfile.count <= WireFormat.longestProfile ? displayProfile : []
    self.pool = pool
    slotCount = max(1, min(slots, 64))
    self.slots = Array(repeating: nil, count: slotCount)
    layout = EncodedArena(shape, profileBytes: self.displayProfile.count)
  }

  deinit { closeProcess() }

  /// The maximum number of bytes in an encoded tile: its uncompressed pixels, and 64 KiB for
  /// headers.
  package var mostBytes: Int { largest.width * largest.height * 4 + 65_536 }

  /// The number of tiles that can be accepted now.
  package var freePlaces: Int { max(0, slotCount - waiting.count) }

  /// Bytes of the arena, if a process is running.
  package var memoryBytes: Int { process?.arena?.count ?? 0 }

  // MARK: Requests

  /// Takes an encoded tile, whose upright size must be `size`; returns false if there is no room
  /// for it.
  ///
  /// Of a large picture an area of at most `mostPixels` is decoded.
  ///
  /// The id is the caller's own; each accepted tile gets one event, unless it is cancelled.
  package func decode(
    _ bytes: [UInt8], id: UInt64, size: PixelSize, area: PixelRect? = nil, now: Double
  ) -> Bool {
    latest = now
    guard freePlaces > 0, !isClosed else { return false }
    let area = area ?? PixelRect(size)
    guard !size.isEmpty, size.width <= largest.width, size.height <= largest.height,
      !area.isEmpty, area.intersection(PixelRect(size)) == area,
      area.size.area ?? .max <= Self.mostPixels
    else {
      events.append(.failed(id: id, "the tile's size is larger than tiles can be"))
      return true
    }
    if let givenUp, now < givenUp.until {
      events.append(.failed(id: id, givenUp.sentence))
      return true
    }
    guard !bytes.isEmpty, bytes.count <= mostBytes else {
      let sentence = bytes.isEmpty ? "the tile is empty" : "the tile's data is too large"
      events.append(.failed(id: id, sentence))
      return true
    }
    if !isWorking { process?.restartWatch(now: now) }
    waiting.append(Work(id: id, bytes: bytes, size: size, area: area))
    send(now: now)
    return true
  }

  /// Cancels a tile: it gets no event.
  package func cancel(id: UInt64) {
    waiting.removeAll { $0.id == id }
    for index in slots.indices where slots[index]?.id == id {
      slots[index]?.isCancelled = true
      if let request = slots[index]?.request { process?.send(.cancel(id: request)) }
    }
    process?.flush()
  }

  /// Ends the process; no more events follow.
  package func close() {
    isClosed = true
    closeProcess()
    slots = Array(repeating: nil, count: slotCount)
    waiting.removeAll()
    events.removeAll()
  }

  // MARK: The loop

  /// Adds the descriptors of the process, its socket and its standard error.
  package func addDescriptors(to pollSet: inout PollSet) {
    process?.addDescriptors(to: &pollSet)
  }

  /// When to call `process(_:now:)` even if no descriptor is ready; `nil` if nothing is due.
  package var nextDeadline: Double? {
    if !events.isEmpty { return latest }
    return process?.nextCheck(hasPendingReply: isWorking, now: latest)
  }

  /// Handles poll results and timeouts; call it after each poll.
  package func process(_ pollSet: PollSet, now: Double) -> [Event] {
    latest = now
    step(pollSet, now: now)
    send(now: now)
    defer { events.removeAll() }
    return events
  }

  private var isWorking: Bool {
    guard let process else { return false }
    return process.hasParted || slots.contains { $0 != nil }
  }

  private func step(_ pollSet: PollSet, now: Double) {
    guard let process else { return }
    do throws(DecodeError) {
      try process.step(pollSet, hasPendingReply: isWorking, now: now) {
        (report) throws(ProtocolBreach) in
        try hear(report, process)
      }
    } catch {
      end(error, now: now)
    }
  }

  // MARK: Receiving

  private func hear(
    _ report: EncodedReport, _ process: DecoderProcess
  ) throws(ProtocolBreach) -> PeerSignal {
    switch report {
    case .tileReady(let id):
      let (work, slot) = try take(id, process)
      let pixels = work.area.size.area ?? 0
      pool.counts.exactPixels += pixels
      guard !work.isCancelled, let arena = process.arena else { return .answer }
      pool.counts.tilesDelivered += 1
      events.append(.decoded(id: work.id, copy(slot, of: arena, size: work.area.size)))
    case .tileFailed(let id, let failure):
      let (work, _) = try take(id, process)
      guard !work.isCancelled else { return .answer }
      events.append(.failed(id: work.id, DecodeError.sentence(of: failure)))
    case .tileCancelled(let id):
      guard try take(id, process).work.isCancelled else { throw .unaskedAnswer }
    }
    return .answer
  }

  private func take(
    _ request: UInt32, _ process: DecoderProcess
  ) throws(ProtocolBreach) -> (work: Work, slot: Int) {
    guard let slot = slots.firstIndex(where: { $0?.request == request }), let work = slots[slot]
    else { throw .unaskedAnswer }
    slots[slot] = nil
    process.grant(pixels: largest.area ?? 0)
    return (work, slot)
  }

  private func copy(_ slot: Int, of arena: SharedMemory, size: PixelSize) -> OwnedPixels {
    let layout = TileLayout(area: size, shape: shape)
    let pixels = OwnedPixels(count: layout.byteCount)
    pixels.base.copyMemory(
      from: arena.base + slot * shape.slotBytes, byteCount: layout.byteCount)
    return pixels
  }

  // MARK: Sending

  /// Puts waiting tiles into free slots, oldest first; starts a process if none is running.
  private func send(now: Double) {
    guard let first = waiting.first, !isClosed else { return }
    guard makeRoom(for: first) else { return }
    if process == nil { start(now: now) }
    guard let process, let arena = process.arena else { return }
    while let next = waiting.first, let slot = slots.firstIndex(where: { $0 == nil }) {
      guard next.id == first.id || !isLarge else { break }
      var work = waiting.removeFirst()
      lastRequest &+= 1
      work.request = lastRequest
      slots[slot] = work
      let place = ArenaRange(offset: layout.encodedOffset(slot), count: work.bytes.count)
      (arena.base + place.offset).copyMemory(from: work.bytes, byteCount: place.count)
      process.send(
        .source(
          SourceRequest(
            id: lastRequest, bytes: place, slot: slot, size: work.size, area: work.area)))
      process.grant(pixels: largest.area ?? 0)
    }
    process.flush()
  }

  /// Provides an arena that a picture fits into; returns false while the process is busy in
  /// another.
  ///
  /// An arena can't grow: an idle process with too small a one is replaced.
  private func makeRoom(for work: Work) -> Bool {
    guard isLarge else {
      layout = layout.holding(tiles: slotCount, encoded: mostBytes)
      return true
    }
    let larger = layout.holding(work.area.size, encoded: work.bytes.count)
    guard larger != layout else { return true }
    guard !isWorking else { return false }
    closeProcess()
    layout = larger
    return true
  }

  private func start(now: Double) {
    do throws(DecodeError) {
      let process = try DecoderProcess(
        format: format, locator: pool.locator, file: nil, limits: pool.limits, now: now)
      pool.adopt(process)
      self.process = process
      try open(process)
    } catch {
      closeProcess()
      failAll(error.sentence)
    }
  }

  private func open(_ process: DecoderProcess) throws(DecodeError) {
    do throws(Errno) {
      let bytes = layout.encodedOffset(slotCount)
      let arena = try process.allocateArena(bytes, parts: [0..<bytes])
      (arena.base + layout.profileOffset)
        .copyMemory(from: displayProfile, byteCount: displayProfile.count)
      process.send(
        .open(
          OpenRequest(
            arenaBytes: arena.count, slotCount: layout.slots, surfaceEdge: shape.edge, shape: shape,
            profile: ArenaRange(offset: layout.profileOffset, count: displayProfile.count),
            origin: .encoded, choices: pool.choices)))
    } catch {
      throw .notStarted(error)
    }
  }

  // MARK: End

  /// Handles the end of the process: the tile that it was decoding fails, the others wait again.
  ///
  /// Tiles are decoded in the order in which they were sent, so it was the oldest.
  private func end(_ error: DecodeError, now: Double) {
    closeProcess()
    var owed = slots.compactMap { $0 }.sorted { $0.request < $1.request }
    slots = Array(repeating: nil, count: slotCount)
    guard !owed.isEmpty else { return }
    let victim = owed.removeFirst()
    if !victim.isCancelled { events.append(.failed(id: victim.id, error.sentence)) }
    waiting = owed.filter { !$0.isCancelled } + waiting
    restarts.removeAll { now - $0 >= Self.restartTime }
    guard restarts.count < Self.mostRestarts else {
      givenUp = (error.sentence, (restarts.first ?? now) + Self.restartTime)
      return failAll(error.sentence)
    }
    restarts.append(now)
  }

  private func failAll(_ sentence: String) {
    let all = slots.compactMap { $0 } + waiting
    slots = Array(repeating: nil, count: slotCount)
    waiting.removeAll()
    for work in all where !work.isCancelled {
      events.append(.failed(id: work.id, sentence))
    }
  }

  private func closeProcess() {
    guard let process else { return }
    pool.bury(process)
    self.process = nil
  }
}
