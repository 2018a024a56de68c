import CHEIF
import DecoderKit
import DecoderProtocol
import Geometry

/// A file whose boxes libheif has parsed, and one of its pictures.
final class HEICFile {
  /// The number of top-level pictures: no tiles, thumbnails or depth maps.
  let pageCount: Int
  /// libheif's handle of the requested page.
  let handle: OpaquePointer
  /// The orientation of a large grid, to be applied after decoding: libheif would need twice the
  /// memory to apply it.
  let gridOrientation: Orientation?
  private let context: OpaquePointer
  private let reader: HEICReader

  /// The longest side of pictures that libheif may decode.
  private static let longestSide: Int32 = 65535
  /// Tiles decoded in parallel.
  private static let threads: Int32 = 2
  /// The maximum number of pixels that libheif may rotate itself.
  private static let mostTurned = 50_000_000
  /// The maximum number of pages to report.
  private static let mostPages = 65536

  /// Parses a file's boxes for one of its pages, from 0.
  ///
  /// Decoding updates `progress`.
  init(
    _ input: PictureInput, _ reading: HeaderReading, page: Int, progress: DecodingProgress? = nil
  ) throws(CodecError) {
    let items = try ISOItems(input)
    let parts = items.parts
    let reader = HEICReader(input, items, progress: progress)
    guard let context = heif_context_alloc() else { throw CodecError.noMemory }
    var handle: OpaquePointer?
    let pages: [heif_item_id]
    do throws(CodecError) {
      heif_context_set_maximum_image_size_limit(context, Self.longestSide)
      heif_context_set_max_decoding_threads(context, Self.threads)
      try Self.check(
        heif_context_read_from_reader(context, reader.functions, reader.handle, nil), reader)
      pages = try Self.pages(of: context, without: parts, reader)
      guard pages.indices.contains(page) else {
        throw CodecError(.other, "the file has no page \(page)")
      }
      try Self.check(heif_context_get_image_handle(context, pages[page], &handle), reader)
    } catch {
      heif_context_free(context)
      throw error
    }
    guard let handle else {
      heif_context_free(context)
      throw CodecError(.corrupt, "the HEIF file is damaged (it has no picture)")
    }
    self.handle = handle
    self.context = context
    self.reader = reader
    let area =
      Int(heif_image_handle_get_ispe_width(handle)) * Int(heif_image_handle_get_ispe_height(handle))
    gridOrientation = area > Self.mostTurned ? items.gridOrientation(of: pages[page]) : nil
    pageCount = pages.count
    try reading.check(self.shape)
  }

  deinit {
    heif_image_handle_release(handle)
    heif_context_free(context)
  }

  /// The shape that the page's memory depends on, from the boxes.
  var shape: RowShape {
    RowShape(
      size: PixelSize(
        width: Int(heif_image_handle_get_width(handle)),
        height: Int(heif_image_handle_get_height(handle))),
      details: [
        heif_image_handle_get_ispe_width(handle), heif_image_handle_get_ispe_height(handle),
        heif_image_handle_has_alpha_channel(handle),
        heif_image_handle_get_luma_bits_per_pixel(handle), gridOrientation == nil ? 0 : 1,
      ].map { Int($0) } + (tiles?.details ?? []))
  }

  /// The item numbers of the pages, the primary one first.
  private static func pages(
    of context: OpaquePointer, without parts: Set<UInt32>, _ reader: HEICReader
  ) throws(CodecError) -> [heif_item_id] {
    var primary: heif_item_id = 0
    try check(heif_context_get_primary_image_ID(context, &primary), reader)
    let count = min(
      max(0, Int(heif_context_get_number_of_top_level_images(context))), mostPages)
    var numbers = [heif_item_id](repeating: 0, count: count)
    let found = heif_context_get_list_of_top_level_image_IDs(context, &numbers, Int32(count))
    return [primary]
      + numbers.prefix(max(0, Int(found))).filter { $0 != primary && !parts.contains($0) }
  }

  /// The tiles by which the page is decoded; `nil` if it is decoded as a whole.
  var tiles: HEICTiles? { gridOrientation == nil ? nil : HEICTiles(of: handle) }

  /// Decodes the page into planes of red, green, blue and alpha, cropped and, except for grids,
  /// upright.
  func decode() throws(CodecError) -> OpaquePointer {
    try decode { image, options in
      heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_444, options)
    }
  }

  /// Decodes one tile of the page in the same way.
  func decodeTile(column: Int, row: Int) throws(CodecError) -> OpaquePointer {
    try decode { image, options in
      fresnel_heif_decode_tile(handle, &image, options, UInt32(column), UInt32(row))
    }
  }

  private func decode(
    _ call: (inout OpaquePointer?, UnsafeMutablePointer<heif_decoding_options>?) -> heif_error
  ) throws(CodecError) -> OpaquePointer {
    var image: OpaquePointer?
    let options = heif_decoding_options_alloc()
    defer { heif_decoding_options_free(options) }
    if gridOrientation != nil { options?.pointee.ignore_transformations = 1 }
    let outcome = call(&image, options)
    do throws(CodecError) {
      try Self.check(outcome, reader)
    } catch {
      // An image may have been decoded from a file that changed.
      if let image { heif_image_release(image) }
      throw error
    }
    guard let image else {
      throw CodecError(.corrupt, "the HEIF file is damaged (it has no picture)")
    }
    return image
  }

  /// Converts libheif's errors to sentences.
  private static func check(_ error: heif_error, _ reader: HEICReader) throws(CodecError) {
    if let failure = reader.failure { throw failure }
    guard error.code != heif_error_Ok else { return }
    let reason = error.message.map { String(cString: $0) } ?? "error \(error.code.rawValue)"
    if reader.isFileCut {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    if reader.hasSoughtMore || error.subcode == heif_suberror_End_of_data {
      throw CodecError(
        .corrupt,
        "the HEIF file is damaged, or of a kind that libheif \(String(cString: heif_get_version()))"
          + " can't read (\(reason))")
    }
    switch error.code {
    case heif_error_Memory_allocation_error:
      throw CodecError(.tooLarge, "the picture is too large to be decoded (\(reason))")
    case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
      throw CodecError(.unsupported, "this kind of HEIF file is not supported (\(reason))")
    default:
      throw CodecError(.corrupt, "the HEIF file is damaged (\(reason))")
    }
  }
}
