import Geometry
import Platform
import Tiles
import Tiling

@testable import Decoding

/// An event of one of several schedulers.
enum DecodeEvent: Sendable {
  case opened(SourceID, SourceInfo)
  case tile(Tile)
  case tileFailed(SourceID, TileKey, String)
  case progress(SourceID, Double)
  case incomplete(SourceID, String)
  case noRoom(SourceID)
  case failed(SourceID, DecodeError)
  case idle(SourceID)

  /// The picture that the event concerns.
  var picture: SourceID {
    switch self {
    case .opened(let picture, _), .tileFailed(let picture, _, _), .progress(let picture, _),
      .incomplete(let picture, _), .noRoom(let picture), .failed(let picture, _),
      .idle(let picture):
      picture
    case .tile(let tile): tile.source
    }
  }
}

/// Several schedulers that share one pool, by picture; the tests choose their numbers of slots.
final class Schedulers {
  let pool: DecoderPool
  private(set) var all: [SourceID: DecodeScheduler] = [:]

  init(
    locator: DecoderLocator, limits: DecoderPool.Limits = .standard, watchesStart: Bool = false
  ) {
    pool = DecoderPool(
      locator: locator, limits: limits, scratchFolders: ["/tmp"], watchesStart: watchesStart)
  }

  /// Adds a scheduler that was created elsewhere.
  func add(_ scheduler: DecodeScheduler) { all[scheduler.id] = scheduler }

  func open(
    _ picture: SourceID, file: consuming FileDescriptor, format: PictureFormat, slotCount: Int,
    surfaceEdge: Int, displayProfile: [UInt8] = [], now: Double
  ) {
    let held = HeldFile(file)
    let scheduler = DecodeScheduler(
      id: picture, file: { held.descriptor() }, format: format, displayProfile: displayProfile,
      byteCount: 0, pool: pool)
    add(scheduler)
    scheduler.session.reopen(
      DecoderOpening.Scope(
        slots: SlotCounts(tiles: slotCount), surfaceEdge: surfaceEdge, isViewed: true))
    scheduler.session.start(now: now)
  }

  func close(_ picture: SourceID) { all.removeValue(forKey: picture)?.close() }

  func update(_ picture: SourceID, plan: TilePlan, now: Double) {
    all[picture]?.session.update(plan, now: now)
  }

  func release(_ tile: Tile) { all[tile.source]?.release(tile, now: MonotonicClock.now()) }

  func finishWhenIdle(_ picture: SourceID) { all[picture]?.session.finishWhenIdle() }

  func keepRunning(_ picture: SourceID) { all[picture]?.session.keepRunning() }

  func closeProcess(_ picture: SourceID) { all[picture]?.session.closeProcess() }

  func addDescriptors(to pollSet: inout PollSet) {
    for scheduler in all.values { scheduler.addDescriptors(to: &pollSet) }
    pool.addDescriptors(to: &pollSet)
  }

  var nextDeadline: Double? { all.values.compactMap(\.nextDeadline).min() }

  func process(_ pollSet: PollSet, now: Double) -> [DecodeEvent] {
    defer { pool.reap() }
    return all.values.flatMap { scheduler in
      scheduler.process(pollSet, now: now).compactMap { event(of: scheduler, $0) }
    }
  }

  private func event(of scheduler: DecodeScheduler, _ event: SourceEvent) -> DecodeEvent? {
    let id = scheduler.id
    return switch event {
    case .opened(let info): .opened(id, info)
    case .tile(let tile): .tile(tile)
    case .tileFailed(let key, let sentence): .tileFailed(id, key, sentence)
    case .progress(let fraction): .progress(id, fraction)
    case .incomplete(let sentence): .incomplete(id, sentence)
    case .noRoom: .noRoom(id)
    case .profileRefused: .noRoom(id)
    case .failed(let sentence):
      scheduler.failure.flatMap { $0.sentence == sentence ? .failed(id, $0) : nil }
    case .idle: .idle(id)
    case .changed, .invalidated, .tileMissing: nil
    }
  }

  var statistics: DecodeStatistics { pool.statistics }
  var processIDs: [Int32] { pool.processIDs }

  func isIdle(_ picture: SourceID) -> Bool { all[picture]?.isIdle ?? true }

  func isCached(_ picture: SourceID) -> Bool { all[picture]?.access == .direct }

  func keptSize(_ picture: SourceID) -> PixelSize? {
    guard case .upTo(let size) = all[picture]?.access else { return nil }
    return size
  }
}

/// An open file whose duplicates are passed on.
final class HeldFile {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) { self.file = file }

  func descriptor() -> FileDescriptor? { try? file.duplicate() }
}
