import Geometry

/// Draws one piece of a tile in software.
struct SoftwareTileDraw {
  let draw: TileDraw
  let texels: TexelReader
  let ending: BlendMode
  let band: PixelRect
  let surface: SurfacePixels

  enum BlendMode {
    /// Replaces the surface's content; blended over a checkerboard if there is one.
    case replace(Backdrop.Checker?)
    /// Blended over the surface's content, with an opacity in 1/65536.
    case over(UInt32)

    init(_ part: FramePart) {
      switch part.end.blendMode {
      case .opacity(let opacity): self = .over(UInt32((opacity * 65536).rounded()))
      case .plain where part.isOver: self = .over(65536)
      case .plain, .checker: self = .replace(part.end.checker)
      }
    }
  }

  func run() {
    let pixels = draw.pixels
    let swaps = surface.order == .bgrx
    var fields: (UInt32, UInt32, Int)?
    var opacity: UInt32?
    switch ending {
    case .replace(let checker):
      fields = checker.map {
        (SoftwarePixel.pack($0.first, .rgba), SoftwarePixel.pack($0.second, .rgba), max(1, $0.edge))
      }
    case .over(let part): opacity = part
    }
    let walk = TexelWalk(draw)
    let stepX = walk.step
    for y in pixels.minY..<pixels.maxY {
      let row = surface.row(y - band.minY) + (pixels.minX - band.minX)
      var (texelX, texelY) = walk.start(of: y)
      if isPlain, opacity == nil,
        copyPlain(to: row, texelX >> 32, texelY >> 32, mayShine: fields != nil)
      {
        continue
      }
      for index in 0..<pixels.width {
        var pixel: UInt32
        switch draw.sampling {
        case .texelForPixel, .crisp: pixel = texels.clamped(texelX >> 32, texelY >> 32)
        case .smooth: pixel = texels.mixed(texelX >> 16, texelY >> 16)
        }
        texelX &+= stepX.x
        texelY &+= stepX.y
        if let opacity {
          if swaps { pixel = SoftwarePixel.swapped(pixel) }
          row[index] = SoftwarePixel.over(pixel, row[index], opacity: opacity)
          continue
        }
        if let (first, second, edge) = fields, pixel >> 24 != 255 {
          let isFirst = ((pixels.minX &+ index) / edge &+ y / edge) & 1 == 0
          pixel = SoftwarePixel.over(pixel, isFirst ? first : second)
        }
        if swaps { pixel = SoftwarePixel.swapped(pixel) | 0xff00_0000 }
        row[index] = pixel
      }
    }
  }

  /// True if texels map to pixels in order, as in nearly every first picture.
  private var isPlain: Bool {
    draw.sampling == .texelForPixel && draw.texels.stepX == Point(x: 1, y: 0)
      && draw.texels.stepY == Point(x: 0, y: 1)
  }

  /// Copies a row of texels at once; returns false if that is impossible.
  ///
  /// That is so if some are outside, or if some are translucent and `mayShine` is set.
  private func copyPlain(
    to row: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, mayShine: Bool
  ) -> Bool {
    let count = draw.pixels.width
    guard x >= 0, y >= 0, x + count <= texels.size.width, y < texels.size.height else {
      return false
    }
    let source = (texels.base + (y * texels.size.width + x) * 4).assumingMemoryBound(
      to: UInt32.self)
    if mayShine {
      var common: UInt32 = 0xff00_0000
      for index in 0..<count { common &= source[index] }
      guard common == 0xff00_0000 else { return false }
    }
    if surface.order == .bgrx {
      for index in 0..<count {
        row[index] = SoftwarePixel.swapped(source[index]) | 0xff00_0000
      }
    } else {
      row.update(from: source, count: count)
    }
    return true
  }
}

/// The path through a tile's texels from pixel to pixel, in units of 2⁻³² texels.
struct TexelWalk {
  private static let unit = 4_294_967_296.0

  /// The step to the pixel on the right.
  let step: (x: Int, y: Int)
  private let rowStep: (x: Int, y: Int)
  private let first: (x: Int, y: Int)
  private let top: Int

  init(_ draw: TileDraw) {
    step = Self.fixed(draw.texels.stepX)
    rowStep = Self.fixed(draw.texels.stepY)
    let origin = Self.fixed(draw.texels.origin)
    // From pixel centres; for interpolation, relative to the first texel's centre.
    let half = draw.sampling == .smooth ? Int(Self.unit / 2) : 0
    first = (
      origin.x + (step.x + rowStep.x) / 2 - half, origin.y + (step.y + rowStep.y) / 2 - half
    )
    top = draw.pixels.minY
  }

  /// The texel position of the first pixel in a row of the surface.
  func start(of row: Int) -> (x: Int, y: Int) {
    (first.x + (row - top) * rowStep.x, first.y + (row - top) * rowStep.y)
  }

  private static func fixed(_ point: Point) -> (x: Int, y: Int) {
    (Int((point.x * unit).rounded()), Int((point.y * unit).rounded()))
  }
}
