import Decoding
import Geometry
import Platform
import Tiles
import Tiling

/// What the schedulers of all pictures tell the window thread.
enum DecodeEvent {
  case opened(SourceID, SourceInfo)
  case tile(Tile)
  case progress(SourceID, Double)
  case incomplete(SourceID, String)
  case noRoom(SourceID)
  case failed(SourceID, DecodeError)
  case idle(SourceID)
}

/// The schedulers of all pictures that are open, polled as one.
final class DecodeSchedulers {
  private let desk = DecoderDesk()
  private var schedulers: [SourceID: DecodeScheduler] = [:]

  /// Opens a picture, if it is not open already: starts its decoder.
  func open(
    _ id: SourceID, file: @escaping () -> FileDescriptor?, format: PictureFormat, frame: Int = 0,
    surface: PixelSize, interest: TilePlanner.Interest = .view, shape: TileShape = .usual,
    displayProfile: [UInt8] = [], byteCount: Int = 0, now: Double
  ) {
    guard schedulers[id] == nil else { return }
    let scheduler = DecodeScheduler(
      id: id, file: file, format: format, frame: frame, shape: shape,
      displayProfile: displayProfile, byteCount: byteCount, desk: desk)
    schedulers[id] = scheduler
    scheduler.open(surface: surface, interest: interest, now: now)
  }

  func close(_ id: SourceID) { schedulers.removeValue(forKey: id)?.close() }

  func update(_ id: SourceID, plan: TilePlan, for demand: SourceDemand, now: Double) {
    schedulers[id]?.update(plan, for: demand, now: now)
  }

  func setInterest(_ interest: TilePlanner.Interest, in id: SourceID) {
    schedulers[id]?.setInterest(interest)
  }

  func release(_ tile: Tile) { schedulers[tile.source]?.release(tile, now: MonotonicClock.now()) }

  func access(to id: SourceID) -> TilePlanner.Access { schedulers[id]?.access ?? .pass }

  func addDescriptors(to pollSet: inout PollSet) {
    for scheduler in schedulers.values { scheduler.addDescriptors(to: &pollSet) }
    desk.addDescriptors(to: &pollSet)
  }

  var nextDeadline: Double? { schedulers.values.compactMap(\.nextDeadline).min() }

  func process(_ pollSet: PollSet, now: Double) -> [DecodeEvent] {
    defer { desk.reap() }
    return schedulers.values.flatMap { scheduler in
      scheduler.process(pollSet, now: now).compactMap { Self.event($0, of: scheduler) }
    }
  }

  private static func event(_ event: SourceEvent, of scheduler: DecodeScheduler) -> DecodeEvent? {
    let id = scheduler.id
    switch event {
    case .opened(let info): return .opened(id, info)
    case .tile(let tile): return .tile(tile)
    case .progress(let fraction): return .progress(id, fraction)
    case .incomplete(let sentence): return .incomplete(id, sentence)
    case .noRoom: return .noRoom(id)
    case .failed: return scheduler.failure.map { .failed(id, $0) }
    case .idle: return .idle(id)
    case .changed, .tileFailed, .invalidated: return nil
    }
  }

  var statistics: DecodeStatistics { desk.statistics }
  var arenaBytes: Int { desk.arenaBytes }
}
