import CutPlan
import DecoderProtocol
import Filters
import Geometry
import Viewer

/// What `fresnel cut` is asked for, free of any picture.
struct CutRequest: Hashable, Sendable {
  /// How tiles are arranged.
  var layout: CutLayout
  /// The edge of tiles.
  var edge: Int
  /// By how many pixels they overlap.
  var overlap: Int
  /// What they are written as.
  var format: CutFormat
  /// 1 to 100.
  var quality: Int
  /// How levels are made.
  var kernel: CutKernel
  /// How many threads cut.
  var jobs: Int
  /// The part of the picture that is cut; `nil` for all of it.
  var region: PixelRect?
  /// Which page, or frame.
  var frame: Int
  /// What is done to the colours.
  var filters: FilterChain
  /// What IIIF's `id` says.
  var identifier: String
  /// How the picture is read.
  var choices: PictureChoices

  /// All by which the bytes of tiles could differ, as one line.
  var fingerprint: String {
    let part = region.map { "\($0.minX),\($0.minY),\($0.width)x\($0.height)" } ?? "all"
    return "\(layout) \(edge) \(overlap) \(format) \(quality) \(kernel) \(part) \(frame) "
      + "\(choices.rawPictures) \(choices.rendering) \(Self.digest(of: filters))"
  }

  /// A number that differs where the filters, their shaders or the files that they read do: FNV-1a.
  private static func digest(of filters: FilterChain) -> UInt64 {
    guard !filters.isIdentity else { return 0 }
    return "\(filters)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The pixels of a picture that are cut.
  func area(of picture: PixelSize, name: String) throws(UserError) -> PixelRect {
    let whole = PixelRect(picture)
    guard let region else { return whole }
    let part = region.intersection(whole)
    guard !part.isEmpty else {
      throw UserError(
        sentence: "\(name): --region lies beside the picture, which has \(picture.width) × "
          + "\(picture.height) pixels")
    }
    return part
  }

  /// How a picture of a size is cut.
  func pyramid(of size: PixelSize, name: String) throws(UserError) -> CutPyramid {
    guard
      let pyramid = CutPyramid(
        size: size, edge: edge, overlap: overlap, rounding: layout.rounding, end: layout.end,
        isPadded: layout.isPadded)
    else {
      throw UserError(
        sentence: "\(name): \(size.width) × \(size.height) pixels are too many to be cut into "
          + "tiles of \(edge)")
    }
    return pyramid
  }
}
