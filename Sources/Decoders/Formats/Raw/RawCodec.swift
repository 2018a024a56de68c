import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes camera raw files: shows the embedded picture first, if there is one, then LibRaw's.
///
/// LibRaw develops at half size if that is enough for the view.
final class RawCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let layout: RawLayout
  private let embedded: EmbeddedPicture?
  private let place: EmbeddedPlacement?
  private let developments: RawDevelopments
  private var embeddedPass: EmbeddedPass?
  private var pass: BackgroundPass<RawPicture, RawPicture>?
  private var wanted: PassRequest?

  /// Pictures of this many pixels are cached on disk once the user zooms in; the developed picture
  /// is not needed after that.
  private static let manyPixels = 2_000_000

  init(
    _ input: PictureInput, _ layout: RawLayout, _ embedded: EmbeddedPicture?,
    sharing developments: RawDevelopments
  ) {
    self.input = input
    self.layout = layout
    self.embedded = embedded
    place = embedded.flatMap { EmbeddedPlacement($0, in: layout.size, layout.orientation) }
    self.developments = developments
    header = layout.header(place)
    missing = layout.shortening
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    endPass()
    if case .preview(let version) = request.source {
      guard let embedded, let place else {
        throw CodecError(.other, "the raw file has no embedded picture")
      }
      let area = place.area(version: version)
      embeddedPass = try EmbeddedPass(
        embedded.rows(eighths: place.eighths(version: version)), area: area, rows: request.rows,
        isAdobe: embedded.isAdobe)
      return PassLayout(wholeRowsOf: area.size, for: request)
    }
    var isHalf = layout.isShortened
    var size = layout.size
    if case .reduction = request.source, let half = layout.halfSize {
      (isHalf, size) = (true, half)
    }
    wanted = request
    pass = BackgroundPass(
      developments.picture(
        of: input, size, shape: layout.shape, isHalf: isHalf, like: embedded), rows: request.rows)
    return PassLayout(wholeRowsOf: size, for: request)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let embeddedPass {
      return try embeddedPass.readRows(into: target, stride: stride, most: most)
    }
    return try pass?.readRows(into: target, stride: stride, most: most) { picture in
      missing = picture.missing ?? missing
    } ?? 0
  }

  var passProgress: Double { embeddedPass?.progress ?? pass?.progress ?? 1 }

  func endPass() {
    embeddedPass = nil
    guard let request = wanted, let ended = pass else { return }
    (pass, wanted) = (nil, nil)
    // Once a developed picture has been delivered completely, for a view of the whole or for the
    // store, it is not needed again soon. After a part it is: the user pans, or it gets stored.
    let isWhole = ended.progress >= 1 && isMuch(request)
    if isWhole { developments.release() }
  }

  /// True if a pass covered every pixel of a picture large enough to be released.
  private func isMuch(_ request: PassRequest) -> Bool {
    var size = layout.size
    if case .reduction = request.source, let half = layout.halfSize { size = half }
    return request.rows == 0..<size.height && request.columns == 0..<size.width
      && (layout.size.area ?? 0) >= Self.manyPixels
  }
}
