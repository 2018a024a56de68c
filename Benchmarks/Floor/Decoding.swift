import CGIF
import CJPEG
import CPNG
import CWebP
import Geometry
import Glibc

/// Decodes a JPEG at the smallest scale that suffices: 1, 2, 4 or 8 eighths.
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
    picker.take(rows: y..<y + Int(count), of: size, rows, channels: 3)
    y += Int(count)
  }
}

/// Decodes a PNG at full size, since the format has no reduced ones.
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

/// Decodes a WebP, all of it at once.
func decodeWebP(_ file: Int32, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  let bytes = try contents(of: file)
  var (width, height) = (Int32(0), Int32(0))
  guard let pixels = WebPDecodeRGB(bytes, bytes.count, &width, &height) else {
    throw FloorError("it can't be decoded")
  }
  defer { WebPFree(pixels) }
  let size = PixelSize(width: Int(width), height: Int(height))
  picker(size).take(
    rows: 0..<size.height, of: size,
    UnsafeBufferPointer(start: pixels, count: size.width * size.height * 3), channels: 3)
}

/// Decodes the first frame of a GIF, which must cover the screen and not be interlaced.
func decodeGIF(_ file: Int32, to picker: (PixelSize) -> RowPicker) throws(FloorError) {
  guard let handle = DGifOpenFileHandle(file, nil) else { throw FloorError("not a GIF") }
  defer { DGifCloseFile(handle, nil) }
  var kind = UNDEFINED_RECORD_TYPE
  while kind != IMAGE_DESC_RECORD_TYPE {
    guard DGifGetRecordType(handle, &kind) == GIF_OK, kind != TERMINATE_RECORD_TYPE else {
      throw FloorError("no frame")
    }
    if kind == EXTENSION_RECORD_TYPE { try skipExtension(of: handle) }
  }
  guard DGifGetImageDesc(handle) == GIF_OK else { throw FloorError("no frame") }
  let image = handle.pointee.Image
  let size = PixelSize(width: Int(image.Width), height: Int(image.Height))
  guard !image.Interlace, size.width == Int(handle.pointee.SWidth),
    size.height == Int(handle.pointee.SHeight),
    let colors = image.ColorMap ?? handle.pointee.SColorMap
  else { throw FloorError("a frame of another kind") }
  let picker = picker(size)
  var indices = [UInt8](repeating: 0, count: size.width)
  var row = [UInt8](repeating: 0, count: size.width * 3)
  for y in 0..<size.height {
    guard DGifGetLine(handle, &indices, image.Width) == GIF_OK else {
      throw FloorError("a row can't be decoded")
    }
    for x in 0..<size.width where indices[x] < colors.pointee.ColorCount {
      let color = colors.pointee.Colors[Int(indices[x])]
      row[x &* 3] = color.Red
      row[x &* 3 &+ 1] = color.Green
      row[x &* 3 &+ 2] = color.Blue
    }
    picker.take(y, of: size, row, channels: 3)
  }
}

private func skipExtension(of handle: UnsafeMutablePointer<GifFileType>) throws(FloorError) {
  var code: Int32 = 0
  var block: UnsafeMutablePointer<GifByteType>?
  var status = DGifGetExtension(handle, &code, &block)
  while status == GIF_OK, block != nil { status = DGifGetExtensionNext(handle, &block) }
  guard status == GIF_OK else { throw FloorError("an extension can't be read") }
}

private func contents(of file: Int32) throws(FloorError) -> [UInt8] {
  let count = Int(lseek(file, 0, SEEK_END))
  guard count > 0 else { throw FloorError("an empty file") }
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
    while read < count {
      let rest = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[read...])
      let more = pread(file, rest.baseAddress, rest.count, off_t(read))
      guard more > 0 else { return }
      read += more
    }
  }
  guard bytes.count == count else { throw FloorError("it can't be read") }
  return bytes
}
