/// Filters in the order in which they are applied.
public struct FilterChain: Hashable, Sendable {
  /// The filters, those that are switched off with the rest.
  package var links: [FilterLink]

  /// A chain of filters.
  package init(_ links: [FilterLink] = []) { self.links = links }

  /// The most filters of a chain.
  public static let mostLinks = 32

  /// Those that do anything.
  package var active: [FilterLink] { links.filter(\.isActive) }

  /// Whether the picture stays as it is.
  public var isIdentity: Bool { !links.contains(where: \.isActive) }

  /// How far its functions look around a pixel, all in all, in device pixels at a zoom.
  public func margin(zoom: Double) -> Int {
    var sum = 0
    for link in links where link.isActive {
      for stage in link.definition.stages {
        guard case .image(let margin) = stage.hook else { continue }
        sum += margin.devicePixels(values: link.values, zoom: zoom)
      }
    }
    return sum
  }
}
