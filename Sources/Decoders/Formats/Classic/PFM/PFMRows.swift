import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The rows of a PFM file: floats, bottom row first.
struct PFMRows: StoredRows {
  private let file: PFMHeader
  private let isLight: Bool
  private let samples: Int

  static func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let file = try PFMHeader(input)
    let rows = PFMRows(file: file, isLight: input.acceptsLight, samples: file.isColor ? 3 : 1)
    let header = PictureHeader.light(
      file.size, file.isColor ? .rgb : .gray, isLight: input.acceptsLight)
    try header.checkSize()
    try input.checkClaim(
      checkedProduct(rows.rowBytes, file.size.height), from: file.start, for: file.size)
    return try StoredRowsCodec(header, of: input, rows: rows)
  }

  var rowBytes: Int { file.size.width * samples * 4 }

  func offset(ofRow row: Int) -> Int { file.start + (file.size.height - 1 - row) * rowBytes }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    for index in 0..<file.size.width * samples {
      let bits = stored.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      let light = Float(bitPattern: file.isBigEndian ? bits.bigEndian : bits.littleEndian)
      if isLight {
        target.storeBytes(of: light, toByteOffset: index &* 4, as: Float.self)
      } else {
        target.storeBytes(of: lightSample(light), toByteOffset: index &* 2, as: UInt16.self)
      }
    }
  }
}
