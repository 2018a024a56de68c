import Glibc

/// The machine's power supply, as the kernel reports it.
package enum PowerSupply {
  /// Returns true if the machine runs on battery: it has one, and no external supply is plugged in.
  ///
  /// `folder` has one folder per supply, as `Documentation/ABI/testing/sysfs-class-power` of Linux
  /// describes them; a mouse's or headphones' battery does not count. Of external supplies it reads
  /// only `online`, and of batteries no state, which takes some firmware 0.1 s. It opens a few
  /// small files, on the caller's thread.
  package static func isOnBattery(folder: String = "/sys/class/power_supply") -> Bool {
    var hasBattery = false
    for supply in entries(of: folder) {
      func value(_ name: String) -> String? { firstLine("\(folder)/\(supply)/\(name)") }
      switch value("type") {
      case "Battery": hasBattery = hasBattery || value("scope") != "Device"
      case .some:
        if let online = value("online"), online != "0" { return false }
      case nil: break
      }
    }
    return hasBattery
  }

  private static func entries(of folder: String) -> [String] {
    guard let opened = opendir(folder) else { return [] }
    defer { closedir(opened) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    while let entry = readdir(opened) {
      let start = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func firstLine(_ path: String) -> String? {
    let text = FileDescriptor.start(of: Array(path.utf8), limit: 64) ?? ""
    return text.isEmpty ? nil : String(text.prefix { $0 != "\n" })
  }
}
