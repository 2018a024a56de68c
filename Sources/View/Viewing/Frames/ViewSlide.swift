import Geometry
import Tiles
import Zooming

/// What is shown on its way aside, and what is seen beside it.
package struct ViewSlide: Hashable, Sendable {
  /// A source on one side of what is shown, in its own place on the same surface.
  package struct Side: Hashable, Sendable {
    let source: SourceID
    let viewport: Viewport

    /// A source as it is seen where nothing slides.
    package init(source: SourceID, viewport: Viewport) {
      self.source = source
      self.viewport = viewport
    }
  }

  private let motion: AlbumSlide
  private let previous: Side?
  private let next: Side?

  /// A slide between what stands on both sides; a side of which nothing is known stays empty.
  package init(_ motion: AlbumSlide, previous: Side?, next: Side?) {
    self.motion = motion
    self.previous = previous
    self.next = next
  }

  /// How far from its own place what is shown stands, in whole device pixels, so that it stays as
  /// sharp as at rest; rightwards is positive.
  func offset(at now: Double) -> Double { motion.offset(at: now).rounded() }

  /// What is seen beside it, and where on the same surface.
  func beside(at now: Double) -> Side? {
    guard let (page, offset) = motion.beside(at: now),
      let side = page == .next ? next : previous
    else { return nil }
    var viewport = side.viewport
    viewport.origin.x += offset.rounded()
    return Side(source: side.source, viewport: viewport)
  }

  /// Whether a frame drawn later would differ although nothing happens in between.
  func isMoving(at now: Double) -> Bool { motion.isMoving(at: now) }
}
