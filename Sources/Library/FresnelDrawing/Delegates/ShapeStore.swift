import Geometry
import Outlines
import Synchronization

/// The shapes of a layer, in the order in which they were added; any thread may ask for them.
final class ShapeStore: TileDelegate {
  let world: Rect

  /// A shape as it stands in the layer.
  struct Entry: Sendable {
    var group: PathGroup
    var box: Rect
    /// Rises with each shape that is added: the order in which they are drawn.
    var order: UInt64
    /// Of which change it is.
    var version: UInt64
  }

  fileprivate struct State: Sendable {
    var entries: [ShapeID: Entry] = [:]
    /// An index of shapes as they were when it was made; those that have changed since are not
    /// right in it.
    var index = BoxIndex([])
    var indexed: [(id: ShapeID, version: UInt64)] = []
    /// Shapes that have come or changed since then.
    var loose: Set<ShapeID> = []
    /// Shapes in the index that have changed or gone since.
    var stale = 0
    var lastOrder: UInt64 = 0
    var revision: UInt64 = 0
    /// The largest of any shape that was ever there.
    var pixelReach = 0.0
  }
  private let state = Mutex(State())

  init(world: Rect) { self.world = world }

  var revision: UInt64 { state.withLock { $0.revision } }
  var count: Int { state.withLock { $0.entries.count } }
  var ids: [ShapeID] {
    state.withLock { state in state.entries.sorted { $0.value.order < $1.value.order }.map(\.key) }
  }

  /// Adds a shape or puts another in its place; what was there before.
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

  /// Removes a shape; what was there.
  func remove(_ id: ShapeID) -> Entry? {
    state.withLock { state in
      guard let old = state.entries.removeValue(forKey: id) else { return nil }
      state.revision += 1
      if state.loose.remove(id) == nil { state.stale += 1 }
      return old
    }
  }

  /// Passes on the shapes whose boxes touch an area.
  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    let found = state.withLock { state in
      // Looking at so many one by one takes longer than sorting all of them anew now and then.
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
  /// Makes the index anew.
  fileprivate mutating func sort() {
    let all = entries.map { (id: $0.key, entry: $0.value) }
    index = BoxIndex(all.map(\.entry.box))
    indexed = all.map { ($0.id, $0.entry.version) }
    loose = []
    stale = 0
  }
}
