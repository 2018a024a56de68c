import CX11

/// What a property holds: bytes, or numbers of 32 bits.
struct PropertyValue {
  var type: Atom
  var bytes: [UInt8] = []
  var numbers: [UInt] = []
}

extension DisplayConnection {
  /// Reads a property whole; `nil` where it is absent, longer than the limit, or its window is gone.
  ///
  /// Other clients write properties: nothing about type, format or length is believed.
  func property(_ name: Atom, of window: CX11.Window, limit: Int) -> PropertyValue? {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      pointer, window, name, 0, (limit + 3) / 4, 0, 0, &type, &format, &count, &left, &data)
    defer { if let data { XFree(data) } }
    guard status == 0, type != 0, left == 0, let data else { return nil }
    var value = PropertyValue(type: type)
    switch format {
    case 8:
      guard count <= limit else { return nil }
      value.bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    case 32:
      // Xlib hands 32-bit numbers over as C longs.
      value.numbers = data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { longs in
        (0..<Int(count)).map { longs[$0] & 0xffff_ffff }
      }
    default: return nil
    }
    return value
  }

  func setProperty(_ name: Atom, of window: CX11.Window, type: Atom, bytes: [UInt8]) {
    XChangeProperty(
      pointer, window, name, type, 8, Int32(PropModeReplace), bytes, Int32(bytes.count))
  }

  func setProperty(_ name: Atom, of window: CX11.Window, type: Atom, numbers: [UInt]) {
    numbers.withUnsafeBytes { raw in
      _ = XChangeProperty(
        pointer, window, name, type, 32, Int32(PropModeReplace),
        raw.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(numbers.count))
    }
  }

  /// The display's ICC profile, as the root window has it; empty when there is none of sane size.
  package func displayProfile() -> [UInt8] {
    property(atoms[.iccProfile], of: root, limit: 60_000)?.bytes ?? []
  }
}
