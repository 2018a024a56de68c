import CAVIF
import Geometry

/// Converts lossless YCgCo-R to RGB: ITU-T H.273, matrices 16 (two bits more than the colours) and
/// 17 (one bit more).
///
/// Debian 12's libavif does not support them.
struct AVIFReversible {
  /// Bits of a stored sample, and of a colour.
  private let depth: Int
  private let colorBits: Int

  /// A converter for a picture's planes; `nil` if libavif must convert them.
  init?(_ image: UnsafePointer<avifImage>) {
    let more = [16: 2, 17: 1][Int(image.pointee.matrixCoefficients)]
    depth = Int(image.pointee.depth)
    guard let more, image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV444,
      image.pointee.yuvRange == AVIF_RANGE_FULL, (9...16).contains(depth)
    else { return nil }
    colorBits = depth - more
  }

  /// Converts `rows` rows of a view to 16-bit samples, with alpha if `samples` is 4; returns false
  /// if planes are missing.
  func convert(
    _ view: UnsafePointer<avifImage>, rows: Int, samples: Int,
    into target: UnsafeMutableRawPointer, stride: Int
  ) -> Bool {
    let image = view.pointee
    let width = Int(image.width)
    let bytes = UInt32(width * 2)
    guard rows <= Int(image.height), let luma = image.yuvPlanes.0, let green = image.yuvPlanes.1,
      let orange = image.yuvPlanes.2,
      min(image.yuvRowBytes.0, min(image.yuvRowBytes.1, image.yuvRowBytes.2)) >= bytes,
      samples == 3 || image.alphaPlane == nil || image.alphaRowBytes >= bytes
    else { return false }
    func line(
      _ plane: UnsafeMutablePointer<UInt8>, _ row: Int, _ rowBytes: UInt32
    ) -> UnsafePointer<UInt16> {
      UnsafeRawPointer(plane + row * Int(rowBytes)).assumingMemoryBound(to: UInt16.self)
    }
    for row in 0..<rows {
      let y = line(luma, row, image.yuvRowBytes.0)
      let (cg, co) = (
        line(green, row, image.yuvRowBytes.1), line(orange, row, image.yuvRowBytes.2)
      )
      let alpha = image.alphaPlane.map { line($0, row, image.alphaRowBytes) }
      let out = (target + row * stride).assumingMemoryBound(to: UInt16.self)
      for x in 0..<width {
        let pixel = out + x &* samples
        put(Int(y[x]), Int(cg[x]), Int(co[x]), into: pixel)
        guard samples == 4 else { continue }
        let share = alpha.map { min(Int($0[x]), 1 << depth - 1) } ?? 1 << depth - 1
        pixel[3] = UInt16(share * 65535 / (1 << depth - 1))
        guard image.alphaPremultiplied != 0, pixel[3] > 0 else { continue }
        for channel in 0..<3 {
          pixel[channel] = UInt16(min(Int(pixel[channel]) * 65535 / Int(pixel[3]), 65535))
        }
      }
    }
    return true
  }

  /// Converts one pixel; differences are stored with an offset of half their range.
  @inline(__always)
  private func put(_ y: Int, _ cg: Int, _ co: Int, into pixel: UnsafeMutablePointer<UInt16>) {
    let middle = 1 << (depth - 1)
    let (greenness, orangeness) = (cg - middle, co - middle)
    let rest = y - greenness >> 1
    let blue = rest - orangeness >> 1
    pixel[0] = sample(blue + orangeness)
    pixel[1] = sample(rest + greenness)
    pixel[2] = sample(blue)
  }

  @inline(__always)
  private func sample(_ value: Int) -> UInt16 {
    let most = 1 << colorBits - 1
    return UInt16((min(max(value, 0), most) * 65535 + most / 2) / most)
  }
}
