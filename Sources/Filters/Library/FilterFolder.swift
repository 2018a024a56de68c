import Glibc

/// Where the user's own filters are.
package enum FilterFolder {
  /// The folder's path, without a slash at its end; `nil` where the environment tells of no home.
  ///
  /// It is `fresnel/filters` in `$XDG_CONFIG_HOME`, or else in `$HOME/.config`. Variables that are
  /// empty or hold no absolute path count as unset (XDG Base Directory Specification 0.8). The
  /// folder need not exist.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = processEnvironment
  ) -> [UInt8]? {
    func folder(_ name: String) -> [UInt8]? {
      guard var path = environment(name), path.first == UInt8(ascii: "/"), !path.contains(0) else {
        return nil
      }
      while path.last == UInt8(ascii: "/") { path.removeLast() }
      return path
    }
    if let configuration = folder("XDG_CONFIG_HOME") {
      return configuration + Array("/fresnel/filters".utf8)
    }
    return folder("HOME").map { $0 + Array("/.config/fresnel/filters".utf8) }
  }

  /// A variable of the process's environment, as bytes; `nil` where it is not set.
  package static func processEnvironment(_ name: String) -> [UInt8]? {
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
