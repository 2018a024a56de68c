import DecoderProtocol
import Geometry
import Resampling

/// Interleaves a picture's planes into rows: straight alpha, 8 or 16 bits.
struct HEICRows {
  private let picture: HEICPicture
  private let size: PixelSize
  private let format: RowFormat

  /// The rows of a picture, which must have this size.
  init(_ picture: HEICPicture, size: PixelSize, format: RowFormat) throws(CodecError) {
    guard picture.colors.count == 3, picture.colors.allSatisfy({ $0.size == size }) else {
      throw CodecError(.corrupt, "the HEIF file is damaged (its picture has a different size)")
    }
    self.picture = picture
    self.size = size
    self.format = format
  }

  /// Copies some rows.
  func copy(rows: Range<Int>, into target: UnsafeMutableRawPointer, stride: Int) {
    for row in rows {
      let line = target + (row - rows.lowerBound) * stride
      if format.depth == 8 {
        fill(line.assumingMemoryBound(to: UInt8.self), row)
      } else {
        fill(line.assumingMemoryBound(to: UInt16.self), row)
      }
    }
  }

  private func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ target: UnsafeMutablePointer<Sample>, _ row: Int
  ) {
    let step = format.channels.count
    let hasAlpha = format.channels.hasAlpha
    let colors = hasAlpha ? step - 1 : step
    for channel in 0..<colors {
      put(picture.colors[channel], row, into: target + channel, step)
    }
    guard hasAlpha else { return }
    if let alpha = picture.alpha {
      put(alpha, row, into: target + colors, step)
      if picture.isPremultiplied { divide(target, colors, step) }
    } else {
      for x in 0..<size.width { target[x &* step &+ colors] = .max }
    }
  }

  /// Writes a plane's row to every `step`th sample; a plane of another size is stretched.
  private func put<Sample: FixedWidthInteger & UnsignedInteger>(
    _ plane: HEICPicture.Plane, _ row: Int, into target: UnsafeMutablePointer<Sample>, _ step: Int
  ) {
    let width = size.width
    let isWhole = plane.size == size
    let place = isWhole ? row : row * plane.size.height / size.height
    let line = plane.base + place * plane.stride
    if isWhole, plane.bits == 8, Sample.bitWidth == 8 {
      for x in 0..<width { target[x &* step] = Sample(truncatingIfNeeded: line[x]) }
      return
    }
    let most = UInt32(1) << UInt32(plane.bits) - 1
    let (scale, half) = (UInt32(Sample.max), most / 2)
    for x in 0..<width {
      let from = isWhole ? x : x * plane.size.width / width
      let value =
        plane.bits > 8
        ? UInt32(UnsafeRawPointer(line).loadUnaligned(fromByteOffset: 2 * from, as: UInt16.self))
        : UInt32(line[from])
      target[x &* step] = Sample(truncatingIfNeeded: (min(value, most) &* scale &+ half) / most)
    }
  }

  /// Divides colours by the alpha after them, rounding to nearest.
  private func divide<Sample: FixedWidthInteger & UnsignedInteger>(
    _ target: UnsafeMutablePointer<Sample>, _ colors: Int, _ step: Int
  ) {
    let most = UInt64(Sample.max)
    for x in 0..<size.width {
      let pixel = target + x &* step
      let alpha = UInt64(pixel[colors])
      guard alpha < most else { continue }
      for channel in 0..<colors {
        let straight = alpha == 0 ? 0 : (UInt64(pixel[channel]) &* most &+ alpha / 2) / alpha
        pixel[channel] = Sample(truncatingIfNeeded: min(straight, most))
      }
    }
  }
}
