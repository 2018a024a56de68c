import Geometry
import Outlines
import Platform
import Tiles

/// Shapes over a picture: lines, boxes, circles, polygons and texts that may be added, changed and
/// removed at any time.
///
/// It is a layer of a view: `view.addLayer(layer.source)`, and its name in `view.layers`.
/// Only the tiles that a change touches are drawn again. It is used on the view's thread.
public final class ShapeLayer {
  /// The source that draws the shapes: what the view is given.
  public let source: DrawingSource
  private let store: ShapeStore

  /// So many changes at once are told one by one; more of them as the box around all.
  private static let fewChanges = 64

  /// A layer over a part of a picture, in the picture's units; shapes are cut off at its edges.
  ///
  /// Where the part does not begin at the picture's corner, `LayerPlace.origin` has to be its
  /// corner.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  public init(id: SourceID, area: Rect) throws(Errno) {
    store = ShapeStore(world: area)
    source = try DrawingSource(id: id, delegate: store)
  }

  /// A layer over all of a picture.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  public convenience init(id: SourceID, picture: Extent) throws(Errno) {
    try self.init(
      id: id, area: Rect(minX: 0, minY: 0, maxX: picture.width, maxY: picture.height))
  }

  /// How many shapes there are.
  public var count: Int { store.count }
  /// The shapes' numbers, the lowest first.
  public var ids: [ShapeID] { store.ids }

  /// Adds a shape above all others, or puts it in the place of the one that has the number.
  public func set(_ shape: Shape, for id: ShapeID) { set([(id, shape)]) }

  /// Adds or changes many shapes: they are shown together.
  public func set(_ shapes: [(ShapeID, Shape)]) {
    var changes: [Change] = []
    for (id, shape) in shapes {
      let drawing = Drawing(shape.items)
      let old = store.set(drawing, for: id)
      if let old { changes.append(Change(old.group.drawing)) }
      changes.append(Change(drawing))
    }
    tell(changes)
  }

  /// Removes a shape; whether there was one.
  @discardableResult
  public func remove(_ id: ShapeID) -> Bool { remove([id]) == 1 }

  /// Removes shapes; how many there were of them.
  @discardableResult
  public func remove(_ ids: [ShapeID]) -> Int {
    let changes = ids.compactMap { store.remove($0) }.map { Change($0.group.drawing) }
    tell(changes)
    return changes.count
  }

  /// Removes all shapes.
  public func removeAll() { remove(ids) }

  /// Where something is no longer as it was.
  private struct Change {
    var box: Rect
    var pixelReach: Double

    init(_ drawing: Drawing) {
      box = drawing.bounds
      pixelReach = drawing.pixelReach
    }
  }

  private func tell(_ changes: [Change]) {
    let seen = changes.filter { $0.box.hasPoints }
    guard seen.count > Self.fewChanges else {
      for change in seen { source.invalidate(change.box, pixelReach: change.pixelReach) }
      return
    }
    source.invalidate(
      seen.reduce(.nothing) { $0.union($1.box) },
      pixelReach: seen.reduce(0) { max($0, $1.pixelReach) })
  }
}
