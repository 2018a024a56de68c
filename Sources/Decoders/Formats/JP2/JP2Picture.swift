import CJP2
import DecoderKit
import DecoderProtocol
import Geometry
import JP2Reading

/// A picture decoded as a whole, halved a number of times.
// @unchecked Sendable: immutable once the decoding thread has made it.
final class JP2Picture: WholePicture, @unchecked Sendable {
  let missing: String?
  private let file: JP2File
  private let rows: JP2Rows

  /// Decodes the picture, however long that takes.
  ///
  /// Of an incomplete or damaged file, what can be decoded is shown.
  init(_ input: PictureInput, _ layout: JP2Layout, halvings: Int) throws(CodecError) {
    var file = try JP2File(input, .again(layout.shape), halvings: halvings)
    var hasGaps = false
    do throws(CodecError) {
      try file.decodeAll()
    } catch {
      file = try JP2File(input, .again(layout.shape), halvings: halvings, isStrict: false)
      try file.decodeAll()
      hasGaps = true
    }
    guard let rows = JP2Rows(file.image.pointee, layout.meaning),
      rows.size == layout.grid.size(halvings: halvings)
    else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (its picture has a different size)")
    }
    self.file = file
    self.rows = rows
    missing = hasGaps ? JP2Codec.gaps : layout.shortening
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    rows.copy(row: row, into: target)
  }
}
