// hello FILE: a picture in a window. Wheel and touchpad zoom, drags pan; + − 0 1 and arrow keys
// work too. A corner shows the whole picture, another one the pixel under the pointer.
import Fresnel
import Glibc

guard CommandLine.arguments.count == 2 else {
  print("usage: Hello FILE")
  exit(2)
}
do {
  let view = try FresnelView(window: "Hello", size: PixelSize(width: 800, height: 600))
  view.show(try PictureSource(path: CommandLine.arguments[1]))
  view.navigator = Navigator(.bottomRight)
  view.pixelReadout = PixelReadout()
  view.run()
} catch {
  print(error)
  exit(1)
}
