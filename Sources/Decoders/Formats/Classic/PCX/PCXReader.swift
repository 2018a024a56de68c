import DecoderKit
import DecoderProtocol

/// Decodes PCX: rows of planes, in runs that may cross planes and rows.
struct PCXReader {
  private let header: PCXHeader
  private var bytes: ByteReader
  /// The byte of the current run, and its remaining count.
  private var run: (byte: UInt8, count: Int) = (0, 0)

  init(_ input: PictureInput, _ header: PCXHeader) {
    self.header = header
    bytes = ByteReader(input, at: PCXHeader.byteCount)
  }

  /// Decodes all rows; rows missing in the file stay empty.
  mutating func decode(
    into picture: DecodedPicture, _ progress: DecodingProgress
  ) throws(CodecError) {
    var row = [UInt8](repeating: 0, count: header.planes * header.planeBytes)
    let samples = header.isDirect ? [] : Self.samples(header)
    for y in 0..<picture.size.height {
      let count = try unpack(into: &row)
      if count < row.count { picture.missing = .endsTooEarly }
      guard count > 0 else { return }
      row.withUnsafeBytes { stored in
        if header.isDirect {
          putPlanes(stored, into: picture.row(y))
        } else {
          putNumbers(stored, samples, into: picture.row(y))
        }
      }
      progress.fraction = Double(y) / Double(picture.size.height)
    }
  }

  /// Unpacks a row; returns the number of its bytes in the file, the rest being zeros.
  private mutating func unpack(into row: inout [UInt8]) throws(CodecError) -> Int {
    for place in row.indices {
      // Skip runs of length 0.
      while run.count == 0 {
        guard let byte = try bytes.nextByte() else {
          for rest in place..<row.count { row[rest] = 0 }
          return place
        }
        if header.isRuns, byte >= 0xC0 {
          run = (try bytes.byte(), Int(byte & 0x3F))
        } else {
          run = (byte, 1)
        }
      }
      row[place] = run.byte
      run.count -= 1
    }
    return row.count
  }

  /// A plane's sample at a column; 0 if the plane is too short.
  @inline(__always)
  private func sample(_ stored: UnsafeRawBufferPointer, _ plane: Int, _ x: Int) -> Int {
    let bit = x &* header.bits
    guard bit / 8 < header.planeBytes else { return 0 }
    let byte = Int(stored[plane &* header.planeBytes &+ bit / 8])
    return byte >> (8 - header.bits - bit % 8) & (1 << header.bits - 1)
  }

  /// Writes planes that are red, green, blue and alpha.
  private func putPlanes(
    _ stored: UnsafeRawBufferPointer, into row: UnsafeMutableRawBufferPointer
  ) {
    let most = 1 << header.bits - 1
    for plane in 0..<header.planes {
      for x in 0..<header.size.width {
        row[x &* header.planes &+ plane] = UInt8(sample(stored, plane, x) * 255 / most)
      }
    }
  }

  /// The colours or greys of all indices.
  private static func samples(_ header: PCXHeader) -> [UInt8] {
    let count = 1 << (header.bits * header.planes)
    if header.palette.isEmpty { return (0..<count).map { UInt8($0 * 255 / (count - 1)) } }
    let known = header.palette.prefix(count * 3)
    return known + [UInt8](repeating: 0, count: count * 3 - known.count)
  }

  /// Writes indices; the first plane has the lowest bits.
  private func putNumbers(
    _ stored: UnsafeRawBufferPointer, _ samples: [UInt8], into row: UnsafeMutableRawBufferPointer
  ) {
    for x in 0..<header.size.width {
      var number = 0
      for plane in 0..<header.planes {
        number |= sample(stored, plane, x) &<< (plane &* header.bits)
      }
      if header.palette.isEmpty {
        row[x] = samples[number]
      } else {
        for channel in 0..<3 { row[x &* 3 &+ channel] = samples[number &* 3 &+ channel] }
      }
    }
  }
}
