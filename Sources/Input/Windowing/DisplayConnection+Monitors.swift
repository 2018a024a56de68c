import CX11
import Geometry

extension DisplayConnection {
  /// The RandR version that both sides support, times ten; 0 without the extension.
  private var randrVersion: Int {
    var major: Int32 = 0
    var minor: Int32 = 0
    guard randrEventBase != nil, XRRQueryVersion(pointer, &major, &minor) != 0 else { return 0 }
    return Int(major) * 10 + Int(minor)
  }

  /// Returns all active monitors; without RandR 1.5, the whole screen as one.
  package func monitors() -> [Monitor] {
    let whole = Monitor(
      rect: PixelRect(screenSize),
      millimetres: PixelSize(
        width: Int(XDisplayWidthMM(pointer, screen)), height: Int(XDisplayHeightMM(pointer, screen))
      ))
    guard randrVersion >= 15 else { return [whole] }
    var count: Int32 = 0
    guard let list = XRRGetMonitors(pointer, root, 1, &count) else { return [whole] }
    defer { XRRFreeMonitors(list) }
    let monitors = (0..<max(0, Int(count))).map { index in
      let info = list[index]
      return Monitor(
        rect: PixelRect(
          minX: Int(info.x), minY: Int(info.y), maxX: Int(info.x) + Int(info.width),
          maxY: Int(info.y) + Int(info.height)),
        millimetres: PixelSize(width: Int(info.mwidth), height: Int(info.mheight)),
        number: index, name: info.name)
    }
    let lit = monitors.filter { !$0.rect.isEmpty }
    return keep(lit.isEmpty ? [whole] : lit)
  }

  /// Returns the monitor under the pointer.
  package func monitorUnderPointer() -> Monitor {
    var window: CX11.Window = 0
    var child: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var insideX: Int32 = 0
    var insideY: Int32 = 0
    var mask: UInt32 = 0
    XQueryPointer(pointer, root, &window, &child, &x, &y, &insideX, &insideY, &mask)
    return monitor(atX: Int(x), y: Int(y))
  }

  /// Returns the monitor at a point of the screen, or the nearest one.
  func monitor(atX x: Int, y: Int) -> Monitor {
    Monitor.containing(x: x, y: y, of: monitors()) ?? Monitor(rect: PixelRect(screenSize))
  }

  /// Returns a monitor's refresh rate in hertz; `nil` if RandR doesn't report it.
  package func refreshRate(of monitor: Monitor) -> Double? {
    guard randrVersion >= 13, let resources = XRRGetScreenResourcesCurrent(pointer, root) else {
      return nil
    }
    defer { XRRFreeScreenResources(resources) }
    let centerX = (monitor.rect.minX + monitor.rect.maxX) / 2
    let centerY = (monitor.rect.minY + monitor.rect.maxY) / 2
    for index in 0..<Int(resources.pointee.ncrtc) {
      guard let crtc = XRRGetCrtcInfo(pointer, resources, resources.pointee.crtcs[index]) else {
        continue
      }
      defer { XRRFreeCrtcInfo(crtc) }
      let info = crtc.pointee
      let columns = Int(info.x)..<(Int(info.x) + Int(info.width))
      let rows = Int(info.y)..<(Int(info.y) + Int(info.height))
      guard info.mode != 0, columns.contains(centerX), rows.contains(centerY) else { continue }
      for mode in 0..<Int(resources.pointee.nmode)
      where resources.pointee.modes[mode].id == info.mode {
        return Self.refreshRate(of: resources.pointee.modes[mode])
      }
    }
    return nil
  }

  private static func refreshRate(of mode: XRRModeInfo) -> Double? {
    var lines = Double(mode.vTotal)
    if mode.modeFlags & UInt(RR_DoubleScan) != 0 { lines *= 2 }
    if mode.modeFlags & UInt(RR_Interlace) != 0 { lines /= 2 }
    let rate = Double(mode.dotClock) / (Double(mode.hTotal) * lines)
    return rate.isFinite && rate >= 1 && rate <= 1000 ? rate : nil
  }
}
