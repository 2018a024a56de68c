import Geometry
import Outlines
import Platform
import Tiles

/// Shapes over a picture: lines, boxes, circles, polygons and texts that can be added, changed and
/// removed at any time.
///
/// To show it, call `view.addLayer(layer.source)`. Only the tiles that a change touches are drawn
/// again. It is used on the view's thread.
public final class ShapeLayer {
  /// The source that draws the shapes, to add to the view.
  public let source: DrawingSource
  private let store: ShapeStore

  /// Up to this many changes invalidate their own areas; more invalidate the box around all.
  private static let fewChanges = 64

  /// Creates a layer over part of a picture, in the picture's units; shapes are clipped to it.
  ///
  /// If the part does not begin at the picture's corner, add it at `LayerPlace(origin:)` with its
  /// own corner.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public init(id: SourceID = .next(), area: Rect) throws(Errno) {
    store = ShapeStore(world: area)
    source = try DrawingSource(id: id, delegate: store)
  }

  /// Creates a layer over a whole picture.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public convenience init(id: SourceID = .next(), picture: Extent) throws(Errno) {
    try self.init(
      id: id, area: Rect(minX: 0, minY: 0, maxX: picture.width, maxY: picture.height))
  }

  /// The number of shapes.
  public var count: Int { store.count }
  /// The shapes' identifiers, in z-order.
  public var ids: [ShapeID] { store.ids }

  /// Adds a shape above all others, and returns an identifier that no other shape of this process
  /// has, provided that programs use only numbers below 2⁶³.
  @discardableResult
  public func add(_ shape: Shape) -> ShapeID {
    let id = ShapeID.next()
    set(shape, for: id)
    return id
  }

  /// Adds a shape above all others, or replaces the one with this identifier.
  public func set(_ shape: Shape, for id: ShapeID) { set([(id, shape)]) }

  /// Adds or changes several shapes, which appear together.
  public func set(_ shapes: [(ShapeID, Shape)]) {
    var changes: [Change] = []
    for (id, shape) in shapes {
      let drawing = Drawing(shape.items)
      let old = store.set(drawing, for: id)
      if let old { changes.append(Change(old.group.drawing)) }
      changes.append(Change(drawing))
    }
    notify(changes)
  }

  /// Removes a shape; returns false if there was none.
  @discardableResult
  public func remove(_ id: ShapeID) -> Bool { remove([id]) == 1 }

  /// Removes shapes; returns how many of them existed.
  @discardableResult
  public func remove(_ ids: [ShapeID]) -> Int {
    let changes = ids.compactMap { store.remove($0) }.map { Change($0.group.drawing) }
    notify(changes)
    return changes.count
  }

  /// Removes all shapes.
  public func removeAll() { remove(ids) }

  /// An area that has changed.
  private struct Change {
    var box: Rect
    var pixelReach: Double

    init(_ drawing: Drawing) {
      box = drawing.bounds
      pixelReach = drawing.pixelReach
    }
  }

  private func notify(_ changes: [Change]) {
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
