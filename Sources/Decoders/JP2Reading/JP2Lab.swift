import CJP2

/// The encoding of CIE L*a*b* components: ranges and offsets of ISO 15444-2, annex M.
struct JP2Lab: Sendable {
  /// Each component's minimum, and its range.
  private let parts: [(least: Double, range: Double)]

  /// openjpeg's parameters for the three components, which it stores in place of a profile; `nil`
  /// if there are none.
  init?(of image: opj_image_t, components: [opj_image_comp_t]) {
    guard components.count >= 3, image.icc_profile_len == 0,
      let numbers = image.icc_profile_buf.map({
        UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self)
      }), numbers[0] == Self.space
    else { return nil }
    let isUsual = numbers[1] == Self.usual
    parts = (0..<3).map { index in
      let bits = Int(min(max(components[index].prec, 1), 32))
      // The number of steps in a component.
      let most = Double((1 << bits) - 1)
      var (range, offset) = (Double(numbers[2 + 2 * index]), Double(numbers[3 + 2 * index]))
      if isUsual {
        range = [100, 170, 200][index]
        let half = Double(1 << bits) / 2
        offset = [0, half, half * 3 / 4][index]
      }
      return (-range * offset / most, range)
    }
  }

  /// The colour space's number in the colour box.
  private static let space: UInt32 = 14
  /// openjpeg's mark for a box without ranges: `DEF`.
  private static let usual: UInt32 = 0x4445_4600

  /// Converts the first three samples of a 16-bit pixel to lcms2's encoding: 0 to 100, and from
  /// -128 on.
  func convert(_ pixel: UnsafeMutablePointer<UInt16>) {
    for channel in 0..<3 {
      let value = parts[channel].least + parts[channel].range * Double(pixel[channel]) / 65535
      let sample = channel == 0 ? value * 655.35 : (value + 128) * 257
      pixel[channel] = UInt16(min(max(sample, 0), 65535).rounded())
    }
  }
}
