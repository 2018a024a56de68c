import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of an SGI file: 512 bytes, followed by planes of rows from the bottom.
struct SGIHeader: Sendable {
  static let byteCount = 512
  let size: PixelSize
  /// The number of planes in the file, of which the first ones are shown.
  let planes: Int
  /// 1 or 2.
  let sampleBytes: Int
  let isRuns: Bool
  let format: RowFormat

  init(_ input: PictureInput) throws(CodecError) {
    var reader = ByteReader(input, at: 2)
    isRuns = try reader.byte() == 1
    sampleBytes = Int(try reader.byte())
    let dimensions = try reader.big16()
    let (width, height, depth) = (
      try reader.big16(), try reader.big16(), try reader.big16()
    )
    guard (1...2).contains(sampleBytes), !reader.isPastEnd else {
      throw CodecError(.corrupt, "the SGI file is damaged (its header is incomplete)")
    }
    size = try .said(width, dimensions == 1 ? 1 : height, by: "SGI")
    planes = dimensions < 3 ? 1 : max(1, depth)
    let channels: [RowFormat.Channels] = [.gray, .grayAlpha, .rgb, .rgba]
    format = RowFormat(channels: channels[min(planes, 4) - 1], depth: sampleBytes * 8)
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    guard isRuns else {
      let bytes = checkedProduct(size.width, size.height, sampleBytes, planes)
      try input.checkClaim(bytes, from: Self.byteCount, for: size)
      return try StoredRowsCodec(.stored(size, format), of: input, rows: SGIRows(self))
    }
    let header = try PictureHeader.decodedWhole(size, format)
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      let picture = try DecodedPicture(size: size, format: format)
      var reader = SGIRunReader(input, self)
      try reader.decode(into: picture, progress)
      return picture
    }
  }
}

/// The rows of uncompressed planes.
struct SGIRows: StoredRows {
  let rowBytes: Int
  let parts: Int
  private let size: PixelSize
  private let sampleBytes: Int

  init(_ header: SGIHeader) {
    size = header.size
    sampleBytes = header.sampleBytes
    rowBytes = size.width * sampleBytes
    parts = header.format.channels.count
  }

  func offset(ofRow row: Int) -> Int { offset(ofRow: row, part: 0) }

  func offset(ofRow row: Int, part: Int) -> Int {
    SGIHeader.byteCount + ((part + 1) * size.height - 1 - row) * rowBytes
  }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    for part in 0..<parts {
      let plane = UnsafeRawBufferPointer(
        rebasing: stored[part * rowBytes..<(part + 1) * rowBytes])
      if sampleBytes == 1 {
        for x in 0..<size.width {
          target.storeBytes(of: plane[x], toByteOffset: x &* parts &+ part, as: UInt8.self)
        }
      } else {
        for x in 0..<size.width {
          let sample = plane.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
          target.storeBytes(
            of: UInt16(bigEndian: sample), toByteOffset: (x &* parts &+ part) &* 2,
            as: UInt16.self)
        }
      }
    }
  }
}
