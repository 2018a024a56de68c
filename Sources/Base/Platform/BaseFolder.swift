import Glibc

/// A folder of the XDG Base Directory Specification 0.8, by the variable that names it.
///
/// Paths are bytes without a slash at their end. Variables that are empty or hold no absolute path
/// count as unset. The folders need not exist.
package enum BaseFolder: String {
  case cache = "XDG_CACHE_HOME"
  case configuration = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"

  /// Its path: the variable's, else the usual one in the home folder; `nil` without either.
  package func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    if let path = Self.folder(environment(rawValue)) { return path }
    return Self.home(environment: environment).map { $0 + Array(usual.utf8) }
  }

  /// The user's home folder; `nil` where the environment names none.
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

/// A variable of the process's environment, as bytes; `nil` where it is not set.
package func environmentVariable(_ name: String) -> [UInt8]? {
  getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}

/// Some variables of the process's environment, `NAME=value` each; those that are not set are left
/// out.
package func environmentVariables(named names: [String]) -> [[UInt8]] {
  names.compactMap { name in environmentVariable(name).map { Array("\(name)=".utf8) + $0 } }
}
