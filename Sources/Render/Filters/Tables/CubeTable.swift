import Glibc
import Platform

/// A three-dimensional colour table: the same points on each axis.
///
/// A class, so that chains which carry it are compared and copied at no cost; it never changes.
package final class CubeTable: Sendable {
  /// Points on each axis.
  package let edge: Int
  /// The colours that the first and the last point of each axis stand for.
  package let domain: Domain
  /// The numbers of each point; red's axis is the fastest, blue's the slowest.
  package let points: Points
  /// How much closer together the points of an axis lie at 0; at 0 itself all distances are equal.
  ///
  /// Only the tables of profiles have another. A code c from 0 to 1 lies at c + crowding × c ×
  /// (1 − c)⁴ of the way from the first point to the last.
  package let crowding: Float
  /// Numbers of a point: red, green and blue, and a fourth one where there are four.
  package let channels: Int
  /// How many tables follow one another.
  package let layers: Int

  /// Numbers as they came: a large table is not held longer than it was made.
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

  /// A table of its points; there must be as many as the edge says, in each of the layers.
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

  /// A table of numbers at equal distances; there must be as many as the edge says.
  package convenience init(
    edge: Int, domain: Domain = Domain(), values: [Float], channels: Int = 3, layers: Int = 1
  ) {
    self.init(
      edge: edge, domain: domain, points: .floats(values), channels: channels, layers: layers)
  }
}

extension CubeTable: Hashable {
  /// Whether both are one and the same.
  package static func == (left: CubeTable, right: CubeTable) -> Bool { left === right }

  /// Adds its identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CubeTable {
  /// The longest file, in bytes.
  package static let mostBytes = 64 << 20
  /// The most points on each axis; the format allows for 256, which would take 200 MB of the GPU.
  package static let mostPoints = 128

  /// Reads the `.cube` file of a path; `~/` at its beginning is the user's home folder.
  ///
  /// The problem that is thrown names the file, and its line where it has one.
  package convenience init(reading path: [UInt8]) throws(FilterError) {
    let place = Self.resolved(path)
    let bytes = try FileReading.bytes(of: place, limit: Self.mostBytes, limitName: "64 MiB")
    let content = try CubeParser.parse(bytes, name: escapedForDisplay(path))
    self.init(edge: content.edge, domain: content.domain, values: content.values)
  }

  /// The table that the bytes of a `.cube` file describe; `name` is what problems call the file.
  ///
  /// The format is Adobe's Cube LUT Specification 1.0, with `LUT_3D_INPUT_RANGE` as DaVinci Resolve
  /// writes it. Tables with one dimension are refused.
  package static func parse(_ bytes: [UInt8], name: String) throws(FilterError) -> CubeTable {
    let content = try CubeParser.parse(bytes, name: name)
    return CubeTable(edge: content.edge, domain: content.domain, values: content.values)
  }

  private static func resolved(_ path: [UInt8]) -> [UInt8] {
    guard path.starts(with: "~/".utf8), let home = FilterFolder.processEnvironment("HOME"),
      home.first == UInt8(ascii: "/")
    else { return path }
    return home + path.dropFirst()
  }
}
