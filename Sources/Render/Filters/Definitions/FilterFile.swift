/// A file that a parameter names, with its contents.
package struct FilterFile: Hashable, Sendable {
  /// The name as it was given; bytes, without NUL.
  package var path: [UInt8]
  /// The table in the file.
  package var table: CubeTable

  /// Reads the table of a path.
  package typealias Reading = (_ path: [UInt8]) throws(FilterError) -> CubeTable

  /// Creates a file from its table.
  package init(path: [UInt8], table: CubeTable) {
    self.path = path
    self.table = table
  }
}
