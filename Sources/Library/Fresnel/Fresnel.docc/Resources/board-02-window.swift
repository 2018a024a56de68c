import Fresnel

let view = try FresnelView(window: "Board", size: PixelSize(width: 900, height: 700))
view.run()
