import CX11

/// The classes of a device, as the server lists them.
typealias DeviceClasses = UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>

extension XInput {
  /// Returns a device's scroll valuators with their current values.
  static func scrollAxes(_ classes: DeviceClasses?, count: Int32) -> [ScrollAxis] {
    var axes: [ScrollAxis] = []
    var values: [Int: Double] = [:]
    for item in list(classes, count: count) {
      let raw = UnsafeMutableRawPointer(item)
      switch item.pointee.type {
      case XIScrollClass:
        let info = raw.assumingMemoryBound(to: XIScrollClassInfo.self).pointee
        guard info.increment.isFinite, info.increment != 0 else { continue }
        axes.append(
          ScrollAxis(
            number: Int(info.number), isVertical: info.scroll_type == XIScrollTypeVertical,
            increment: info.increment))
      case XIValuatorClass:
        let info = raw.assumingMemoryBound(to: XIValuatorClassInfo.self).pointee
        values[Int(info.number)] = info.value
      default: continue
      }
    }
    for index in axes.indices { axes[index].value = values[axes[index].number] }
    return axes
  }

  /// True for a touchpad: it reports fingers, but not their positions on the screen.
  static func isTouchpad(_ classes: DeviceClasses?, count: Int32) -> Bool {
    list(classes, count: count).contains { item in
      switch item.pointee.type {
      case XIGestureClass: true
      case XITouchClass:
        UnsafeMutableRawPointer(item).assumingMemoryBound(to: XITouchClassInfo.self).pointee.mode
          == XIDependentTouch
      default: false
      }
    }
  }

  /// Returns an event's valuators: the mask selects them, their values are packed.
  static func valuators(_ state: XIValuatorState) -> [(number: Int, value: Double)] {
    guard let mask = state.mask, let values = state.values else { return [] }
    var found: [(number: Int, value: Double)] = []
    for number in 0..<max(0, Int(state.mask_len)) * 8
    where mask[number / 8] & (1 << UInt8(number % 8)) != 0 {
      found.append((number, values[found.count]))
    }
    return found
  }

  private static func list(_ classes: DeviceClasses?, count: Int32)
    -> [UnsafeMutablePointer<XIAnyClassInfo>]
  {
    guard let classes else { return [] }
    return (0..<max(0, Int(count))).compactMap { classes[$0] }
  }
}
