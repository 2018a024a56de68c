import DecoderProtocol
import Tiles

/// A group of tiles that one reducer makes.
struct RequestBatch {
  /// The common properties of the tiles.
  var group: RequestQueue.Group
  var requests: [TileRequest]
}

/// The viewer's tile requests that no pass has taken yet, oldest first.
struct RequestQueue {
  /// The properties that tiles of one reducer must share.
  struct Group: Hashable {
    /// The level of the tiles.
    var level: Level
    /// The source that the pass reads.
    var source: PassSource
    /// The frame of an animation, from 0.
    var frame = 0
  }

  private var waiting: [(group: Group, request: TileRequest)] = []

  var isEmpty: Bool { waiting.isEmpty }

  var nextGroup: Group? { waiting.first?.group }

  /// The group of the oldest request whose group is ready.
  func nextGroup(where isReady: (Group) -> Bool) -> Group? {
    waiting.first { isReady($0.group) }?.group
  }

  /// The group whose frame comes soonest after `frame`; of several, the oldest.
  ///
  /// After the last frame the animation starts again.
  func nextGroup(from frame: Int) -> Group? {
    waiting.map(\.group).min { first, second in
      Self.distance(from: frame, to: first.frame) < Self.distance(from: frame, to: second.frame)
    }
  }

  private static func distance(from frame: Int, to other: Int) -> Int {
    other >= frame ? other - frame : SourceInfo.mostFrames + other - frame
  }

  /// Removes and returns the ready requests of one group, that of the oldest ready request.
  mutating func takeFirst(
    where isReady: (TileRequest) -> Bool
  ) -> RequestBatch? {
    guard let group = waiting.first(where: { isReady($0.request) })?.group else { return nil }
    let taken = waiting.filter { $0.group == group && isReady($0.request) }.map(\.request)
    let ids = Set(taken.map(\.id))
    waiting.removeAll { ids.contains($0.request.id) }
    return RequestBatch(group: group, requests: taken)
  }

  mutating func add(_ request: TileRequest, to group: Group) { waiting.append((group, request)) }

  /// Removes a request; returns false if it is not in the queue.
  mutating func remove(id: UInt32) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.request.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// The groups of all requests, oldest first.
  var groups: [Group] {
    var seen = Set<Group>()
    return waiting.map(\.group).filter { seen.insert($0).inserted }
  }

  func keys(of group: Group) -> [TileKey] {
    waiting.filter { $0.group == group }.map(\.request.key)
  }

  /// Removes and returns all requests of a group.
  mutating func take(_ group: Group) -> RequestBatch {
    let taken = waiting.filter { $0.group == group }.map(\.request)
    waiting.removeAll { $0.group == group }
    return RequestBatch(group: group, requests: taken)
  }
}
