import CJXL
import DecoderKit

/// The colour space of libjxl's output.
struct JXLColor {
  /// The colours of the decoded samples.
  var source: SourceColor
  /// The space that libjxl is asked to convert to; `nil` leaves it to libjxl.
  var preferred: JxlColorEncoding?
  /// True if 8-bit samples would be too coarse for this transfer function.
  var needsDepth = false
  /// True if libjxl describes the colours neither by an encoding nor by a profile.
  private(set) var isUnknown = false
  /// True if the samples are linear light.
  private(set) var isLinear = false

  /// No real profile is larger.
  private static let mostProfileBytes = 32 << 20

  /// The colours of a file whose header has been read, right after `JXL_DEC_COLOR_ENCODING`.
  ///
  /// A picture stored in its own colours is decoded to them. One stored as XYB can be decoded to
  /// any enumerated space: the original's if it is one, else one with primaries wide enough for
  /// every display.
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
      // 8 bits suffice only for curves that are close to perception.
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

  /// BT.2020's primaries with sRGB's curve.
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
  /// The colours of an enumerated encoding; `nil` if only its ICC profile describes it completely.
  ///
  /// BT.709's curve is such a case: its number is treated as sRGB elsewhere (`RGBSpace`), but in a
  /// JPEG XL file it is taken literally.
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

  /// The curves with the same numbers in H.273 and libjxl.
  private static let numberedCurves = [
    JXL_TRANSFER_FUNCTION_LINEAR, JXL_TRANSFER_FUNCTION_SRGB, JXL_TRANSFER_FUNCTION_PQ,
    JXL_TRANSFER_FUNCTION_DCI, JXL_TRANSFER_FUNCTION_HLG,
  ].map(\.rawValue)

  /// H.273's number of the primaries and white point, if it has one.
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
