import COpenSlide
import CSlideFiles
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A slide opened by OpenSlide; after one error every call fails.
final class SlideHandle {
  private let handle: OpaquePointer

  /// Opens a file by name; `nil` if OpenSlide does not support its format.
  init?(_ name: String, _ reading: HeaderReading) throws(CodecError) {
    guard let handle = openslide_open(name) else { return nil }
    self.handle = handle
    if let failure { throw failure }
    try reading.check(self.shape)
  }

  deinit { openslide_close(handle) }

  /// Prepares the library, before entering the sandbox.
  static func begin() { fresnel_slide_log_nowhere() }

  /// The library's version.
  static var version: String { String(cString: openslide_get_version()) }

  /// The error that made the handle unusable; `nil` if there was none.
  var failure: CodecError? {
    guard let words = openslide_get_error(handle) else { return nil }
    // Made-up names are not shown to the user.
    let reason = String(cString: words).removingBytes(of: SlideFiles.folder)
    return CodecError(.corrupt, "the slide is damaged (\(reason))")
  }

  /// The number of levels, each smaller than the one before.
  var levelCount: Int { max(0, Int(openslide_get_level_count(handle))) }

  /// The shape that memory depends on: the sizes of levels and associated pictures.
  var shape: RowShape {
    let levels = (0..<levelCount).map { size(ofLevel: $0) }
    let pictures = pictureNames.map { size(ofPicture: $0) }
    return RowShape(
      size: levels.first ?? .zero,
      details: [levels.count] + (levels + pictures).flatMap { [$0.width, $0.height] })
  }

  /// The size of a level in its own pixels.
  func size(ofLevel level: Int) -> PixelSize {
    var width: Int64 = 0
    var height: Int64 = 0
    openslide_get_level_dimensions(handle, Int32(level), &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  func downsample(ofLevel level: Int) -> Double {
    openslide_get_level_downsample(handle, Int32(level))
  }

  func property(_ name: String) -> String? {
    openslide_get_property_value(handle, name).map { String(cString: $0) }
  }

  var pictureNames: [String] {
    guard let names = openslide_get_associated_image_names(handle) else { return [] }
    var strings: [String] = []
    while let name = names[strings.count] { strings.append(String(cString: name)) }
    return strings
  }

  func size(ofPicture name: String) -> PixelSize {
    var width: Int64 = 0
    var height: Int64 = 0
    openslide_get_associated_image_dimensions(handle, name, &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Reads an associated picture as premultiplied 32-bit ARGB; returns false on failure.
  func read(picture name: String, into pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    openslide_read_associated_image(handle, name, pixels)
    return openslide_get_error(handle) == nil
  }

  /// Reads an area of a level, in its own pixels; returns false on failure.
  ///
  /// Pixels are premultiplied 32-bit ARGB. `spare` extra columns and rows are read with undefined
  /// content, so rows are that much longer.
  func read(
    _ area: PixelRect, ofLevel level: Int, spare: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let step = downsample(ofLevel: level)
    let left = (Double(area.minX) * step).rounded(.down)
    let top = (Double(area.minY) * step).rounded(.down)
    // Tiles in a grid are adjacent and never overlap.
    fresnel_slide_begin_region(
      Self.rest(left / step - Double(area.minX)), Self.rest(top / step - Double(area.minY)),
      spare == 0 ? 1 : 0)
    defer { fresnel_slide_end_region() }
    openslide_read_region(
      handle, pixels, Int64(left), Int64(top), Int32(level), Int64(area.size.width + spare),
      Int64(area.size.height + spare))
    return openslide_get_error(handle) == nil
  }

  /// A fraction of a pixel; a rounding error becomes 0.
  private static func rest(_ part: Double) -> Double { abs(part) < 1e-6 ? 0 : part }
}
