import CX11
import CXTest
import Geometry

extension TestClient {
  /// The size of a pixmap; `nil` if there is none.
  public func size(ofPixmap pixmap: UInt) -> PixelSize? {
    var root: UInt = 0
    var (x, y): (Int32, Int32) = (0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    guard XGetGeometry(pointer, pixmap, &root, &x, &y, &width, &height, &border, &depth) != 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Changes the first monitor's resolution, as `xrandr` does; returns true if that succeeded.
  public func setResolution(_ size: PixelSize) -> Bool {
    guard let mode = mode(of: size), let resources = XRRGetScreenResourcesCurrent(pointer, root)
    else { return false }
    defer { XRRFreeScreenResources(resources) }
    guard resources.pointee.noutput > 0, resources.pointee.ncrtc > 0,
      let crtcs = resources.pointee.crtcs, var output = resources.pointee.outputs?[0]
    else { return false }
    // A monitor must never extend beyond the screen.
    XRRSetCrtcConfig(pointer, resources, crtcs[0], 0, 0, 0, 0, 1, nil, 0)
    XRRSetScreenSize(
      pointer, root, Int32(size.width), Int32(size.height), Int32(size.width / 4),
      Int32(size.height / 4))
    let status = XRRSetCrtcConfig(pointer, resources, crtcs[0], 0, 0, 0, mode, 1, &output, 1)
    synchronize()
    return status == 0
  }

  /// The first monitor's mode of a size, created if there is none.
  private func mode(of size: PixelSize) -> RRMode? {
    guard let resources = XRRGetScreenResourcesCurrent(pointer, root) else { return nil }
    defer { XRRFreeScreenResources(resources) }
    let known = (0..<Int(resources.pointee.nmode)).map { resources.pointee.modes[$0] }
    if let mode = known.first(where: {
      Int($0.width) == size.width && Int($0.height) == size.height
    }) {
      return mode.id
    }
    let name = "test-\(size.width)x\(size.height)"
    guard resources.pointee.noutput > 0, let output = resources.pointee.outputs?[0],
      let made = XRRAllocModeInfo(name, Int32(name.utf8.count))
    else { return nil }
    defer { XRRFreeModeInfo(made) }
    made.pointee.width = UInt32(size.width)
    made.pointee.height = UInt32(size.height)
    made.pointee.dotClock = UInt(size.width * size.height * 60)
    made.pointee.hTotal = UInt32(size.width)
    made.pointee.vTotal = UInt32(size.height)
    let mode = XRRCreateMode(pointer, root, made)
    XRRAddOutputMode(pointer, output, mode)
    synchronize()
    return mode
  }

  /// True if the current pointer image has a visible pixel.
  public var isPointerVisible: Bool {
    guard let image = XFixesGetCursorImage(pointer) else { return false }
    defer { XFree(image) }
    let count = Int(image.pointee.width) * Int(image.pointee.height)
    return (0..<count).contains { image.pointee.pixels[$0] >> 24 & 0xff != 0 }
  }

  /// Allocates all free colours of the default colormap, as old programs do.
  public func takeAllColors() {
    let colormap = XDefaultColormap(pointer, XDefaultScreen(pointer))
    var pixel: UInt = 0
    while XAllocColorCells(pointer, colormap, 0, nil, 0, &pixel, 1) != 0 {}
    synchronize()
  }

  /// The colours of part of the screen, for any pixel format.
  public func colors(_ rect: PixelRect) -> ScreenPicture? {
    guard
      let image = XGetImage(
        pointer, root, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width), UInt32(rect.height),
        UInt.max, Int32(ZPixmap))
    else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    let numbers = (0..<rect.height).flatMap { y in
      (0..<rect.width).map { x in image.pointee.f.get_pixel(image, Int32(x), Int32(y)) }
    }
    var known: [UInt: XColor] = [:]
    for number in Set(numbers) {
      var color = XColor()
      color.pixel = number
      XQueryColor(pointer, XDefaultColormap(pointer, XDefaultScreen(pointer)), &color)
      known[number] = color
    }
    var picture = ScreenPicture(size: rect.size)
    picture.rgb = numbers.flatMap { number -> [UInt8] in
      let color = known[number] ?? XColor()
      return [color.red, color.green, color.blue].map { UInt8($0 >> 8) }
    }
    return picture
  }
}
