import CJXL
import DecoderKit

/// What the numbers that libjxl gives mean.
struct JXLColor {
  /// The colours of the decoded samples.
  var source: SourceColor
  /// What libjxl is asked to convert to; `nil` where it is to decide.
  var preferred: JxlColorEncoding?
  /// Whether samples of 8 bits would be too coarse for this way of writing light.
  var needsDepth = false
  /// True for a profile that libjxl does not hand over: of colours that it has no word for.
  private(set) var isUnknown = false
  /// Whether the numbers are light as it is.
  private(set) var isLinear = false

  /// Larger profiles are nobody's.
  private static let mostProfileBytes = 32 << 20

  /// The colours of a file whose header has been read, right after `JXL_DEC_COLOR_ENCODING`.
  ///
  /// A picture that was stored in its own colours comes out in them. One that was stored as XYB
  /// comes out in any that can be named by numbers: those of its original where it has such, and
  /// else in primaries that are wide enough for everything that a display shows.
  init(of decoder: OpaquePointer, _ info: JxlBasicInfo) {
    let isGray = info.num_color_channels == 1
    let isFree = info.uses_original_profile == JXL_FALSE
    let original = Self.encoding(of: decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL)
    var data = Self.encoding(of: decoder, JXL_COLOR_PROFILE_TARGET_DATA)
    if isFree, original == nil || !Self.isSame(original, data) {
      var wide = Self.wide
      if isGray { wide.color_space = JXL_COLOR_SPACE_GRAY }
      if JxlDecoderSetPreferredColorProfile(decoder, &wide) == JXL_DEC_SUCCESS {
        preferred = wide
        data = wide
        needsDepth = true
      }
    }
    if let data, let named = SourceColor(data) {
      source = named
      isLinear = data.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR
      // Curves that are steeper or flatter than the eye's.
      let curve = data.transfer_function
      if isFree, curve != JXL_TRANSFER_FUNCTION_SRGB, curve != JXL_TRANSFER_FUNCTION_709 {
        needsDepth = true
      }
    } else {
      let profile = Self.profile(of: decoder)
      source = profile.map { .icc($0) } ?? .sRGB
      isUnknown = data == nil && profile == nil
    }
  }

  /// BT.2020's primaries by sRGB's curve.
  private static var wide: JxlColorEncoding {
    var encoding = JxlColorEncoding()
    encoding.color_space = JXL_COLOR_SPACE_RGB
    encoding.white_point = JXL_WHITE_POINT_D65
    encoding.primaries = JXL_PRIMARIES_2100
    encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
    encoding.rendering_intent = JXL_RENDERING_INTENT_RELATIVE
    return encoding
  }

  private static func encoding(
    of decoder: OpaquePointer, _ target: JxlColorProfileTarget
  ) -> JxlColorEncoding? {
    var encoding = JxlColorEncoding()
    guard fresnel_jxl_encoding(decoder, target, &encoding) == JXL_DEC_SUCCESS else { return nil }
    return encoding
  }

  private static func isSame(_ first: JxlColorEncoding?, _ second: JxlColorEncoding?) -> Bool {
    guard let first, let second else { return false }
    return first.color_space == second.color_space && first.white_point == second.white_point
      && first.primaries == second.primaries
      && first.transfer_function == second.transfer_function
  }

  private static func profile(of decoder: OpaquePointer) -> [UInt8]? {
    var size = 0
    let target = JXL_COLOR_PROFILE_TARGET_DATA
    guard fresnel_jxl_icc_size(decoder, target, &size) == JXL_DEC_SUCCESS, size > 0,
      size <= mostProfileBytes
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    guard fresnel_jxl_icc(decoder, target, &bytes, size) == JXL_DEC_SUCCESS else { return nil }
    return bytes
  }
}

extension SourceColor {
  /// The colours that an encoding names, or `nil` where only its ICC profile says all of it.
  ///
  /// BT.709's curve is such a case: by its number it counts as sRGB's everywhere (`RGBSpace`), but
  /// in a JPEG XL file it means what it says.
  init?(_ encoding: JxlColorEncoding) {
    guard
      encoding.color_space == JXL_COLOR_SPACE_RGB || encoding.color_space == JXL_COLOR_SPACE_GRAY
    else { return nil }
    let isGray = encoding.color_space == JXL_COLOR_SPACE_GRAY
    let primaries = isGray ? 1 : Self.primaries(encoding)
    switch (primaries, encoding.transfer_function) {
    case (1?, JXL_TRANSFER_FUNCTION_SRGB): self = .sRGB
    case (1?, JXL_TRANSFER_FUNCTION_GAMMA): self = .gamma(encodingExponent: encoding.gamma)
    case (let primaries?, let curve) where Self.numberedCurves.contains(curve.rawValue):
      self = .cicp(primaries: primaries, transfer: Int(curve.rawValue))
    case (_, JXL_TRANSFER_FUNCTION_LINEAR): self = .chromaticities(encoding, gamma: 1)
    case (_, JXL_TRANSFER_FUNCTION_SRGB): self = .chromaticities(encoding, gamma: nil)
    case (_, JXL_TRANSFER_FUNCTION_DCI): self = .chromaticities(encoding, gamma: 1 / 2.6)
    case (_, JXL_TRANSFER_FUNCTION_GAMMA): self = .chromaticities(encoding, gamma: encoding.gamma)
    default: return nil
    }
  }

  /// The curves whose numbers are H.273's, in libjxl as well.
  private static let numberedCurves = [
    JXL_TRANSFER_FUNCTION_LINEAR, JXL_TRANSFER_FUNCTION_SRGB, JXL_TRANSFER_FUNCTION_PQ,
    JXL_TRANSFER_FUNCTION_DCI, JXL_TRANSFER_FUNCTION_HLG,
  ].map(\.rawValue)

  /// The number of primaries and their white in H.273, where both are its.
  private static func primaries(_ encoding: JxlColorEncoding) -> Int? {
    switch (encoding.primaries, encoding.white_point) {
    case (JXL_PRIMARIES_SRGB, JXL_WHITE_POINT_D65): 1
    case (JXL_PRIMARIES_2100, JXL_WHITE_POINT_D65): 9
    case (JXL_PRIMARIES_P3, JXL_WHITE_POINT_DCI): 11
    case (JXL_PRIMARIES_P3, JXL_WHITE_POINT_D65): 12
    default: nil
    }
  }

  private static func chromaticities(_ encoding: JxlColorEncoding, gamma: Double?) -> SourceColor {
    .chromaticities(
      white: Chromaticity(encoding.white_point_xy), red: Chromaticity(encoding.primaries_red_xy),
      green: Chromaticity(encoding.primaries_green_xy),
      blue: Chromaticity(encoding.primaries_blue_xy), gamma: gamma)
  }
}

extension Chromaticity {
  fileprivate init(_ xy: (Double, Double)) { self.init(x: xy.0, y: xy.1) }
}
