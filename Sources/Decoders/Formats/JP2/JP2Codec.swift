import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes JPEG 2000 with openjpeg: tiled pictures tile by tile, others as a whole on their own
/// thread.
///
/// The wavelets' reductions serve previews only: they differ from a reduction in linear
/// light.
final class JP2Codec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let layout: JP2Layout
  private let decodings: SharedDecodings<JP2Picture>
  private var whole: BackgroundPass<JP2Picture, JP2Picture>?
  private var tiles: JP2TilePass?

  /// The message for an incomplete file.
  static let gaps = "parts of the picture are missing or damaged in the file"

  /// Reads a file's header.
  init(_ input: PictureInput, decodings: SharedDecodings<JP2Picture>) throws(CodecError) {
    layout = try JP2Layout(input)
    header = layout.header
    missing = layout.shortening
    self.input = input
    self.decodings = decodings
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let halvings: Int
    switch request.source {
    case .eighths(let eighths): halvings = layout.halvings + 3 - eighths.trailingZeroBitCount
    case .reduction, .preview: halvings = layout.halvings
    }
    let size = layout.grid.size(halvings: halvings)
    if layout.isTiled {
      let pass = try JP2TilePass(input, layout, halvings: halvings, request)
      tiles = pass
      return PassLayout(
        size: size, firstRow: pass.firstRow, columns: pass.columns,
        rowsAtOnce: layout.grid.tiling.height)
    }
    let (input, layout) = (input, layout)
    let decoding = decodings.decoding(of: input, frame: halvings) { (_) throws(CodecError) in
      try JP2Picture(input, layout, halvings: halvings)
    }
    whole = BackgroundPass(decoding, rows: request.rows)
    return PassLayout(wholeRowsOf: size, for: request)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let tiles {
      let count = try tiles.readRows(into: target, stride: stride, most: most)
      if tiles.hasGaps { missing = Self.gaps }
      return count
    }
    return try whole?.readRows(into: target, stride: stride, most: most) { picture in
      missing = picture.missing
    } ?? 0
  }

  var passProgress: Double { tiles?.progress ?? whole?.progress ?? 1 }

  func endPass() {
    whole = nil
    tiles = nil
  }
}
