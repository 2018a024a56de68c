import Glibc
import Platform

/// A 3D colour lookup table with the same number of points on each axis.
///
/// An immutable class, so that chains with tables are compared and copied at no cost.
package final class CubeTable: Sendable {
  /// The number of points on each axis.
  package let edge: Int
  /// The colours at the first and the last point of each axis.
  package let domain: Domain
  /// The values of all points; red's axis is the fastest, blue's the slowest.
  package let points: Points
  /// The additional density of an axis's points at 0; they are evenly spaced if it is 0.
  ///
  /// Only the tables of ICC profiles use it. A code c from 0 to 1 lies at c + crowding × c × (1 −
  /// c)⁴ of the distance from the first point to the last.
  package let crowding: Float
  /// The number of values per point: red, green, blue, and optionally a fourth.
  package let channels: Int
  /// The number of consecutive tables.
  package let layers: Int

  /// The values in the format in which they were made, so that a large table is not converted.
  package enum Points: Sendable {
    case floats([Float])
    /// The bits of half floats.
    case halves([UInt16])

    var count: Int {
      switch self {
      case .floats(let values): values.count
      case .halves(let bits): bits.count
      }
    }
  }

  /// The colours that a table covers.
  package struct Domain: Hashable, Sendable {
    /// Red, green and blue of the first points.
    package var low: [Float]
    /// Red, green and blue of the last points.
    package var high: [Float]

    /// Creates a domain; the default is 0 to 1.
    package init(low: [Float] = [0, 0, 0], high: [Float] = [1, 1, 1]) {
      self.low = low
      self.high = high
    }
  }

  /// Creates a table; the number of values must match the edge, the channels and the layers.
  package init(
    edge: Int, domain: Domain = Domain(), points: Points, channels: Int = 3, layers: Int = 1,
    crowding: Float = 0
  ) {
    precondition(channels == 3 || channels == 4)
    precondition(edge >= 2 && points.count == edge * edge * edge * channels * layers)
    self.channels = channels
    self.layers = layers
    precondition(domain.low.count == 3 && domain.high.count == 3)
    self.edge = edge
    self.domain = domain
    self.points = points
    self.crowding = crowding
  }

  /// Creates a table of evenly spaced points; the number of values must match.
  package convenience init(
    edge: Int, domain: Domain = Domain(), values: [Float], channels: Int = 3, layers: Int = 1
  ) {
    self.init(
      edge: edge, domain: domain, points: .floats(values), channels: channels, layers: layers)
  }
}

extension CubeTable: Hashable {
  /// True if both are the same object.
  package static func == (left: CubeTable, right: CubeTable) -> Bool { left === right }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CubeTable {
  /// The maximum file size in bytes.
  package static let mostBytes = 64 << 20
  /// The maximum number of points on each axis; the format allows 256, which would take 200 MB of
  /// GPU memory.
  package static let mostPoints = 128

  /// Reads a `.cube` file; `~/` at the beginning of the path is the home folder.
  ///
  /// Errors name the file, and the line if there is one.
  package convenience init(reading path: [UInt8]) throws(FilterError) {
    let place = Self.resolved(path)
    let bytes = try WholeFileReader.bytes(of: place, limit: Self.mostBytes, limitName: "64 MiB")
    let content = try CubeParser.parse(bytes, name: escapedForDisplay(path))
    self.init(edge: content.edge, domain: content.domain, values: content.values)
  }

  /// Parses the bytes of a `.cube` file; `name` is the file's name in errors.
  ///
  /// The format is Adobe's Cube LUT Specification 1.0, with `LUT_3D_INPUT_RANGE` as DaVinci Resolve
  /// writes it. One-dimensional tables are refused.
  package static func parse(_ bytes: [UInt8], name: String) throws(FilterError) -> CubeTable {
    let content = try CubeParser.parse(bytes, name: name)
    return CubeTable(edge: content.edge, domain: content.domain, values: content.values)
  }

  private static func resolved(_ path: [UInt8]) -> [UInt8] {
    guard path.starts(with: "~/".utf8), let home = BaseFolder.home() else { return path }
    return home + path.dropFirst()
  }
}
