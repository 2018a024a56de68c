import CX11
import Geometry

/// The scale of text and bars relative to 96 dpi; it never scales the picture.
enum InterfaceScale {
  /// Returns the scale of the user's `Xft.dpi` or of the desktop's dots per inch, or else an
  /// estimate from the monitor's size, multiplied by the desktop's `textScale`.
  static func scale(
    resources: [UInt8], desktopDPI: Double? = nil, textScale: Double = 1, monitor: Monitor
  ) -> Double {
    let dpi = xftDPI(in: resources) ?? desktopDPI
    return min(max(dpi.map { $0 / 96 } ?? scale(of: monitor) * textScale, 0.5), 8)
  }

  /// Returns the value of the last `Xft.dpi` line of an X resource string.
  static func xftDPI(in resources: [UInt8]) -> Double? {
    let text = String(decoding: resources, as: UTF8.self)
    var found: Double?
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      let name = line[..<colon].drop(while: isBlank)
      guard name == "Xft.dpi" || name == "*dpi" else { continue }
      let value = line[line.index(after: colon)...].drop(while: isBlank)
      let number = value.prefix { $0.isNumber || $0 == "." }
      if let dpi = Double(number), dpi >= 24, dpi <= 1000 { found = dpi }
    }
    return found
  }

  /// A coarse estimate in steps: monitors report wrong sizes, and a scale of 1.07 would only blur.
  static func scale(of monitor: Monitor) -> Double {
    let size = monitor.millimetres
    // Televisions and projectors report their aspect ratio, or their size in centimetres.
    let liars = [
      PixelSize(width: 160, height: 90), PixelSize(width: 160, height: 100),
      PixelSize(width: 16, height: 9), PixelSize(width: 16, height: 10),
    ]
    guard size.width >= 50, size.height >= 50, !liars.contains(size) else { return 1 }
    let horizontal = Double(monitor.rect.width) / (Double(size.width) / 25.4)
    let vertical = Double(monitor.rect.height) / (Double(size.height) / 25.4)
    let dpi = min(horizontal, vertical)
    return dpi < 144 ? 1 : dpi < 192 ? 1.5 : dpi < 288 ? 2 : 3
  }
}

extension DisplayConnection {
  /// Returns the interface scale on a monitor; 1 is 96 dpi.
  ///
  /// `desktopDPI` is what the desktop says, in dots per inch; `textScale` counts without any.
  package func interfaceScale(
    on monitor: Monitor, desktopDPI: Double? = nil, textScale: Double = 1
  ) -> Double {
    // Xlib's own copy dates from the connection's start; the user may have changed it since.
    let resources = property(atoms[.resourceManager], of: root, limit: 1 << 20)?.bytes ?? []
    return InterfaceScale.scale(
      resources: resources, desktopDPI: desktopDPI, textScale: textScale, monitor: monitor)
  }
}
