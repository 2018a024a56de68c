import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes OpenEXR pictures: lines or tiles on demand, and their smaller levels.
///
/// Light above white is kept if the viewer accepts light, and clipped otherwise.
final class EXRCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let file: EXRFile
  private let page: Int
  private let layout: EXRLayout
  private var pass: EXRPass?
  private var hasRead = false

  /// The maximum number of page names to report.
  private static let mostNames = 1024

  /// Reads the headers of a file for one of its pictures, from 0.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    file = try EXRFile(input)
    layout = try EXRLayout(file, page: page, isLight: input.acceptsLight)
    var header = try layout.header
    if layout.isLight { header.headroom = EXRBrightness.headroom(of: file, page: page, layout) }
    header.pageNames = file.names(most: Self.mostNames)
    self.header = header
    self.page = page
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    var level = 0
    if case .reduction(let index) = request.source { level = index + 1 }
    let pass = try EXRPass(
      file, page: page, level: level, layout, request, hasRead: hasRead)
    self.pass = pass
    return PassLayout(
      size: layout.levels[level].display.size, firstRow: request.rows.lowerBound,
      columns: pass.columns, rowsAtOnce: layout.block.height)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = try pass?.readRows(into: rows, stride: stride, most: most) ?? 0
    if count > 0 { hasRead = true }
    if pass?.hasGaps == true, missing == nil {
      missing = "parts of the picture are missing or damaged in the file"
    }
    return count
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}
