import CJPEG
import CPNG
import CTIFF
import Geometry

/// Decodes a JPEG at the eighths of its size that suffice.
func decodeJPEG(_ file: Int32, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  guard let reader = fresnel_jpeg_reader_create(file) else { throw FloorError("no memory") }
  defer { fresnel_jpeg_reader_destroy(reader) }
  func check(_ status: fresnel_jpeg_status) throws(FloorError) {
    if status == FRESNEL_JPEG_OK { return }
    throw FloorError(String(cString: fresnel_jpeg_reader_message(reader)))
  }
  var header = fresnel_jpeg_header()
  try check(fresnel_jpeg_reader_read_header(reader, false, &header))
  let picker = picker(PixelSize(width: Int(header.width), height: Int(header.height)))
  let eighths = [1, 2, 4].first { eighths in
    picker.shown.map { Int(header.width) * eighths / 8 >= $0.width } ?? false
  }
  var layout = fresnel_jpeg_layout()
  try check(
    fresnel_jpeg_reader_start(reader, UInt32(eighths ?? 8), 0, header.width, &layout))
  let size = PixelSize(width: Int(layout.width), height: Int(layout.height))
  let stride = size.width * 3
  var rows = [UInt8](repeating: 0, count: stride * 16)
  var y = 0
  while y < size.height {
    var count: UInt32 = 0
    try check(fresnel_jpeg_reader_read_rows(reader, &rows, stride, 16, &count))
    guard count > 0 else { break }
    for row in 0..<Int(count) {
      rows.withUnsafeBufferPointer { rows in
        guard let base = rows.baseAddress else { return }
        picker.take(y + row, of: size, base + row * stride, channels: 3)
      }
    }
    y += Int(count)
  }
}

/// Decodes a PNG, which can't be had smaller.
func decodePNG(_ file: Int32, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  guard let reader = fresnel_png_reader_create(file) else { throw FloorError("no memory") }
  defer { fresnel_png_reader_destroy(reader) }
  func check(_ status: fresnel_png_status) throws(FloorError) {
    if status == FRESNEL_PNG_OK { return }
    throw FloorError(String(cString: fresnel_png_reader_message(reader)))
  }
  var header = fresnel_png_header()
  try check(fresnel_png_reader_read_header(reader, &header))
  guard header.depth == 8, header.channels >= 3 else { throw FloorError("not 8 bits of RGB") }
  let size = PixelSize(width: Int(header.width), height: Int(header.height))
  let picker = picker(size)
  var row = [UInt8](repeating: 0, count: header.row_bytes)
  for y in 0..<size.height {
    try check(fresnel_png_reader_read_rows(reader, &row, row.count, 1))
    picker.take(y, of: size, row, channels: Int(header.channels))
  }
}

/// Decodes the coarsest level of a pyramidal TIFF that suffices.
func decodeTIFF(_ file: Int32, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  guard let handle = TIFFFdOpen(file, "picture", "r") else { throw FloorError("not a TIFF") }
  defer { TIFFClose(handle) }
  let whole = sizeOfDirectory(handle)
  let picker = picker(whole)
  var chosen: UInt32 = 0
  if let shown = picker.shown {
    var next: UInt32 = 1
    while TIFFSetDirectory(handle, next) == 1, sizeOfDirectory(handle).width >= shown.width {
      chosen = next
      next += 1
    }
  }
  guard TIFFSetDirectory(handle, chosen) == 1 else { throw FloorError("a level is gone") }
  let size = sizeOfDirectory(handle)
  let edge = 256
  var tile = [UInt8](repeating: 0, count: Int(TIFFTileSize(handle)))
  var band = [UInt8](repeating: 0, count: size.width * 3 * edge)
  // libjpeg is to give RGB, whatever it stored.
  _ = withVaList([JPEGCOLORMODE_RGB]) { TIFFVSetField(handle, UInt32(TIFFTAG_JPEGCOLORMODE), $0) }
  tile = [UInt8](repeating: 0, count: max(tile.count, edge * edge * 3))
  for top in stride(from: 0, to: size.height, by: edge) {
    let count = min(edge, size.height - top)
    for left in stride(from: 0, to: size.width, by: edge) {
      let number = TIFFComputeTile(handle, UInt32(left), UInt32(top), 0, 0)
      guard TIFFReadEncodedTile(handle, number, &tile, tmsize_t(tile.count)) >= 0 else {
        throw FloorError("a tile cannot be read")
      }
      let columns = min(edge, size.width - left)
      for y in 0..<count {
        for byte in 0..<columns &* 3 {
          band[(y &* size.width &+ left) &* 3 &+ byte] = tile[y &* edge &* 3 &+ byte]
        }
      }
    }
    for y in 0..<count {
      band.withUnsafeBufferPointer { band in
        guard let base = band.baseAddress else { return }
        picker.take(top + y, of: size, base + y * size.width * 3, channels: 3)
      }
    }
  }
}

private func sizeOfDirectory(_ handle: OpaquePointer) -> PixelSize {
  var width: UInt32 = 0
  var height: UInt32 = 0
  withUnsafeMutablePointer(to: &width) { width in
    _ = withVaList([width]) { TIFFVGetField(handle, UInt32(TIFFTAG_IMAGEWIDTH), $0) }
  }
  withUnsafeMutablePointer(to: &height) { height in
    _ = withVaList([height]) { TIFFVGetField(handle, UInt32(TIFFTAG_IMAGELENGTH), $0) }
  }
  return PixelSize(width: Int(width), height: Int(height))
}
