import Glibc
import Platform

extension UnnamedFile {
  /// The user's cache folder, then the system's folder for temporary files.
  static func folders() -> [String] {
    var folders: [String] = []
    if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
      mkdir(cache, 0o700)
      folders.append(cache + "/fresnel")
    } else if let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") {
      mkdir(home + "/.cache", 0o700)
      folders.append(home + "/.cache/fresnel")
    }
    return folders + ["/tmp"]
  }
}
