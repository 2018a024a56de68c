import CX11
import Geometry

extension DisplayConnection {
  /// The size of a window of any connection's, in device pixels; `nil` where it is gone.
  package func size(ofWindow window: UInt) -> PixelSize? {
    guard !isLost else { return nil }
    var root: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
    var border: UInt32 = 0
    var depth: UInt32 = 0
    guard XGetGeometry(pointer, window, &root, &x, &y, &width, &height, &border, &depth) != 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
