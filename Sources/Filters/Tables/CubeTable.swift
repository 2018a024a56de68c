/// A three-dimensional colour table: equal spacing, the same number of points on each axis.
///
/// A class, so that chains which carry it are compared and copied at no cost; it never changes.
package final class CubeTable: Sendable {
  /// Points on each axis.
  package let edge: Int
  /// The colours that the first and the last point of each axis stand for.
  package let domain: Domain
  /// Red, green and blue of each point; red's axis is the fastest, blue's the slowest.
  package let values: [Float]

  /// Which colours a table knows.
  package struct Domain: Hashable, Sendable {
    /// Red, green and blue of the first points.
    package var low: [Float]
    /// Red, green and blue of the last points.
    package var high: [Float]

    /// From one colour to another; 0 to 1 unless given.
    package init(low: [Float] = [0, 0, 0], high: [Float] = [1, 1, 1]) {
      self.low = low
      self.high = high
    }
  }

  /// A table of its points; there must be as many as the edge says.
  package init(edge: Int, domain: Domain = Domain(), values: [Float]) {
    precondition(edge >= 2 && values.count == edge * edge * edge * 3)
    precondition(domain.low.count == 3 && domain.high.count == 3)
    self.edge = edge
    self.domain = domain
    self.values = values
  }
}

extension CubeTable: Hashable {
  /// Whether both are one and the same.
  package static func == (left: CubeTable, right: CubeTable) -> Bool { left === right }

  /// Adds its identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
