/// The format that a file name's extension suggests; it proves nothing.
enum PictureExtension {
  /// Returns the name of the picture format of a path's extension; `nil` if there is none.
  static func format(of path: [UInt8]) -> String? {
    let name = String(decoding: PathBytes.lastComponent(of: path), as: UTF8.self)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return formats[name[name.index(after: dot)...].lowercased()]
  }

  private static let formats = [
    "jpg": "JPEG", "jpeg": "JPEG", "jpe": "JPEG", "png": "PNG", "apng": "PNG", "gif": "GIF",
    "webp": "WebP", "tif": "TIFF", "tiff": "TIFF", "avif": "AVIF", "heic": "HEIC", "heif": "HEIC",
    "jxl": "JPEG XL", "jp2": "JPEG 2000", "bmp": "BMP", "ico": "ICO", "tga": "TGA", "psd": "PSD",
    "svg": "SVG", "pdf": "PDF", "exr": "OpenEXR", "hdr": "Radiance file", "qoi": "QOI",
  ]
}
