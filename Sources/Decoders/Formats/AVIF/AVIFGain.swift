import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry

/// Applies the gain map of a picture.
struct AVIFGain {
  let map: GainMap
  private let codes: [[Float]]
  private let stops: Double

  /// The maximum number of samples in a map, as for JPEG.
  private static let mostSamples = 48 << 20

  /// The gain map of a file whose boxes have been parsed; `nil` if it has no usable one.
  ///
  /// A map is unusable if it darkens an HDR picture, applies in other colours than the picture's,
  /// or belongs to a grey, cropped or translucent picture, which is then shown without it.
  init?(of file: AVIFFile, _ layout: AVIFLayout, stops: Double) {
    var gain = fresnel_avif_gain()
    guard fresnel_avif_gain_map(file.image, &gain) != 0, let image = gain.image else { return nil }
    guard case .rgb = layout.format.channels, layout.crop == PixelRect(layout.stored),
      gain.uses_base_colors != 0 || Self.isInColors(of: file.image, gain)
    else { return nil }
    let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    guard let area = size.area, area > 0, area * 3 <= Self.mostSamples,
      let pixels = layout.stored.area, area <= max(pixels, 1 << 20)
    else { return nil }
    let numbers = [
      gain.minimum, gain.maximum, gain.gamma, gain.base_offset, gain.alternate_offset,
    ].map { [$0.0, $0.1, $0.2] }
    guard
      (numbers.joined() + [gain.base_headroom, gain.alternate_headroom]).allSatisfy({
        $0.isFinite && abs($0) <= 64
      }), numbers[2].allSatisfy({ $0 >= 0.01 }),
      Float(gain.alternate_headroom) > Float(gain.base_headroom),
      let codes = layout.color.lightOfCodes(count: layout.format.depth == 8 ? 256 : 4096)
    else { return nil }
    func channels(_ index: Int) -> GainMap.Channels {
      let floats = numbers[index].map { Float($0) }
      return GainMap.Channels(floats[0], floats[1], floats[2])
    }
    map = GainMap(
      size: size, minimum: channels(0), maximum: channels(1), gamma: channels(2),
      baseOffset: channels(3), alternateOffset: channels(4),
      baseCapacity: Float(gain.base_headroom), alternateCapacity: Float(gain.alternate_headroom),
      isBaseBright: false)
    self.codes = codes
    self.stops = stops
  }

  private static func isInColors(
    of image: UnsafePointer<avifImage>, _ gain: fresnel_avif_gain
  ) -> Bool {
    gain.alternate_has_profile == 0 && image.pointee.icc.size == 0
      && gain.alternate_primaries == Int32(image.pointee.colorPrimaries)
  }

  /// The picture's headroom with the map applied.
  var headroom: Double { light(samples: [0], channels: 1, of: map).headroom }

  /// Bytes needed besides the picture: the map's planes, of up to 16 bits, and its samples.
  var byteCount: Int { map.size.width * map.size.height * 9 + codes.count * 4096 * 8 }

  /// The conversion of the picture's rows to light.
  ///
  /// If the map can't be decoded, the picture is still light, but without any gain.
  func light(of picture: AVIFPicture) -> GainLight {
    if let (samples, channels) = samples(of: picture) {
      return light(samples: samples, channels: channels, of: map)
    }
    let none = GainMap.Channels(0, 0, 0)
    var flat = map
    flat.size = PixelSize(width: 1, height: 1)
    (flat.minimum, flat.maximum, flat.baseOffset, flat.alternateOffset) = (none, none, none, none)
    return light(samples: [0], channels: 1, of: flat)
  }

  private func light(samples: [UInt8], channels: Int, of map: GainMap) -> GainLight {
    GainLight(map, samples: samples, channels: channels, light: codes, stops: stops)
  }

  private func samples(of picture: AVIFPicture) -> (samples: [UInt8], channels: Int)? {
    var gain = fresnel_avif_gain()
    guard fresnel_avif_gain_map(picture.image, &gain) != 0, let image = gain.image,
      picture.rows == picture.size.height, image.pointee.yuvPlanes.0 != nil,
      Int(image.pointee.width) == map.size.width, Int(image.pointee.height) == map.size.height
    else { return nil }
    var rgb = avifRGBImage()
    avifRGBImageSetDefaults(&rgb, image)
    rgb.depth = 8
    rgb.format = AVIF_RGB_FORMAT_RGB
    rgb.rowBytes = UInt32(map.size.width * 3)
    var samples = [UInt8](repeating: 0, count: map.size.width * map.size.height * 3)
    let result = samples.withUnsafeMutableBufferPointer { samples in
      rgb.pixels = samples.baseAddress
      return avifImageYUVToRGB(image, &rgb)
    }
    guard result == AVIF_RESULT_OK else { return nil }
    guard image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 else { return (samples, 3) }
    return (stride(from: 0, to: samples.count, by: 3).map { samples[$0] }, 1)
  }
}
