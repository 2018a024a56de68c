import CAVIF
import Geometry

/// A gain map that libavif's encoder writes with a picture.
struct AVIFGainMap {
  var size = PixelSize(width: 14, height: 8)
  var isGray = false
  /// For red, green and blue, in stops.
  var minimum = [-0.5, -0.25, 0]
  var maximum = [2.5, 2, 1.5]
  var gamma = 1.0
  var offsets = (base: 0.016, alternate: 0.031)
  var headrooms = (base: 0.25, alternate: 2.25)
  var usesBaseColors = true
  var primaries = 1

  /// The map's value, 0 to 255.
  func value(_ x: Int, _ channel: Int) -> Int { x * 10 + (isGray ? 0 : channel * 20) }

  /// True if libavif writes gain maps.
  static let canBeWritten: Bool = {
    guard let image = avifImageCreate(8, 8, 8, AVIF_PIXEL_FORMAT_YUV444) else { return false }
    defer { avifImageDestroy(image) }
    return AVIFGainMap().add(to: image)
  }()

  /// Adds this map to a picture; returns false if that isn't possible.
  @discardableResult func add(to image: UnsafeMutablePointer<avifImage>) -> Bool {
    let format = isGray ? AVIF_PIXEL_FORMAT_YUV400 : AVIF_PIXEL_FORMAT_YUV444
    guard let pixels = avifImageCreate(UInt32(size.width), UInt32(size.height), 8, format) else {
      fatalError("memory")
    }
    pixels.pointee.yuvRange = AVIF_RANGE_FULL
    // Green, blue and red, unconverted.
    pixels.pointee.matrixCoefficients = isGray ? 2 : 0
    precondition(avifImageAllocatePlanes(pixels, AVIF_PLANES_YUV.rawValue) == AVIF_RESULT_OK)
    let planes = pixels.pointee.yuvPlanes
    let strides = pixels.pointee.yuvRowBytes
    fill(planes.0, strides.0, channel: isGray ? 0 : 1)
    if !isGray {
      fill(planes.1, strides.1, channel: 2)
      fill(planes.2, strides.2, channel: 0)
    }
    let numbers =
      (minimum + maximum + [gamma, offsets.base, offsets.alternate]
      + [headrooms.base, headrooms.alternate]).map { Int32(($0 * 10_000_000).rounded()) }
    guard
      fresnel_avif_set_gain_map(
        image, pixels, numbers, usesBaseColors ? 1 : 0, Int32(primaries)) != 0
    else {
      avifImageDestroy(pixels)
      return false
    }
    return true
  }

  private func fill(_ plane: UnsafeMutablePointer<UInt8>?, _ stride: UInt32, channel: Int) {
    guard let plane else { return }
    for y in 0..<size.height {
      for x in 0..<size.width { plane[y * Int(stride) + x] = UInt8(value(x, channel)) }
    }
  }
}
