import Glibc

/// Where the machine's power comes from, as the kernel tells it.
package enum PowerSupply {
  /// Whether the machine lives on a battery now: it has one, and nothing that feeds it is plugged
  /// in.
  ///
  /// `folder` has a folder a supply, as `Documentation/ABI/testing/sysfs-class-power` of Linux
  /// describes them; a battery of a mouse or of headphones is not the machine's. Only `online` is
  /// asked of what is plugged in: a battery's own state takes some firmware a tenth of a second.
  /// It opens a few small files, on the caller's thread.
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
