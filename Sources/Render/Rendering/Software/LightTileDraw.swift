import Geometry
import Tiles

/// Draws one piece of a tile in software, with exposure and tone mapping.
///
/// The pixels equal those of `light.frag` and `backdrop.frag`, except for a difference of 1/255
/// where a GPU computes powers less exactly.
struct LightTileDraw {
  let draw: TileDraw
  let texels: LightTexels
  let tones: ToneTable
  /// The thresholds of `Dither`.
  let dither: UnsafePointer<Float>
  let ending: SoftwareTileDraw.BlendMode
  let band: PixelRect
  let surface: SurfacePixels

  func run() {
    let pixels = draw.pixels
    let swaps = surface.order == .bgrx
    let walk = TexelWalk(draw)
    let stepX = walk.step
    for y in pixels.minY..<pixels.maxY {
      let row = surface.row(y - band.minY) + (pixels.minX - band.minX)
      var (texelX, texelY) = walk.start(of: y)
      if isPlain, drawPlain(to: row, texelX >> 32, texelY >> 32, line: y) { continue }
      for index in 0..<pixels.width {
        let light =
          draw.sampling == .smooth
          ? texels.mixed(texelX >> 16, texelY >> 16) : texels.texel(texelX >> 32, texelY >> 32)
        texelX &+= stepX.x
        texelY &+= stepX.y
        let color = tones.shown(light)
        let place = (x: pixels.minX &+ index, y: y)
        switch ending {
        case .replace(let checker):
          let pixel = replaced(color, checker, place)
          row[index] = swaps ? SoftwarePixel.swapped(pixel) | 0xff00_0000 : pixel
        case .over(let opacity):
          var pixel = packed(color)
          if swaps { pixel = SoftwarePixel.swapped(pixel) }
          row[index] = SoftwarePixel.over(pixel, row[index], opacity: opacity)
        }
      }
    }
  }

  /// True if texels map to pixels in order and their light is shown unchanged, as in nearly every
  /// first picture.
  private var isPlain: Bool {
    guard case .replace = ending else { return false }
    return tones.isPlain && draw.sampling == .texelForPixel
      && draw.texels.stepX == Point(x: 1, y: 0) && draw.texels.stepY == Point(x: 0, y: 1)
  }

  /// Draws a row of opaque texels without interpolation; returns false if some are outside or
  /// translucent.
  private func drawPlain(
    to row: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, line: Int
  ) -> Bool {
    let (pixels, swaps) = (draw.pixels, surface.order == .bgrx)
    guard let source = texels.opaqueHalves(x, y, count: pixels.width) else { return false }
    let thresholds = dither + (line & 7) << 3
    for index in 0..<pixels.width {
      let bits = source.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      let threshold = tones.dithers ? thresholds[(pixels.minX &+ index) & 7] : 0.5
      var shifted = tones.codes(ofOpaque: bits) + threshold
      shifted.w = 255
      let pixel = Self.pack(shifted)
      row[index] = swaps ? SoftwarePixel.swapped(pixel) | 0xff00_0000 : pixel
    }
    return true
  }

  /// Packs premultiplied codes, 0 to 255, into four bytes.
  @inline(__always)
  private func packed(_ color: SIMD4<Float>) -> UInt32 { Self.pack(color + 0.5) }

