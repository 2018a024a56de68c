import Geometry

/// A scroll valuator of an input device.
struct ScrollAxis: Hashable {
  var number: Int
  var isVertical: Bool
  /// The change of the value per detent; negative if the device counts the other way.
  var increment: Double
  /// The last value; `nil` if unknown.
  var value: Double?
}

/// The state of one source device.
struct ScrollDevice {
  var isTouchpad = false
  var axes: [ScrollAxis] = []
  /// True once it has moved by a fraction of a detent.
  var deliversFractions = false
  /// The serial of the request that read the axes' values; older events are already included in
  /// them.
  var validFrom: UInt = 0
}

/// Converts the absolute values of scroll valuators to detents, per source device.
struct ScrollTracker {
  /// A scroll movement in detents.
  struct Movement: Hashable {
    var detents: Point
    var isTouchpad: Bool
    var isContinuous: Bool
    var isEnd: Bool
  }

  private(set) var devices: [Int: ScrollDevice] = [:]

  /// Replaces the devices with the server's current list.
  mutating func replace(_ current: [Int: ScrollDevice]) {
    var current = current
    // A wheel that has reported fractions keeps doing so.
    for (id, device) in devices where device.deliversFractions {
      current[id]?.deliversFractions = true
    }
    devices = current
  }

  /// Takes over the axes from a device-change event.
  ///
  /// The event precedes the device's movements and carries the values before the first of them;
  /// without it the first detent after a change of devices would be lost.
  mutating func rebase(_ id: Int, axes: [ScrollAxis]) {
    devices[id, default: ScrollDevice()].axes = axes
    devices[id]?.validFrom = 0
  }

  /// Returns the scroll movement of an event's valuators; `nil` if none of them scrolls.
  mutating func move(_ id: Int, valuators: [(number: Int, value: Double)], serial: UInt)
    -> Movement?
  {
    guard var device = devices[id], serial >= device.validFrom else { return nil }
    var detents = Point.zero
    var isKnown = false
    for (number, value) in valuators {
      guard let index = device.axes.firstIndex(where: { $0.number == number }), value.isFinite
      else { continue }
      let axis = device.axes[index]
      device.axes[index].value = value
      guard let before = axis.value, axis.increment != 0 else { continue }
      let delta = (value - before) / axis.increment
      // No finger moves by a hundred detents at once: the value was set, not scrolled.
      guard delta.isFinite, abs(delta) < 100 else { continue }
      isKnown = true
      if axis.isVertical { detents.y += delta } else { detents.x += delta }
    }
    func isFraction(_ value: Double) -> Bool { abs(value - value.rounded()) > 1e-3 }
    if isFraction(detents.x) || isFraction(detents.y) { device.deliversFractions = true }
    devices[id] = device
    let isStill = detents == .zero
    guard isKnown, !isStill || device.isTouchpad else { return nil }
    return Movement(
      detents: detents, isTouchpad: device.isTouchpad,
      isContinuous: device.isTouchpad || device.deliversFractions, isEnd: isStill)
  }
}
