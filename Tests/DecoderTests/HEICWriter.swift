import CHEIF
import Geometry

/// HEIC files written by libheif's encoder, with the noise of the AVIF tests.
struct HEICWriter {
  var size = PixelSize(width: 70, height: 46)
  var depth = 8
  /// "420", "422" or "444".
  var chroma = "420"
  var hasAlpha = false
  var isPremultiplied = false
  var isLossless = false
  var isGray = false
  var profile: [UInt8] = []
  /// Primaries, transfer function and matrix (ITU-T H.273).
  var points: (primaries: UInt16, transfer: UInt16, matrix: UInt16)?
  /// EXIF's orientation, for which libheif writes a rotation and a mirror.
  var orientation = 1
  var exif: [UInt8] = []
  /// One colour for all pixels, instead of noise.
  var color: [UInt8]?
  /// The number of pictures of the same kind, and the index of the primary one.
  var pages = (count: 1, primary: 0)
  var isAV1 = false
  var seed: UInt64 = 1

  /// Straight 8-bit RGBA.
  func samples(page: Int = 0) -> [UInt8] {
    var noise = AVIFWriter()
    noise.size = size
    noise.color = color
    noise.seed = seed
    return noise.samples(frame: page)
  }

  func file() -> PictureFile { PictureFile(bytes()) }

  func bytes() -> [UInt8] {
    guard let context = heif_context_alloc() else { fatalError("memory") }
    defer { heif_context_free(context) }
    var made: OpaquePointer?
    check(
      heif_context_get_encoder_for_format(
        context, isAV1 ? heif_compression_AV1 : heif_compression_HEVC, &made))
    guard let encoder = made else { fatalError("no encoder") }
    defer { heif_encoder_release(encoder) }
    check(heif_encoder_set_lossy_quality(encoder, 80))
    check(heif_encoder_set_lossless(encoder, isLossless ? 1 : 0))
    check(heif_encoder_set_parameter_string(encoder, "chroma", chroma))
    if !isAV1 { check(heif_encoder_set_parameter_string(encoder, "preset", "ultrafast")) }
    for page in 0..<pages.count {
      let handle = encode(page: page, in: context, with: encoder)
      if page == pages.primary { check(heif_context_set_primary_image(context, handle)) }
      heif_image_handle_release(handle)
    }
    return written(context)
  }

  private func encode(
    page: Int, in context: OpaquePointer, with encoder: OpaquePointer
  ) -> OpaquePointer {
    let image = image(page: page)
    defer { heif_image_release(image) }
    guard let options = heif_encoding_options_alloc() else { fatalError("memory") }
    defer { heif_encoding_options_free(options) }
    options.pointee.image_orientation = heif_orientation(UInt32(orientation))
    options.pointee.save_alpha_channel = hasAlpha ? 1 : 0
    var points: UnsafeMutablePointer<heif_color_profile_nclx>?
    if let wanted = self.points {
      points = heif_nclx_color_profile_alloc()
      check(heif_nclx_color_profile_set_color_primaries(points, wanted.primaries))
      check(heif_nclx_color_profile_set_transfer_characteristics(points, wanted.transfer))
      check(heif_nclx_color_profile_set_matrix_coefficients(points, wanted.matrix))
      points?.pointee.full_range_flag = 1
      // libheif uses one or the other, depending on its version.
      options.pointee.output_nclx_profile = points
      check(heif_image_set_nclx_color_profile(image, points))
      options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    }
    defer { if points != nil { heif_nclx_color_profile_free(points) } }
    var handle: OpaquePointer?
    check(heif_context_encode_image(context, image, encoder, options, &handle))
    guard let handle else { fatalError("no picture") }
    if !exif.isEmpty {
      check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
    }
    return handle
  }

