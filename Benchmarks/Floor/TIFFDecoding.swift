import CTIFF
import Geometry

/// Decodes the coarsest level of a TIFF that suffices, or the whole picture if it isn't a pyramid.
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
  if field(TIFFTAG_COMPRESSION, of: handle) == Int(COMPRESSION_JPEG) {
    // libjpeg converts to RGB, whatever the file stores.
    _ = withVaList([JPEGCOLORMODE_RGB]) { TIFFVSetField(handle, UInt32(TIFFTAG_JPEGCOLORMODE), $0) }
  }
  let size = sizeOfDirectory(handle)
  if TIFFIsTiled(handle) != 0 {
    try decodeTiles(of: handle, size: size, to: picker)
  } else {
    try decodeStrips(of: handle, size: size, to: picker)
  }
}

private func decodeTiles(
  of handle: OpaquePointer, size: PixelSize, to picker: RowPicker
) throws(FloorError) {
  let edges = PixelSize(
    width: field(TIFFTAG_TILEWIDTH, of: handle), height: field(TIFFTAG_TILELENGTH, of: handle))
  guard !edges.isEmpty else { throw FloorError("tiles without a size") }
  let bytes = edges.width * edges.height * 3
  var tile = [UInt8](repeating: 0, count: max(Int(TIFFTileSize(handle)), bytes))
  var band = [UInt8](repeating: 0, count: size.width * 3 * edges.height)
  for top in stride(from: 0, to: size.height, by: edges.height) {
    let count = min(edges.height, size.height - top)
    for left in stride(from: 0, to: size.width, by: edges.width) {
      let number = TIFFComputeTile(handle, UInt32(left), UInt32(top), 0, 0)
      guard TIFFReadEncodedTile(handle, number, &tile, tmsize_t(tile.count)) >= 0 else {
        throw FloorError("a tile cannot be read")
      }
      let columns = min(edges.width, size.width - left)
      for y in 0..<count {
        for byte in 0..<columns &* 3 {
          band[(y &* size.width &+ left) &* 3 &+ byte] = tile[y &* edges.width &* 3 &+ byte]
        }
      }
    }
    picker.take(rows: top..<top + count, of: size, band, channels: 3)
  }
}

private func decodeStrips(
  of handle: OpaquePointer, size: PixelSize, to picker: RowPicker
) throws(FloorError) {
  let stride = Int(TIFFScanlineSize(handle))
  guard stride == size.width * 3 else { throw FloorError("not 8 bits of RGB") }
  let most = max(1, min(size.height, field(TIFFTAG_ROWSPERSTRIP, of: handle)))
  var rows = [UInt8](repeating: 0, count: Int(TIFFStripSize(handle)))
  var (top, number) = (0, UInt32(0))
  while top < size.height {
    let count = min(most, size.height - top)
    guard TIFFReadEncodedStrip(handle, number, &rows, tmsize_t(rows.count)) >= count * stride else {
      throw FloorError("a strip cannot be read")
    }
    picker.take(rows: top..<top + count, of: size, rows, channels: 3)
    top += count
    number += 1
  }
}

private func sizeOfDirectory(_ handle: OpaquePointer) -> PixelSize {
  PixelSize(
    width: field(TIFFTAG_IMAGEWIDTH, of: handle), height: field(TIFFTAG_IMAGELENGTH, of: handle))
}

/// Returns a number of the current directory, 0 if it is absent.
private func field(_ tag: Int32, of handle: OpaquePointer) -> Int {
  // libtiff writes 16 or 32 bits, depending on the field; the other bits stay 0.
  var value: UInt32 = 0
  withUnsafeMutablePointer(to: &value) { value in
    _ = withVaList([value]) { TIFFVGetField(handle, UInt32(tag), $0) }
  }
  return Int(value)
}
