import DecoderProtocol

/// A codec that can deliver any row without those above it.
package protocol RowByRowCodec: PictureCodec {
  /// The rows that the running pass has yet to deliver.
  var pass: RowPass { get set }

  /// Decodes a row of the picture, counted from its top, in the header's format.
  func read(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError)
}

extension RowByRowCodec {
  package func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = RowPass(request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  package func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = max(0, min(most, pass.end - pass.next))
    for index in 0..<count { try read(row: pass.next + index, into: target + index * stride) }
    pass.next += count
    return count
  }

  package var passProgress: Double { 1 - Double(pass.end - pass.next) / Double(pass.count) }

  package func endPass() {}
}

/// The rows that a pass has yet to deliver.
package struct RowPass {
  fileprivate var next: Int
  fileprivate let end: Int
  fileprivate let count: Int

  /// A pass over rows; over none until the first pass begins.
  package init(_ rows: Range<Int> = 0..<0) {
    (next, end, count) = (rows.lowerBound, rows.upperBound, max(1, rows.count))
  }
}
