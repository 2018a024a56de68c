import CFontconfig
import Glibc

/// The system's fonts, for decoders that draw documents: what must be done before the lock-down.
package enum DocumentFonts {
  /// Loads the fonts' configuration, has `warmUp` draw with some, and names the folders that they
  /// are in.
  ///
  /// To be called on the process's only thread. Threads that libraries start meanwhile have ended
  /// when it returns; one that stays is the lock-down's to refuse.
  package static func load(_ warmUp: () -> Void) -> [String] {
    fresnel_log_nowhere()
    // Pango has a short thread for each font: address space is counted.
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

  /// The user's own folder, where fonts of their own lie: decoders have no environment.
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
