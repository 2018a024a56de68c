import Geometry

/// The position of a callout beside its marker: a panel, and a tail that points to the marker.
package struct CalloutPlacing: Hashable, Sendable {
  /// The panel's device pixels: inside the surface if it fits.
  package let body: PixelRect
  /// The tail's device pixels, between the panel and the marker.
  package let tail: PixelRect
  /// True if the panel is below the marker because there is no room above.
  package let isBelow: Bool

  /// Creates the position of a callout for a marker with a bounding box; `nil` if the box is off
  /// the surface.
  ///
  /// The tail keeps a distance of `corner` pixels from the panel's sides, where its corners are
  /// rounded.
  package init?(
    for box: PixelRect, body size: PixelSize, tail tailSize: PixelSize, corner: Int,
    on surface: PixelSize
  ) {
    guard !box.intersection(PixelRect(surface)).isEmpty else { return nil }
    func clamped(_ value: Int, _ low: Int, _ high: Int) -> Int { max(low, min(high, value)) }
    let above = box.minY - tailSize.height - size.height
    let below = box.maxY + tailSize.height
    // Below only if that hides less of the panel.
    isBelow = above < 0 && surface.height - below - size.height > above
    let middle = (box.minX + box.maxX) / 2
    let x = clamped(middle - size.width / 2, 0, max(0, surface.width - size.width))
    let y = clamped(isBelow ? below : above, 0, max(0, surface.height - size.height))
    body = PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
    let last = max(corner, size.width - corner - tailSize.width)
    let tailX = x + clamped(middle - tailSize.width / 2 - x, min(corner, last), last)
    let tailY = isBelow ? y - tailSize.height : y + size.height
    tail = PixelRect(
      minX: tailX, minY: tailY, maxX: tailX + tailSize.width, maxY: tailY + tailSize.height)
  }
}
