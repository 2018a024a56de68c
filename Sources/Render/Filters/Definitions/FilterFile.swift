/// A file that a parameter names, read.
package struct FilterFile: Hashable, Sendable {
  /// Its name as it was given; bytes, without a zero.
  package var path: [UInt8]
  /// What is in it.
  package var table: CubeTable

  /// Reads the table of a path.
  package typealias Reading = (_ path: [UInt8]) throws(FilterError) -> CubeTable

  /// A file that has been read.
  package init(path: [UInt8], table: CubeTable) {
    self.path = path
    self.table = table
  }
}
