import Geometry

/// Where a callout stands beside its marker: a panel, and a tail that points from it to the marker.
public struct CalloutPlacing: Hashable, Sendable {
  /// The panel's device pixels: inside the surface wherever it fits.
  public let body: PixelRect
  /// The tail's device pixels, between the panel and the marker.
  public let tail: PixelRect
  /// Whether the panel lies under the marker, as it does where there is no room above.
  public let isBelow: Bool

  /// The place of a callout for a marker that fills a box; `nil` where the box is off the surface.
  ///
  /// The tail stays `corner` pixels away from the panel's sides, where its corners are round.
  public init?(
    for box: PixelRect, body size: PixelSize, tail tailSize: PixelSize, corner: Int,
    on surface: PixelSize
  ) {
    guard !box.intersection(PixelRect(surface)).isEmpty else { return nil }
    func clamped(_ value: Int, _ low: Int, _ high: Int) -> Int { max(low, min(high, value)) }
    let above = box.minY - tailSize.height - size.height
    let below = box.maxY + tailSize.height
    // Under it only where that hides less of the panel.
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
