import Geometry

/// Draws one piece of a tile with the processor.
struct SoftwareTileDraw {
  let draw: TileDraw
  let texels: TexelReader
  let checker: Backdrop.Checker?
  let band: PixelRect
  let surface: SurfacePixels

  /// Positions are counted in these fractions of a texel.
  private static let unit = 4_294_967_296.0

  func run() {
    let pixels = draw.pixels
    let swaps = surface.order == .bgrx
    let fields = checker.map {
      (SoftwarePixel.pack($0.first, .rgba), SoftwarePixel.pack($0.second, .rgba), max(1, $0.edge))
    }
    let stepX = fixed(draw.texels.stepX)
    let stepY = fixed(draw.texels.stepY)
    let origin = fixed(draw.texels.origin)
    // Centres of pixels; and for mixing, positions from the centre of the first texel.
    let half = draw.sampling == .smooth ? Int(Self.unit / 2) : 0
    let startX = origin.x + (stepX.x + stepY.x) / 2 - half
    let startY = origin.y + (stepX.y + stepY.y) / 2 - half
    for y in pixels.minY..<pixels.maxY {
      let row = surface.row(y - band.minY) + (pixels.minX - band.minX)
      var texelX = startX + (y - pixels.minY) * stepY.x
      var texelY = startY + (y - pixels.minY) * stepY.y
      for index in 0..<pixels.width {
        var pixel: UInt32
        switch draw.sampling {
        case .texelForPixel, .crisp: pixel = texels.clamped(texelX >> 32, texelY >> 32)
        case .smooth: pixel = texels.mixed(texelX >> 16, texelY >> 16)
        }
        texelX &+= stepX.x
        texelY &+= stepX.y
        if let (first, second, edge) = fields, pixel >> 24 != 255 {
          let isFirst = ((pixels.minX &+ index) / edge &+ y / edge) & 1 == 0
          pixel = SoftwarePixel.over(pixel, isFirst ? first : second)
        }
        if swaps { pixel = SoftwarePixel.swapped(pixel) | 0xff00_0000 }
        row[index] = pixel
      }
    }
  }

  private func fixed(_ point: Point) -> (x: Int, y: Int) {
    (Int((point.x * Self.unit).rounded()), Int((point.y * Self.unit).rounded()))
  }
}
