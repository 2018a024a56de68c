import CHEIF
import DecoderKit
import DecoderProtocol
import Geometry

/// The decoded planes of a page.
// @unchecked Sendable: immutable once the decoding thread has made it.
final class HEICPicture: @unchecked Sendable {
  /// The samples of one channel.
  struct Plane {
    let base: UnsafePointer<UInt8>
    let stride: Int
    let size: PixelSize
    /// Bits per sample, stored in one byte or, from 9 on, in two.
    let bits: Int
  }

  /// Red, green and blue.
  let colors: [Plane]
  let alpha: Plane?
  /// True if the colours are premultiplied.
  let isPremultiplied: Bool
  private let image: OpaquePointer

  /// Decodes a page of a file with a known shape, however long that takes.
  convenience init(
    _ input: PictureInput, page: Int, like shape: RowShape, progress: DecodingProgress
  ) throws(CodecError) {
    let file = try HEICFile(input, .again(shape), page: page, progress: progress)
    self.init(try file.decode())
  }

  /// Takes ownership of libheif's image.
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
