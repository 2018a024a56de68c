/// Files of the package that tests compare with the program.
public enum PackageFile {
  /// The package's folder.
  public static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// The text of a file, by its path in the package.
  public static func text(_ path: String) throws -> String {
    String(decoding: try TemporaryFolder.contents(of: root + "/" + path), as: UTF8.self)
  }

  /// The lines of a file.
  public static func lines(_ path: String) throws -> [Substring] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
