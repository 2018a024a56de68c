import COpenSlide
import CSlideFiles
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A slide as OpenSlide has it open; one error, and all of its answers are errors.
final class SlideHandle {
  private let handle: OpaquePointer

  /// Opens a file that has this name; `nil` where OpenSlide knows no such slides.
  init?(_ name: String) throws(CodecError) {
    guard let handle = openslide_open(name) else { return nil }
    self.handle = handle
    if let failure { throw failure }
  }

  deinit { openslide_close(handle) }

  /// Readies the library, before the lock-down.
  static func begin() { fresnel_slide_log_nowhere() }

  /// The library's version.
  static var version: String { String(cString: openslide_get_version()) }

  /// Why nothing can be read any more; `nil` while all is well.
  var failure: CodecError? {
    guard let words = openslide_get_error(handle) else { return nil }
    // Names that only exist here are nobody's concern.
    let reason = String(cString: words).removingBytes(of: SlideFiles.folder)
    return CodecError(.corrupt, "the slide is damaged (\(reason))")
  }

  /// How many versions it has, of which each is smaller than the one before.
  var levelCount: Int { max(0, Int(openslide_get_level_count(handle))) }

  /// What memory rests on: the sizes of its versions and of the pictures that belong to it.
  var shape: RowShape {
    let levels = (0..<levelCount).map { size(ofLevel: $0) }
    let pictures = pictureNames.map { size(ofPicture: $0) }
    return RowShape(
      size: levels.first ?? .zero,
      details: [levels.count] + (levels + pictures).flatMap { [$0.width, $0.height] })
  }

  /// The size of a version in its own pixels.
  func size(ofLevel level: Int) -> PixelSize {
    var width: Int64 = 0
    var height: Int64 = 0
    openslide_get_level_dimensions(handle, Int32(level), &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// How many pixels of the largest version are side by side in one of a version's.
  func downsample(ofLevel level: Int) -> Double {
    openslide_get_level_downsample(handle, Int32(level))
  }

  /// What the slide says of itself by a name.
  func property(_ name: String) -> String? {
    openslide_get_property_value(handle, name).map { String(cString: $0) }
  }

  /// The names of pictures that belong to the slide.
  var pictureNames: [String] {
    guard let names = openslide_get_associated_image_names(handle) else { return [] }
    var strings: [String] = []
    while let name = names[strings.count] { strings.append(String(cString: name)) }
    return strings
  }

  /// The size of a picture that belongs to the slide.
  func size(ofPicture name: String) -> PixelSize {
    var width: Int64 = 0
    var height: Int64 = 0
    openslide_get_associated_image_dimensions(handle, name, &width, &height)
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Reads a picture that belongs to the slide: as many pixels as its size says, premultiplied
  /// ARGB of 32 bits; false where that fails.
  func read(picture name: String, into pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    openslide_read_associated_image(handle, name, pixels)
    return openslide_get_error(handle) == nil
  }

  /// Reads an area of a version, in its own pixels; false where that fails.
  ///
  /// Pixels are premultiplied ARGB of 32 bits. `spare` columns and rows more than the area has are
  /// read, and filled with what is of no use: rows are so far apart.
  func read(
    _ area: PixelRect, ofLevel level: Int, spare: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let step = downsample(ofLevel: level)
    let left = (Double(area.minX) * step).rounded(.down)
    let top = (Double(area.minY) * step).rounded(.down)
    // Tiles in a grid meet and never overlap.
    fresnel_slide_begin_region(
      Self.rest(left / step - Double(area.minX)), Self.rest(top / step - Double(area.minY)),
      spare == 0 ? 1 : 0)
    defer { fresnel_slide_end_region() }
    openslide_read_region(
      handle, pixels, Int64(left), Int64(top), Int32(level), Int64(area.size.width + spare),
      Int64(area.size.height + spare))
    return openslide_get_error(handle) == nil
  }

  /// A part of a pixel, or nothing where only rounding made it.
  private static func rest(_ part: Double) -> Double { abs(part) < 1e-6 ? 0 : part }
}
