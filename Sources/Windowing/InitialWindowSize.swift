import Geometry

/// The size of a new window: the picture's own, as far as the monitor has room.
///
/// At most 80 % of the monitor, at the picture's shape, so that the desktop stays in sight; at least
/// 320 × 240, so that an icon's window can still be seen and its sentences read.
package func initialWindowSize(picture: PixelSize, monitor: PixelRect) -> PixelSize {
  let roomX = max(1, Double(monitor.width) * 0.8)
  let roomY = max(1, Double(monitor.height) * 0.8)
  let width = Double(max(1, picture.width))
  let height = Double(max(1, picture.height))
  let scale = min(1, roomX / width, roomY / height)
  let fitted = PixelSize(
    width: min(Int((width * scale).rounded()), Int(roomX)),
    height: min(Int((height * scale).rounded()), Int(roomY)))
  return PixelSize(width: max(320, fitted.width), height: max(240, fitted.height))
}
