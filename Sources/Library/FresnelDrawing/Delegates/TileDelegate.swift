import Geometry

/// Says what is drawn in a part of a world: a structure of the program's own, which it culls by.
///
/// `groups` is called on threads of the source's own, several at once, for each tile that is drawn.
public protocol TileDelegate: Sendable {
  /// The part of the plane that is shown, in units of the program's choice; at scale 1 one is a
  /// pixel.
  var world: Rect { get }

  /// A number that rises with each change of what is drawn.
  ///
  /// `DrawingSource.invalidate(_:pixelReach:)` after a change says where it was. Where the number
  /// has risen and nobody has said that, everything is drawn again the next time the view is looked
  /// after.
  var revision: UInt64 { get }

  /// Passes on the groups that touch an area of the world, the lowest first.
  ///
  /// A group that is passed on though it lies elsewhere only takes time. `unitsPerPixel` says how
  /// many units of the world a pixel is: where a shape is smaller than a pixel or two, pass on
  /// fewer and coarser ones. Strokes in pixels reach beyond a drawing's bounds: by its `pixelReach`
  /// times `unitsPerPixel`.
  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void)
}
