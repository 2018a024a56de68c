import CJP2
import Geometry
import Resampling

/// Interleaves the components of a decoded tile or picture into rows.
package struct JP2Rows {
  /// One component's samples.
  private struct Plane {
    let data: UnsafePointer<Int32>
    let width: Int
    let height: Int
    /// The position of the first sample, and how many samples of the first component each covers.
    let (left, top, stepX, stepY): (Int, Int, Int, Int)
    /// Added to a sample to make it non-negative.
    let bias: Int
    let most: Int

    init?(_ component: opj_image_comp_t, first: opj_image_comp_t) {
      guard let data = component.data, component.w > 0, component.h > 0,
        (1...32).contains(component.prec), first.dx > 0, first.dy > 0
      else { return nil }
      self.data = UnsafePointer(data)
      (width, height) = (Int(component.w), Int(component.h))
      let halved = 1 << Int(component.factor)
      left = dividedRoundingUp(Int(component.x0), by: halved)
      top = dividedRoundingUp(Int(component.y0), by: halved)
      stepX = max(1, Int(component.dx) / Int(first.dx))
      stepY = max(1, Int(component.dy) / Int(first.dy))
      bias = component.sgnd != 0 ? 1 << (Int(component.prec) - 1) : 0
      most = 1 << Int(component.prec) - 1
    }

    func row(_ y: Int) -> UnsafePointer<Int32> {
      data + min(max(y / stepY - top, 0), height - 1) * width
    }
  }

  /// The number of pixels per row, and of rows.
  package let size: PixelSize
  private let planes: [Plane]
  private let meaning: JP2Meaning
  private let (left, top): (Int, Int)

  /// The rows of the last decoded data; `nil` if a component is missing.
  package init?(_ image: opj_image_t, _ meaning: JP2Meaning) {
    guard let components = image.comps else { return nil }
    let all = UnsafeBufferPointer(start: components, count: Int(image.numcomps))
    guard let first = all.first else { return nil }
    planes = meaning.components.compactMap { index in
      all.indices.contains(index) ? Plane(all[index], first: first) : nil
    }
    guard planes.count == meaning.components.count else { return nil }
    let halved = 1 << Int(first.factor)
    left = dividedRoundingUp(Int(first.x0), by: halved)
    top = dividedRoundingUp(Int(first.y0), by: halved)
    size = PixelSize(width: Int(first.w), height: Int(first.h))
    self.meaning = meaning
  }

  /// Copies a row, `format.bytesPerPixel` bytes per pixel.
  package func copy(row: Int, into target: UnsafeMutableRawPointer) {
    if meaning.format.depth == 8 {
      fill(target.assumingMemoryBound(to: UInt8.self), row)
    } else {
      let pixels = target.assumingMemoryBound(to: UInt16.self)
      fill(pixels, row)
      guard let lab = meaning.lab else { return }
      for x in 0..<size.width { lab.convert(pixels + x * planes.count) }
    }
  }

  private func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ target: UnsafeMutablePointer<Sample>, _ row: Int
  ) {
    let step = planes.count
    for (channel, plane) in planes.enumerated() {
      put(plane, row, into: target + channel, step)
    }
    guard meaning.isDifferences else { return }
    for x in 0..<size.width { Self.convert(target + x * step) }
  }

  private func put<Sample: FixedWidthInteger & UnsignedInteger>(
    _ plane: Plane, _ row: Int, into target: UnsafeMutablePointer<Sample>, _ step: Int
  ) {
    let line = plane.row(top + row)
    let scale = Int(Sample.max)
    let isPlain =
      plane.most == scale && plane.stepX == 1 && plane.left == left
      && plane.width >= size.width
    for x in 0..<size.width {
      let place = isPlain ? x : min(max((left + x) / plane.stepX - plane.left, 0), plane.width - 1)
      let value = min(max(Int(line[place]) + plane.bias, 0), plane.most)
      target[x &* step] = Sample(
        truncatingIfNeeded: isPlain ? value : (value * scale + plane.most / 2) / plane.most)
    }
  }

  /// Converts luma and colour differences to red, green and blue by BT.601, in full range.
  private static func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UnsafeMutablePointer<Sample>
  ) {
    let most = Float(Sample.max)
    let middle = Float(Sample.max / 2 + 1)
    let (y, blue, red) = (Float(pixel[0]), Float(pixel[1]) - middle, Float(pixel[2]) - middle)
    func sample(_ value: Float) -> Sample { Sample(min(max(value, 0), most).rounded()) }
    pixel[0] = sample(y + 1.402 * red)
    pixel[1] = sample(y - 0.344136 * blue - 0.714136 * red)
    pixel[2] = sample(y + 1.772 * blue)
  }
}
