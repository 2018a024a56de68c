import CHEIF
import DecoderKit
import DecoderProtocol
import Geometry

/// A page's planes, decoded.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class HEICPicture: @unchecked Sendable {
  /// Samples of one kind.
  struct Plane {
    let base: UnsafePointer<UInt8>
    let stride: Int
    let size: PixelSize
    /// Bits of a sample, in one byte or, from 9 on, in two.
    let bits: Int
  }

  /// Red, green and blue.
  let colors: [Plane]
  let alpha: Plane?
  /// Whether the colours have been multiplied by alpha.
  let isPremultiplied: Bool
  private let image: OpaquePointer

  /// Decodes a page of a file, whose boxes are of a shape; that takes as long as it takes.
  convenience init(
    _ input: PictureInput, page: Int, like shape: RowShape, progress: DecodingProgress
  ) throws(CodecError) {
    let file = try HEICFile(input, page: page, progress: progress)
    try shape.check(file.shape)
    self.init(try file.decode())
  }

  /// The planes of an image of libheif's, which it owns from now on.
  init(_ image: OpaquePointer) {
    self.image = image
    colors = [heif_channel_R, heif_channel_G, heif_channel_B].compactMap {
      Self.plane($0, of: image)
    }
    alpha = Self.plane(heif_channel_Alpha, of: image)
    isPremultiplied = heif_image_is_premultiplied_alpha(image) != 0
  }

  deinit { heif_image_release(image) }

  private static func plane(_ channel: heif_channel, of image: OpaquePointer) -> Plane? {
    guard heif_image_has_channel(image, channel) != 0 else { return nil }
    var stride: Int32 = 0
    let size = PixelSize(
      width: Int(heif_image_get_width(image, channel)),
      height: Int(heif_image_get_height(image, channel)))
    let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
    guard let base = heif_image_get_plane_readonly(image, channel, &stride), !size.isEmpty,
      (1...16).contains(bits), Int(stride) >= size.width * (bits > 8 ? 2 : 1)
    else { return nil }
    return Plane(base: base, stride: Int(stride), size: size, bits: bits)
  }
}
