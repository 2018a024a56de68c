import CJP2
import DecoderKit
import DecoderProtocol
import Resampling

/// The meaning of a file's components.
package struct JP2Meaning: Sendable {
  /// The format of the rows.
  package let format: RowFormat
  /// The colour space.
  package let color: SourceColor
  /// The delivered components: colours, then alpha.
  package let components: [Int]
  /// True if the colours are luma and two colour differences.
  package let isDifferences: Bool
  /// The CIE L*a*b* encoding; `nil` for other spaces.
  let lab: JP2Lab?

  /// The meaning stated by a container format: the first `count` components, in order.
  package init(count: Int, format: RowFormat, isDifferences: Bool) {
    self.format = format
    self.isDifferences = isDifferences
    lab = nil
    color = .sRGB
    components = Array(0..<count)
  }

  /// Reads the meaning from the header and the smallest resolution of a tile: openjpeg applies
  /// palettes and alpha only when it decodes samples.
  package init(of input: PictureInput, _ file: JP2File, _ tiling: JP2Tiling) throws(CodecError) {
    // If decoding fails, the probe is freed at once: it may hold all available memory.
    let probe = try Self.probe(input, file, tiling)
    defer { withExtendedLifetime(probe) {} }
    let image = (probe ?? file).image.pointee
    guard let comps = image.comps, image.numcomps > 0 else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (it has no picture)")
    }
    let all = UnsafeBufferPointer(start: comps, count: Int(image.numcomps))
    var colors = all.indices.filter { all[$0].alpha == 0 }
    var alpha = all.indices.first { all[$0].alpha != 0 }
    if alpha == nil, image.color_space != OPJ_CLRSPC_CMYK, [2, 4].contains(colors.count) {
      // Codestreams can't declare alpha: the last of 2 or 4 components is meant as such.
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

  /// The smallest resolution of a tile, decoded; `nil` on failure.
  ///
  /// Throws `CodecError.changed` if the file's header has another shape than `file`.
  private static func probe(
    _ input: PictureInput, _ file: JP2File, _ tiling: JP2Tiling
  ) throws(CodecError) -> JP2File? {
    do throws(CodecError) {
      let probe = try JP2File(
        input, .again(file.shape), halvings: tiling.halvings, isStrict: false)
      try probe.decode(tile: 0)
      return probe
    } catch {
      if error == .changed { throw error }
      return nil
    }
  }

  private static func color(
    of image: opj_image_t, _ channels: RowFormat.Channels
  ) throws(CodecError) -> SourceColor {
    guard let profile = image.icc_profile_buf else { return .sRGB }
    // With a length of 0 openjpeg means CIE L*a*b*, which has three colours.
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
