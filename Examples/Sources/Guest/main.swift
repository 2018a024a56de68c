// guest: a plain Xlib program with a drawing of its own and, next to it, a view as a child window.
//
// One loop polls both: the program's connection, and the view's only descriptor until its deadline.
import Fresnel
import Glibc

/// Prints the reason when the view has ended.
final class Listener: FresnelViewDelegate {
  func fresnelView(_ view: FresnelView, ended ending: ViewEnding) { print("view: \(ending)") }
}

/// The view's rectangle: everything to the right of the program's own drawing.
func place(in host: HostWindow) -> PixelRect {
  PixelRect(
    minX: HostWindow.sidebar, minY: 0, maxX: max(HostWindow.sidebar + 1, host.width),
    maxY: host.height)
}

/// Returns a picture made in memory: a round grey gradient on blue.
func disc() throws -> PixelSource {
  let size = PixelSize(width: 1200, height: 900)
  var pixels: [UInt8] = []
  pixels.reserveCapacity(size.width * size.height * 4)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let distance = Point(x: Double(x) - 600, y: Double(y) - 450).length
      let shade = UInt8(max(0, min(255, 265 - distance / 2)))
      pixels += distance < 400 ? [shade, shade, shade, 255] : [40, 80, 160, 255]
    }
  }
  return try PixelSource(size: size, pixels: pixels, hasAlpha: false)
}

guard let host = HostWindow(title: "Guest") else {
  print("there is no display")
  exit(1)
}
let listener = Listener()
let view = try FresnelView(childOf: host.window, at: place(in: host))
view.delegate = listener
view.show(try disc())

loop: while true {
  for news in host.takeEvents() {
    switch news {
    case .resized: view.move(to: place(in: host))
    case .closed: break loop
    }
  }
  view.dispatch()
  if view.ending != nil { break }
  var requests = [
    pollfd(fd: host.descriptor, events: Int16(POLLIN), revents: 0),
    pollfd(fd: view.descriptor, events: Int16(POLLIN), revents: 0),
  ]
  poll(&requests, 2, view.pollTimeout)
}
view.close()
