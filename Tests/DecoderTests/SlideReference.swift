import COpenSlide
import Geometry

/// OpenSlide's own regions, read in the tests' process.
final class SlideReference {
  /// The sizes of the levels.
  let sizes: [PixelSize]
  private let handle: OpaquePointer

  /// Opens a file on disk.
  init?(path: String) {
    guard let handle = openslide_open(path) else { return nil }
    self.handle = handle
    sizes = (0..<max(0, openslide_get_level_count(handle))).map { level in
      var (width, height) = (Int64(0), Int64(0))
      openslide_get_level_dimensions(handle, level, &width, &height)
      return PixelSize(width: Int(width), height: Int(height))
    }
    if let words = openslide_get_error(handle) {
      print("OpenSlide: \(String(cString: words))")
      return nil
    }
  }

  /// Opens a file in memory.
  convenience init?(_ file: PictureFile) {
    self.init(path: "/proc/self/fd/\(file.descriptor.number)")
  }

  deinit { openslide_close(handle) }

  /// A property of the slide.
  func property(_ name: String) -> String? {
    openslide_get_property_value(handle, name).map { String(cString: $0) }
  }

  /// The error after which nothing can be read; `nil` if there is none.
  var failure: String? { openslide_get_error(handle).map { String(cString: $0) } }

  /// A whole level over the slide's background, by default white.
  func pixels(ofLevel level: Int) -> Pixels {
    let size = sizes[level]
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    openslide_read_region(
      handle, &words, 0, 0, Int32(level), Int64(size.width), Int64(size.height))
    return covered(words, size)
  }

  /// An associated picture of the slide.
  func pixels(ofPicture name: String) -> Pixels {
    var (width, height) = (Int64(0), Int64(0))
    openslide_get_associated_image_dimensions(handle, name, &width, &height)
    let size = PixelSize(width: Int(max(0, width)), height: Int(max(0, height)))
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    openslide_read_associated_image(handle, name, &words)
    return covered(words, size)
  }

  private func covered(_ words: [UInt32], _ size: PixelSize) -> Pixels {
    let background = property("openslide.background-color").flatMap { UInt32($0, radix: 16) }
    let behind = background ?? 0xFF_FFFF
    var pixels = Pixels(size: size)
    for (index, word) in words.enumerated() {
      let rest = Double(255 - word >> 24) / 255
      for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
        let value = Double(word >> shift & 255) + rest * Double(behind >> shift & 255)
        pixels.bytes[4 * index + channel] = UInt8(min(255, value.rounded()))
      }
      pixels.bytes[4 * index + 3] = 255
    }
    return pixels
  }
}