  /// Packs the integer parts of four non-negative numbers, clamped to 255, into four bytes.
  @inline(__always)
  private static func pack(_ color: SIMD4<Float>) -> UInt32 {
    // Subtracting 0.499 makes the addition round down, up to 1/1000; 2²³ leaves the integer in the
    // lowest bits.
    let low = color - 0.499
    let positive = low.replacing(with: 0, where: low .< 0)
    let limited = positive.replacing(with: 255, where: positive .> 255)
    let bits = unsafeBitCast(limited + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
    return bits.x | bits.y &<< 8 | bits.z &<< 16 | bits.w &<< 24
  }

  @inline(__always)
  private func replaced(
    _ color: SIMD4<Float>, _ checker: Backdrop.Checker?, _ place: (x: Int, y: Int)
  ) -> UInt32 {
    let threshold = tones.dithers ? dither[(place.y & 7) << 3 | place.x & 7] : 0.5
    if color.w >= 255 {
      var shifted = color + threshold
      shifted.w = 255
      return Self.pack(shifted)
    }
    guard let checker else { return packed(color) }
    let edge = max(1, checker.edge)
    let behind = (place.x / edge &+ place.y / edge) & 1 == 0 ? checker.first : checker.second
    let clear = 1 - color.w / 255
    var mixed =
      color + SIMD4(Float(behind.red), Float(behind.green), Float(behind.blue), 0) * clear
      + threshold
    mixed.w = 255
    return Self.pack(mixed)
  }
}

/// Reads a tile's texels as premultiplied linear light, with or without interpolation.
struct LightTexels {
  private let base: UnsafeRawPointer
  private let size: PixelSize
  private let format: PixelFormat
  /// The linear light of each sRGB code.
  private let lights: UnsafePointer<Float>

  init(_ base: UnsafeRawPointer, _ layout: TileLayout, lights: UnsafePointer<Float>) {
    self.base = base
    size = layout.stored
    format = layout.format
    self.lights = lights
  }

  /// Returns a texel; coordinates are clamped.
  @inline(__always)
  func texel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let x = max(0, min(size.width &- 1, x))
    let y = max(0, min(size.height &- 1, y))
    let index = y &* size.width &+ x
    if format == .rgba16f {
      return HalfFloats.values(
        base.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
    }
    return lit(Self.codes(base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)))
  }

  /// Returns a row's half floats; `nil` if the format is another, or some texels are outside or not
  /// opaque.
  func opaqueHalves(_ x: Int, _ y: Int, count: Int) -> UnsafeRawPointer? {
    guard format == .rgba16f, x >= 0, y >= 0, x + count <= size.width, y < size.height else {
      return nil
    }
    let start = base + (y * size.width + x) * 8
    var different: UInt64 = 0
    for index in 0..<count {
      let bits = start.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      different |= bits ^ Self.opaque
    }
    return different >> 48 == 0 ? start : nil
  }

  /// An alpha of 1.
  private static let opaque: UInt64 = 0x3C00 << 48

  /// Interpolates four texels; the position is in 1/65536 texels, from the first one's centre.
  ///
  /// Finished pixels are interpolated in their encoding, as without exposure.
  @inline(__always)
  func mixed(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let right = Float(x & 0xffff) / 65536
    let down = Float(y & 0xffff) / 65536
    func value(_ column: Int, _ row: Int) -> SIMD4<Float> {
      guard format == .rgba8 else { return texel(column, row) }
      let x = max(0, min(size.width &- 1, column))
      let y = max(0, min(size.height &- 1, row))
      return Self.codes(
        base.loadUnaligned(fromByteOffset: (y &* size.width &+ x) &* 4, as: UInt32.self))
    }
    let (column, row) = (x >> 16, y >> 16)
    let upper = value(column, row) * (1 - right) + value(column &+ 1, row) * right
    let lower = value(column, row &+ 1) * (1 - right) + value(column &+ 1, row &+ 1) * right
    let mixed = upper * (1 - down) + lower * down
    return format == .rgba8 ? lit(mixed) : mixed
  }

  @inline(__always)
  private static func codes(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }

  /// Converts premultiplied codes, 0 to 255, to linear light.
  @inline(__always)
  private func lit(_ codes: SIMD4<Float>) -> SIMD4<Float> {
    guard codes.w > 0 else { return .zero }
    let alpha = codes.w / 255
    func light(_ code: Float) -> Float {
      let place = min(code / alpha, 255)
      let index = Int(place)
      let next = min(index + 1, 255)
      let share = place - Float(index)
      return (lights[index] * (1 - share) + lights[next] * share) * alpha
    }
    return SIMD4(light(codes.x), light(codes.y), light(codes.z), alpha)
  }
}
