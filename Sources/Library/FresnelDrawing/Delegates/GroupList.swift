import Geometry
import Outlines
import Synchronization

/// A ready delegate: an array of groups, the lowest first, which may be replaced at any time.
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

  /// Groups in a world; where none is said it is the box around all of them, at least a unit each
  /// way.
  public init(_ groups: [PathGroup], world: Rect? = nil) {
    var box = world ?? groups.reduce(.nothing) { $0.union($1.bounds) }
    if !box.hasPoints { box = Rect(minX: 0, minY: 0, maxX: 1, maxY: 1) }
    if box.width <= 0 { box.maxX = box.minX + 1 }
    if box.height <= 0 { box.maxY = box.minY + 1 }
    self.world = box
    state = Mutex(State(groups, revision: 0))
  }

  /// The groups, the lowest first.
  ///
  /// Setting them sorts them anew; `DrawingSource.invalidate(_:pixelReach:)` says where it shows.
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

  /// How often the groups were set.
  public var revision: UInt64 { state.withLock { $0.revision } }

  /// Passes on the groups whose boxes touch an area.
  public func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    // The arrays are shared, not copied.
    let state = state.withLock { $0 }
    let reach = state.pixelReach * unitsPerPixel
    for place in state.index.touching(area.grown(by: reach)) { body(state.groups[place]) }
  }
}
