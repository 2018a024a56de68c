import CJPEG
import DecoderProtocol
import Geometry
import JPEGReading

/// A progressive picture at an eighth of its size, from its first scans: the mean of each block of
/// each component.
struct JPEGMeans: Sendable {
  /// The size of the whole reduced picture.
  let size: PixelSize
  private let color: fresnel_jpeg_color
  private let isInverted: Bool
  private let planes: [Plane]

  /// One component's means.
  fileprivate struct Plane: Sendable {
    var width: Int
    var samples: [UInt8]
    /// The positions of the picture's columns and rows in the plane.
    var columns: [Place]
    var rows: [Place]
  }

  /// The two samples around a position, and the distance from the first in 256ths.
  fileprivate struct Place: Sendable {
    var first: Int
    var second: Int
    var share: Int

    /// The centres of `count` pixels on an axis of a subsampled component: sampling factor `own` of
    /// `most`.
    static func list(_ count: Int, own: UInt32, most: UInt32, samples: Int) -> [Place] {
      let (own, most) = (max(1, Int(own)), max(1, Int(most)))
      return (0..<count).map { index in
        // The centre of sample i is at i + 1/2.
        let position = ((2 * index + 1) * own * 128 / most - 128).clamped(
          to: 0...(samples - 1) * 256)
        let first = position / 256
        return Place(first: first, second: min(first + 1, samples - 1), share: position % 256)
      }
    }
  }

  /// Copies the means from a reader that has them.
  init(_ reader: JPEGReader) throws(CodecError) {
    let header = reader.header
    let size = PixelSize(
      width: (Int(header.width) + 7) / 8, height: (Int(header.height) + 7) / 8)
    var planes: [Plane] = []
    for component in 0..<UInt32(header.channels) {
      let means = reader.means(of: component)
      let (width, height) = (Int(means.width), Int(means.height))
      guard width > 0, height > 0 else {
        throw CodecError(.corrupt, "the JPEG file is damaged (a colour has no pixels)")
      }
      planes.append(
        Plane(
          width: width, samples: try reader.readMeans(of: component, width: width, height: height),
          columns: Place.list(
            size.width, own: means.horizontal, most: means.most_horizontal, samples: width),
          rows: Place.list(
            size.height, own: means.vertical, most: means.most_vertical, samples: height)))
    }
    self.size = size
    color = header.color
    isInverted = header.is_inverted
    self.planes = planes
  }

  /// Writes a row in the picture's channels.
  func copyRow(_ y: Int, into target: UnsafeMutablePointer<UInt8>) {
    for (channel, plane) in planes.enumerated() {
      plane.copyRow(y, into: target + channel, step: planes.count)
    }
    switch color {
    case FRESNEL_JPEG_YCBCR: convert(target, step: 3, flip: 0)
    // Inks are the complements of the colours.
    case FRESNEL_JPEG_YCCK: convert(target, step: 4, flip: 255)
    default: break
    }
    guard isInverted else { return }
    for index in 0..<size.width * planes.count { target[index] ^= 255 }
  }

  /// Converts luma and chroma to colours, with JFIF's coefficients in 65 536ths.
  private func convert(_ row: UnsafeMutablePointer<UInt8>, step: Int, flip: UInt8) {
    for index in 0..<size.width {
      let pixel = row + index &* step
      let luma = Int(pixel[0]) &<< 16 &+ 32768
      let blue = Int(pixel[1]) &- 128
      let red = Int(pixel[2]) &- 128
      pixel[0] = Self.sample(luma &+ 91881 &* red) ^ flip
      pixel[1] = Self.sample(luma &- 22554 &* blue &- 46802 &* red) ^ flip
      pixel[2] = Self.sample(luma &+ 116130 &* blue) ^ flip
    }
  }

  private static func sample(_ value: Int) -> UInt8 { UInt8(clamping: value &>> 16) }
}

extension JPEGMeans.Plane {
  /// Writes a row, `step` bytes from sample to sample; subsampled components are interpolated.
  fileprivate func copyRow(_ y: Int, into target: UnsafeMutablePointer<UInt8>, step: Int) {
    let row = rows[y]
    samples.withUnsafeBufferPointer { samples in
      columns.withUnsafeBufferPointer { columns in
        let (upper, lower) = (row.first &* width, row.second &* width)
        for (index, column) in columns.enumerated() {
          func mixed(_ start: Int) -> Int {
            Int(samples[start &+ column.first]) &* (256 &- column.share)
              &+ Int(samples[start &+ column.second]) &* column.share
          }
          let sum = mixed(upper) &* (256 &- row.share) &+ mixed(lower) &* row.share
          target[index &* step] = UInt8(truncatingIfNeeded: (sum &+ 32768) &>> 16)
        }
      }
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
