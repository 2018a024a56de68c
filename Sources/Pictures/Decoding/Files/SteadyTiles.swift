import Geometry
import Platform
import Tiles
import Tiling

/// The tiles of a file that somebody may write to while it is looked at.
///
/// What comes after the file has changed is dropped, so that pixels of two versions never stand
/// side by side, and a file that is being written is not called damaged. Once nobody writes to it
/// any more, whoever shows it is told and opens it anew.
final class SteadyTiles: PictureTiles {
  private let tiles: any PictureTiles
  private let file: OpenedPicture
  private var stillness: FileStillness
  private let hasChanged: (SourceID) -> Void
  /// What was said against a file that may still be written to.
  private var doubted: [SourceEvent] = []

  /// Watches the file of tiles; `hasChanged` is called in the midst of `process`.
  init(
    _ tiles: any PictureTiles, of file: OpenedPicture, stamp: FileStamp,
    hasChanged: @escaping (SourceID) -> Void
  ) {
    self.tiles = tiles
    self.file = file
    self.hasChanged = hasChanged
    stillness = FileStillness(opened: stamp)
  }

  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    let events = tiles.process(pollSet, now: now)
    let isDue = stillness.nextLook.map { now >= $0 } ?? false
    guard isDue || events.contains(where: \.isOfContents) else { return events }
    guard let stamp = FileStamp(of: file.file) else { return events }
    if stillness.look(stamp, at: now) { hasChanged(id) }
    let verdicts = doubted + events.filter(\.isVerdict)
    let isBelieved = !verdicts.isEmpty && stillness.believes(age: stamp.age, at: now)
    var passed = isBelieved ? doubted : []
    doubted = stillness.isChanged || isBelieved ? [] : verdicts
    for event in events where !event.isVerdict || isBelieved {
      if stillness.isChanged, case .tile(let tile) = event {
        tiles.release(tile, now: now)
      } else {
        passed.append(event)
      }
    }
    return passed
  }

  var nextDeadline: Double? {
    [tiles.nextDeadline, stillness.nextLook].compactMap { $0 }.min()
  }

  // MARK: As the tiles have it

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
  /// Whether it says something against the file.
  fileprivate var isVerdict: Bool {
    switch self {
    case .tileFailed, .incomplete, .failed: true
    default: false
    }
  }

  /// Whether it depends on what the file holds.
  fileprivate var isOfContents: Bool {
    if case .tile = self { return true }
    return isVerdict
  }
}
