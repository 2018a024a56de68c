import DecoderKit
import DecoderProtocol

extension BitmapHeader {
  /// The colour space, which version 4 and 5 headers may state.
  ///
  /// Profiles in other files are not used.
  func color(in input: PictureInput) throws(CodecError) -> SourceColor {
    guard byteCount >= 108 else { return .sRGB }
    var reader = ByteReader(input, at: start + 56)
    switch try reader.little32() {
    case 0: return try calibrated(input) ?? .sRGB
    // "MBED": a profile in the file, at an offset from the header.
    case 0x4D42_4544 where byteCount >= 124:
      reader.seek(to: start + 112)
      let (offset, count) = (try reader.little32(), try reader.little32())
      guard (Self.profileBytes).contains(count), offset >= byteCount else { return .sRGB }
      let profile = try input.bytes(at: start + offset, count: count)
      return profile.count == count ? .icc(profile) : .sRGB
    default: return .sRGB
    }
  }

  /// The size of a profile in bytes: at least its header.
  private static let profileBytes = 128...4 << 20

  /// The primaries and gamma in a header without a named colour space; `nil` if they are empty.
  ///
  /// The endpoints are XYZ, or chromaticities if each sums to 1. In that case the white point is
  /// not stated, and D65 is assumed.
  private func calibrated(_ input: PictureInput) throws(CodecError) -> SourceColor? {
    var reader = ByteReader(input, at: start + 60)
    var ends: [SIMD3<Double>] = []
    for _ in 0..<3 {
      var end = SIMD3<Double>()
      for axis in 0..<3 {
        // 2.30 fixed point.
        end[axis] = Double(try reader.little32()) / Double(1 << 30)
      }
      ends.append(end)
    }
    var gamma = 0.0
    for _ in 0..<3 { gamma += Double(try reader.little32()) / 65536 / 3 }
    guard ends.allSatisfy({ $0.sum() > 0.01 && $0.y > 0 }), (0.1...10).contains(gamma) else {
      return nil
    }
    let areShares = ends.allSatisfy { abs($0.sum() - 1) < 0.01 }
    func place(_ end: SIMD3<Double>) -> Chromaticity {
      Chromaticity(x: end.x / end.sum(), y: end.y / end.sum())
    }
    let white = areShares ? Chromaticity(x: 0.3127, y: 0.3290) : place(ends[0] + ends[1] + ends[2])
    return .chromaticities(
      white: white, red: place(ends[0]), green: place(ends[1]), blue: place(ends[2]),
      gamma: 1 / gamma)
  }
}
