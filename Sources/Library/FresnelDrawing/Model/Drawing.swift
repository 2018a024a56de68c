import Geometry
import Outlines

/// Paths and texts, in drawing order; many groups may share one drawing.
///
/// It is immutable. Texts are shaped when it is created, which takes about 0.1 ms for each new
/// string and font. Any thread may create one.
public final class Drawing: Sendable {
  /// An item of a drawing.
  public enum Item: Hashable, Sendable {
    /// A path.
    case path(Path)
    /// A line of text.
    case text(TextRun)
  }

  /// The items, in z-order.
  public let items: [Item]
  /// The bounding box in the drawing's units; strokes in pixels extend beyond it.
  public let bounds: Rect
  /// How far strokes in pixels extend beyond the bounds, in pixels of the screen.
  public let pixelReach: Double

  let boxes: [Rect]
  /// The outline of each item that is a text.
  let outlines: [TextOutline?]
  /// Finds the items in an area, if there are too many to check each.
  let index: BoxIndex?

  /// Up to this many items are checked one by one.
  private static let fewItems = 32

  /// Creates a drawing from items, in z-order.
  public init(_ items: [Item]) {
    self.items = items
    var outlines: [TextOutline?] = []
    var boxes: [Rect] = []
    var all = Rect.nothing
    var reach = 0.0
    for item in items {
      let box: Rect
      switch item {
      case .path(let path):
        box = path.bounds
        reach = max(reach, path.pixelReach)
        outlines.append(nil)
      case .text(let run):
        let outline = TextOutline.of(run)
        box = run.placing(outline).bounds(of: outline.outline.bounds)
        outlines.append(outline)
      }
      boxes.append(box)
      all = all.union(box)
    }
    self.outlines = outlines
    self.boxes = boxes
    bounds = all
    pixelReach = reach
    index = items.count > Self.fewItems ? BoxIndex(boxes) : nil
  }

  /// Returns the number of outline elements of an item.
  func pieces(at place: Int) -> Int {
    switch items[place] {
    case .path(let path): path.elementCount
    case .text: outlines[place]?.outline.verbs.count ?? 0
    }
  }

  /// Creates a drawing of one path.
  public convenience init(_ path: Path) { self.init([.path(path)]) }
}

/// A drawing placed in the world.
public struct PathGroup: Sendable {
  /// The drawing.
  public var drawing: Drawing
  /// The transform from the drawing's units to the world's.
  public var transform: AffineTransform

  /// Places a drawing; by default its units are the world's.
  public init(_ drawing: Drawing, transform: AffineTransform = .identity) {
    self.drawing = drawing
    self.transform = transform
  }

  /// The group's bounding box in the world; strokes in pixels extend beyond it.
  public var bounds: Rect { transform.bounds(of: drawing.bounds) }
}
