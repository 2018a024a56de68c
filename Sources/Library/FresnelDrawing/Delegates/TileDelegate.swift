import Geometry

/// Provides what is drawn in part of a world, from a data structure that can find it by area.
///
/// `groups` is called on the source's own threads, several at once, for each tile that is drawn.
public protocol TileDelegate: Sendable {
  /// The part of the plane that is shown, in units of the program's choice; at scale 1 a unit is a
  /// pixel.
  var world: Rect { get }

  /// A number that increases with each change of the content.
  ///
  /// After a change, call `DrawingSource.invalidate(_:pixelReach:)` for the area that has changed.
  /// If the number has increased without such a call, everything is drawn again the next time the
  /// source is processed.
  var revision: UInt64 { get }

  /// Passes the groups that touch an area of the world to `body`, in z-order.
  ///
  /// Groups elsewhere are harmless, but cost time. `unitsPerPixel` is the size of a pixel in units
  /// of the world: where shapes are smaller than one or two pixels, pass fewer and coarser ones.
  /// Strokes in pixels extend beyond a drawing's bounds by its `pixelReach` times `unitsPerPixel`.
  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void)
}
