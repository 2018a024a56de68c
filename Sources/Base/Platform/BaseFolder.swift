import Glibc

/// A folder of the XDG Base Directory Specification 0.8; the raw value is its environment variable.
///
/// Paths are bytes without a trailing slash. A variable that is empty or holds a relative path
/// counts as unset. The folders need not exist.
package enum BaseFolder: String {
  case cache = "XDG_CACHE_HOME"
  case configuration = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"

  /// The folder's path: the variable's value, or the default below the home folder; `nil` without
  /// either.
  package func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    if let path = Self.folder(environment(rawValue)) { return path }
    return Self.home(environment: environment).map { $0 + Array(usual.utf8) }
  }

  /// The user's home folder; `nil` if `HOME` is unset.
  package static func home(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    folder(environment("HOME"))
  }

  private var usual: String {
    switch self {
    case .cache: "/.cache"
    case .configuration: "/.config"
    case .state: "/.local/state"
    }
  }

  private static func folder(_ path: [UInt8]?) -> [UInt8]? {
    guard var path, path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}

/// Returns an environment variable as bytes; `nil` if it is not set.
package func environmentVariable(_ name: String) -> [UInt8]? {
  getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}

/// Returns environment variables as `NAME=value`, leaving out those that are not set.
package func environmentVariables(named names: [String]) -> [[UInt8]] {
  names.compactMap { name in environmentVariable(name).map { Array("\(name)=".utf8) + $0 } }
}
