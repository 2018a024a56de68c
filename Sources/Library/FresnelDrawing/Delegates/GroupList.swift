import Geometry
import Outlines
import Synchronization

/// A ready-made delegate: an array of groups, in z-order, which may be replaced at any time.
///
/// Any thread may use it. Areas are in units of the world.
public final class GroupList: TileDelegate {
  /// The part of the plane that is shown.
  public let world: Rect

  private struct State: Sendable {
    var groups: [PathGroup]
    var index: BoxIndex
    var pixelReach: Double
    var revision: UInt64

    init(_ groups: [PathGroup], revision: UInt64) {
      self.groups = groups
      index = BoxIndex(groups.map(\.bounds))
      pixelReach = groups.reduce(0) { max($0, $1.drawing.pixelReach) }
      self.revision = revision
    }
  }
  private let state: Mutex<State>

  /// Creates a delegate for groups in a world; by default the box around all of them, at least one
  /// unit in each direction.
  public init(_ groups: [PathGroup], world: Rect? = nil) {
    var box = world ?? groups.reduce(.nothing) { $0.union($1.bounds) }
    if !box.hasPoints { box = Rect(minX: 0, minY: 0, maxX: 1, maxY: 1) }
    if box.width <= 0 { box.maxX = box.minX + 1 }
    if box.height <= 0 { box.maxY = box.minY + 1 }
    self.world = box
    state = Mutex(State(groups, revision: 0))
  }

  /// The groups, in z-order.
  ///
  /// Setting them builds a new index; call `DrawingSource.invalidate(_:pixelReach:)` for the area
  /// that changes.
  public var groups: [PathGroup] {
    get { state.withLock { $0.groups } }
    set {
      let old = revision
      let next = State(newValue, revision: old)
      state.withLock {
        let revision = $0.revision + 1
        $0 = next
        $0.revision = revision
      }
    }
  }

  /// The number of times that the groups were set.
  public var revision: UInt64 { state.withLock { $0.revision } }

  /// Passes the groups whose boxes touch an area to `body`.
  public func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    let state = state.withLock { $0 }
    let reach = state.pixelReach * unitsPerPixel
    for place in state.index.touching(area.grown(by: reach)) { body(state.groups[place]) }
  }
}
