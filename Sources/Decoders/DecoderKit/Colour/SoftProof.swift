import CLCMS
import DecoderProtocol
import Glibc
import Tiles

/// A soft proof of a medium on a display: lookup tables computed with lcms2.
struct SoftProof: ~Copyable {
  /// No real profile is longer.
  static let mostBytes = 32 << 20

  private let medium: ICCProfile
  private let display: ICCProfile
  private let compensatesBlackPoint: Bool

  /// A proof of a medium's profile on a display; an empty or broken display profile means sRGB.
  init(
    profile bytes: [UInt8], display: [UInt8], compensatesBlackPoint: Bool
  ) throws(CodecError) {
    guard let medium = ICCProfile(bytes) else {
      throw CodecError(.corrupt, "this is not an ICC profile of a printer or a display")
    }
    guard let display = Self.display(display) else {
      throw CodecError(.other, "lcms2 cannot make a profile")
    }
    self.medium = medium
    self.display = display
    self.compensatesBlackPoint = compensatesBlackPoint
  }

  private static func display(_ bytes: [UInt8]) -> ICCProfile? {
    guard !bytes.isEmpty, !DisplayColor.isBroken(bytes), let profile = ICCProfile(bytes) else {
      return .sRGB()
    }
    return profile
  }

  /// The tables for all rendering intents.
  func table() throws(CodecError) -> SoftProofTable {
    let grid = Self.grid
    let distances = try distances(of: grid)
    var bits: [UInt16] = []
    bits.reserveCapacity(SoftProofTable.count)
    for intent in 0..<SoftProofTable.intents {
      let colors = try colors(of: grid, intent: UInt32(intent))
      for point in distances.indices {
        let place = point * 3
        let numbers = HalfFloats.bits(
          SIMD4(
            Self.code(colors[place]), Self.code(colors[place + 1]), Self.code(colors[place + 2]),
            distances[point]))
        for channel in 0..<4 { bits.append(UInt16(truncatingIfNeeded: numbers[channel])) }
      }
    }
    return SoftProofTable(bits: bits)
  }

  /// The colours of all grid points, three codes each.
  private static var grid: [Float] {
    let codes = SoftProofTable.codes.map(Float.init)
    var grid: [Float] = []
    grid.reserveCapacity(codes.count * codes.count * codes.count * 3)
    for blue in codes {
      for green in codes {
        for red in codes {
          grid.append(red)
          grid.append(green)
          grid.append(blue)
        }
      }
    }
    return grid
  }

  /// Clamps to 0 to 1; NaN becomes 0.
  private static func code(_ value: Float) -> Float { value > 0 ? min(value, 1) : 0 }

  /// The display's colours for a simulated print of the grid.
  ///
  /// The intermediate ink values are 16-bit integers, since floats would carry out-of-gamut values
  /// through. Only absolute colorimetric shows the medium's own white.
  private func colors(of grid: [Float], intent: UInt32) throws(CodecError) -> [Float] {
    let flags = UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)
    let shown =
      intent == UInt32(INTENT_ABSOLUTE_COLORIMETRIC)
      ? intent : UInt32(INTENT_RELATIVE_COLORIMETRIC)
    let entering =
      flags | (compensatesBlackPoint ? UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION) : 0)
    guard
      let enter = cmsCreateTransform(
        display.handle, Self.floats, medium.handle, medium.words, intent, entering)
    else { throw Self.oneWay }
    defer { cmsDeleteTransform(enter) }
    guard
      let leave = cmsCreateTransform(
        medium.handle, medium.words, display.handle, Self.floats, shown, flags)
    else { throw Self.oneWay }
    defer { cmsDeleteTransform(leave) }
    let count = grid.count / 3
    var inks = [UInt16](repeating: 0, count: count * 4)
    var colors = [Float](repeating: 0, count: grid.count)
    cmsDoTransform(enter, grid, &inks, UInt32(count))
    cmsDoTransform(leave, inks, &colors, UInt32(count))
    return colors
  }

  /// The distance of each colour from the medium's gamut: 1 or more is out of gamut, by the rule of
  /// lcms2's gamut check.
  ///
  /// Each colour makes the round trip through the medium twice: the first difference is due to the
  /// gamut, the second to the profile's own error.
  private func distances(of grid: [Float]) throws(CodecError) -> [Float] {
    guard let lab = ICCProfile.lab() else { throw CodecError(.other, "lcms2 ran out of memory") }
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    let flags = UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE)
    let labs = UInt32(1 << 22 | PT_Lab << 16 | 3 << 3 | 4)
    let hasTables = medium.matrixShaper(samples: 2) == nil
    guard
      let enter = cmsCreateTransform(
        display.handle, Self.floats, lab.handle, labs, intent, flags)
    else { throw Self.oneWay }
    defer { cmsDeleteTransform(enter) }
    guard
      let onto = cmsCreateTransform(
        lab.handle, labs, medium.handle, medium.words, intent, flags)
    else { throw Self.oneWay }
    defer { cmsDeleteTransform(onto) }
    guard
      let back = cmsCreateTransform(
        medium.handle, medium.words, lab.handle, labs, intent, flags)
    else { throw Self.oneWay }
    defer { cmsDeleteTransform(back) }
    let count = UInt32(grid.count / 3)
    var inks = [UInt16](repeating: 0, count: grid.count / 3 * 4)
    var (wanted, first, second) = (grid, grid, grid)
    cmsDoTransform(enter, grid, &wanted, count)
    cmsDoTransform(onto, wanted, &inks, count)
    cmsDoTransform(back, inks, &first, count)
    cmsDoTransform(onto, first, &inks, count)
    cmsDoTransform(back, inks, &second, count)
    let threshold: Float = hasTables ? 5 : 1
    return (0..<grid.count / 3).map { point in
      let lost = Self.distance(wanted, first, point * 3) / threshold
      let error = Self.distance(first, second, point * 3) / threshold
      let outside = error < 1 ? lost : lost / error / threshold
      return outside.isFinite ? min(max(outside, 0), 64) : 64
    }
  }

  /// The CIE 1976 distance of two L*a*b* colours.
  private static func distance(_ left: [Float], _ right: [Float], _ place: Int) -> Float {
    (0..<3).reduce(Float(0)) {
      let step = left[place + $1] - right[place + $1]
      return $0 + step * step
    }.squareRoot()
  }

  /// The pixel type of red, green and blue as floats: FLOAT_SH(1) and BYTES_SH(4).
  private static let floats = UInt32(1 << 22 | PT_RGB << 16 | 3 << 3 | 4)

  private static let oneWay = CodecError(
    .unsupported, "the profile has no conversion from colours to its medium")
}

extension ICCProfile {
  /// The pixel type of the device's samples in 16 bits, built as lcms2's `TYPE_…` macros do.
  fileprivate var words: UInt32 {
    switch space {
    case .gray: UInt32(PT_GRAY << 16 | 1 << 3 | 2)
    case .rgb: UInt32(PT_RGB << 16 | 3 << 3 | 2)
    case .cmyk: UInt32(PT_CMYK << 16 | 4 << 3 | 2)
    case .lab: UInt32(PT_Lab << 16 | 3 << 3 | 2)
    }
  }
}
