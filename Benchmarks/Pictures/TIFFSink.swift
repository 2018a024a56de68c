import CTIFF
import Geometry
import Glibc
import Platform

/// Writes a pyramidal TIFF with JPEG tiles of 256 pixels: one directory per level, the finest
/// first.
///
/// A directory's tiles are stored together, so the coarser levels wait in an unnamed file until the
/// finest is written.
final class TIFFSink: RowSink {
  private static let edge = 256

  /// A level coarser than the picture.
  private struct Coarse {
    let size: PixelSize
    let file: Int32
    /// The sums of a row that waits for the row below.
    var waiting: [UInt16]
    var isWaiting = false
  }

  private let handle: OpaquePointer
  private let size: PixelSize
  private var coarse: [Coarse] = []
  private var row = 0
  private var tile = [UInt8](repeating: 0, count: edge * edge * 3)

  /// Starts a picture in an open file, which the sink closes; temporary files go in `folder`.
  init(file: Int32, size: PixelSize, folder: String) throws(PictureError) {
    // TIFFClose closes the descriptor. `8` is BigTIFF.
    guard let handle = TIFFFdOpen(file, "picture", "w8") else { throw PictureError("no memory") }
    self.handle = handle
    self.size = size
    var next = size
    while max(next.width, next.height) > Self.edge {
      next = PixelSize(width: max(1, next.width / 2), height: max(1, next.height / 2))
      do throws(Errno) {
        let waiting = try UnnamedFile.create(in: [folder, "/tmp"])
        coarse.append(
          Coarse(
            size: next, file: waiting.release(),
            waiting: [UInt16](repeating: 0, count: next.width * 3)))
      } catch {
        throw PictureError(error.description)
      }
    }
    begin(size, isReduction: false)
  }

  deinit {
    TIFFClose(handle)
    for level in coarse { close(level.file) }
  }

  func write(_ rows: UnsafePointer<UInt8>, count: Int) throws(PictureError) {
    for y in 0..<count { try reduce(rows + y * size.width * 3, width: size.width, into: 0) }
    // Bands are whole rows of tiles, except the last.
    try writeTiles(rows, width: size.width, top: row, count: count)
    row += count
  }

  func finish() throws(PictureError) {
    try endDirectory()
    for level in coarse {
      begin(level.size, isReduction: true)
      let stride = level.size.width * 3
      var rows = [UInt8](repeating: 0, count: stride * Self.edge)
      for top in Swift.stride(from: 0, to: level.size.height, by: Self.edge) {
        let count = min(Self.edge, level.size.height - top)
        guard pread(level.file, &rows, count * stride, off_t(top * stride)) == count * stride
        else { throw .system("the levels' file") }
        try writeTiles(rows, width: level.size.width, top: top, count: count)
      }
      try endDirectory()
    }
  }

  private func begin(_ size: PixelSize, isReduction: Bool) {
    if isReduction { set(TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE) }
    set(TIFFTAG_IMAGEWIDTH, Int32(size.width))
    set(TIFFTAG_IMAGELENGTH, Int32(size.height))
    set(TIFFTAG_BITSPERSAMPLE, 8)
    set(TIFFTAG_SAMPLESPERPIXEL, 3)
    set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG)
    set(TIFFTAG_COMPRESSION, COMPRESSION_JPEG)
    set(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR)
    set(TIFFTAG_JPEGQUALITY, 88)
    set(TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)
    set(TIFFTAG_TILEWIDTH, Int32(Self.edge))
    set(TIFFTAG_TILELENGTH, Int32(Self.edge))
  }

  private func endDirectory() throws(PictureError) {
    guard TIFFWriteDirectory(handle) == 1 else { throw PictureError("libtiff cannot write") }
  }

  private func set(_ tag: Int32, _ value: Int32) {
    _ = withVaList([value]) { TIFFVSetField(handle, UInt32(tag), $0) }
  }

  /// Writes a row of tiles; tiles that extend beyond the picture repeat its last pixels.
  private func writeTiles(
    _ rows: UnsafePointer<UInt8>, width: Int, top: Int, count: Int
  ) throws(PictureError) {
    let edge = Self.edge
    for left in stride(from: 0, to: width, by: edge) {
      let columns = min(edge, width - left)
      for y in 0..<edge {
        let source = rows + (min(y, count - 1) * width + left) * 3
        let start = y * edge * 3
        for byte in 0..<columns * 3 { tile[start &+ byte] = source[byte] }
        for byte in columns * 3..<edge * 3 { tile[start &+ byte] = tile[start &+ byte &- 3] }
      }
      let number = TIFFComputeTile(handle, UInt32(left), UInt32(top), 0, 0)
      guard TIFFWriteEncodedTile(handle, number, &tile, tmsize_t(tile.count)) >= 0 else {
        throw PictureError("libtiff cannot write")
      }
    }
  }

  /// Adds a row to the next coarser level, as means of two by two pixels.
  private func reduce(_ row: UnsafePointer<UInt8>, width: Int, into index: Int) throws(PictureError)
  {
    guard index < coarse.count else { return }
    let count = coarse[index].size.width
    let isSecond = coarse[index].isWaiting
    coarse[index].isWaiting = !isSecond
    coarse[index].waiting.withUnsafeMutableBufferPointer { sums in
      let step = width > 1 ? 3 : 0
      for x in 0..<count {
        for channel in 0..<3 {
          let at = x &* 6 &+ channel
          let sum = UInt16(row[at]) &+ UInt16(row[at &+ step])
          let place = x &* 3 &+ channel
          sums[place] = isSecond ? sums[place] &+ sum : sum
        }
      }
    }
    guard isSecond else { return }
    let bytes = coarse[index].waiting.map { UInt8(truncatingIfNeeded: ($0 &+ 2) >> 2) }
    guard Glibc.write(coarse[index].file, bytes, bytes.count) == bytes.count else {
      throw .system("the levels' file")
    }
    try bytes.withUnsafeBufferPointer { bytes throws(PictureError) in
      guard let base = bytes.baseAddress else { return }
      try reduce(base, width: count, into: index + 1)
    }
  }
}
