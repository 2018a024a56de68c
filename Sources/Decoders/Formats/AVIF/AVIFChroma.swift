import CAVIF
import DecoderProtocol
import Geometry
import Glibc

/// Upsamples a band's chroma to the size of its luma, for pictures of more than 8 bits.
///
/// libavif does this pixel by pixel, which takes longer than everything else. The weights are
/// libavif's: 9 for the nearest sample, 3 for each beside it and 1 for the diagonal one, of 16.
final class AVIFChroma {
  private let width: Int
  private let rows: Int
  private let planes: UnsafeMutablePointer<UInt16>
  /// A row interpolated between two chroma rows.
  private let mixed: UnsafeMutablePointer<UInt32>

  /// Memory for bands of `rows` rows; `nil` for pictures that do not need it.
  init?(_ image: UnsafePointer<avifImage>, rows: Int) throws(CodecError) {
    let format = image.pointee.yuvFormat
    guard image.pointee.depth > 8, image.pointee.yuvPlanes.1 != nil,
      image.pointee.yuvPlanes.2 != nil,
      format == AVIF_PIXEL_FORMAT_YUV420 || format == AVIF_PIXEL_FORMAT_YUV422
    else { return nil }
    width = Int(image.pointee.width)
    self.rows = rows
    guard let bytes = checkedProduct(width, rows, 4), let planes = malloc(bytes),
      let mixed = malloc(width * 4)
    else { throw .noMemory }
    self.planes = planes.assumingMemoryBound(to: UInt16.self)
    self.mixed = mixed.assumingMemoryBound(to: UInt32.self)
  }

  deinit {
    free(planes)
    free(mixed)
  }

  /// Replaces the chroma of a view, which has the rows of `band`, by upsampled chroma.
  ///
  /// `count` is the number of valid rows in the picture.
  func widen(
    _ view: UnsafeMutablePointer<avifImage>, of image: UnsafePointer<avifImage>,
    band: Range<Int>, picture count: Int
  ) {
    let isHalf = image.pointee.yuvFormat == AVIF_PIXEL_FORMAT_YUV420
    let strides = image.pointee.yuvRowBytes
    let sources = [(image.pointee.yuvPlanes.1, strides.1), (image.pointee.yuvPlanes.2, strides.2)]
    for (index, (plane, stride)) in sources.enumerated() {
      guard let plane else { continue }
      func line(_ row: Int) -> UnsafePointer<UInt16> {
        UnsafeRawPointer(plane + row * Int(stride)).assumingMemoryBound(to: UInt16.self)
      }
      for row in band.prefix(rows) {
        let own = isHalf ? row / 2 : row
        let beside = isHalf ? min(max(0, row % 2 == 0 ? own - 1 : own + 1), (count - 1) / 2) : own
        widen(
          line(own), line(beside), into: planes + (index * rows + row - band.lowerBound) * width)
      }
    }
    let bytes = UnsafeMutableRawPointer(planes).assumingMemoryBound(to: UInt8.self)
    view.pointee.yuvFormat = AVIF_PIXEL_FORMAT_YUV444
    view.pointee.yuvPlanes.1 = bytes
    view.pointee.yuvPlanes.2 = bytes + rows * width * 2
    view.pointee.yuvRowBytes.1 = UInt32(width * 2)
    view.pointee.yuvRowBytes.2 = UInt32(width * 2)
  }

  /// Makes a full-width row from a half-width one and its neighbour.
  private func widen(
    _ own: UnsafePointer<UInt16>, _ beside: UnsafePointer<UInt16>,
    into target: UnsafeMutablePointer<UInt16>
  ) {
    let last = (width - 1) / 2
    for x in 0...last { mixed[x] = 3 &* UInt32(own[x]) &+ UInt32(beside[x]) }
    for x in 0..<width {
      let place = x / 2
      let near = x % 2 == 0 ? max(0, place &- 1) : min(last, place &+ 1)
      target[x] = UInt16(truncatingIfNeeded: (3 &* mixed[place] &+ mixed[near] &+ 8) >> 4)
    }
  }
}
