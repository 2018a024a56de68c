import DecoderProtocol
import Tiles

/// Tiles of one group, which one reducer makes.
struct RequestBatch {
  /// What they have in common.
  var group: RequestQueue.Group
  /// The tiles.
  var requests: [TileRequest]
}

/// The tiles that the viewer waits for and no pass is making yet, oldest first.
struct RequestQueue {
  /// What tiles must have in common to be made by one reducer.
  struct Group: Hashable {
    /// The level that they are cut from.
    var level: Level
    /// What the pass reads.
    var source: PassSource
    /// Which frame of a picture in time, from 0.
    var frame = 0
  }

  private var waiting: [(group: Group, request: TileRequest)] = []

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// The group whose turn it is: that of the request that waits longest.
  var nextGroup: Group? { waiting.first?.group }

  /// The group of the oldest request that may be made now.
  func nextGroup(where isReady: (Group) -> Bool) -> Group? {
    waiting.first { isReady($0.group) }?.group
  }

  /// The group of the frame that is soonest come to from one; of several the oldest.
  ///
  /// Frames are come by in their order, and behind the last one the first begins anew.
  func nextGroup(from frame: Int) -> Group? {
    waiting.map(\.group).min { first, second in
      Self.distance(from: frame, to: first.frame) < Self.distance(from: frame, to: second.frame)
    }
  }

  private static func distance(from frame: Int, to other: Int) -> Int {
    other >= frame ? other - frame : SourceInfo.mostFrames + other - frame
  }

  /// Takes out the requests of one group that can be served now, those of the oldest such request.
  mutating func takeFirst(
    where isReady: (TileRequest) -> Bool
  ) -> RequestBatch? {
    guard let group = waiting.first(where: { isReady($0.request) })?.group else { return nil }
    let taken = waiting.filter { $0.group == group && isReady($0.request) }.map(\.request)
    let ids = Set(taken.map(\.id))
    waiting.removeAll { ids.contains($0.request.id) }
    return RequestBatch(group: group, requests: taken)
  }

  /// Adds a request behind the others.
  mutating func add(_ request: TileRequest, to group: Group) { waiting.append((group, request)) }

  /// Forgets a request; false where it does not wait here.
  mutating func remove(id: UInt32) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.request.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// The groups of which any request waits, the oldest first.
  var groups: [Group] {
    var seen = Set<Group>()
    return waiting.map(\.group).filter { seen.insert($0).inserted }
  }

  /// The tiles of a group that wait.
  func keys(of group: Group) -> [TileKey] {
    waiting.filter { $0.group == group }.map(\.request.key)
  }

  /// Takes all requests of a group out.
  mutating func take(_ group: Group) -> RequestBatch {
    let taken = waiting.filter { $0.group == group }.map(\.request)
    waiting.removeAll { $0.group == group }
    return RequestBatch(group: group, requests: taken)
  }
}
