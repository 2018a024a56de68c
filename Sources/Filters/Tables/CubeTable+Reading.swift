import Glibc
import Platform

extension CubeTable {
  /// The longest file, in bytes.
  package static let mostBytes = 64 << 20
  /// The most points on each axis; the format allows for 256, which would take 200 MB of the GPU.
  package static let mostPoints = 128

  /// Reads the `.cube` file of a path; `~/` at its beginning is the user's home folder.
  ///
  /// The problem that is thrown names the file, and its line where it has one.
  package convenience init(reading path: [UInt8]) throws(FilterProblem) {
    let place = Self.resolved(path)
    let bytes = try FileReading.bytes(of: place, limit: Self.mostBytes, limitName: "64 MiB")
    let content = try CubeParser.parse(bytes, name: escapedForDisplay(path))
    self.init(edge: content.edge, domain: content.domain, values: content.values)
  }

  /// The table that the bytes of a `.cube` file describe; `name` is what problems call the file.
  ///
  /// The format is Adobe's Cube LUT Specification 1.0, with `LUT_3D_INPUT_RANGE` as DaVinci Resolve
  /// writes it. Tables with one dimension are refused.
  package static func parse(_ bytes: [UInt8], name: String) throws(FilterProblem) -> CubeTable {
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
