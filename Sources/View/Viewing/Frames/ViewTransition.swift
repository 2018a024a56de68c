import Geometry
import Tiles
import Zooming

/// A transition between the shown source and its neighbours.
package struct ViewTransition: Hashable, Sendable {
  /// A neighbour of the shown source, at its nominal position on the same surface.
  package struct Side: Hashable, Sendable {
    let source: SourceID
    let viewport: Viewport

    /// Creates a neighbour; `viewport` is its view at rest.
    package init(source: SourceID, viewport: Viewport) {
      self.source = source
      self.viewport = viewport
    }
  }

  private let motion: AlbumTransition
  private let previous: Side?
  private let next: Side?

  /// Creates a transition between two neighbours; the side of a `nil` neighbour stays empty.
  package init(_ motion: AlbumTransition, previous: Side?, next: Side?) {
    self.motion = motion
    self.previous = previous
    self.next = next
  }

  /// Returns the offset of the shown source from its nominal position, in whole device pixels so
  /// that it stays as sharp as at rest; positive is to the right.
  func offset(at now: Double) -> Double { motion.offset(at: now).rounded() }

  /// Returns the neighbour that is visible, with its viewport moved to where it is drawn.
  func beside(at now: Double) -> Side? {
    guard let (page, offset) = motion.beside(at: now),
      let side = page == .next ? next : previous
    else { return nil }
    var viewport = side.viewport
    viewport.origin.x += offset.rounded()
    return Side(source: side.source, viewport: viewport)
  }

  /// True if a later frame would differ without further input.
  func isMoving(at now: Double) -> Bool { motion.isMoving(at: now) }
}
