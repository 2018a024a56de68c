import Geometry
import Outlines

/// Paths and texts, drawn in their order; many groups may share one.
///
/// It never changes. Texts are shaped when it is made: some tenth of a millisecond for each
/// different string and font. Any thread may make one.
public final class Drawing: Sendable {
  /// One thing in a drawing.
  public enum Item: Hashable, Sendable {
    /// A path.
    case path(Path)
    /// A line of text.
    case text(TextRun)
  }

  /// What is drawn, the lowest first.
  public let items: [Item]
  /// A box around everything, in the drawing's units; strokes in pixels reach beyond it.
  public let bounds: Rect
  /// How far strokes in pixels reach beyond the bounds, in pixels of the screen.
  public let pixelReach: Double

  /// The box of each item.
  let boxes: [Rect]
  /// The outlines of texts, in the places of their items.
  let outlines: [TextOutline?]
  /// Finds the items of a part, where there are so many that looking at each would take longer.
  let index: BoxIndex?

  /// So many items are looked at one by one.
  private static let fewItems = 32

  /// A drawing of items, the lowest first.
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

  /// How many pieces of outlines an item has.
  func pieces(at place: Int) -> Int {
    switch items[place] {
    case .path(let path): path.elementCount
    case .text: outlines[place]?.outline.verbs.count ?? 0
    }
  }

  /// A drawing of one path.
  public convenience init(_ path: Path) { self.init([.path(path)]) }
}

/// A drawing in its place in the world.
public struct PathGroup: Sendable {
  /// What is drawn.
  public var drawing: Drawing
  /// From the drawing's units to the world's.
  public var transform: AffineTransform

  /// A drawing in a place; where nothing is said its units are the world's.
  public init(_ drawing: Drawing, transform: AffineTransform = .identity) {
    self.drawing = drawing
    self.transform = transform
  }

  /// A box around it in the world; strokes in pixels reach beyond it.
  public var bounds: Rect { transform.bounds(of: drawing.bounds) }
}
