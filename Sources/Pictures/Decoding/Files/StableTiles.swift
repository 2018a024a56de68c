import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of a file that may be written to while it is shown.
///
/// Tiles that arrive after the file has changed are dropped, so that two versions are never mixed,
/// and a file that is being written is not reported as damaged. Once writing has stopped,
/// `hasChanged` lets the owner reopen it.
final class StableTiles: PictureTiles {
  private let tiles: any PictureTiles
  private let file: OpenedPicture
  private var stability: FileStability
  private let hasChanged: (SourceID) -> Void
  /// Complaints about a file that may still be written to.
  private var doubted: [SourceEvent] = []

  /// Watches the file of tiles; `hasChanged` is called from within `process`.
  init(
    _ tiles: any PictureTiles, of file: OpenedPicture, stamp: FileStamp,
    hasChanged: @escaping (SourceID) -> Void
  ) {
    self.tiles = tiles
    self.file = file
    self.hasChanged = hasChanged
    stability = FileStability(opened: stamp)
  }

  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    let events = tiles.process(pollSet, now: now)
    let isDue = stability.nextCheck.map { now >= $0 } ?? false
    guard isDue || events.contains(where: \.isOfContents) else { return events }
    guard let stamp = FileStamp(of: file.file) else { return events }
    if stability.look(stamp, at: now) { hasChanged(id) }
    let verdicts = doubted + events.filter(\.isVerdict)
    let isBelieved = !verdicts.isEmpty && stability.believes(age: stamp.age, at: now)
    var passed = isBelieved ? doubted : []
    doubted = stability.isChanged || isBelieved ? [] : verdicts
    for event in events where !event.isVerdict || isBelieved {
      if stability.isChanged, case .tile(let tile) = event {
        tiles.release(tile, now: now)
      } else {
        passed.append(event)
      }
    }
    return passed
  }

  var nextDeadline: Double? {
    [tiles.nextDeadline, stability.nextCheck].compactMap { $0 }.min()
  }

  // MARK: Forwarding

  var id: SourceID { tiles.id }
  var info: SourceInfo? { tiles.info }
  var frameTimes: [Int] { tiles.frameTimes }
  var access: TilePlanner.Access { tiles.access }
  var memoryBytes: Int { tiles.memoryBytes }
  var failure: DecodeError? { tiles.failure }

  func start(interest: TilePlanner.Interest, now: Double) {
    tiles.start(interest: interest, now: now)
  }

  func open(surface: PixelSize, interest: TilePlanner.Interest, now: Double) {
    tiles.open(surface: surface, interest: interest, now: now)
  }

  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    tiles.update(plan, for: demand, now: now)
  }

  func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    tiles.setDisplayProfile(profile, now: now)
  }

  func release(_ tile: Tile, now: Double) { tiles.release(tile, now: now) }

  func addDescriptors(to pollSet: inout PollSet) { tiles.addDescriptors(to: &pollSet) }

  func close() { tiles.close() }
}

extension SourceEvent {
  /// True if it is a complaint about the file.
  fileprivate var isVerdict: Bool {
    switch self {
    case .tileFailed, .incomplete, .failed: true
    default: false
    }
  }

  /// True if it depends on the file's contents.
  fileprivate var isOfContents: Bool {
    if case .tile = self { return true }
    return isVerdict
  }
}
