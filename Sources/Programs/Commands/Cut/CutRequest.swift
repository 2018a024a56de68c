import CutPlan
import DecoderProtocol
import Filters
import Geometry
import Viewer

/// The options of `fresnel cut`, independent of any picture.
struct CutRequest: Hashable, Sendable {
  /// How the tiles are arranged.
  var layout: CutLayout
  /// The edge of the tiles in pixels.
  var edge: Int
  /// The overlap in pixels.
  var overlap: Int
  /// The file format of the tiles.
  var format: CutFormat
  /// The encoder's quality, 1 to 100.
  var quality: Int
  /// The resampling filter for the levels.
  var kernel: CutKernel
  /// The number of threads.
  var jobs: Int
  /// The part of the picture to cut; `nil` for all of it.
  var region: PixelRect?
  /// The page or frame.
  var frame: Int
  /// The filters to apply.
  var filters: FilterChain
  /// The value of IIIF's `id`.
  var identifier: String
  /// How the picture is read.
  var choices: PictureChoices

  /// Everything that affects the tiles' bytes, as one line.
  var fingerprint: String {
    let part = region.map { "\($0.minX),\($0.minY),\($0.width)x\($0.height)" } ?? "all"
    return "\(layout) \(edge) \(overlap) \(format) \(quality) \(kernel) \(part) \(frame) "
      + "\(choices.rawPictures) \(choices.rendering) \(Self.digest(of: filters))"
  }

  /// Returns a hash (FNV-1a) of the filters, their shaders and the files that they read.
  private static func digest(of filters: FilterChain) -> UInt64 {
    guard !filters.isIdentity else { return 0 }
    return "\(filters)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  func area(of picture: PixelSize, name: String) throws(UserError) -> PixelRect {
    let whole = PixelRect(picture)
    guard let region else { return whole }
    let part = region.intersection(whole)
    guard !part.isEmpty else {
      throw UserError(
        sentence: "\(name): --region is outside the picture, which has \(picture.width) × "
          + "\(picture.height) pixels")
    }
    return part
  }

  /// Returns the levels and tiles of a picture of a size.
  func pyramid(of size: PixelSize, name: String) throws(UserError) -> CutPyramid {
    guard
      let pyramid = CutPyramid(
        size: size, edge: edge, overlap: overlap, rounding: layout.rounding, end: layout.end,
        isPadded: layout.isPadded)
    else {
      throw UserError(
        sentence: "\(name): \(size.width) × \(size.height) pixels are too many to cut into "
          + "tiles of \(edge)")
    }
    return pyramid
  }
}