  private func image(page: Int) -> OpaquePointer {
    let isDeep = depth > 8
    let chroma: heif_chroma
    switch (isGray, isDeep, hasAlpha) {
    // A single plane, which newer libraries name differently.
    case (true, _, _): chroma = heif_chroma(0)
    case (_, false, false): chroma = heif_chroma_interleaved_RGB
    case (_, false, true): chroma = heif_chroma_interleaved_RGBA
    case (_, true, false): chroma = heif_chroma_interleaved_RRGGBB_LE
    case (_, true, true): chroma = heif_chroma_interleaved_RRGGBBAA_LE
    }
    var made: OpaquePointer?
    check(
      heif_image_create(
        Int32(size.width), Int32(size.height),
        isGray ? heif_colorspace_monochrome : heif_colorspace_RGB, chroma, &made))
    guard let image = made else { fatalError("memory") }
    let channel = isGray ? heif_channel_Y : heif_channel_interleaved
    check(
      heif_image_add_plane(
        image, channel, Int32(size.width), Int32(size.height), Int32(depth)))
    var stride: Int32 = 0
    guard let plane = heif_image_get_plane(image, channel, &stride) else { fatalError("no plane") }
    let count = isGray ? 1 : hasAlpha ? 4 : 3
    let samples = samples(page: page)
    for index in 0..<size.width * size.height {
      let line = plane + index / size.width * Int(stride)
      for channel in 0..<count {
        let place = index % size.width * count + channel
        var value = Int(samples[index * 4 + channel])
        if isPremultiplied, channel < 3 { value = value * Int(samples[index * 4 + 3]) / 255 }
        if isDeep {
          // Scaled to the whole range.
          let deep = value * ((1 << depth) - 1) / 255
          line[2 * place] = UInt8(deep & 255)
          line[2 * place + 1] = UInt8(deep >> 8)
        } else {
          line[place] = UInt8(value)
        }
      }
    }
    if isPremultiplied { heif_image_set_premultiplied_alpha(image, 1) }
    if !profile.isEmpty {
      check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count))
    }
    return image
  }

  private func written(_ context: OpaquePointer) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, data, count, target in
      let bytes = target?.assumingMemoryBound(to: [UInt8].self)
      bytes?.pointee += UnsafeRawBufferPointer(start: data, count: count)
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    withUnsafeMutablePointer(to: &bytes) { check(heif_context_write(context, &writer, $0)) }
    return bytes
  }

  private func check(_ error: heif_error) {
    precondition(
      error.code == heif_error_Ok, error.message.map { String(cString: $0) } ?? "libheif failed")
  }
}

/// libheif's own decoding of a file, in the tests' process.
struct HEICReference {
  let size: PixelSize
  /// Straight RGBA, upright: 0 to 1.
  private let samples: [Double]

  /// Decodes a page as shown; by default the primary picture.
  init(_ bytes: [UInt8], page: Int? = nil) {
    guard let context = heif_context_alloc() else { fatalError("memory") }
    defer { heif_context_free(context) }
    (size, samples) = bytes.withUnsafeBytes { bytes in
      _ = heif_context_read_from_memory_without_copy(
        context, bytes.baseAddress, bytes.count, nil)
      var handle: OpaquePointer?
      if let page {
        var numbers = [heif_item_id](repeating: 0, count: 10)
        _ = heif_context_get_list_of_top_level_image_IDs(context, &numbers, 10)
        _ = heif_context_get_image_handle(context, numbers[page], &handle)
      } else {
        _ = heif_context_get_primary_image_handle(context, &handle)
      }
      defer { heif_image_handle_release(handle) }
      let isDeep = heif_image_handle_get_luma_bits_per_pixel(handle) > 8
      var image: OpaquePointer?
      _ = heif_decode_image(
        handle, &image, heif_colorspace_RGB,
        isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, nil)
      guard let image else { fatalError("libheif can't read it") }
      defer { heif_image_release(image) }
      let size = PixelSize(
        width: Int(heif_image_get_primary_width(image)),
        height: Int(heif_image_get_primary_height(image)))
      let bits = heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved)
      var stride: Int32 = 0
      guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
      else { fatalError("no plane") }
      let values = (0..<size.width * size.height * 4).map { index in
        let line = plane + index / (size.width * 4) * Int(stride)
        let place = index % (size.width * 4)
        guard isDeep else { return Double(line[place]) / 255 }
        let value = Int(line[2 * place]) | Int(line[2 * place + 1]) << 8
        // libheif fills missing alpha with more than the maximum.
        return min(1, Double(value) / Double((1 << bits) - 1))
      }
      return (size, values)
    }
  }

  /// The tolerance between libheif's interleaved samples, requested here, and its planes: from 1.19
  /// on it rounds them differently.
  private static let slack = heif_get_version_number() >= 0x0113_0000 ? 1.0 : 0

  /// The largest difference of pixels from this picture.
  func difference(_ pixels: Pixels, isPremultiplied: Bool = false) -> Double {
    guard pixels.size == size else { return 256 }
    var worst = 0.0
    for index in 0..<size.width * size.height {
      let alpha = samples[index * 4 + 3]
      for channel in 0..<4 {
        let value = samples[index * 4 + channel]
        let expected =
          channel == 3 ? alpha : isPremultiplied ? min(value, alpha) : value * alpha
        worst = max(worst, abs(Double(pixels.bytes[index * 4 + channel]) - expected * 255))
      }
    }
    return max(0, worst - Self.slack)
  }
}
