import Geometry
import Outlines
import Platform
import Tiles

extension DrawingSource {
  /// Creates a source that draws one drawing; its world is the box around everything drawn, at
  /// scale 1.
  ///
  /// If `background` is opaque, no pixel is translucent; without it the background is transparent.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public convenience init(
    id: SourceID = .next(), _ drawing: Drawing, background: PaintColor? = nil
  ) throws(Errno) {
    let box = drawing.bounds.hasPoints ? drawing.bounds.grown(by: drawing.pixelReach) : nil
    try self.init(
      id: id, delegate: GroupList([PathGroup(drawing)], world: box), background: background)
  }

  /// Creates a source that draws one path; its world is the box around everything drawn, at
  /// scale 1.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public convenience init(
    id: SourceID = .next(), _ path: Path, background: PaintColor? = nil
  ) throws(Errno) {
    try self.init(id: id, Drawing(path), background: background)
  }
}
