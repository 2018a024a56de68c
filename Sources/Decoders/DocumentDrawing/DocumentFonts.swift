import CFontconfig
import Glibc

/// Prepares the system's fonts for document decoders, before entering the sandbox.
package enum DocumentFonts {
  /// Loads the font configuration, lets `warmUp` draw with some fonts, and returns the font
  /// folders.
  ///
  /// Call it on the process's only thread. Threads that libraries start have ended when it returns;
  /// the sandbox fails if one is left.
  package static func load(_ warmUp: () -> Void) -> [String] {
    fresnel_log_nowhere()
    // Pango starts a short-lived thread for each font, and stacks count against address space.
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 256 << 10)
    pthread_setattr_default_np(&attributes)
    pthread_attr_destroy(&attributes)
    if let home { setenv("HOME", home, 0) }
    _ = FcInit()
    warmUp()
    awaitThreads()
    return folders
  }

  private static var folders: [String] {
    guard let list = FcConfigGetFontDirs(nil) else { return [] }
    defer { FcStrListDone(list) }
    var folders: [String] = []
    while let folder = FcStrListNext(list) { folders.append(String(cString: folder)) }
    return folders
  }

  /// The user's home folder, which may contain fonts, from /etc/passwd: decoders have no
  /// environment.
  private static var home: String? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    let user = String(getuid())
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      let fields = text.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 5, fields[2] == user { return String(fields[5]) }
    }
    return nil
  }

  private static func awaitThreads() {
    var status = stat()
    for _ in 0..<500 {
      guard stat("/proc/self/task", &status) == 0, status.st_nlink > 3 else { return }
      usleep(1000)
    }
  }
}
