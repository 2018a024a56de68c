import CJP2
import DecoderKit
import DecoderProtocol
import Resampling

/// What a file's components stand for.
package struct JP2Meaning: Sendable {
  /// How rows of them look.
  package let format: RowFormat
  /// What their numbers mean.
  package let color: SourceColor
  /// The components that are delivered: colours, then alpha.
  package let components: [Int]
  /// Whether the colours are a brightness and two differences.
  package let isDifferences: Bool
  /// How they are CIE L*a*b*; `nil` where they are not.
  let lab: JP2Lab?

  /// What somebody else says of them: so many components, in their order.
  package init(count: Int, format: RowFormat, isDifferences: Bool) {
    self.format = format
    self.isDifferences = isDifferences
    lab = nil
    color = .sRGB
    components = Array(0..<count)
  }

  /// Learns it from the header, and from the smallest version of a tile: palettes and alpha are
  /// put in place with the samples only.
  package init(of input: PictureInput, _ file: JP2File, _ tiling: JP2Tiling) throws(CodecError) {
    // One that fails may hold all memory that there is, and is gone by now.
    let probe = Self.probe(input, tiling)
    defer { withExtendedLifetime(probe) {} }
    let image = (probe ?? file).image.pointee
    guard let comps = image.comps, image.numcomps > 0 else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (it has no picture)")
    }
    let all = UnsafeBufferPointer(start: comps, count: Int(image.numcomps))
    var colors = all.indices.filter { all[$0].alpha == 0 }
    var alpha = all.indices.first { all[$0].alpha != 0 }
    if alpha == nil, image.color_space != OPJ_CLRSPC_CMYK, [2, 4].contains(colors.count) {
      // Codestreams have no word for it; this is what their writers mean.
      alpha = colors.removeLast()
    }
    let isInks = image.color_space == OPJ_CLRSPC_CMYK && colors.count >= 4
    let channels: RowFormat.Channels
    if isInks {
      channels = alpha == nil ? .cmyk : .cmyka
      components = Array(colors.prefix(4)) + (alpha.map { [$0] } ?? [])
    } else if colors.count >= 3 {
      channels = alpha == nil ? .rgb : .rgba
      components = Array(colors.prefix(3)) + (alpha.map { [$0] } ?? [])
    } else if let first = colors.first {
      channels = alpha == nil ? .gray : .grayAlpha
      components = [first] + (alpha.map { [$0] } ?? [])
    } else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (it has no colours)")
    }
    lab =
      channels == .rgb || channels == .rgba
      ? JP2Lab(of: image, components: components.map { all[$0] }) : nil
    let depth = lab != nil || components.contains { all[$0].prec > 8 } ? 16 : 8
    format = RowFormat(channels: channels, depth: depth)
    let isThinned = all.count >= 3 && all[1].dx != all[0].dx
    isDifferences =
      lab == nil && colors.count >= 3
      && (image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_EYCC
        || isThinned && image.color_space != OPJ_CLRSPC_SRGB && !isInks)
    color = lab != nil ? .lab : try Self.color(of: image, channels)
  }

  /// The smallest version of a tile, decoded; `nil` where it can't be.
  private static func probe(_ input: PictureInput, _ tiling: JP2Tiling) -> JP2File? {
    guard let file = try? JP2File(input, halvings: tiling.halvings, isStrict: false),
      (try? file.decode(tile: 0)) != nil
    else { return nil }
    return file
  }

  private static func color(
    of image: opj_image_t, _ channels: RowFormat.Channels
  ) throws(CodecError) -> SourceColor {
    guard let profile = image.icc_profile_buf else { return .sRGB }
    // openjpeg's way to say that the colours are Lab, of which there are three.
    guard image.icc_profile_len > 0 else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (it has too few colours)")
    }
    let bytes = Array(UnsafeBufferPointer(start: profile, count: Int(image.icc_profile_len)))
    let space: String.UTF8View =
      switch channels {
      case .gray, .grayAlpha: "GRAY".utf8
      case .rgb, .rgba: "RGB ".utf8
      case .cmyk, .cmyka: "CMYK".utf8
      }
    let isFitting = bytes.count >= 128 && bytes[16..<20].elementsEqual(space)
    return isFitting ? .icc(bytes) : .sRGB
  }
}
