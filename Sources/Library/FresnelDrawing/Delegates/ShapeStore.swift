import Geometry
import Outlines
import Synchronization

/// The shapes of a layer, in the order in which they were added; any thread may read them.
final class ShapeStore: TileDelegate {
  let world: Rect

  /// A shape in the layer.
  struct Entry: Sendable {
    var group: PathGroup
    var box: Rect
    /// Increases with each added shape: the drawing order.
    var order: UInt64
    /// The revision of its last change.
    var version: UInt64
  }

  fileprivate struct State: Sendable {
    var entries: [ShapeID: Entry] = [:]
    /// The index of the shapes when it was built; entries that have changed since are invalid.
    var index = BoxIndex([])
    var indexed: [(id: ShapeID, version: UInt64)] = []
    /// Shapes that were added or changed since then.
    var loose: Set<ShapeID> = []
    /// The number of indexed shapes that were changed or removed since then.
    var stale = 0
    var lastOrder: UInt64 = 0
    var revision: UInt64 = 0
    /// The largest reach of any shape so far.
    var pixelReach = 0.0
  }
  private let state = Mutex(State())

  init(world: Rect) { self.world = world }

  var revision: UInt64 { state.withLock { $0.revision } }
  var count: Int { state.withLock { $0.entries.count } }
  var ids: [ShapeID] {
    state.withLock { state in state.entries.sorted { $0.value.order < $1.value.order }.map(\.key) }
  }

  /// Adds or replaces a shape; returns the previous one.
  func set(_ drawing: Drawing, for id: ShapeID) -> Entry? {
    state.withLock { state in
      let old = state.entries[id]
      state.revision += 1
      if old == nil { state.lastOrder += 1 }
      state.entries[id] = Entry(
        group: PathGroup(drawing), box: drawing.bounds, order: old?.order ?? state.lastOrder,
        version: state.revision)
      state.pixelReach = max(state.pixelReach, drawing.pixelReach)
      if old != nil, !state.loose.contains(id) { state.stale += 1 }
      state.loose.insert(id)
      return old
    }
  }

  func remove(_ id: ShapeID) -> Entry? {
    state.withLock { state in
      guard let old = state.entries.removeValue(forKey: id) else { return nil }
      state.revision += 1
      if state.loose.remove(id) == nil { state.stale += 1 }
      return old
    }
  }

  /// Passes the shapes whose boxes touch an area to `body`.
  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    let found = state.withLock { state in
      // Beyond this number, checking them one by one takes longer than occasionally rebuilding the
      // index.
      if state.loose.count + state.stale > 64 + state.entries.count / 8 { state.sort() }
      let seen = area.grown(by: state.pixelReach * unitsPerPixel)
      var found: [(order: UInt64, group: PathGroup)] = []
      for place in state.index.touching(seen) {
        let (id, version) = state.indexed[place]
        guard let entry = state.entries[id], entry.version == version else { continue }
        found.append((entry.order, entry.group))
      }
      for id in state.loose {
        guard let entry = state.entries[id], entry.box.touches(seen) else { continue }
        found.append((entry.order, entry.group))
      }
      return found.sorted { $0.order < $1.order }
    }
    for each in found { body(each.group) }
  }
}

extension ShapeStore.State {
  /// Rebuilds the index.
  fileprivate mutating func sort() {
    let all = entries.map { (id: $0.key, entry: $0.value) }
    index = BoxIndex(all.map(\.entry.box))
    indexed = all.map { ($0.id, $0.entry.version) }
    loose = []
    stale = 0
  }
}
