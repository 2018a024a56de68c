import CX11

extension TestClient {
  /// No input device has this name.
  public struct NoDevice: Error {
    /// The name.
    public var name: String
  }

  /// Turns an input device off or on, as `xinput` does.
  public func setDevice(_ name: String, isEnabled: Bool) throws {
    try setDeviceProperty("Device Enabled", of: name, to: isEnabled ? 1 : 0)
  }

  /// Sets a byte in a device property, such as a driver's setting.
  public func setDeviceProperty(_ property: String, of name: String, to value: UInt8) throws {
    var value = value
    XIChangeProperty(
      pointer, try device(named: name), atom(property), atom("INTEGER"), 8,
      Int32(PropModeReplace), &value, 1)
    synchronize()
  }

  /// Detaches a device from its master pointer, so that its events reach no client.
  public func detachDevice(_ name: String) throws {
    var change = XIAnyHierarchyChangeInfo()
    change.detach = XIDetachSlaveInfo(type: XIDetachSlave, deviceid: try device(named: name))
    XIChangeHierarchy(pointer, &change, 1)
    synchronize()
  }

  /// Attaches a device to the master pointer again.
  public func attachDevice(_ name: String) throws {
    var master: Int32 = 0
    XIGetClientPointer(pointer, 0, &master)
    var change = XIAnyHierarchyChangeInfo()
    change.attach = XIAttachSlaveInfo(
      type: XIAttachSlave, deviceid: try device(named: name), new_master: master)
    XIChangeHierarchy(pointer, &change, 1)
    synchronize()
  }

  private func device(named name: String) throws -> Int32 {
    var major: Int32 = 2
    var minor: Int32 = 4
    XIQueryVersion(pointer, &major, &minor)
    var count: Int32 = 0
    guard let list = XIQueryDevice(pointer, XIAllDevices, &count) else {
      throw NoDevice(name: name)
    }
    defer { XIFreeDeviceInfo(list) }
    for index in 0..<max(0, Int(count)) {
      guard let text = list[index].name, String(cString: text) == name else { continue }
      return list[index].deviceid
    }
    throw NoDevice(name: name)
  }
}
