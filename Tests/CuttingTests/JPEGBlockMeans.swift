import CJPEG
import Platform

/// The mean values of a JPEG's left and right halves, decoded by libjpeg.
enum JPEGBlockMeans {
  struct Unreadable: Error {}

  static func means(
    of path: String, halves edge: Int
  ) throws -> (left: Double, right: Double) {
    let file = try FileDescriptor.openForReading(Array(path.utf8))
    guard let reader = fresnel_jpeg_reader_create(file.number) else { throw Unreadable() }
    defer { fresnel_jpeg_reader_destroy(reader) }
    var header = fresnel_jpeg_header()
    var layout = fresnel_jpeg_layout()
    var got: UInt32 = 0
    var bytes = [UInt8](repeating: 0, count: edge * edge * 3)
    guard fresnel_jpeg_reader_read_header(reader, false, &header) == FRESNEL_JPEG_OK,
      fresnel_jpeg_reader_start(reader, 8, 0, UInt32(edge), &layout) == FRESNEL_JPEG_OK
    else { throw Unreadable() }
    var row: UInt32 = 0
    while row < UInt32(edge) {
      let status = bytes.withUnsafeMutableBufferPointer { bytes in
        fresnel_jpeg_reader_read_rows(
          reader, bytes.baseAddress.map { $0 + Int(row) * edge * 3 }, edge * 3,
          UInt32(edge) - row, &got)
      }
      guard status == FRESNEL_JPEG_OK, got > 0 else { throw Unreadable() }
      row += got
    }
    var sums = (left: 0.0, right: 0.0)
    for (index, byte) in bytes.enumerated() {
      let isLeft = index / 3 % edge < edge / 2
      sums.left += isLeft ? Double(byte) : 0
      sums.right += isLeft ? 0 : Double(byte)
    }
    let count = Double(bytes.count / 2)
    return (sums.left / count, sums.right / count)
  }
}
