import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes JPEG XL with libjxl: one frame per pass, group by group, with some rows in memory.
final class JXLCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let job: JXLDecoding.Job
  private let turn: JXLDecodingLock
  private var pass: Pass?

  /// The running pass.
  private struct Pass {
    var rows: Range<Int>
    var nextRow: Int
    var decoding: JXLDecoding?
  }

  /// Below this many pixels another thread costs more than it saves.
  private static let fewPixels = 300_000
  /// About thirty of libjxl's groups: enough for two threads, and decoded in 0.1 s.
  private static let pixelsPerPiece = 2 << 20
  /// libjxl's bytes per pixel when it keeps the whole picture, as measured.
  private static let wholeBytes = 18

  /// A codec for one of a file's pages, from 0.
  init(_ input: PictureInput, _ header: JXLHeader, page frame: Int, turn: JXLDecodingLock) {
    self.header = header.picture
    self.turn = turn
    let pixels = header.picture.size.area ?? 0
    job = JXLDecoding.Job(
      input: input, frame: frame, shape: header.shape, preferred: header.preferred,
      black: header.black,
      isThreaded: pixels >= Self.fewPixels,
      pieces: pixels / Self.pixelsPerPiece,
      isLarge: frame == 0 && pixels > MemoryClass.mostBytes / Self.wholeBytes)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = Pass(rows: request.rows, nextRow: request.rows.lowerBound)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard var pass else { return 0 }
    let rest = pass.nextRow..<max(pass.nextRow, pass.rows.upperBound)
    // Another pass may have cancelled this one's decoding meanwhile.
    guard let decoding = turn.take(held: pass.decoding, job, rows: rest, of: header) else {
      return 0
    }
    let count = try decoding.rows.take(into: rows, stride: stride, most: min(most, rest.count))
    if let words = decoding.rows.missing { missing = words }
    pass.decoding = decoding
    pass.nextRow += count
    self.pass = pass
    return count
  }

  var passProgress: Double {
    guard let pass, let decoding = pass.decoding else { return 0 }
    let taken = Double(pass.nextRow - pass.rows.lowerBound) / Double(max(pass.rows.count, 1))
    // Rows may arrive together with their bytes, or long after these have been read.
    return (taken + max(taken, decoding.progress)) / 2
  }

  func endPass() {
    if let decoding = pass?.decoding { turn.leave(decoding, isOfFile: job.input.end < 0) }
    pass = nil
  }
}
